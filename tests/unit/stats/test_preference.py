"""Human consistency, duels and ranks at their edges."""

from __future__ import annotations

import pytest

from veridical.score import Measured, Missing, Reason, Score, Undefined
from veridical.stats import bradley_terry as strengths_module
from veridical.stats.bradley_terry import Strengths, bradley_terry
from veridical.stats.human_consistency import filtered_average_pearson, overall_pearson
from veridical.stats.intervals import Estimate
from veridical.stats.preference import (
    PreferencePair,
    expert_pairs,
    majority,
    majority_pairs,
    pairwise_agreement,
)
from veridical.stats.ranking import RankStability, rank_stability
from veridical.stats.win_rate import Duel, Outcome, both_orders, win_rates

LOST = Reason.TIMEOUT
FIRST, SECOND, TIE = Outcome.FIRST, Outcome.SECOND, Outcome.TIE


def duels(*outcomes: tuple[str, str, Outcome | Reason]) -> list[Duel]:
    """One duel a task."""
    return [Duel(f"t{at}", a, b, outcome) for at, (a, b, outcome) in enumerate(outcomes)]


def nothing(detail: str, missing: Missing = Missing()) -> Undefined:  # noqa: B008
    """Nothing to check, and why."""
    return Undefined(Reason.NOTHING_TO_CHECK, detail, missing)


def test_lost_preferences_are_missing_not_ties() -> None:
    """One pair lacks the judge, one the people; one is left."""
    found = pairwise_agreement(
        [
            PreferencePair("t", LOST, 1),
            PreferencePair("t", 1, Reason.REFUSED),
            PreferencePair("t", 0, 0),
        ]
    )

    assert isinstance(found.rate, Estimate)
    assert (found.rate.value, found.rate.n, found.both_tied, found.alike) == (1.0, 1, 1, 1)
    assert found.rate.missing == Missing(((Reason.REFUSED, 1), (LOST, 1)))


def test_a_report_the_judge_never_saw_makes_no_preference() -> None:
    """It is not assessed; a task it never saw gives no pair at all."""
    human: dict[str, dict[str, list[Score]]] = {
        "t": {"a": [Measured(1.0)], "b": [Measured(2.0)], "c": [Undefined(LOST)]},
        "s": {"a": [Undefined(LOST)], "b": [Measured(2.0)]},
        "u": {"a": [Measured(1.0)], "b": [Measured(2.0)]},
    }
    judge: dict[str, dict[str, Score]] = {"t": {"a": Measured(1.0), "c": Undefined(Reason.REFUSED)}}
    judge["s"] = {"a": Measured(2.0), "b": Measured(1.0)}

    expected = [
        PreferencePair("s", 1.0, LOST),
        PreferencePair("t", Reason.NOT_ASSESSED, -1.0),
        PreferencePair("t", Reason.REFUSED, LOST),
        PreferencePair("t", Reason.NOT_ASSESSED, LOST),
    ]
    assert expert_pairs(judge, human) == expected
    assert majority_pairs(judge, human) == expected


@pytest.mark.parametrize(
    ("votes", "expected"),
    [
        ([2.0, 0.5, -9.0], 1.0),
        ([1.0, -1.0], 0.0),
        ([LOST, -1.0], -1.0),
        ([LOST, Reason.REFUSED], LOST),
        ([], Reason.NOTHING_TO_CHECK),
    ],
)
def test_majority(votes: list[float | Reason], expected: float | Reason) -> None:
    """Heads are counted, not how far apart the scores are."""
    assert majority(votes) == expected


def test_consistency_of_nothing_is_undefined() -> None:
    """No report has both scores."""
    human: dict[str, dict[str, list[Score]]] = {"t": {"a": [Undefined(LOST)], "b": [Measured(1.0)]}}
    judge: dict[str, dict[str, Score]] = {"t": {"a": Measured(1.0)}}

    opc, fap = overall_pearson(judge, human), filtered_average_pearson(judge, human)

    assert isinstance(opc, Undefined)
    assert opc.missing.total == 2
    assert (fap.kept, fap.dropped, fap.unrated) == (0, 0, 1)
    assert isinstance(fap.average, Undefined)


def test_a_kept_task_without_a_correlation_is_missing() -> None:
    """People differ, the judge does not: the task is no 0 in the average."""
    human = {"t": {"a": [Measured(1.0)] * 2, "b": [Measured(2.0)] * 2}}
    judge: dict[str, dict[str, Score]] = {"t": {"a": Measured(3.0), "b": Measured(3.0)}}

    found = filtered_average_pearson(judge, human)

    assert found.kept == 1
    assert found.average == nothing("no task has a score", Missing(((Reason.NOTHING_TO_CHECK, 1),)))


def test_one_order_alone_is_no_answer() -> None:
    """The order that was never shown is not assessed."""
    found = both_orders([Duel("t", "b", "a", FIRST)])

    assert found.duels == (Duel("t", "a", "b", Reason.NOT_ASSESSED),)


