"""Comparisons at their edges: too few tasks, gates, missing tasks, many systems, plans."""

from __future__ import annotations

import pytest

from veridical.score import Bounds, Gated, Measured, Missing, Reason, Score, Undefined
from veridical.stats.intervals import Interval
from veridical.stats.paired import Comparison, Shown, compare, compare_all, describe
from veridical.stats.power import detectable_difference, planned_tasks, power
from veridical.stats.sign_flips import sign_flip_test

LOST = Undefined(Reason.TIMEOUT)


def scores(*numbers: float) -> dict[str, Score]:
    """One score a task."""
    return {f"t{at}": Measured(number) for at, number in enumerate(numbers)}


def compared(first: dict[str, Score], second: dict[str, Score], **how: object) -> Comparison:
    """A comparison that there is."""
    found = compare(first, second, **how)  # type: ignore[arg-type]
    assert isinstance(found, Comparison)
    return found


def test_systems_without_a_common_task_are_not_compared() -> None:
    """What is missing is said."""
    found = compare({"a": Measured(1.0), "b": LOST}, {"b": Measured(1.0)})

    assert found == Undefined(
        Reason.NOTHING_TO_CHECK,
        "no task has a score for both",
        Missing(((Reason.TIMEOUT, 1),)),
    )


def test_five_tasks_can_show_nothing() -> None:
    """Even five reversals of five have p = 2/32 > .05: that is no proof of equality."""
    found = compared(scores(1, 2, 3, 4, 5), scores(0, 0, 0, 0, 0))

    assert (found.p, found.shown) == (2 / 32, Shown.TOO_FEW)
    assert describe(found, "A", "B").startswith("5 tasks are too few to show any difference (")


def test_the_second_can_be_better() -> None:
    """A negative difference."""
    found = compared(scores(*[0.0] * 8), scores(*range(1, 9)))

    assert found.shown is Shown.SECOND
    assert describe(found, "A", "B").startswith("B is better by 4.5 (difference -4.5; ")


def test_less_can_be_better() -> None:
    """A scale whose worst end is the higher number turns the verdict, not the difference."""
    found = compared(scores(*[0.0] * 8), scores(*range(1, 9)), scale=Bounds(10, 0))

    assert (found.shown, found.difference) == (Shown.FIRST, -4.5)


def test_a_rare_p_with_zero_inside_the_interval_shows_nothing() -> None:
    """One far task widens the interval past 0 although all signs agree."""
    found = compared(scores(*[1.0] * 9, 200.0), scores(*[0.0] * 10))

    assert isinstance(found.interval, Interval)
    assert (found.p <= 0.05, 0.0 in found.interval) == (True, True)
    assert found.shown is Shown.NOTHING


def test_tasks_that_all_differ_by_the_same_have_no_interval() -> None:
    """The sign flips alone decide then."""
    found = compared(scores(*[0.75] * 8), scores(*[0.5] * 8))

    assert found.interval == Undefined(
        Reason.NOTHING_TO_CHECK, "all 8 tasks differ by the same: spread unknown"
    )
    assert (found.shown, found.p) == (Shown.FIRST, 2 / 256)
    assert isinstance(found.detectable, Undefined)
    assert describe(found, "A", "B") == (
        "A is better by 0.25 (difference +0.25; p 0.0078; 8 tasks)"
    )


def test_one_common_task_has_no_spread() -> None:
    """Nothing but the difference is known."""
    found = compared(scores(0.5), scores(0.25))

    assert (found.difference, found.spread, found.tasks) == (0.25, None, 1)
    assert found.interval == Undefined(
        Reason.NOTHING_TO_CHECK, "1 tasks; an interval needs at least 5"
    )


def test_lost_gated_and_unmatched_tasks_are_told_apart() -> None:
    """Each task is counted once; a closed gate is no failure."""
    first = {**scores(*[0.5] * 6), "lost": LOST, "gated": LOST, "alone": Measured(1.0)}
    second = {**scores(*[0.25] * 6), "lost": LOST, "gated": Gated("answer")}

    found = compared(first, second)

    assert (found.missing.counts, found.gated, found.unmatched) == (((Reason.TIMEOUT, 1),), 1, 1)
    assert "; 6 tasks; 3 more without a score for both)" in describe(found, "A", "B")


