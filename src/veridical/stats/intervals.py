"""How far a number may lie from what it would be over all tasks of this kind.

The clusters are tasks: items of one report stand and fall together. Below 5 tasks there is
no interval. Up to 100 it is a t interval on the spread of the tasks (for statistics other
than a mean, of the leave-one-task-out values): with 6 or 10 tasks a percentile bootstrap
claims 95 % and covers 85 or 89. Beyond 100 it is the bias-corrected bootstrap, which also
follows skew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, isfinite, sqrt
from typing import Literal, TypeVar

from veridical.score import NONE_MISSING, Bounds, Measured, Missing, Reason, Score, Undefined
from veridical.stats.bootstrap import (
    bca_ends,
    leaving_one_out,
    mean_and_error,
    resamples,
    studentized_ends,
)
from veridical.stats.by_task import ByTask, measured_values, task_means
from veridical.stats.distributions import student_quantile
from veridical.stats.exact import is_same, mean
from veridical.stats.readings import reading

C = TypeVar("C")
FEWEST = 5
"""Fewer tasks than this say nothing of their own spread."""
FEW = 100
"""Up to so many tasks the interval is t-based, beyond them resampled."""

How = Literal["t", "studentized", "bca", "all_equal", "exact"]


@dataclass(frozen=True, slots=True)
class Interval:
    """Where the value over all tasks of this kind lies, with confidence `level`.

    Attributes:
        low: its lower end.
        high: its upper end.
        level: the confidence, in (0, 1).
        how: t-based, studentized bootstrap, BCa bootstrap, the bound for tasks that all
            score the same, or exact for a share of independent items.
    """

    low: float
    high: float
    level: float
    how: How

    def __contains__(self, value: float) -> bool:
        """Whether `value` lies inside, the ends included."""
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number over tasks, with its interval.

    Attributes:
        value: the number.
        interval: where the value over all such tasks lies, or why that is not known.
        tasks: how many tasks it rests on.
        n: how many scores it rests on.
        missing: the scores without a number, by reason.
    """

    value: float
    interval: Interval | Undefined
    tasks: int
    n: int
    missing: Missing = NONE_MISSING


def mean_estimate(
    scores: ByTask,
    *,
    level: float = 0.95,
    scale: Bounds | None = None,
    seed: int = 0,
    studentized: bool = False,
) -> Estimate | Undefined:
    """The mean over tasks, each task weighing the same however often it was scored.

    Args:
        scores: by task id, one or one a repeat.
        level: the confidence, in (0, 1).
        scale: the ends of the scores' scale; the interval is cut to it.
        seed: of the resamples.
        studentized: up to 100 tasks resample t instead of taking Student's; wider and
            truer where the scores are skewed.

    Undefined:
        No task has a score. The interval alone: fewer than 5 tasks; or all tasks score
        the same and no scale is given.

    Source:
        Miller, Adding Error Bars to Evals, arXiv:2411.00640, 2 (clustered errors).
    """
    means = task_means(scores)
    values = sorted(means.values.values())
    if not values:
        return _nothing(means.missing)
    interval = mean_interval(values, level=level, scale=scale, seed=seed, studentized=studentized)
    return Estimate(mean_and_error(values)[0], interval, len(values), means.n, means.missing)


def mean_interval(
    values: Sequence[float],
    *,
    level: float = 0.95,
    scale: Bounds | None = None,
    seed: int = 0,
    studentized: bool = False,
) -> Interval | Undefined:
    r"""The interval of a mean of one number a task.

    .. math:: \bar x \pm t_{n-1,\,(1+\text{level})/2}\; s/\sqrt n \qquad (n \le 100)

    Args:
        values: one a task, in any order.
        level: the confidence, in (0, 1).
        scale: the ends of the values' scale.
        seed: of the resamples.
        studentized: up to 100 values, resample t.

    Undefined:
        Fewer than 5 values; all values the same and no scale.
    """
    if len(values) < FEWEST:
        return too_few(len(values))
    center, error = mean_and_error(values)
    if error == 0.0:
        return _all_equal(center, len(values), level, scale)
    if len(values) > FEW:
        return cut_to_scale(_bca_of_mean(values, level, seed), scale)
    if studentized:
        low, high = studentized_ends(values, level=level, seed=seed)
        if not (isfinite(low) and isfinite(high)):
            return Undefined(Reason.NOTHING_TO_CHECK, "resampled t has no finite quantile")
        return cut_to_scale(Interval(low, high, level, "studentized"), scale)
    half = student_quantile((1 + level) / 2, len(values) - 1) * error
    return cut_to_scale(Interval(center - half, center + half, level, "t"), scale)


def pooled_estimate(
    scores: Mapping[str, Sequence[Score]],
    *,
    level: float = 0.95,
    scale: Bounds | None = None,
    seed: int = 0,
) -> Estimate | Undefined:
    """The mean over all items of all tasks: a task with more items weighs more.

    The interval still lets tasks vary, not items: those of one report are no independent
    witnesses.

    Args:
        scores: the items' scores by task id.
        level: the confidence, in (0, 1).
        scale: the ends of the scores' scale; the interval is cut to it.
        seed: of the resamples.

    Undefined:
        No item has a score. The interval alone: as for `statistic_estimate`.

    Source:
        Cochran, Sampling Techniques, 3rd edition, 9A (ratio to size, clusters unequal).
    """
    items = {task: measured_values(scores[task]) for task in scores}
    sums = {task: (fsum(found), len(found)) for task, found in items.items() if found}
    missing = Missing.of(
        r for task in scores for r in map(reading, scores[task]) if isinstance(r, Reason)
    )
    if not sums:
        return _nothing(missing)
    n = sum(count for _, count in sums.values())

    def pooled(clusters: Sequence[tuple[float, int]]) -> Score:
        return Measured(fsum(s for s, _ in clusters) / sum(c for _, c in clusters), n, missing)

    return statistic_estimate(sums, pooled, level=level, scale=scale, seed=seed)


