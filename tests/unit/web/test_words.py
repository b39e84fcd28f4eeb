"""What a score looks like in words."""

from __future__ import annotations

import pytest

from veridical.score import Bounds, Gated, Measured, Missing, Reason, Undefined
from veridical.web import words

PARTIAL = Measured(12.5, 4, Missing.of([Reason.TIMEOUT, Reason.TIMEOUT, Reason.REFUSED]))
BOUNDED = Measured(12.5, 4, Missing.of([Reason.TIMEOUT] * 2), Bounds(10.0, 15.0))
LOST = Undefined(Reason.TIMEOUT, "3 ratings")


@pytest.mark.parametrize(
    ("score", "shown"),
    [
        (Measured(13.4), "13.40"),
        (Measured(-1.0), "−1.00"),
        (Gated("claim"), "gated"),
        (LOST, "undefined"),
    ],
)
def test_a_number_or_one_word(score: Measured | Gated | Undefined, shown: str) -> None:
    """An absence is a word, never a zero."""
    assert words.number(score) == shown


@pytest.mark.parametrize(
    ("score", "ground"),
    [
        (Measured(1.0), ""),
        (Gated("claim"), "not asked: the gate “claim” is closed"),
        (LOST, "timed out: 3 ratings"),
        (Undefined(Reason.NO_GOLD), "no gold"),
    ],
)
def test_why_there_is_no_number(score: Measured | Gated | Undefined, ground: str) -> None:
    """Each kind of absence says its reason."""
    assert words.ground(score) == ground


@pytest.mark.parametrize(
    ("score", "shown"),
    [
        (Measured(3.0), ""),
        (BOUNDED, "10.00–15.00"),
        (PARTIAL, "no bound"),
        (Gated("claim"), ""),
        (LOST, "no bound"),
    ],
)
def test_bounds_are_shown_where_something_is_missing(
    score: Measured | Gated | Undefined, shown: str
) -> None:
    """A complete score has none to show."""
    assert words.bounds(score) == shown


def test_missing_items_are_counted_by_reason() -> None:
    """Several reasons are summed and listed."""
    assert words.missing(PARTIAL) == "3 missing: 1 respondent refused, 2 timed out"


def test_a_single_reason_needs_no_sum() -> None:
    """The reason says it all."""
    assert words.missing(BOUNDED) == "2 timed out"


def test_every_reason_has_words_of_its_own() -> None:
    """The closed list is covered."""
    assert [r for r in Reason if "_" in words.reason(r)] == []


def test_the_sort_key_is_exact_and_empty_without_a_number() -> None:
    """Rounding never reorders rows."""
    assert [words.sort_key(Measured(1 / 3)), words.sort_key(LOST)] == ["0.3333333333333333", ""]