def test_tasks_without_a_value_widen_no_bounds() -> None:
    """Nothing to check and a closed gate hide no score; a known bound is used."""
    first: dict[str, Score] = {
        "t0": Measured(0.5),
        "t1": Undefined(Reason.NO_GOLD),
        "t2": Gated("answer"),
        "t3": Undefined(Reason.TIMEOUT, bounds=Bounds(0.25, 0.75)),
    }

    found = compared(first, scores(0.5, 0.5, 0.5, 0.5), scale=Bounds(0, 1))

    assert found.bounds == Bounds(-0.125, 0.125)


def test_bounds_need_a_scale() -> None:
    """Without its ends nothing is known of a lost score."""
    assert compared(scores(0.5), scores(0.25)).bounds is None


def test_many_comparisons_are_corrected() -> None:
    """Three systems make three comparisons: the rarest p is tripled."""
    systems = {
        "c": scores(*[0.0] * 8),
        "b": scores(*[0.0, 1.0] * 4),
        "a": scores(*range(1, 9)),
        "d": {},
    }

    found = compare_all(systems)

    assert list(found) == [("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d")]
    ac, bc = found["a", "c"], found["b", "c"]
    assert isinstance(ac, Comparison)
    assert isinstance(bc, Comparison)
    # ab and ac: 2/256 each; bc: all 16 reversals of four equal differences: 2/16
    assert (ac.p, ac.adjusted) == (2 / 256, 3 * 2 / 256)
    assert (bc.p, bc.adjusted, bc.shown) == (0.125, 0.125, Shown.NOTHING)
    assert "p corrected 0.023" in describe(ac, "a", "c")
    assert isinstance(found["a", "d"], Undefined)


def test_more_than_sixteen_tasks_are_drawn() -> None:
    """Never 0: (1 + 0)/(1 + 9999)."""
    found = sign_flip_test([1.0] * 40)

    assert (found.p, found.exact, found.n) == (1 / 10000, False, 40)


def test_sign_flips_of_nothing_show_nothing() -> None:
    """No difference at all is as common as can be."""
    found = sign_flip_test([0.0, 0.0])

    assert (found.p, found.exact, found.n) == (1.0, True, 0)


def test_a_plan_has_at_least_five_tasks() -> None:
    """Fewer have no interval, however large the difference."""
    assert planned_tasks(100.0, 1.0) == 5


def test_the_plan_is_the_smallest_that_suffices() -> None:
    """One task less falls short."""
    n = planned_tasks(0.3, 1.0, chance=0.9)

    assert isinstance(n, int)
    assert power(0.3, 1.0, n) >= 0.9 > power(0.3, 1.0, n - 1)


@pytest.mark.parametrize("difference", [0.0, 1e-9])
def test_no_plan_shows_what_is_not_there(difference: float) -> None:
    """A million tasks are no plan."""
    assert planned_tasks(difference, 1.0) == Undefined(
        Reason.NOTHING_TO_CHECK, "more than 1000000 tasks"
    )


@pytest.mark.parametrize("spread", [0.0, -1.0, float("nan")])
def test_power_needs_a_spread(spread: float) -> None:
    """Without one everything or nothing is shown."""
    with pytest.raises(ValueError, match=r"^power") as caught:
        power(0.1, spread, 10)

    assert str(caught.value) == (
        f"power: spread must be positive and both finite, got {spread!r} and 0.1; "
        "expected numbers in the score's unit. Take the spread of a comparison at hand."
    )


def test_power_needs_two_tasks() -> None:
    """One task has no spread."""
    with pytest.raises(ValueError, match=r"^power") as caught:
        power(0.1, 1.0, 1)

    assert str(caught.value) == "power: needs 2 tasks, got 1; expected at least 2. Add tasks."


@pytest.mark.parametrize(
    ("spread", "tasks", "detail"), [(1.0, 4, "4 tasks, fewer than 5"), (0.0, 9, "no spread")]
)
def test_nothing_is_detectable_without_tasks_or_spread(
    spread: float, tasks: int, detail: str
) -> None:
    """It is unknown, not 0."""
    assert detectable_difference(spread, tasks) == Undefined(Reason.NOTHING_TO_CHECK, detail)


def test_power_without_a_difference_is_the_false_alarm() -> None:
    """5 % at level .95."""
    assert power(0.0, 1.0, 12) == pytest.approx(0.05, abs=1e-9)
