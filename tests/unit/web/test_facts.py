"""Typed data as facts."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from veridical.web.facts import facts_of
from veridical.web.pages.frame import Fact


@dataclass(frozen=True)
class _Rating:
    node: str
    accuracy: int
    is_cited: bool | None


@dataclass(frozen=True)
class _Tally:
    gold_items: tuple[str, ...]
    ratings: tuple[_Rating, ...]


def test_a_tally_is_told_field_by_field() -> None:
    """Records of a list are named by their node."""
    tally = _Tally(("water-01", "water-02"), (_Rating("E1", 4, None),))

    assert facts_of(tally) == (
        Fact("gold items", "water-01, water-02"),
        Fact(
            "ratings",
            facts=(
                Fact(
                    "E1",
                    facts=(Fact("node", "E1"), Fact("accuracy", "4"), Fact("is cited", "unknown")),
                ),
            ),
        ),
    )


@pytest.mark.parametrize(
    ("value", "shown"),
    [(True, "yes"), (False, "no"), (None, "unknown"), (0.123456, "0.1235"), (3, "3"), ("x", "x")],
)
def test_scalars_in_words(value: object, shown: str) -> None:
    """What is not known is neither yes nor no."""
    assert facts_of({"it": value}) == (Fact("it", shown),)


@pytest.mark.parametrize("value", [[], {}])
def test_what_is_empty_says_none(value: object) -> None:
    """Nothing counted is shown as such."""
    assert facts_of({"it": value}) == (Fact("it", "none"),)


def test_records_without_a_name_are_numbered() -> None:
    """From 1."""
    assert [f.label for f in facts_of([{"x": 1}, {"x": 2}])] == ["1", "2"]
