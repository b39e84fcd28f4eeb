"""The mean of one measure over tasks, with all that is absent from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce
from math import fsum

from veridical.score import (
    NONE_MISSING,
    Bounds,
    Gated,
    Measured,
    Missing,
    Reason,
    Score,
    Undefined,
)

WITHOUT_VALUE = frozenset({Reason.NOTHING_TO_CHECK, Reason.NO_GOLD})
"""Absences behind which there is no value to be missed: they widen no bounds."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The mean of a measure over tasks.

    Attributes:
        mean: over the measured scores; None where none was measured.
        n: how many scores were measured.
        gated: how many were not asked, since a gate was closed; in no mean, no bound.
        undefined: the scores without a number, by reason.
        items: the items without a verdict inside all scores, by reason.
        bounds: the mean with everything missing at its worst and at its best; None where
            some score has no bound or there is none to take the mean of.
    """

    mean: float | None
    n: int
    gated: int
    undefined: Missing
    items: Missing
    bounds: Bounds | None

    @property
    def total(self) -> int:
        """How many scores were summarized, whatever became of them."""
        return self.n + self.gated + self.undefined.total


def summarize(scores: Iterable[Score], *, scale: Bounds | None) -> Summary:
    """The mean of `scores`, one a task.

    Sums are exact before they are rounded once, so the order of the scores is irrelevant.

    Args:
        scores: in any order.
        scale: the worst and the best value of the measure's scale; None where it has no end,
            and a score that is absent could be anything.

    Undefined:
        `mean` is None where no score was measured; it is never 0 for it.
    """
    every = list(scores)
    measured = [s for s in every if isinstance(s, Measured)]
    undefined = [s for s in every if isinstance(s, Undefined)]
    return Summary(
        mean=_mean([s.value for s in measured]),
        n=len(measured),
        gated=sum(isinstance(s, Gated) for s in every),
        undefined=Missing.of(s.reason for s in undefined),
        items=reduce(
            Missing.__add__, (s.missing for s in every if not isinstance(s, Gated)), NONE_MISSING
        ),
        bounds=_bounds(measured, undefined, scale),
    )


def pooled(scores: Iterable[Score], *, scale: Bounds | None) -> Summary:
    """The share over the items of all `scores` together: each score weighs its items.

    Args:
        scores: shares of items, in any order; `Measured.n` is how many items one is over.
        scale: the worst and the best value of the measure's scale; None where it has no end,
            and a score that is absent could be anything.

    Undefined:
        `mean` is None where no item was judged; it is never 0 for it.
    """
    every = list(scores)
    found = summarize(every, scale=scale)
    measured = [s for s in every if isinstance(s, Measured)]
    items = sum(s.n for s in measured)
    if not items:
        return replace(found, mean=None)
    return replace(
        found,
        mean=fsum(s.value * s.n for s in measured) / items,
        bounds=_pooled_bounds(every, scale),
    )


def _pooled_bounds(scores: list[Score], scale: Bounds | None) -> Bounds | None:
    """Each score's bounds, weighed by its items, judged and missing; None where one has none.

    A score without any item, such as a report that is not there, may be over any number of
    them: there is no bound then.
    """
    weighed: list[tuple[int, Bounds]] = []
    for score in scores:
        if isinstance(score, Gated):
            continue
        items = score.missing.total + (score.n if isinstance(score, Measured) else 0)
        if not items and isinstance(score, Undefined) and score.reason in WITHOUT_VALUE:
            continue
        bounds = score.bounds or (scale if isinstance(score, Undefined) else None)
        if bounds is None or not items:
            return None
        weighed.append((items, bounds))
    total = sum(n for n, _ in weighed)
    if not total:
        return None
    return Bounds(
        fsum(n * b.worst for n, b in weighed) / total, fsum(n * b.best for n, b in weighed) / total
    )


def _mean(values: list[float]) -> float | None:
    return fsum(values) / len(values) if values else None


def _bounds(
    measured: list[Measured], undefined: list[Undefined], scale: Bounds | None
) -> Bounds | None:
    bounds = [s.bounds for s in measured]
    bounds += [
        s.bounds or scale
        for s in undefined
        if s.bounds is not None or s.reason not in WITHOUT_VALUE
    ]
    known = [b for b in bounds if b is not None]
    if not known or len(known) < len(bounds):
        return None
    worst = fsum(b.worst for b in known) / len(known)
    best = fsum(b.best for b in known) / len(known)
    return Bounds(worst, best)
