"""The one evaluator: needs first, stages in order, gates that stop."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace

import pytest

from tests.asks import Grade, Holds
from tests.small_method import FOUND, GATE, GRADE, METHOD, Found, Grades
from veridical.ask import Answer, Ask, NoVerdict
from veridical.diagnosis import Diagnosis
from veridical.errors import NeedError
from veridical.graph import EvidenceGraph, Node, NodeType
from veridical.measure import (
    Context,
    Gate,
    Measure,
    Method,
    Need,
    Scale,
    Scorecard,
    Submission,
    Total,
)
from veridical.methods.evaluator import Evaluation, check_needs, evaluate_submission
from veridical.report.parse import parse_report
from veridical.respondents import Roles, Scripted
from veridical.score import Bounds, Gated, Measured, Missing, Reason, Score, Undefined
from veridical.task import Gold, Query, Task

TASK = Task("t-12", Query("What color is the sky?"), gold=Gold("blue"))


def context(text: str, asker: object = None, task: Task = TASK) -> Context:
    """A report on the task."""
    report = parse_report(text.encode(), format="markdown", name="r.md")
    return Context(task, Submission("s", task.id, report), {}, asker or Roles())


def evaluate(text: str, asker: object = None, method: Method = METHOD) -> Evaluation:
    """The small method over a report."""
    return asyncio.run(evaluate_submission(method, context(text, asker)))


class Failing:
    """An asker whose every ask of one kind has no verdict."""

    def __init__(self, kind: str, reason: Reason) -> None:
        self.kind = kind
        self.reason = reason
        self.kinds: list[str] = []

    async def ask(self, ask: Ask[object], draw: object = None) -> Answer[object] | NoVerdict:
        """The rules' answer, but for that kind."""
        self.kinds.append(ask.kind)
        return NoVerdict(self.reason, "no") if ask.kind == self.kind else ask.by_rule()


def test_an_open_gate_lets_all_be_measured() -> None:
    """1 of 2 lines holds the answer; the lines have 4 and 3 words."""
    found = evaluate("The sky is blue\n\nor not so")

    assert {"small.found": Measured(0.5, 2), "small.grade": Measured(3.5, 2)} == found.scores
    assert found.gates == {"answer found": True}
    assert {"published": Measured(4.0, 2)} == found.totals
    assert {"small.found": Found(1, 1, ()), "small.grade": Grades((4.0, 3.0), ())} == found.tallies


def test_a_closed_gate_asks_nothing_more() -> None:
    """What follows is gated, which is no zero; only the published total counts it as 0."""
    asker = Failing("test.grade", Reason.TIMEOUT)
    found = evaluate("The sky is high", asker)

    assert Gated("answer found") == found.scores["small.grade"]
    assert found.gates == {"answer found": False}
    assert {"published": Measured(0.0, 2)} == found.totals
    assert {"test.holds"} == set(asker.kinds)


def test_an_undecided_gate_is_no_zero_and_asks_nothing_more() -> None:
    """Its input failed: what follows lies anywhere on its scale."""
    asker = Failing("test.holds", Reason.TIMEOUT)
    found = evaluate("The sky is blue", asker)

    expected = Undefined(
        Reason.GATE_UNDECIDED, 'the gate "answer found" is undecided', bounds=Bounds(1, 5)
    )
    assert expected == found.scores["small.grade"]
    assert found.gates == {"answer found": None}
    assert {"test.holds"} == set(asker.kinds)


def test_behind_an_undecided_gate_lower_is_better_turns_the_bounds() -> None:
    """The worst end of a scale on which lower is better is its highest."""
    turned = replace(GRADE, scale=Scale(1, 5, higher_is_better=False))
    method = replace(METHOD, stages=(FOUND, GATE, turned), totals=())
    found = evaluate("The sky is blue", Failing("test.holds", Reason.TIMEOUT), method)

    score = found.scores["small.grade"]
    assert isinstance(score, Undefined)
    assert Bounds(worst=5, best=1) == score.bounds


def test_a_second_gate_behind_a_closed_one_is_not_tried() -> None:
    """It is in no mapping, and what follows names the first."""

    async def never(found: Context) -> bool | None:
        raise AssertionError("the gate was tried")

    method = replace(METHOD, stages=(FOUND, GATE, Gate("second", never), GRADE), totals=())
    found = evaluate("The sky is high", method=method)

    assert found.gates == {"answer found": False}
    assert Gated("answer found") == found.scores["small.grade"]


def test_each_ask_is_put_once() -> None:
    """The gate and the measure want the same."""
    asker = Failing("", Reason.TIMEOUT)
    found = evaluate("The sky is blue\n\nis blue", asker)

    assert asker.kinds == ["test.holds"] * 2 + ["test.grade"] * 2
    assert len(found.asked) == 4


