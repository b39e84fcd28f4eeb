"""Which of two systems is better, or that no difference is shown, by the tasks both have.

A difference is shown where the sign-flip test is below 1 − level (after Holm's correction
where there are several comparisons) and 0 lies outside the interval. Both must hold: the
first does not lean on normality, the second says how large the difference is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from math import fsum, sqrt

from veridical.score import Bounds, Gated, Missing, Reason, Undefined
from veridical.stats.bootstrap import mean_and_error
from veridical.stats.by_task import ByTask, TaskMeans, task_means
from veridical.stats.exact import gap
from veridical.stats.holm import holm
from veridical.stats.intervals import FEWEST, Interval, mean_interval
from veridical.stats.power import detectable_difference
from veridical.stats.sign_flips import sign_flip_test
from veridical.stats.summary import WITHOUT_VALUE


class Shown(StrEnum):
    """What a comparison shows."""

    FIRST = "first is better"
    SECOND = "second is better"
    NOTHING = "no difference shown"
    TOO_FEW = "too few tasks"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two systems on the tasks that both have a score for.

    Attributes:
        difference: mean over tasks of the first's score less the second's.
        interval: where that lies over all such tasks, or why it is not known.
        p: of the sign-flip test, two-sided.
        adjusted: p after Holm's correction; p itself for a single comparison.
        exact: whether p counts all reversals.
        tasks: how many tasks it rests on.
        spread: standard deviation of the differences by task; None for one task.
        detectable: the true difference that so many tasks show four times in five.
        missing: tasks given for both without a score for both, by reason.
        gated: tasks given for both where a gate kept one from being asked.
        unmatched: tasks given for one of them alone.
        bounds: the difference with the missing tasks at their worst and at their best for
            the first; None where no scale was given.
        is_less_better: whether the lower score is the better one.
        level: the confidence, in (0, 1).
    """

    difference: float
    interval: Interval | Undefined
    p: float
    adjusted: float
    exact: bool
    tasks: int
    spread: float | None
    detectable: float | Undefined
    missing: Missing
    gated: int
    unmatched: int
    bounds: Bounds | None
    is_less_better: bool
    level: float

    @property
    def shown(self) -> Shown:
        """What is shown at `level`."""
        limit = 1 - self.level
        if 2.0 ** (1 - self.tasks) > limit:
            return Shown.TOO_FEW
        hidden = isinstance(self.interval, Interval) and 0.0 in self.interval
        if self.adjusted > limit or hidden:
            return Shown.NOTHING
        return Shown.FIRST if (self.difference > 0) != self.is_less_better else Shown.SECOND


def compare(
    first: ByTask,
    second: ByTask,
    *,
    scale: Bounds | None = None,
    level: float = 0.95,
    seed: int = 0,
) -> Comparison | Undefined:
    """Two systems compared task by task; repeats of a task are averaged first.

    Args:
        first: the first system's scores by task id.
        second: the second system's.
        scale: worst and best value of the scores' scale; gives bounds, and says which end
            is better where `worst` is the higher number.
        level: the confidence, in (0, 1).
        seed: of the random signs and resamples.

    Undefined:
        No task has a score for both. Parts of the comparison: see `Comparison`.

    Source:
        Miller, Adding Error Bars to Evals, arXiv:2411.00640, 4 (paired differences);
        Dror et al., ACL 2018, 3.2 (sampling-free tests).
    """
    ours, theirs = task_means(first), task_means(second)
    both = sorted(ours.values.keys() & theirs.values.keys())
    missing, gated = _lost(ours, theirs)
    if not both:
        return Undefined(Reason.NOTHING_TO_CHECK, "no task has a score for both", missing)
    differences = sorted(gap(ours.values[task], theirs.values[task]) for task in both)
    center, error = mean_and_error(differences)
    flips = sign_flip_test(differences, seed=seed)
    spread = error * sqrt(len(both)) if len(both) > 1 else None
    return Comparison(
        difference=center,
        interval=mean_interval(differences, level=level, scale=_doubled(scale), seed=seed)
        if error
        else Undefined(Reason.NOTHING_TO_CHECK, _no_spread(len(both))),
        p=flips.p,
        adjusted=flips.p,
        exact=flips.exact,
        tasks=len(both),
        spread=spread,
        detectable=detectable_difference(spread or 0.0, len(both), level=level),
        missing=missing,
        gated=gated,
        unmatched=len(first.keys() ^ second.keys()),
        bounds=_bounds(ours, theirs, scale),
        is_less_better=scale is not None and scale.worst > scale.best,
        level=level,
    )


