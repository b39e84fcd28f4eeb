"""The stretches of a text that speak of statements."""

from itertools import pairwise

import pytest

from veridical.retrieval.passages import Passage, whole
from veridical.retrieval.stretches import GAP, LONGEST, stretches

HARBOR = [
    f"Chapter {n} tells of harbors, their cranes and ropes, and of no more." for n in range(90)
]
SAID = "Ice is floating on water because it is less dense than water."
PAGE = " ".join([*HARBOR[:45], SAID, *HARBOR[45:]])
HAFEN = [
    f"第{n}章讲述港口、起重机和缆绳的历史，内容仅此而已，没有其他任何东西可说。" for n in range(90)
]
GESAGT = "冰的密度比水小，所以浮在水面上，这是由氢键的结构决定的，与温度关系不大。"
SEITE = "".join([*HAFEN[:45], GESAGT, *HAFEN[45:]])


def found(*statements: str, text: str = PAGE, characters: int = 400) -> tuple[Passage, ...]:
    """What is found for statements."""
    return stretches(text, statements, source="page", characters=characters)


def shown(passages: tuple[Passage, ...]) -> str:
    """All of its words."""
    return "\n".join(p.text for p in passages)


@pytest.mark.parametrize(
    ("statement", "text", "said"),
    [
        ("Why floats ice", PAGE, SAID),
        ("Densities of ices", PAGE, SAID),
        ("冰浮在水上", SEITE, GESAGT),
        ("Chapter 77 of 90", PAGE, HARBOR[77]),
    ],
)
def test_what_says_it_is_shown_with_the_beginning(statement: str, text: str, said: str) -> None:
    """By other forms of its words, by pairs of characters, by a number; the rest is not."""
    passages = found(statement, text=text)

    assert said in shown(passages)
    assert passages[0].start == 0
    assert sum(len(p.text) for p in passages) < len(text) / 4


def test_stretches_know_their_places_in_order_and_apart() -> None:
    """What is no further apart than a gap is one."""
    passages = found("ice floats", "Chapter 3", "Chapter 80", characters=300)

    assert [p for p in passages if PAGE[p.start : p.end] != p.text or p.source != "page"] == []
    assert all(a.end + GAP < b.start for a, b in pairwise(passages))
    assert all(p.text == p.text.strip() for p in passages)


def test_no_statement_takes_more_than_it_may() -> None:
    """Every sentence says this equally; the beginning comes beside it."""
    passages = found("harbors, cranes and ropes", characters=700)

    assert 400 < sum(len(p.text) for p in passages) <= 700 + 2 * GAP + len(HARBOR[0])


def test_a_place_that_stands_out_takes_little() -> None:
    """What is far from the best is not sent, though there is room."""
    passages = found("ice floating on dense water", characters=5000)

    assert SAID in shown(passages)
    assert sum(len(p.text) for p in passages) < 1500


def test_where_no_place_says_much_half_is_taken() -> None:
    """Of a statement that shares a word of many with the page, no place is worth the more."""
    little = found("whales, krill and plankton of antarctic waters beside ropes", characters=1000)
    much = found("harbors, cranes and ropes", characters=1000)

    assert len(shown(little)) <= 500 + 2 * GAP + len(HARBOR[0])
    assert len(shown(much)) > 700


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("Her pets are infectious", "Canine transmission was seen."),
        ("出生人口减少", "诞生的婴儿下降了很多，原因是当地的年轻人搬去了别的地方。"),
    ],
)
def test_what_says_it_in_related_words_is_found(statement: str, said: str) -> None:
    """No word is shared."""
    other = SEITE if "。" in said else " ".join(HARBOR)
    text = said.join([other[: len(other) // 2] + "\n\n", "\n\n" + other[len(other) // 2 :]])

    assert said in shown(found(statement, text=text))


def test_statements_of_one_page_are_put_together() -> None:
    """Each finds its own, and what both find is there once."""
    both = found("ice floats on water", "Chapter 80")

    assert SAID in shown(both)
    assert HARBOR[80] in shown(both)
    assert found("ice floats on water", "ice floats on water") == found("ice floats on water")


@pytest.mark.parametrize(
    "statement", ["冰浮在水上 77", "冰浮在水上", "whale", "the of and", "", "?!"]
)
def test_what_words_cannot_tell_is_left_whole(statement: str) -> None:
    """Another script, though a number is shared; nothing shared; nothing asked."""
    assert found(statement) == (whole(PAGE, source="page"),)
    assert found("Chapter 3", statement) == (whole(PAGE, source="page"),)


def test_an_english_statement_about_a_chinese_text_is_left_whole() -> None:
    """The other way round."""
    assert found("Chapter 77 of it", text=SEITE) == (whole(SEITE, source="page"),)


def test_a_text_in_two_scripts_is_searched_in_either() -> None:
    """A tenth of it is enough."""
    text = PAGE + "\n\n" + SEITE

    assert SAID in shown(found("ice floats", text=text))
    assert GESAGT in shown(found("冰浮在水上", text=text))
    assert len(shown(found("冰浮在水上", text=text))) < len(text) / 4


def test_a_short_text_is_left_whole() -> None:
    """A character of a script without spaces counts for three."""
    assert found("ice", text=SAID) == (whole(SAID, source="page"),)
    assert found("冰", text="水" * 133, characters=400) == (whole("水" * 133, source="page"),)
    part = SEITE[:400]
    assert len(shown(found("第7章讲述港口", text=part, characters=500))) < 400


@pytest.mark.parametrize("text", ["", "   ", "\n\n" * 500])
def test_a_text_without_words_is_one_stretch(text: str) -> None:
    """There is nothing to find."""
    assert found("ice", text=text) == (whole(text, source="page"),)


def test_a_text_without_sentence_ends_is_cut_where_it_must() -> None:
    """No stretch of it is longer than what was found."""
    text = "word " * 800 + "iceberg " + "word " * 800
    passages = found("iceberg", text=text, characters=LONGEST)

    assert "iceberg" in shown(passages)
    assert len(shown(passages)) < 3 * LONGEST
