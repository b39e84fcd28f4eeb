"""Passages know their place, stay short and are chosen by likeness."""

import pytest

from veridical.retrieval.passages import Passage, excerpt, passages

SENTENCES = "One stands here. Two stands there! 三在那里。Four ends?\n\nFive is a paragraph."


@pytest.mark.parametrize("characters", [5, 20, 40, 1000])
def test_every_passage_is_found_at_its_place(characters: int) -> None:
    """``stored[start:end]`` are the passage's words, at most as long as asked."""
    cut = passages(SENTENCES, source="s", characters=characters)

    assert [SENTENCES[p.start : p.end] for p in cut] == [p.text for p in cut]
    assert max(len(p.text) for p in cut) <= characters


def test_nothing_but_blank_space_is_lost() -> None:
    """The passages' words together are the text's words."""
    cut = passages(SENTENCES, source="s", characters=20)

    assert "".join("".join(p.text for p in cut).split()) == "".join(SENTENCES.split())


def test_cuts_fall_on_sentence_ends() -> None:
    """A piece ends where a sentence ends if one does."""
    cut = passages("One stands here. Two stands there.", source="s", characters=20)

    assert cut == (Passage("s", 0, "One stands here."), Passage("s", 17, "Two stands there."))


def test_an_empty_source_has_no_passages() -> None:
    """Blank text holds nothing."""
    assert passages(" \n ", source="s") == ()


def test_the_excerpt_is_what_speaks_of_the_statement() -> None:
    """Of a long source the likest passage is shown, and how much of the source it is."""
    filler = "Nothing of note was said that day. " * 40
    text = filler + "Ice has a density of 917 kg/m³. " + filler

    shown = excerpt("The density of ice", text, source="s", limit=1)

    assert "917" in shown.passages[0].text
    assert 0 < shown.share < 0.5


def test_a_short_source_is_shown_whole() -> None:
    """Nothing is left out of a short source."""
    assert excerpt("x", "One. Two.", source="s").share == 1.0


def test_the_share_of_nothing_is_all() -> None:
    """An empty source is wholly shown."""
    assert excerpt("x", "", source="s").share == 1.0