def compare_all(
    systems: Mapping[str, ByTask],
    *,
    scale: Bounds | None = None,
    level: float = 0.95,
    seed: int = 0,
) -> dict[tuple[str, str], Comparison | Undefined]:
    """Every two systems compared, p values corrected for how many comparisons there are.

    Args:
        systems: each system's scores by task id.
        scale: as for `compare`.
        level: as for `compare`.
        seed: as for `compare`.

    Returns:
        By the two systems' names, in the order of the names.

    Undefined:
        A pair without a common task; it counts as no comparison in the correction.

    Source:
        Holm, Scand. J. Stat. 6 (1979) 65.
    """
    found = {
        (a, b): compare(systems[a], systems[b], scale=scale, level=level, seed=seed)
        for a, b in combinations(sorted(systems), 2)
    }
    adjusted = holm({pair: c.p for pair, c in found.items() if isinstance(c, Comparison)})
    return {
        pair: replace(c, adjusted=adjusted[pair]) if isinstance(c, Comparison) else c
        for pair, c in found.items()
    }


def describe(comparison: Comparison, first: str, second: str, *, floor: float | None = None) -> str:
    """What is shown, in words, with the numbers it rests on.

    Args:
        comparison: of `first` and `second`.
        first: the first system's name.
        second: the second system's name.
        floor: the noise floor, if known: what the same system run again may differ by.
    """
    c = comparison
    size = f"{abs(c.difference):.3g}"
    words = {
        Shown.FIRST: f"{first} is better by {size}",
        Shown.SECOND: f"{second} is better by {size}",
        Shown.NOTHING: f"no difference shown between {first} and {second}",
        Shown.TOO_FEW: f"{c.tasks} tasks are too few to show any difference",
    }[c.shown]
    return f"{words} ({'; '.join(_facts(c, floor))})"


def _facts(c: Comparison, floor: float | None) -> list[str]:
    facts = [f"difference {c.difference:+.3g}"]
    if isinstance(c.interval, Interval):
        facts.append(f"{c.level:.0%} interval {c.interval.low:+.3g} to {c.interval.high:+.3g}")
    name = "p" if c.adjusted == c.p else "p corrected"
    facts += [f"{name} {c.adjusted:.2g}", f"{c.tasks} tasks"]
    absent = c.missing.total + c.gated + c.unmatched
    if absent:
        facts.append(f"{absent} more without a score for both")
    if c.shown is Shown.NOTHING and isinstance(c.detectable, float):
        facts.append(f"so many tasks show a true difference of {c.detectable:.2g} in 4 of 5 cases")
    if floor is not None and abs(c.difference) < floor:
        facts.append(f"difference below the noise floor of {floor:.2g}")
    return facts


def _lost(ours: TaskMeans, theirs: TaskMeans) -> tuple[Missing, int]:
    """Tasks given for both without a score for both: by reason, and behind a gate."""
    reasons: list[Reason] = []
    gated = 0
    given = (ours.values.keys() | ours.lost.keys()) & (theirs.values.keys() | theirs.lost.keys())
    for task in given:
        absent = [side.lost[task] for side in (ours, theirs) if task in side.lost]
        if any(isinstance(score, Gated) for score in absent):
            gated += 1
        else:
            reasons += [score.reason for score in absent[:1] if isinstance(score, Undefined)]
    return Missing.of(reasons), gated


def _bounds(ours: TaskMeans, theirs: TaskMeans, scale: Bounds | None) -> Bounds | None:
    if scale is None:
        return None
    a, b = _ranges(ours, scale), _ranges(theirs, scale)
    both = a.keys() & b.keys()
    worst = fsum(a[t].worst - b[t].best for t in both) / len(both)
    best = fsum(a[t].best - b[t].worst for t in both) / len(both)
    return Bounds(worst, best)


def _ranges(means: TaskMeans, scale: Bounds) -> dict[str, Bounds]:
    """Each task's worst and best score; tasks behind which there is no value are left out."""
    lost = {
        task: score.bounds or scale
        for task, score in means.lost.items()
        if isinstance(score, Undefined)
        and (score.bounds is not None or score.reason not in WITHOUT_VALUE)
    }
    return {task: Bounds(value, value) for task, value in means.values.items()} | lost


def _doubled(scale: Bounds | None) -> Bounds | None:
    """The scale of a difference of two scores."""
    if scale is None:
        return None
    width = abs(scale.best - scale.worst)
    return Bounds(-width, width)


def _no_spread(tasks: int) -> str:
    if tasks < FEWEST:
        return f"{tasks} tasks; an interval needs at least {FEWEST}"
    return f"all {tasks} tasks differ by the same: spread unknown"
