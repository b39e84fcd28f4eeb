"""Noise, panels and people at their edges."""

from __future__ import annotations

import pytest

from veridical.score import Bounds, Measured, Missing, Reason, Score, Undefined
from veridical.stats.alpha import nominal_alpha
from veridical.stats.intervals import Estimate, Interval
from veridical.stats.kappa import cohen_kappa
from veridical.stats.leave_one_out import average, leave_one_judge_out, plurality
from veridical.stats.noise import (
    Component,
    Noise,
    Repeats,
    judge_floor,
    noise_floor,
    variance_components,
)
from veridical.stats.ppi import Powered, prediction_powered_mean

LOST = Undefined(Reason.TIMEOUT)


def nothing(detail: str, missing: Missing = Missing()) -> Undefined:  # noqa: B008
    """Nothing to check, and why."""
    return Undefined(Reason.NOTHING_TO_CHECK, detail, missing)


def noise_of(runs: dict[str, list[list[float]]]) -> Noise:
    """Components of plain numbers."""
    return variance_components(
        {task: [[Measured(x) for x in run] for run in found] for task, found in runs.items()}
    )


def test_without_repeats_no_noise_is_known() -> None:
    """One judging of one run of each task says nothing, and is not 0."""
    found = noise_of({"t1": [[1.0]], "t2": [[2.0]]})

    assert found.judge == nothing("no report was judged twice")
    assert found.agent == found.rerun == nothing("no task was run twice")
    assert found.task == nothing("the noise is unknown")
    assert noise_floor(found, found, Repeats(2)) == nothing("no task was run twice")
    assert judge_floor(found, found, Repeats(2)) == nothing("no report was judged twice")


def test_nothing_has_no_noise() -> None:
    """All scores lost: counted, no component."""
    found = variance_components({"t": [[LOST]]})

    assert (found.tasks, found.reports, found.n, found.missing.total) == (0, 0, 0, 1)
    assert found.task == nothing("fewer than two tasks")


def test_runs_judged_once_give_one_noise() -> None:
    """Agent and judge cannot be told apart: within 2 and 8, df 2: variance 5."""
    found = noise_of({"t1": [[1.0], [3.0]], "t2": [[2.0], [6.0]]})

    assert found.rerun == Component(5.0, 5.0, 2)
    assert found.agent == nothing("not to be told from the judge's noise")
    # one run a task: two means of 2 tasks: 2·5/2 = 5; t₂ = 4.3026527
    assert noise_floor(found, found, Repeats(2)) == pytest.approx(4.3026527 * 5**0.5, abs=1e-6)


def test_reports_judged_again_give_the_judges_noise() -> None:
    """The agent was run once: its noise is unknown."""
    found = noise_of({"t1": [[1.0, 3.0]], "t2": [[2.0, 2.0]]})

    assert found.judge == Component(1.0, 1.0, 2)
    assert found.agent == nothing("no task was run twice")


def test_a_judge_noisier_than_the_runs_leaves_the_agent_none() -> None:
    """A negative estimate is shown as 0 and kept as found."""
    found = noise_of({"t1": [[1.0, 5.0], [1.0, 5.0]], "t2": [[2.0, 6.0], [2.0, 6.0]]})

    # within: 4·8 = 32, df 4: 8; between reports 0: (0 − 8)/2 = −4
    assert found.judge == Component(8.0, 8.0, 4)
    assert found.agent == Component(0.0, -4.0, 2)


def test_lost_scores_leave_unequal_groups() -> None:
    """A report with one judging and one with two: k is 4/3, not 2."""
    scores: dict[str, list[list[Score]]] = {
        "t1": [[Measured(1.0), LOST], [Measured(4.0), Measured(6.0)]],
        "t2": [[Measured(2.0), Measured(2.0)], [LOST]],
    }

    found = variance_components(scores)

    # within: 0 + 2 + 0 = 2, df 5 − 3 = 2: 1. between in t1: 1/1 + 100/2 − 121/3 = 32/3, df 1
    # k = (5 − (1 + 4)/3 − 4/2)/1 = 4/3: (32/3 − 1)/(4/3) = 7.25
    assert found.judge == Component(1.0, 1.0, 2)
    assert isinstance(found.agent, Component)
    assert found.agent.variance == pytest.approx(7.25)
    assert (found.tasks, found.reports, found.n, found.missing.total) == (2, 3, 5, 2)


