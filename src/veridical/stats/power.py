"""How many tasks a comparison needs, and what the tasks at hand can show.

All of the paired t test on differences by task, whose spread is known or guessed. The sign
flips that decide a comparison (`paired`) are about as powerful; the bench measures it.
"""

from __future__ import annotations

from functools import lru_cache
from math import isfinite, sqrt

from veridical.score import Reason, Undefined
from veridical.stats.distributions import noncentral_student_cdf, student_quantile
from veridical.stats.intervals import FEWEST

MOST = 1_000_000
"""A plan of more tasks than this is none."""


def power(difference: float, spread: float, tasks: int, *, level: float = 0.95) -> float:
    r"""The chance to show a true difference.

    .. math:: P(|T_{n-1}(\delta)| > t_{n-1,\,(1+\text{level})/2}),\quad
        \delta = \sqrt n\, \Delta / \sigma

    Args:
        difference: Δ, the true mean difference, in the score's unit.
        spread: σ, the standard deviation of the differences by task, above 0.
        tasks: n, at least 2.
        level: the confidence, in (0, 1).

    Returns:
        In [1 − level, 1].

    Raises:
        ValueError: a spread that is not positive, or fewer than 2 tasks.

    Source:
        Cohen, Statistical Power Analysis for the Behavioral Sciences, 2nd edition, 2.
    """
    _refuse(difference, spread)
    if tasks < 2:
        raise ValueError(f"power: needs 2 tasks, got {tasks!r}; expected at least 2. Add tasks.")
    critical = student_quantile((1 + level) / 2, tasks - 1)
    shift = sqrt(tasks) * abs(difference) / spread
    below = noncentral_student_cdf(critical, tasks - 1, shift)
    return 1 - below + noncentral_student_cdf(-critical, tasks - 1, shift)


def planned_tasks(
    difference: float, spread: float, *, chance: float = 0.8, level: float = 0.95
) -> int | Undefined:
    """The fewest tasks with which a true difference is shown with probability `chance`.

    Args:
        difference: the true mean difference worth finding, in the score's unit.
        spread: the standard deviation of the differences by task, above 0.
        chance: the power wanted, in (0, 1).
        level: the confidence, in (0, 1).

    Returns:
        At least 5, the fewest that have an interval.

    Undefined:
        The difference is 0, or so small that a million tasks do not show it.

    Raises:
        ValueError: a spread that is not positive.
    """
    _refuse(difference, spread)
    low, high = FEWEST, FEWEST
    while power(difference, spread, high, level=level) < chance:
        if high >= MOST:
            return Undefined(Reason.NOTHING_TO_CHECK, f"more than {MOST} tasks")
        low, high = high, min(MOST, 2 * high)
    while low < high:
        middle = (low + high) // 2
        if power(difference, spread, middle, level=level) < chance:
            low = middle + 1
        else:
            high = middle
    return high


def detectable_difference(
    spread: float, tasks: int, *, chance: float = 0.8, level: float = 0.95
) -> float | Undefined:
    """The smallest true difference that `tasks` tasks show with probability `chance`.

    Args:
        spread: the standard deviation of the differences by task, at least 0.
        tasks: how many tasks both systems have.
        chance: the power wanted, in (0, 1), above 1 − level.
        level: the confidence, in (0, 1).

    Undefined:
        Fewer than 5 tasks, or no spread to go by.
    """
    if tasks < FEWEST or spread == 0:
        detail = "no spread" if tasks >= FEWEST else f"{tasks} tasks, fewer than {FEWEST}"
        return Undefined(Reason.NOTHING_TO_CHECK, detail)
    return spread * _detectable_effect(tasks, chance, level)


@lru_cache(maxsize=1024)
def _detectable_effect(tasks: int, chance: float, level: float) -> float:
    """The detectable difference in units of the spread, which it grows with."""
    low, high = 0.0, 1.0
    while power(high, 1.0, tasks, level=level) < chance:
        low, high = high, 2 * high
    for _ in range(40):
        middle = (low + high) / 2
        if power(middle, 1.0, tasks, level=level) < chance:
            low = middle
        else:
            high = middle
    return high


def _refuse(difference: float, spread: float) -> None:
    if not (isfinite(spread) and spread > 0 and isfinite(difference)):
        raise ValueError(
            f"power: spread must be positive and both finite, got {spread!r} and {difference!r}; "
            "expected numbers in the score's unit. Take the spread of a comparison at hand."
        )
