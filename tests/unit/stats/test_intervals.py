"""Intervals where they are not defined, and which kind is taken when."""

from __future__ import annotations

import random

import pytest

from veridical.score import Bounds, Gated, Measured, Missing, Reason, Score, Undefined
from veridical.stats.intervals import (
    Estimate,
    Interval,
    mean_estimate,
    mean_interval,
    pooled_estimate,
    statistic_estimate,
)
from veridical.stats.proportion import proportion_estimate

LOST = Undefined(Reason.TIMEOUT)


def undefined(detail: str) -> Undefined:
    """Nothing to check, and why."""
    return Undefined(Reason.NOTHING_TO_CHECK, detail)


def draws(count: int) -> list[float]:
    """Skewed numbers, the same on every machine."""
    rng = random.Random(3)
    return [rng.random() ** 3 for _ in range(count)]


def mean_of(values: list[float]) -> Score:
    """The mean; undefined of nothing."""
    return Measured(sum(values) / len(values), n=len(values))


def test_four_tasks_have_no_interval() -> None:
    """They say nothing of their own spread."""
    assert mean_interval([0.1, 0.2, 0.3, 0.4]) == undefined("4 tasks; an interval needs at least 5")


def test_equal_tasks_have_no_interval_without_a_scale() -> None:
    """A spread of 0 is not known to be 0."""
    assert mean_interval([0.3] * 9) == undefined("all 9 tasks score the same: spread unknown")


@pytest.mark.parametrize(("count", "how"), [(5, "t"), (100, "t"), (101, "bca")])
def test_the_number_of_tasks_chooses_the_interval(count: int, how: str) -> None:
    """Student's t up to 100 tasks, the bias-corrected bootstrap beyond."""
    interval = mean_interval(draws(count))

    assert isinstance(interval, Interval)
    assert interval.how == how


def test_a_lower_end_may_be_the_better_one() -> None:
    """A scale from worst 10 to best 0 cuts like one from 0 to 10."""
    turned = mean_interval([0, 0, 0, 1, 2], scale=Bounds(10, 0))

    assert turned == mean_interval([0, 0, 0, 1, 2], scale=Bounds(0, 10))
    assert isinstance(turned, Interval)
    assert turned.low == 0


def test_studentized_interval_follows_the_skew() -> None:
    """The side of the long tail is the longer one."""
    values = draws(30)
    interval = mean_interval(values, studentized=True, seed=1)

    assert isinstance(interval, Interval)
    assert interval.how == "studentized"
    mean = sum(values) / len(values)
    assert interval.high - mean > mean - interval.low


def test_studentized_interval_may_run_away() -> None:
    """Among five tasks, four equal, a third of the resamples have no spread."""
    interval = mean_interval([0.0, 0.0, 0.0, 0.0, 1.0], studentized=True)

    assert interval == undefined("resampled t has no finite quantile")


def test_the_seed_alone_decides_a_resampled_interval() -> None:
    """The same seed gives the same ends, another seed others close by."""
    values = draws(150)
    first, again, other = (mean_interval(values, seed=seed) for seed in (1, 1, 2))

    assert first == again
    assert isinstance(first, Interval)
    assert isinstance(other, Interval)
    assert first != other
    assert first.low == pytest.approx(other.low, abs=0.02)


def test_resampled_ends_are_the_same_everywhere() -> None:
    """Numbers kept from one machine: the draws do not hang on the version or the platform."""
    interval = mean_interval(draws(150), seed=1)

    assert isinstance(interval, Interval)
    assert (interval.low, interval.high) == pytest.approx(KEPT, rel=1e-9)


KEPT = (0.21923425467903135, 0.31307429010436744)


def test_absent_scores_are_counted_beside_the_mean() -> None:
    """Three measured tasks, one lost, one behind a gate."""
    found = mean_estimate(
        {
            "a": Measured(1.0),
            "b": [Measured(0.0), LOST],
            "c": Measured(0.5),
            "d": LOST,
            "e": Gated("answer"),
        }
    )

    assert found == Estimate(
        value=0.5,
        interval=undefined("3 tasks; an interval needs at least 5"),
        tasks=3,
        n=3,
        missing=Missing(((Reason.TIMEOUT, 2),)),
    )


