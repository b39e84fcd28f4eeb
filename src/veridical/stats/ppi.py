"""A cheap judge on all reports, people on some: the mean that people would give all.

The people's mean is what is estimated; the judge only narrows its interval, and the less so
the less it follows them. Right only where people read a random part of the reports.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt

from veridical.score import Bounds, Missing, Reason, Undefined
from veridical.stats.bootstrap import mean_and_error
from veridical.stats.by_task import ByTask, TaskMeans, task_means
from veridical.stats.distributions import student_quantile
from veridical.stats.intervals import FEWEST, Estimate, Interval, cut_to_scale, mean_estimate


@dataclass(frozen=True, slots=True)
class Powered:
    """The people's mean over all tasks, with the judge's help.

    Attributes:
        estimate: the mean; `tasks` and `n` count the tasks that people scored.
        people_alone: the same from the people's scores alone.
        weight: λ, how far the judge is followed; 0 is not at all.
        both: tasks that people and the judge scored.
        judge_only: tasks that the judge alone scored.
        people_only: tasks that people alone scored; in `people_alone` only.
    """

    estimate: Estimate
    people_alone: Estimate
    weight: float
    both: int
    judge_only: int
    people_only: int


def prediction_powered_mean(
    people: ByTask, judge: ByTask, *, level: float = 0.95, scale: Bounds | None = None
) -> Powered | Undefined:
    r"""The mean of people's scores over all tasks, from some of theirs and all the judge's.

    .. math:: \hat\theta = \bar Y_n + \lambda (\bar f_N - \bar f_n),\quad
        \hat\sigma^2 = \frac{s^2_{Y - \lambda f}}{n} + \frac{\lambda^2 s_f^2}{N},\quad
        \lambda = \frac{\operatorname{cov}(Y, f)}{s_f^2 (1 + n/N)}

    with n tasks scored by both and N by the judge alone. The interval is
    t_{n−2}-based, and s² of the residuals divides by n − 2 since λ is estimated too.

    Args:
        people: people's scores by task id; a random part of the tasks.
        judge: the judge's scores by task id.
        level: the confidence, in (0, 1).
        scale: the ends of the people's scale; the interval is cut to it.

    Undefined:
        Fewer than 5 tasks scored by both.

    Source:
        Angelopoulos et al., Science 382 (2023) 669; Angelopoulos, Duchi & Zrnic, PPI++,
        arXiv:2311.01453, 6 (λ).

    Deviates:
        Student's t with n − 2 degrees of freedom in place of the normal quantile: few
        reports are read by people.
    """
    theirs, its = task_means(people), task_means(judge)
    both = sorted(theirs.values.keys() & its.values.keys())
    alone = mean_estimate(people, level=level, scale=scale)
    if len(both) < FEWEST or isinstance(alone, Undefined):
        detail = f"{len(both)} tasks scored by people and judge; needs at least {FEWEST}"
        return Undefined(Reason.NOTHING_TO_CHECK, detail, _missing(theirs, its))
    pairs = sorted((theirs.values[task], its.values[task]) for task in both)
    rest = sorted(its.values[task] for task in its.values.keys() - theirs.values.keys())
    weight = _weight(pairs, rest)
    value, error = _corrected(pairs, rest, weight)
    interval = _interval(value, error, len(pairs), level)
    return Powered(
        estimate=Estimate(
            value,
            cut_to_scale(interval, scale),
            tasks=len(pairs),
            n=len(pairs),
            missing=_missing(theirs, its),
        ),
        people_alone=alone,
        weight=weight,
        both=len(pairs),
        judge_only=len(rest),
        people_only=len(theirs.values) - len(pairs),
    )


def _weight(pairs: Sequence[tuple[float, float]], rest: Sequence[float]) -> float:
    """λ; 0 where the judge has no more tasks than people, or never varies."""
    judged = [f for _, f in pairs]
    n = len(pairs)
    if not rest or min(judged) == max(judged):
        return 0.0
    y_mean, f_mean = fsum(y for y, _ in pairs) / n, fsum(judged) / n
    shared = fsum((y - y_mean) * (f - f_mean) for y, f in pairs)
    return shared / fsum((f - f_mean) ** 2 for f in judged) / (1 + n / len(rest))


def _corrected(
    pairs: Sequence[tuple[float, float]], rest: Sequence[float], weight: float
) -> tuple[float, float]:
    """The estimate and its standard error."""
    n = len(pairs)
    residuals = [y - weight * f for y, f in pairs]
    mean, error = mean_and_error(residuals)
    if not weight:
        return mean, error
    every = [f for _, f in pairs] + list(rest)
    variance = mean_and_error(every)[1] ** 2 * len(every)
    spread = error**2 * (n - 1) / (n - 2) + weight**2 * variance / len(rest)
    return mean + weight * fsum(rest) / len(rest), sqrt(spread)


def _interval(value: float, error: float, n: int, level: float) -> Interval | Undefined:
    if error == 0.0:
        return Undefined(Reason.NOTHING_TO_CHECK, "all tasks score the same: spread unknown")
    half = student_quantile((1 + level) / 2, n - 2) * error
    return Interval(value - half, value + half, level, "t")


def _missing(people: TaskMeans, judge: TaskMeans) -> Missing:
    return people.missing + judge.missing
