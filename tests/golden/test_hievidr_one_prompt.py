"""The one-prompt baseline of HiEviDR-Bench (eq. 3), worked out by hand."""

from __future__ import annotations

import asyncio

import pytest

from veridical.ask import Answer, Ask, NoVerdict, Role
from veridical.checks.ratings import Rated
from veridical.graph import EvidenceGraph, Node, NodeType
from veridical.measure import Context, Submission
from veridical.methods.evaluator import Evaluation, evaluate_submission
from veridical.methods.hievidr.asks.one_prompt import WholeRatings
from veridical.methods.hievidr.method import HIEVIDR, hievidr
from veridical.methods.hievidr.one_prompt import WholeTally, one_prompt
from veridical.methods.hievidr.settings import Settings, Variant
from veridical.report.parse import parse_report
from veridical.respondents import Roles, Scripted
from veridical.score import Bounds, Measured, Missing, Reason, Undefined
from veridical.task import Gold, Query, Task

METHOD = hievidr(Settings(variant=Variant.ONE_PROMPT))


def tally(*values: int | None) -> WholeTally:
    """Ratings of correctness, fluency, citation; None timed out."""
    names = ("correctness", "fluency", "citation")
    return WholeTally(
        tuple(
            Rated(n, v) if v is not None else Rated(n, missing=Reason.TIMEOUT)
            for n, v in zip(names, values, strict=True)
        )
    )


@pytest.mark.parametrize(
    ("values", "score"),
    [
        ((5, 5, 5), 100.0),  # 100 · (4 + 4 + 4) / (3 · 4)
        ((1, 1, 1), 0.0),
        ((5, 4, 3), 75.0),  # 100 · (4 + 3 + 2) / 12
        ((1, 5, 1), 33.333333333333336),  # 100 · 4 / 12
    ],
)
def test_eq3_one_prompt(values: tuple[int, int, int], score: float) -> None:
    """The mean of three shares of the scale, on 0 to 100."""
    found = one_prompt(tally(*values))

    assert isinstance(found, Measured)
    assert found.value == pytest.approx(score, abs=1e-12)
    assert found.n == 3


def test_eq3_missing_ratings_are_in_no_sum() -> None:
    """100 · (3 + 1) / (2 · 4) = 50; at worst (3 + 1 + 0) / 12, at best (3 + 1 + 4) / 12."""
    found = one_prompt(tally(4, None, 2))

    assert isinstance(found, Measured)
    assert found.value == pytest.approx(50.0)
    assert found.n == 2
    assert found.missing == Missing(((Reason.TIMEOUT, 1),))
    assert found.bounds is not None
    assert found.bounds.worst == pytest.approx(100 * 4 / 12)
    assert found.bounds.best == pytest.approx(100 * 8 / 12)


def test_eq3_without_a_rating_is_undefined() -> None:
    """Not 0; anything from 0 to 100 could still come."""
    found = one_prompt(tally(None, None, None))

    assert isinstance(found, Undefined)
    assert (found.reason, found.bounds) == (Reason.TIMEOUT, Bounds(0.0, 100.0))
    assert one_prompt(WholeTally(())) == Undefined(Reason.NOTHING_TO_CHECK, "no dimension")


GRAPH = EvidenceGraph(
    (
        Node("E1", NodeType.EVIDENCE, "Ice is lighter than water.", "ice"),
        Node("C1", NodeType.CLAIM, "Ice is less dense than water."),
        Node("A", NodeType.CONCLUSION, "Ice floats since it is less dense."),
    ),
    (("E1", "C1"), ("C1", "A")),
)
TASK = Task(id="t", query=Query("Why does ice float?"), gold=Gold("It is less dense.", GRAPH))


def scored(answer: Answer[object] | NoVerdict) -> tuple[Evaluation, list[Ask[object]]]:
    """The report "It floats." with that answer to whatever is asked."""
    seen: list[Ask[object]] = []

    def said(ask: Ask[object]) -> Answer[object] | NoVerdict:
        seen.append(ask)
        return answer

    report = parse_report("It floats.", name="r.md")
    judge = Roles({Role.JUDGE: Scripted(said, identity="said/1")})
    context = Context(TASK, Submission("s", "t", report), {}, judge)
    return asyncio.run(evaluate_submission(METHOD, context)), seen


def test_eq3_one_ask_sees_report_answer_and_question() -> None:
    """And nothing of the graph; no gate; the total is the same number."""
    found, seen = scored(Answer(WholeRatings(correctness=4, fluency=4, citation=4)))
    (ask,) = seen
    shown = "".join(getattr(part, "text", str(part)) for part in ask.prompt())

    assert ask.kind == "hievidr.one_prompt"
    expected = ("It floats.", "It is less dense.", "Why does ice float?")
    assert [words for words in expected if words not in shown] == []
    assert "Ice is lighter than water." not in shown
    assert (found.gates, found.totals) == ({}, {"measured": found.scores["hievidr.one_prompt"]})


def test_eq3_a_lost_ask_is_no_number() -> None:
    """The reason is kept."""
    found, _ = scored(NoVerdict(Reason.REFUSED))
    score = found.totals["measured"]

    assert isinstance(score, Undefined)
    assert score.reason is Reason.REFUSED


def test_the_variant_is_among_the_settings() -> None:
    """So a run of it is told from a full one, and found again."""
    assert (METHOD.settings["variant"], HIEVIDR.settings["variant"]) == ("one_prompt", "full")
