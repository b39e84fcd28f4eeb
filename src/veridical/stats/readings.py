"""What raters said of items, told apart from what they did not say.

A reading is a value or the `Reason` for which there is none; the functions here keep the
complete items and count the others, each item once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import isfinite
from typing import TypeVar

from veridical.score import Gated, Measured, Missing, Reason, Score

Label = TypeVar("Label", bound=Hashable)
A = TypeVar("A")
B = TypeVar("B")


def complete_pairs(
    pairs: Iterable[tuple[A | Reason, B | Reason]],
) -> tuple[list[tuple[A, B]], Missing]:
    """The pairs with both readings, and the others counted by their first absent reading."""
    kept: list[tuple[A, B]] = []
    lost: list[Reason] = []
    for first, second in pairs:
        if isinstance(first, Reason):
            lost.append(first)
        elif isinstance(second, Reason):
            lost.append(second)
        else:
            kept.append((first, second))
    return kept, Missing.of(lost)


def complete_rows(rows: Iterable[Sequence[A | Reason]]) -> tuple[list[list[A]], Missing]:
    """The rows without an absent reading, and the others counted by their first one."""
    kept: list[list[A]] = []
    lost: list[Reason] = []
    for row in rows:
        absent = [cell for cell in row if isinstance(cell, Reason)]
        if absent:
            lost.append(absent[0])
        else:
            kept.append([cell for cell in row if not isinstance(cell, Reason)])
    return kept, Missing.of(lost)


def present(row: Sequence[A | Reason]) -> tuple[list[A], list[Reason]]:
    """The readings of one item, and the reasons of those that are absent."""
    said = [cell for cell in row if not isinstance(cell, Reason)]
    return said, [cell for cell in row if isinstance(cell, Reason)]


def reading(score: Score) -> float | Reason:
    """A score as a reading; what a closed gate kept from being asked was not assessed."""
    if isinstance(score, Measured):
        return score.value
    return Reason.NOT_ASSESSED if isinstance(score, Gated) else score.reason


def refuse_non_finite(values: Iterable[float], where: str) -> None:
    """Raise on NaN and infinity: no statistic can say what they mean.

    Raises:
        ValueError: some value is not finite.
    """
    for value in values:
        if not isfinite(value):
            raise ValueError(
                f"{where}: must be finite, got {value!r}; expected a number. "
                "Give the reason for which there is none instead."
            )
