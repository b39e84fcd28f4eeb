"""Excerpts of long sources: the same as cutting anew for each statement, for less."""

import time

import pytest

from tests.unit.findings.reading import source
from veridical.retrieval.excerpts import Excerpts
from veridical.retrieval.passages import excerpt

SUBJECTS = ("ice", "sea water", "the moon", "a heart", "iron", "海水", "月球", "冰的密度")
LONG = "\n\n".join(
    f"{SUBJECTS[n % 8]} number {n} has a value of {n * 7} units. " + "Words that fill it up. " * 30
    for n in range(120)
)


@pytest.mark.parametrize(
    "statement",
    ["The moon has number 42.", "海水有294个单位。", "Nothing of the kind", "", "fill words up it"],
)
@pytest.mark.parametrize("limit", [1, 3, 8])
def test_the_same_as_an_excerpt_cut_anew(statement: str, limit: int) -> None:
    """Passages, order and length."""
    expected = excerpt(statement, LONG, source="s1", limit=limit)

    assert Excerpts(limit).of(statement, source(LONG)) == expected


@pytest.mark.parametrize("text", ["", "One sentence.", "甲。乙。"])
def test_a_short_source_is_shown_whole(text: str) -> None:
    """Its share is all of it."""
    shown = Excerpts().of("anything", source(text))

    assert shown == excerpt("anything", text, source="s1")


def test_sources_are_kept_apart() -> None:
    """Each by its own id."""
    excerpts = Excerpts()
    first = excerpts.of("ice", source("Ice floats.", id="a"))
    second = excerpts.of("ice", source("Ice sinks.", id="b"))

    assert [p.text for p in (*first.passages, *second.passages)] == ["Ice floats.", "Ice sinks."]


@pytest.mark.timed
def test_many_statements_of_a_long_source() -> None:
    """A source of a million characters is cut once: 200 statements take seconds, not minutes."""
    long = source(LONG * 12)
    excerpts = Excerpts()
    begin = time.process_time()
    for n in range(200):
        excerpts.of(f"The moon has number {n}.", long)

    assert time.process_time() - begin < 20