@pytest.mark.parametrize(
    ("scores", "reason"), [({}, Reason.NOTHING_TO_CHECK), ({"a": LOST}, Reason.TIMEOUT)]
)
def test_the_mean_of_nothing_is_undefined(scores: dict[str, Score], reason: Reason) -> None:
    """With the reason of what is missing."""
    found = mean_estimate(scores)

    assert isinstance(found, Undefined)
    assert (found.reason, found.detail) == (reason, "no task has a score")


def test_the_pooled_mean_of_nothing_is_undefined() -> None:
    """Tasks without items have no mean."""
    found = pooled_estimate({"a": [LOST], "b": []})

    assert found == Undefined(
        Reason.TIMEOUT, "no task has a score", Missing(((Reason.TIMEOUT, 1),))
    )


def test_pooled_interval_of_many_tasks_is_resampled() -> None:
    """Beyond 100 tasks, with items of unequal number."""
    values = draws(240)
    items = {f"t{k}": [Measured(x) for x in values[2 * k : 2 * k + 1 + k % 2]] for k in range(120)}

    found = pooled_estimate(items)

    assert isinstance(found, Estimate)
    assert isinstance(found.interval, Interval)
    assert (found.interval.how, found.n) == ("bca", 180)
    assert found.interval.low < found.value < found.interval.high


def test_an_undefined_statistic_stays_so() -> None:
    """Its reason is handed on."""
    assert statistic_estimate({"a": 1}, lambda _: LOST) == LOST


def test_a_gated_statistic_has_no_estimate() -> None:
    """A gate leaves nothing to estimate."""
    found = statistic_estimate({"a": 1}, lambda _: Gated("answer"))

    assert found == undefined("no task has a score")


def interval_of(statistic: object, clusters: dict[str, float]) -> Interval | Undefined:
    """The interval of a defined statistic."""
    found = statistic_estimate(clusters, statistic)  # type: ignore[arg-type]
    assert isinstance(found, Estimate)
    return found.interval


def by_task(values: list[float]) -> dict[str, float]:
    """One number a task."""
    return {f"t{at:03}": value for at, value in enumerate(values)}


def test_a_statistic_of_four_tasks_has_no_interval() -> None:
    """As a mean has none."""
    assert interval_of(mean_of, by_task([1, 2, 3, 4])) == undefined(
        "4 tasks; an interval needs at least 5"
    )


def test_a_statistic_that_hangs_on_one_task_has_no_interval() -> None:
    """Without that task it is undefined."""

    def mean_if_six(values: list[float]) -> Score:
        return mean_of(values) if len(values) == 6 else LOST

    assert interval_of(mean_if_six, by_task([1, 2, 3, 4, 5, 6])) == undefined(
        "undefined without one of the tasks"
    )


def test_a_statistic_that_no_task_moves_has_no_interval() -> None:
    """Its spread is unknown, not 0."""
    assert interval_of(lambda _: Measured(0.5), by_task([1, 2, 3, 4, 5])) == undefined(
        "no task makes a difference: spread unknown"
    )


def test_a_statistic_undefined_in_many_resamples_has_no_interval() -> None:
    """Resamples that lack the one task it needs are a third of all."""

    def mean_with_the_first(values: list[float]) -> Score:
        return mean_of(values) if values.count(0.0) < 2 else LOST

    assert interval_of(mean_with_the_first, by_task([float(k) for k in range(120)])) == undefined(
        "undefined in too many resamples"
    )


def test_the_share_of_nothing_is_undefined() -> None:
    """No item, no share."""
    assert proportion_estimate(0, 0) == undefined("no item")


def test_a_full_share_reaches_one() -> None:
    """All of three: the lower end is .025^(1/3)."""
    found = proportion_estimate(3, 3)

    assert isinstance(found, Estimate)
    assert isinstance(found.interval, Interval)
    assert (found.interval.low, found.interval.high) == (pytest.approx(0.025 ** (1 / 3)), 1.0)