def test_plurality_needs_a_winner() -> None:
    """Two labels as frequent say nothing together."""
    assert plurality(["a", "b", "a"]) == "a"
    assert plurality(["a", "b"]) == Reason.NOTHING_TO_CHECK


def test_average_of_the_others() -> None:
    """What a panel of numbers says together."""
    assert average([1.0, 2.0]) == 1.5


def test_items_without_the_others_are_missing() -> None:
    """The second judge's reading of the second item has nothing to be held against."""
    rows = [["a", "a"], [Reason.REFUSED, "b"]]

    panel = leave_one_judge_out(
        rows, ["1", "2"], among=nominal_alpha, between=cohen_kappa, together=plurality
    )

    second = panel.judges[1].with_rest
    assert isinstance(second, Undefined)
    assert second.missing == Missing(((Reason.REFUSED, 1),))


def test_every_judge_has_a_column() -> None:
    """A short row hides who is absent."""
    with pytest.raises(ValueError, match=r"^leave_one_judge_out") as caught:
        leave_one_judge_out(
            [["a"]], ["1", "2"], among=nominal_alpha, between=cohen_kappa, together=plurality
        )

    assert str(caught.value) == (
        "leave_one_judge_out: row must have a reading of each judge, got 1; expected 2. "
        "Give a reason for each absent reading."
    )


def scores(*numbers: float) -> dict[str, Score]:
    """One score a task."""
    return {f"t{at}": Measured(number) for at, number in enumerate(numbers)}


def powered(people: dict[str, Score], judge: dict[str, Score], **how: object) -> Powered:
    """An estimate that there is."""
    found = prediction_powered_mean(people, judge, **how)  # type: ignore[arg-type]
    assert isinstance(found, Powered)
    return found


def test_four_tasks_of_people_are_too_few() -> None:
    """What is missing is said."""
    people: dict[str, Score] = {**scores(1, 2, 3, 4), "x": LOST}

    found = prediction_powered_mean(people, scores(1, 2, 3, 4, 5, 6))

    assert found == nothing(
        "4 tasks scored by people and judge; needs at least 5", Missing(((Reason.TIMEOUT, 1),))
    )


@pytest.mark.parametrize(
    "judge", [scores(1, 2, 3, 4, 5), scores(*[2.0] * 9)], ids=["no more tasks", "no spread"]
)
def test_a_judge_that_adds_nothing_is_not_followed(judge: dict[str, Score]) -> None:
    """The people's own mean stands."""
    found = powered(scores(1, 2, 3, 4, 5), judge)

    assert (found.weight, found.estimate.value) == (0.0, 3.0)
    assert found.estimate.value == found.people_alone.value


def test_people_alone_count_their_other_tasks() -> None:
    """A task that the judge lost stays in the people's own mean."""
    people = {**scores(1, 2, 3, 4, 5), "alone": Measured(9.0)}

    found = powered(people, {**scores(1, 2, 3, 4, 5, 6, 7), "alone": LOST})

    assert (found.both, found.judge_only, found.people_only) == (5, 2, 1)
    assert found.people_alone.value == 4.0
    assert found.estimate.missing.total == 1


def test_people_who_always_say_the_same_have_no_interval() -> None:
    """Their spread is unknown, not 0."""
    found = powered(scores(*[3.0] * 5), scores(*[2.0] * 9))

    assert found.estimate.interval == nothing("all tasks score the same: spread unknown")


def test_a_good_judge_narrows_the_interval() -> None:
    """Against the people alone; and the ends stay on the scale."""
    people = scores(*[0.0, 0.25, 0.5, 0.75, 1.0] * 3)
    judge = scores(*[0.1, 0.3, 0.5, 0.7, 0.9] * 30)

    found = powered(people, judge, scale=Bounds(0, 1))

    assert isinstance(found.estimate, Estimate)
    assert isinstance(found.estimate.interval, Interval)
    assert isinstance(found.people_alone.interval, Interval)
    ours = found.estimate.interval.high - found.estimate.interval.low
    alone = found.people_alone.interval.high - found.people_alone.interval.low
    assert ours < alone / 2