def statistic_estimate(
    clusters: Mapping[str, C],
    statistic: Callable[[Sequence[C]], Score],
    *,
    level: float = 0.95,
    scale: Bounds | None = None,
    seed: int = 0,
) -> Estimate | Undefined:
    r"""Any statistic of tasks, such as a κ over all their items, with its interval.

    .. math:: \hat\theta \pm t_{n-1} \sqrt{\tfrac{n-1}{n} \sum (\theta_{(i)} - \bar\theta)^2}
        \qquad (n \le 100)

    with θ₍ᵢ₎ the statistic without task i; beyond 100 tasks BCa.

    Args:
        clusters: what the statistic takes of each task, by task id.
        statistic: of any selection of the tasks.
        level: the confidence, in (0, 1).
        scale: the ends of the statistic's range; the interval is cut to it.
        seed: of the resamples.

    Undefined:
        The statistic is. The interval alone: fewer than 5 tasks, the statistic is
        undefined without one of them, or no task makes a difference to it.

    Source:
        Tukey, Ann. Math. Stat. 29 (1958) 614; Efron & Tibshirani, 11 and 14.3.
    """
    tasks = [clusters[task] for task in sorted(clusters)]
    score = statistic(tasks)
    if not isinstance(score, Measured):
        return score if isinstance(score, Undefined) else _nothing(NONE_MISSING)

    def number(selected: Sequence[C]) -> float | None:
        found = statistic(selected)
        return found.value if isinstance(found, Measured) else None

    interval = _interval_of(tasks, number, score.value, level=level, seed=seed)
    return Estimate(score.value, cut_to_scale(interval, scale), len(tasks), score.n, score.missing)


def too_few(tasks: int) -> Undefined:
    """Why there is no interval."""
    return Undefined(Reason.NOTHING_TO_CHECK, f"{tasks} tasks; an interval needs at least {FEWEST}")


def _interval_of(
    tasks: Sequence[C],
    number: Callable[[Sequence[C]], float | None],
    value: float,
    *,
    level: float,
    seed: int,
) -> Interval | Undefined:
    n = len(tasks)
    if n < FEWEST:
        return too_few(n)
    without = leaving_one_out(tasks, number)
    if without is None:
        return Undefined(Reason.NOTHING_TO_CHECK, "undefined without one of the tasks")
    if is_same(min(without), max(without)):
        return Undefined(Reason.NOTHING_TO_CHECK, "no task makes a difference: spread unknown")
    if n <= FEW:
        center = mean(without)
        error = sqrt(fsum((x - center) ** 2 for x in without) * (n - 1) / n)
        half = student_quantile((1 + level) / 2, n - 1) * error
        return Interval(value - half, value + half, level, "t")
    drawn = [number(sample) for sample in resamples(tasks, seed=seed)]
    replicates = [x for x in drawn if x is not None]
    if len(replicates) < 0.99 * len(drawn):
        return Undefined(Reason.NOTHING_TO_CHECK, "undefined in too many resamples")
    return Interval(*bca_ends(replicates, without, value=value, level=level), level, "bca")


def _bca_of_mean(values: Sequence[float], level: float, seed: int) -> Interval:
    ordered, n = sorted(values), len(values)
    total = fsum(ordered)
    without = [(total - x) / (n - 1) for x in ordered]
    drawn = [fsum(sample) / n for sample in resamples(ordered, seed=seed)]
    return Interval(*bca_ends(drawn, without, value=total / n, level=level), level, "bca")


def _all_equal(value: float, n: int, level: float, scale: Bounds | None) -> Interval | Undefined:
    r"""All n tasks score `value`: what the others may still do.

    With probability `level`, at most 1 − (1−level)^{1/n} of all tasks score otherwise; these
    may lie anywhere on the scale.
    """
    if scale is None:
        detail = f"all {n} tasks score the same: spread unknown"
        return Undefined(Reason.NOTHING_TO_CHECK, detail)
    low, high = sorted((scale.worst, scale.best))
    others = 1 - (1 - level) ** (1 / n)
    return Interval(
        value - others * (value - low), value + others * (high - value), level, "all_equal"
    )


def cut_to_scale(interval: Interval | Undefined, scale: Bounds | None) -> Interval | Undefined:
    """The interval inside the scale, off which the value cannot lie."""
    if scale is None or isinstance(interval, Undefined):
        return interval
    low, high = sorted((scale.worst, scale.best))
    return Interval(max(low, interval.low), min(high, interval.high), interval.level, interval.how)


def _nothing(missing: Missing) -> Undefined:
    reason = missing.counts[0][0] if missing.counts else Reason.NOTHING_TO_CHECK
    return Undefined(reason, "no task has a score", missing)
