"""Ratings from 1 to 5, whole numbers, never clamped.

A rating outside the scale, a fraction or a missing one is no rating: it is counted as
missing with its reason, and never becomes a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias, TypeVar

import msgspec

from veridical.ask import Answer, NoVerdict
from veridical.score import Missing, Reason

V = TypeVar("V")

LOWEST = 1
HIGHEST = 5

Rating: TypeAlias = Annotated[
    int, msgspec.Meta(ge=LOWEST, le=HIGHEST, description="1 = worst, 5 = best; whole numbers only")
]


@dataclass(frozen=True, slots=True)
class Rated:
    """One dimension's rating in a tally: a number, or why there is none.

    Attributes:
        dimension: what was rated.
        value: 1 to 5; None if missing.
        missing: why; None if rated.
    """

    dimension: str
    value: int | None = None
    missing: Reason | None = None


def is_rating(value: object) -> bool:
    """Whether `value` is a whole number from 1 to 5."""
    return type(value) is int and LOWEST <= value <= HIGHEST


def ratings(answer: Answer[V] | NoVerdict, dimensions: Sequence[str]) -> tuple[Rated, ...]:
    """The rating of each dimension, in their order.

    Args:
        answer: whose value has one attribute per dimension; None = not to be assessed.
        dimensions: names of those attributes.
    """
    if isinstance(answer, NoVerdict):
        return tuple(Rated(d, missing=answer.reason) for d in dimensions)
    return tuple(_rated(d, getattr(answer.value, d)) for d in dimensions)


def _rated(dimension: str, value: object) -> Rated:
    if value is None:
        return Rated(dimension, missing=Reason.NOT_ASSESSED)
    if type(value) is int and is_rating(value):
        return Rated(dimension, value)
    return Rated(dimension, missing=Reason.UNREADABLE)


def values(rated: Iterable[Rated]) -> list[int]:
    """The numbers of those that were rated."""
    return [r.value for r in rated if r.value is not None]


def missing(rated: Iterable[Rated]) -> Missing:
    """Those without a number, counted by reason."""
    return Missing.of(r.missing for r in rated if r.missing is not None)


def rating_from_share(share: float) -> int:
    """The built-in rules' rating of a share: 1 for 0, 5 for 1, whole steps between.

    Args:
        share: in [0, 1].

    Raises:
        ValueError: a share outside [0, 1].
    """
    if not 0.0 <= share <= 1.0:
        raise ValueError(f"rating_from_share: needs a share in [0, 1], got {share!r}.")
    return LOWEST + int(share * (HIGHEST - LOWEST) + 0.5)
