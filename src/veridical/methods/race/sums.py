"""Weighted marks of both reports, and what they could be were nothing missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import fsum

from veridical.checks.criterion_marks import HIGHEST, LOWEST
from veridical.checks.dimensions import Dimension
from veridical.methods.race.rubric import WeightDraw
from veridical.methods.race.tally import Marked, MarkedDimension, Seen
from veridical.score import Bounds, Missing, Reason

_COUNT = len(Dimension)


class Orders(StrEnum):
    """Which orders of the two reports count."""

    BOTH = "both"
    TARGET_FIRST = "target_first"

    def of(self, marked: Marked) -> tuple[Seen, ...]:
        """The marks of a criterion that count."""
        if self is Orders.TARGET_FIRST:
            return (marked.target_first,)
        return marked.target_first, marked.reference_first


@dataclass(frozen=True, slots=True)
class Sums:
    """One dimension's weighted marks, or all dimensions' together.

    Attributes:
        target: of the report under test, in [0, 10]; None where nothing has marks.
        reference: of the reference.
        low: of both with every missing mark at 0.
        high: of both with every missing mark at 10.
        n: how many criteria have all their marks.
        missing: those that lack one, by reason.
    """

    target: float | None
    reference: float | None
    low: tuple[float, float]
    high: tuple[float, float]
    n: int
    missing: Missing


def sums_of(dimension: MarkedDimension, orders: Orders) -> Sums:
    """A dimension's sums; a criterion counts with the mean of its orders, if it has all.

    The weights of what counts are normalized, as in the paper's code; what does not is missing.
    """
    if dimension.missing is not None:
        low, high = (float(LOWEST), float(LOWEST)), (float(HIGHEST), float(HIGHEST))
        return Sums(None, None, low, high, 0, Missing.of([dimension.missing]))
    every = [(c.weight, orders.of(c)) for c in dimension.criteria]
    known = [(w, seen) for w, seen in every if _first_missing(seen) is None]
    counted = fsum(w for w, _ in known)
    low, high = (
        (_mean(every, "target", end), _mean(every, "reference", end)) for end in (LOWEST, HIGHEST)
    )
    lost = Missing.of(r for _, seen in every if (r := _first_missing(seen)) is not None)
    if counted <= 0:
        return Sums(None, None, low, high, len(known), lost)
    target, reference = (_mean(known, side, LOWEST) / counted for side in ("target", "reference"))
    return Sums(target, reference, low, high, len(known), lost)


def _first_missing(seen: Sequence[Seen]) -> Reason | None:
    return next((s.missing for s in seen if s.missing is not None), None)


def _mean(every: Iterable[tuple[float, Sequence[Seen]]], side: str, end: float) -> float:
    """The weighted sum of one side's marks; of a criterion that lacks one, `end`."""
    return fsum(w * _mark(seen, side, end) for w, seen in every)


def _mark(seen: Sequence[Seen], side: str, end: float) -> float:
    # a criterion with one order is in no sum, so what is known of it may bound none either
    if _first_missing(seen) is not None:
        return end
    marks = [s.target if side == "target" else s.reference for s in seen]
    return fsum(m or 0.0 for m in marks) / len(marks)


def mean_weights(draws: Sequence[WeightDraw]) -> tuple[float, ...] | None:
    """The mean of the drawings that came, together 1; None where none came."""
    known = [d.weights for d in draws if d.weights is not None]
    if not known:
        return None
    return _normalized([fsum(column) for column in zip(*known, strict=True)])


def possible_weights(draws: Sequence[WeightDraw]) -> Iterator[tuple[float, ...]]:
    """The weights at the corners of what the missing drawings could have made of them.

    Each missing drawing lies in the simplex of weights, so the mean lies in a smaller simplex;
    a ratio of sums that are linear in the weights has its ends at the corners.
    """
    known = [d.weights for d in draws if d.weights is not None]
    lost = len(draws) - len(known)
    sums = [fsum(column) for column in zip(*known, strict=True)] if known else [0.0] * _COUNT
    # where none is missing, all corners are the same
    for corner in range(_COUNT):
        yield _normalized([s + (lost if n == corner else 0) for n, s in enumerate(sums)])


def _normalized(weights: Sequence[float]) -> tuple[float, ...]:
    return tuple(w / fsum(weights) for w in weights)


def total(parts: Sequence[Sums], weights: Sequence[float]) -> tuple[float, float] | None:
    """Both reports' sums over all dimensions; None where one that counts has no marks."""
    counted = [(w, p) for w, p in zip(weights, parts, strict=True) if w > 0]
    if any(p.target is None for _, p in counted):
        return None
    target = fsum(w * (p.target or 0.0) for w, p in counted)
    return target, fsum(w * (p.reference or 0.0) for w, p in counted)


def share(target: float, reference: float) -> float | None:
    """The target's share of both; None where both are 0."""
    return target / (target + reference) if target + reference > 0 else None


def bounds(parts: Sequence[Sums], corners: Iterable[Sequence[float]]) -> Bounds | None:
    """The worst and the best share that the missing marks and weights leave possible."""
    worst, best = [], []
    for weights in corners:
        low, high = (
            _both(weights, ends) for ends in zip(*((p.low, p.high) for p in parts), strict=True)
        )
        worst += [s for s in [share(low[0], high[1])] if s is not None]
        best += [s for s in [share(high[0], low[1])] if s is not None]
    # what can be missing is both reports' marks, so neither end is without the other
    return Bounds(min(worst), max(best)) if worst else None


def _both(weights: Sequence[float], ends: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The weighted sums of the report under test and of the reference."""
    target, reference = (
        fsum(w * end[side] for w, end in zip(weights, ends, strict=True)) for side in (0, 1)
    )
    return target, reference
