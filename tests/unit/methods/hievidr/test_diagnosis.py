"""Where the chain breaks first, and what is known of every node."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest

from tests.golden.built import NO, TOY, Scripted, context, graph, report, script
from veridical.checks.support import Support
from veridical.diagnosis import Diagnosis
from veridical.measure import Context
from veridical.methods.evaluator import evaluate_submission
from veridical.methods.hievidr.diagnosis import diagnose
from veridical.methods.hievidr.method import HIEVIDR

ITEMS = ("E1", "E2", "E3", "E4", "E5")
WHOLE = (
    ("text of C1", "E1 E2"),
    ("text of C2", "E3 E4"),
    ("text of C3", "E5"),
    "# Conclusion",
    ("text of A", ""),
)


def diagnosed(
    asker: Scripted | None = None,
    pieces: tuple[object, ...] = WHOLE,
    given: tuple[str, ...] | None = ITEMS,
    **options: object,
) -> Diagnosis:
    """The diagnosis of a report on the toy graph."""
    built = report(*pieces, items=given or ())  # type: ignore[arg-type]
    case = context(TOY, built, asker or script(), given=given, **options)  # type: ignore[arg-type]
    return of(case)


def of(case: Context) -> Diagnosis:
    """The diagnosis of a case."""
    diagnosis = asyncio.run(evaluate_submission(HIEVIDR, case)).diagnosis
    assert diagnosis is not None
    return diagnosis


def node(diagnosis: Diagnosis, name: str) -> tuple[Mapping[str, bool | None], str]:
    """A node's states and note."""
    found = next(n for n in diagnosis.nodes if n.node == name)
    return dict(found.states), found.note


def test_a_chain_that_holds() -> None:
    """Nothing is broken; the last gate opened."""
    diagnosis = diagnosed()

    assert (diagnosis.broken, diagnosis.furthest) == ((), "answer")
    assert diagnosis.summary == "The chain holds from the evidence to the conclusion."
    assert [n.node for n in diagnosis.nodes] == [n.id for n in TOY.nodes]


def test_evidence_never_retrieved_breaks_it_first() -> None:
    """E4 was not given: C2 fails with it, but E4 broke the chain."""
    asker = script(support={"text of C2": Support.NOT_IN_SOURCE})
    pieces = (WHOLE[0], ("text of C2", "E3"), *WHOLE[2:])
    diagnosis = diagnosed(asker, pieces, ("E1", "E2", "E3", "E5"))

    assert diagnosis.broken == ("E4",)
    assert node(diagnosis, "E4") == ({"retrieved": False, "cited": False}, "never retrieved")
    assert diagnosis.furthest == "claim"


def test_evidence_retrieved_but_not_cited() -> None:
    """E5 was given, and left aside."""
    diagnosis = diagnosed(pieces=(*WHOLE[:2], ("text of C3", ""), *WHOLE[3:]))

    assert diagnosis.broken == ("E5",)
    assert node(diagnosis, "E5")[1] == "retrieved but not cited"
    assert diagnosis.summary == "The chain breaks at E5: retrieved but not cited."


def test_uncited_evidence_that_nobody_missed_breaks_nothing() -> None:
    """C1 is supported by E1 alone; that E2 is not cited did no harm."""
    diagnosis = diagnosed(pieces=(("text of C1", "E1"), *WHOLE[1:]))

    assert diagnosis.broken == ()
    assert node(diagnosis, "E2")[0] == {"retrieved": True, "cited": False}


@pytest.mark.parametrize(
    ("verdict", "note"),
    [
        (Support.PARTLY, "said, but only partly supported by what is cited for it"),
        (Support.CONTRADICTED, "said, but what is cited for it says otherwise"),
        (Support.NOT_IN_SOURCE, "said, but what is cited for it does not say so"),
    ],
)
def test_a_claim_that_its_evidence_does_not_carry(verdict: Support, note: str) -> None:
    """All of its evidence is cited: the claim itself broke the chain."""
    diagnosis = diagnosed(script(support={"text of C2": verdict}))

    assert diagnosis.broken == ("C2",)
    assert node(diagnosis, "C2") == ({"instantiated": True, "supported": False}, note)


def test_a_claim_that_is_not_said() -> None:
    """Its evidence is cited elsewhere in the report."""
    diagnosis = diagnosed(script(said={"text of C2": ()}))

    assert diagnosis.broken == ("C2",)
    assert node(diagnosis, "C2")[1] == "the report does not say it: scripted"


def test_a_claim_above_a_broken_one_did_not_break_first() -> None:
    """C2 fails since C1 does; C1 is named."""
    layered = graph("E1>C1 C1>C2 C2>A")
    built = report(("text of C1", "E1"), ("text of C2", ""), items=ITEMS)
    asker = script(support={"text of C1": Support.NOT_IN_SOURCE})
    diagnosis = of(context(layered, built, asker, given=ITEMS))

    assert diagnosis.broken == ("C1",)


def test_a_missing_verdict_breaks_nothing() -> None:
    """Unknown is not broken."""
    diagnosis = diagnosed(script(support={"text of C2": NO}))

    assert diagnosis.broken == ()
    assert node(diagnosis, "C2") == (
        {"instantiated": True, "supported": None},
        "no verdict: no reply",
    )
    assert diagnosis.summary == "Nothing shows where the chain breaks: verdicts are missing."


def test_nothing_is_known_of_claims_behind_a_closed_gate() -> None:
    """No gold evidence is cited: claims were not looked for."""
    diagnosis = diagnosed(pieces=(("text of C1", ""),))

    assert diagnosis.furthest == ""
    assert node(diagnosis, "C1")[1] == "not looked for: the citation gate did not open"
    assert diagnosis.broken == ITEMS


def test_unknown_citations_are_unknown() -> None:
    """Without an evidence list nobody knows what [1] is."""
    diagnosis = diagnosed(pieces=(("text of C1", "1"),), given=None)

    assert node(diagnosis, "E1")[0] == {"retrieved": None, "cited": None}
    assert diagnosis.broken == ()


def test_every_finding_leads_to_words_and_asks() -> None:
    """Quotes stand in the report or in an item; asks have identities."""
    built = report(*WHOLE, items=ITEMS)
    case = context(TOY, built, script(), given=ITEMS, corpus={i: f"text of {i}" for i in ITEMS})
    evaluation = asyncio.run(evaluate_submission(HIEVIDR, case))
    diagnosis = evaluation.diagnosis
    put = {exchange.ask.identity() for exchange in evaluation.asked}

    assert diagnosis is not None
    for finding in diagnosis.nodes:
        assert finding.quotes, finding.node
        assert set(finding.asks) <= put, finding.node
        for quote in finding.quotes:
            source = built.source if quote.source == "report" else case.corpus[quote.source].text
            assert source[quote.start : quote.end] == quote.text, finding.node
    assert diagnosis.conclusion is not None
    assert diagnosis.conclusion.text == "text of A"


def test_the_conclusion_is_shown_though_the_gate_is_closed() -> None:
    """It is found by its heading, and nothing is asked."""
    diagnosis = diagnosed(script(said={"text of C2": ()}))

    assert diagnosis.conclusion is not None
    assert diagnosis.conclusion.text == "text of A"


def test_a_task_without_a_graph_has_no_diagnosis() -> None:
    """Nothing to say."""
    case = context(None, report(items=()), script())

    assert diagnose(case, {}, {}) == Diagnosis()
