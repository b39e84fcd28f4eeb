"""Do the intervals cover, are false differences rare, does a planned sample size suffice?

Simulated with fixed seeds: normal, exponential and one-or-zero scores at 10, 41 and 100
tasks. The percentile bootstrap stands beside for comparison; it is not what is used there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import fsum
from random import Random
from typing import Literal

from bench.row import Row
from veridical.score import Bounds, Measured, Score, Undefined
from veridical.stats.bootstrap import percentile_ends, resamples
from veridical.stats.intervals import Interval, mean_interval
from veridical.stats.paired import Comparison, Shown, compare
from veridical.stats.power import planned_tasks
from veridical.stats.ppi import Powered, prediction_powered_mean
from veridical.stats.proportion import proportion_estimate

SIMULATIONS = 10_000
"""So many that a true rate of .050 is not mistaken for one above .055."""
PLANS = 2000
FEWER = 400
SIZES = (10, 41, 100)
Draw = Callable[[Random], float]
Make = Callable[[Sequence[float]], Interval | Undefined]


def normal(rng: Random) -> float:
    return rng.gauss(0.5, 0.15)


def exponential(rng: Random) -> float:
    return rng.expovariate(1.0)


def binary(rng: Random) -> float:
    return float(rng.random() < 0.8)


def measure() -> list[Row]:
    """Coverage, false differences, power, prediction-powered coverage."""
    return [*coverage(), *false_differences(), *planned_power(), *powered_coverage()]


def coverage() -> Iterator[Row]:
    """Share of 95 % intervals of a mean that hold the true one."""
    for n in SIZES:
        normal_share = covered(normal, 0.5, n, mean_interval)
        yield from between(f"normal scores, {n} tasks: covered", normal_share, 0.93, 0.97)
        skewed = covered(exponential, 1.0, n, mean_interval)
        goal = 0.88 if n < 41 else 0.91
        yield Row(f"exponential scores, {n} tasks: covered", skewed, "", goal, "more")
        share = covered(binary, 0.8, n, lambda xs: mean_interval(xs, scale=Bounds(0, 1)))
        yield Row(f"one-or-zero scores (0.8), {n} tasks: covered", share, "")
    for n in SIZES[:2]:
        share = covered(exponential, 1.0, n, studentized, times=FEWER)
        yield Row(f"exponential, {n} tasks, studentized: covered", share, "")
        share = covered(normal, 0.5, n, percentile, times=FEWER)
        yield Row(f"normal, {n} tasks, percentile bootstrap: covered", share, "")
    for name, draw, mean in (("normal", normal, 0.5), ("exponential", exponential, 1.0)):
        share = covered(draw, mean, 150, mean_interval, times=FEWER)
        yield Row(f"{name} scores, 150 tasks, BCa: covered", share, "", 0.91, "more")


def covered(draw: Draw, mean: float, n: int, make: Make, *, times: int = SIMULATIONS) -> float:
    rng = Random(f"{draw.__name__} {n}")
    held = 0
    for _ in range(times):
        interval = make([draw(rng) for _ in range(n)])
        held += isinstance(interval, Interval) and mean in interval
    return held / times


def studentized(values: Sequence[float]) -> Interval | Undefined:
    return mean_interval(values, studentized=True)


def percentile(values: Sequence[float]) -> Interval:
    drawn = [fsum(s) / len(s) for s in resamples(sorted(values), seed=0, count=1000)]
    return Interval(*percentile_ends(drawn, 0.95), 0.95, "bca")


def between(name: str, value: float, least: float, most: float) -> Iterator[Row]:
    better: tuple[tuple[float, Literal["less", "more"]], ...] = ((least, "more"), (most, "less"))
    for goal, side in better:
        yield Row(name, value, "", goal, side)


def false_differences() -> Iterator[Row]:
    """Two equal systems: how often a difference is claimed, and its 97.5 % upper limit."""
    for draw in (normal, exponential):
        for n in SIZES:
            wrong = sum(claimed(draw, n, 0.0, k) for k in range(SIMULATIONS))
            yield limit_row(f"{draw.__name__} scores, {n} tasks: false differences", wrong)
    for n in SIZES:
        share = sum(skewed_claimed(n, k) for k in range(SIMULATIONS)) / SIMULATIONS
        yield Row(f"skewed differences of mean 0, {n} tasks: false differences", share, "")


def claimed(draw: Draw, n: int, gain: float, k: int) -> bool:
    """Whether a difference is shown between systems that share how hard the tasks are."""
    rng = Random(f"{draw.__name__} {n} {gain} {k}")
    hard = [draw(rng) for _ in range(n)]
    first = [h + draw(rng) + gain for h in hard]
    return is_shown(first, [h + draw(rng) for h in hard], seed=k)


def is_shown(first: Sequence[float], second: Sequence[float], *, seed: int) -> bool:
    """Whether `compare` shows a difference; most need no sign flips to be told."""
    interval = mean_interval([a - b for a, b in zip(first, second, strict=True)])
    if isinstance(interval, Interval) and 0.0 in interval:
        return False
    found = compare(by_task(first), by_task(second), seed=seed)
    assert isinstance(found, Comparison)
    return found.shown in (Shown.FIRST, Shown.SECOND)


def by_task(values: Sequence[float]) -> dict[str, Score]:
    return {str(task): Measured(value) for task, value in enumerate(values)}


def skewed_claimed(n: int, k: int) -> bool:
    rng = Random(f"skewed {n} {k}")
    return is_shown([rng.expovariate(1.0) - 1.0 for _ in range(n)], [0.0] * n, seed=k)


def limit_row(name: str, wrong: int) -> Row:
    return Row(f"{name}, upper limit", upper(wrong), "", 0.065)


def upper(wrong: int) -> float:
    estimate = proportion_estimate(wrong, SIMULATIONS)
    assert not isinstance(estimate, Undefined)
    assert isinstance(estimate.interval, Interval)
    return estimate.interval.high


def planned_power() -> Iterator[Row]:
    """Share of simulated comparisons, of as many tasks as planned, that show the difference."""
    spread = 0.15 * 2**0.5
    for chance in (0.8, 0.9):
        for difference in (0.15, 0.075):
            n = planned_tasks(difference, spread, chance=chance)
            assert isinstance(n, int)
            shown = sum(claimed(normal, n, difference, k) for k in range(PLANS))
            name = f"planned {chance:.0%} for {difference} ({n} tasks): shown"
            yield Row(name, shown / PLANS, "", chance - 0.02, "more")


def powered_coverage() -> Iterator[Row]:
    """People on a few, a judge that follows them at 0.8 on 200 more."""
    for n in (10, 41, 100):
        found = [powered(n, k) for k in range(FEWER)]
        held = sum(
            isinstance(p.estimate.interval, Interval) and 0.5 in p.estimate.interval for p in found
        )
        yield Row(
            f"prediction-powered, {n} read by people: covered", held / FEWER, "", 0.92, "more"
        )
        shares = [width(p.estimate.interval) / width(p.people_alone.interval) for p in found]
        yield Row(
            f"prediction-powered, {n} read by people: width to theirs alone",
            fsum(shares) / FEWER,
            "",
        )


def powered(n: int, k: int) -> Powered:
    rng = Random(f"powered {n} {k}")
    people, judge = {}, {}
    for task in range(n + 200):
        true = normal(rng)
        judge[str(task)] = Measured(0.2 + true + rng.gauss(0, 0.15 * 0.75))
        if task < n:
            people[str(task)] = Measured(true)
    found = prediction_powered_mean(people, judge)
    assert isinstance(found, Powered)
    return found


def width(interval: Interval | Undefined) -> float:
    assert isinstance(interval, Interval)
    return interval.high - interval.low