def test_repeats_are_told_apart_by_their_draw() -> None:
    """Two draws of the same two reports make two duels."""
    shown = [Duel("t", a, b, TIE, draw) for a, b in (("a", "b"), ("b", "a")) for draw in (0, 1)]

    found = both_orders(shown)

    assert (len(found.duels), found.steady) == (2, 2)
    assert found.first_shown == nothing("no task has a score")


@pytest.mark.parametrize(
    "shown", [[Duel("t", "a", "b", TIE)] * 2, [Duel("t", "a", "a", TIE)]], ids=["twice", "itself"]
)
def test_a_showing_is_counted_once(shown: list[Duel]) -> None:
    """A second showing needs its own draw."""
    with pytest.raises(ValueError, match=r"^duel on task") as caught:
        both_orders(shown)

    assert str(caught.value) == (
        "duel on task \"t\": shown twice or against itself, got 'a' and "
        f"{shown[0].second!r}, draw 0; expected each order once. Number the repeats by `draw`."
    )


def test_lost_duels_are_in_no_win_rate() -> None:
    """A system whose every duel is lost has none."""
    found = win_rates(duels(("a", "b", LOST), ("a", "c", FIRST)))

    assert isinstance(found["a"].rate, Estimate)
    assert (found["a"].rate.value, found["a"].rate.missing.total) == (1.0, 1)
    assert isinstance(found["b"].rate, Undefined)


@pytest.mark.parametrize(
    ("played", "detail"),
    [
        ([("a", "b", LOST)], "no duel has an outcome"),
        (
            [("a", "b", FIRST), ("b", "c", FIRST), ("c", "b", FIRST)],
            "no result leads both ways between a and b, c",
        ),
        (
            [("a", "b", SECOND), ("c", "d", TIE), ("b", "a", SECOND)],
            "no result leads both ways between a and c, d",
        ),
        (
            [("a", "b", TIE), ("b", "a", TIE)],
            "no circle of results with more wins than ties: the lead of the winners is endless",
        ),
        (
            [("a", "b", FIRST), ("a", "b", TIE)],
            "no circle of results with more wins than ties: the lead of the winners is endless",
        ),
    ],
)
def test_endless_strengths_are_undefined(
    played: list[tuple[str, str, Outcome | Reason]], detail: str
) -> None:
    """Who never lost has no finite lead; it is not cut off anywhere."""
    found = bradley_terry(duels(*played))

    assert isinstance(found, Undefined)
    assert found.detail == detail


def test_strengths_that_do_not_settle_are_undefined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half-found strengths are not shown."""
    monkeypatch.setattr(strengths_module, "STEPS", 1)

    found = bradley_terry(duels(("a", "b", FIRST), ("a", "b", FIRST), ("a", "b", SECOND)))

    assert found == nothing("not settled after 1 steps")


def test_strengths_without_ties() -> None:
    """Who beats the strong without meeting the weak stands above both."""
    found = bradley_terry(
        duels(
            *[("a", "b", FIRST)] * 3, ("b", "a", FIRST), *[("b", "c", FIRST)] * 3, ("c", "b", FIRST)
        )
    )

    assert isinstance(found, Strengths)
    assert (list(found.logs), found.tie, found.ties) == (["a", "b", "c"], 0.0, 0)
    assert found.chances("a", "c") == (pytest.approx(0.9), 0.0, pytest.approx(0.1))


def scores(*numbers: float) -> dict[str, Score]:
    """One score a task."""
    return {f"t{at}": Measured(number) for at, number in enumerate(numbers)}


def test_a_ranking_needs_two_systems_and_five_tasks() -> None:
    """Four common tasks are too few, however many each has alone."""
    five = scores(1, 2, 3, 4, 5)
    lacking: dict[str, Score] = {**five, "t0": Undefined(LOST)}

    assert rank_stability({"a": five}) == nothing("1 systems; a ranking needs two")
    assert rank_stability({"a": five, "b": lacking}) == nothing(
        "4 tasks; an interval needs at least 5"
    )


def test_less_can_rank_first() -> None:
    """Of a measure whose low end is the good one."""
    found = rank_stability({"a": scores(*[2.0] * 6), "b": scores(*[1.0] * 6)}, is_less_better=True)

    assert isinstance(found, RankStability)
    assert [(name, s.mean) for name, s in found.standings.items()] == [("b", 1.0), ("a", 2.0)]


def test_systems_alike_share_their_ranks() -> None:
    """Rank 1.5 each, half the leads each, and no order to be stable."""
    found = rank_stability({"a": scores(1, 2, 3, 4, 5), "b": scores(1, 2, 3, 4, 5)})

    assert isinstance(found, RankStability)
    assert [(s.rank, s.first) for s in found.standings.values()] == [(1.5, 0.5), (1.5, 0.5)]
    assert (found.ahead["a", "b"], found.kendall, found.left_out) == (0.5, None, 0)