def test_a_missing_verdict_is_in_no_sum() -> None:
    """One of two grades failed: the mean is over the other, the bounds over both."""
    script = {
        Holds("is blue", "blue").identity(): Answer(True),
        Holds("so it is", "blue").identity(): Answer(False),
        Grade("is blue").identity(): Answer(2.0),
        Grade("so it is").identity(): NoVerdict(Reason.REFUSED),
    }
    judge = Scripted(script)
    found = evaluate("is blue\n\nso it is", Roles(dict.fromkeys(("judge", "examiner"), judge)))

    missing = Missing.of([Reason.REFUSED])
    assert Measured(2.0, 1, missing, Bounds(1.5, 3.5)) == found.scores["small.grade"]


def test_a_score_off_its_scale_is_a_fault_of_the_method() -> None:
    """It is never published."""

    def twice(tally: Found) -> Score:
        return Measured(2.0 * tally.yes)

    method = replace(METHOD, stages=(replace(FOUND, equation=twice),), totals=())
    with pytest.raises(ValueError, match="left its scale") as raised:
        evaluate("blue", method=method)

    expected = "small.found: left its scale, got 2.0; expected 0 to 1. Mend its equation."
    assert expected == str(raised.value)


def test_a_total_off_its_scale_is_a_fault_of_the_method() -> None:
    """As for a measure."""
    total = Total("published", "", Scale(0, 1), lambda _card: Measured(7.0))
    with pytest.raises(ValueError, match="left its scale"):
        evaluate("blue", method=replace(METHOD, totals=(total,)))


def test_the_diagnosis_sees_context_tallies_and_scores() -> None:
    """The method says where the chain breaks."""
    seen = {}

    def diagnose(found: Context, tallies: Mapping[str, object], card: Scorecard) -> Diagnosis:
        seen.update(task=found.task.id, tallies=set(tallies), scores=set(card))
        return Diagnosis(summary="it holds")

    found = evaluate("so high", method=replace(METHOD, diagnose=diagnose))

    assert Diagnosis(summary="it holds") == found.diagnosis
    assert {
        "task": "t-12",
        "tallies": {"small.found"},
        "scores": {"small.found", "small.grade"},
    } == seen


GRAPH = EvidenceGraph(
    (
        Node("A", NodeType.CONCLUSION, "x"),
        Node("C", NodeType.CLAIM, "x"),
        Node("E", NodeType.EVIDENCE, "x"),
    ),
    (("E", "C"), ("C", "A")),
)


def _needing(*needs: Need) -> Method:
    return Method(name="needy", version="1", stages=(replace(FOUND, needs=frozenset(needs)),))


@pytest.mark.parametrize(
    ("needs", "gold", "message"),
    [
        (
            {Need.GOLD_GRAPH},
            Gold("blue"),
            'needy on task "t-12": needs a gold graph, got Gold(answer=…); expected Gold.graph. '
            "Choose a method from: small.",
        ),
        (
            {Need.GOLD_GRAPH},
            Gold(),
            'needy on task "t-12": needs a gold graph, got Gold(); expected Gold.graph. '
            "Add it to the task, or leave the task out.",
        ),
        (
            {Need.GOLD_GRAPH, Need.GOLD_ANSWER},
            Gold(),
            'needy on task "t-12": needs a gold answer and a gold graph, got Gold(); '
            "expected Gold.answer and Gold.graph. Add it to the task, or leave the task out.",
        ),
        (
            {Need.RIVAL},
            Gold("blue", GRAPH),
            'needy on task "t-12": needs a rival report, got Gold(answer=…, graph=…); '
            "expected another system's report. Choose a method from: small.",
        ),
    ],
    ids=["graph", "no gold", "both", "rival"],
)
def test_a_need_that_is_not_met_names_a_way_out(needs: set[Need], gold: Gold, message: str) -> None:
    """What is needed, what there is, which methods could do."""
    with pytest.raises(NeedError) as raised:
        check_needs(_needing(*needs), replace_gold(gold), [METHOD])

    assert message == str(raised.value)


def replace_gold(gold: Gold) -> Task:
    """The task with other gold."""
    return Task("t-12", Query("What color is the sky?"), gold=gold)


def test_needs_are_checked_before_anything_is_asked() -> None:
    """Also those of a measure that stands last."""
    asker = Failing("", Reason.TIMEOUT)
    last: Measure[Grades] = replace(GRADE, needs=frozenset({Need.GOLD_GRAPH}))
    method = replace(METHOD, stages=(FOUND, GATE, last))
    with pytest.raises(NeedError):
        evaluate("The sky is blue", asker, method)

    assert asker.kinds == []
