"""What of a word counts in a comparison."""

import pytest

from veridical.retrieval.related import related
from veridical.retrieval.words import EMPTY, LIGHT, spelling, stem


def test_forms_of_a_word_have_one_stem() -> None:
    """Plurals of four letters and more, and what comes after five letters."""
    assert stem("masks") == stem("mask") == "mask"
    assert stem("studies") == stem("study") == "study"
    assert stem("floating") == stem("floats") == "float"
    assert stem("glass") == "glass"
    assert stem("gas") == "gas"


def test_longer_words_share_their_middle() -> None:
    """No common beginning is needed."""
    assert {"symp", "ympt", "mpto"} <= spelling("asymptomatic") & spelling("symptoms")


def test_a_number_and_a_pair_of_characters_count_whole() -> None:
    """Their parts are other numbers, and other words."""
    assert stem("1234567") == "1234567"
    assert stem("水的") == "水的"
    assert spelling("1234567") == spelling("水的") == frozenset()


def test_names_of_one_thing_are_one_word() -> None:
    """Which share no letters, in digits or not; other words stay apart."""
    assert len({stem(name) for name in ("coronavirus", "covid", "covid19", "sarscov2")}) == 1
    assert stem("british") == stem("uk")
    assert stem("corona") == stem("coronavirus")
    assert stem("cover") == "cover"


def test_what_an_apostrophe_leaves_of_a_word_says_nothing() -> None:
    """Of "can't" and "don't"; a letter that is a name of something stays."""
    assert {"t", "don", "ll"} <= LIGHT
    assert "d" not in LIGHT
    assert EMPTY < LIGHT


@pytest.mark.parametrize(
    ("one", "other"), [("pets", "canine"), ("married", "wife"), ("下降", "减少"), ("seven", "7")]
)
def test_words_that_speak_of_one_thing_are_related(one: str, other: str) -> None:
    """Though they share no letters."""
    assert related(one) & related(other)


def test_other_words_are_related_to_nothing() -> None:
    """Nor are words of different rows to each other."""
    assert related("veridical") == frozenset()
    assert not related("pets") & related("wife")
