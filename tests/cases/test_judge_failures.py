"""Judges that fail are no zero and no refutation, over real HTTP: U71 to U73."""

from __future__ import annotations

import asyncio

import pytest

from tests.cases.judging import (
    LOST,
    Mark,
    a_ledger,
    judged,
    marked,
    outcomes,
    support,
)
from tests.model_requests import QUICK, place
from tests.scripted_server import (
    Act,
    ScriptedServer,
    failing,
    filtered,
    garbage,
    limited,
    refusing,
    saying,
)
from tests.unit.respondents.answering import TwoMarks
from veridical.ask import NoVerdict, Role
from veridical.ledger import Ledger
from veridical.models.stack import Stack
from veridical.respondents import Roles
from veridical.respondents.ballot import Rule
from veridical.respondents.llm import LLM
from veridical.respondents.panel import panel_of
from veridical.score import Missing, Reason, ratio

# U71


def test_u71_a_missing_dimension_is_no_zero() -> None:
    """A judge that rates one of two rates none: there is no overall value."""
    found = judged('{"nonce": "NONCE", "style": 7}', asks=[TwoMarks("x")])[0]

    assert found == NoVerdict(LOST, 'the answer: "facts": is missing.')


# U72, U73


def panel_at(servers: list[ScriptedServer], ledger: Ledger, rule: Rule = Rule.MEAN):
    """A panel of one judge per server, and what to close."""
    stack = Stack(ledger, patience=QUICK)
    judges = [LLM(stack.at(place(s), f"toy-{n}"), ledger) for n, s in enumerate(servers)]
    return panel_of(judges, ledger, rule=rule), stack


@pytest.mark.parametrize(
    ("replies", "expected", "answered"),
    [
        ((saying(marked("4")), saying(marked("5")), garbage()), 4.5, 2),
        ((saying(marked("4")), saying(marked("5")), saying(marked('"five"'))), 4.5, 2),
        ((saying(marked("4")), limited(), failing(500)), 4, 1),
        ((saying(marked("4")), saying(marked("5")), saying(marked("0"))), 3, 3),
        ((garbage(), refusing(), filtered()), Reason.REFUSED, 0),
    ],
)
def test_u72_judge_failure_is_no_zero(
    replies: tuple[Act, Act, Act], expected: object, answered: int
) -> None:
    """Three judges: those who failed are counted, and are in no number."""
    first, second, third = (ScriptedServer(act) for act in replies)
    with first, second, third, a_ledger() as ledger:

        async def run():
            panel, stack = panel_at([first, second, third], ledger)
            found = await panel.answer(Mark()), await panel.ballot(Mark())
            await stack.aclose()
            return found

        found, ballot = asyncio.run(run())

    assert outcomes([found]) == [expected]
    assert (len(ballot.answers), ballot.missing.total) == (answered, 3 - answered)


def test_u73_verifier_outage_is_no_refutation() -> None:
    """Three voters, each answering 429 for each of 14 claims: 14 absences, nothing refuted."""
    asks = [support(f"Claim {n} fell to 5 million.") for n in range(14)]
    first, second, third = (ScriptedServer(limited()) for _ in range(3))
    with first, second, third, a_ledger() as ledger:

        async def run():
            panel, stack = panel_at([first, second, third], ledger)
            roles = Roles({Role.JUDGE: panel})
            found = [await roles.ask(ask) for ask in asks]
            await stack.aclose()
            return found

        found = asyncio.run(run())

    assert outcomes(found) == [Reason.RATE_LIMITED] * 14
    score = ratio(0, 0, of="claims", missing=Missing.of(one.reason for one in found))
    assert (score.missing.total, score.missing.is_harmful) == (14, True)
    assert not any("refuted" in one.detail for one in found)
