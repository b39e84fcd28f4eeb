"""What stands between an agent and who answers it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from veridical.agents.research import deep_research, rag
from veridical.agents.research.askers import Delivering, Planned, Redrawn, Watched
from veridical.agents.research.asks.plan import PlanAsk
from veridical.agents.research.library import Library
from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict
from veridical.score import Reason
from veridical.task import Query, read_bench

BENCH = read_bench(Path(__file__).parents[4] / "src/veridical/runs/demo_bench")
LIBRARY = Library.of(BENCH.corpus.values())
QUESTION = Query("Why does ice float on a lake, and why is the ocean salt?")


class Paid:
    """Answers as the rules do, so many times; then its budget is spent, or it is down."""

    def __init__(self, most: int = 99, reason: Reason = Reason.BUDGET) -> None:
        self.most, self.reason = most, reason
        self.put: list[tuple[str, Draw]] = []

    async def ask(self, ask: Ask[Any], draw: Draw = ONCE) -> Answer[Any] | NoVerdict:
        """The rules' answer."""
        self.put.append((ask.kind, draw))
        if len(self.put) > self.most:
            return NoVerdict(self.reason, "no more")
        return ask.by_rule()


@pytest.mark.parametrize("most", range(6))
@pytest.mark.parametrize("agent", [rag, deep_research])
def test_wherever_a_budget_ends_there_is_a_report(agent: Any, most: int) -> None:
    """It is the one that the rules write, and what they answered is on record."""
    paid = Paid(most)
    asker = Delivering(paid)
    found = asyncio.run(agent(QUESTION, LIBRARY, asker))
    assert found.draft is not None
    assert asker.spent == [kind for kind, _ in paid.put[most:]]


def test_what_fails_otherwise_is_no_matter_of_the_budget() -> None:
    """An endpoint that is down writes no report, and the rules do not stand in for it."""
    asker = Delivering(Paid(0, Reason.UNAVAILABLE))
    found = asyncio.run(rag(QUESTION, LIBRARY, asker))
    assert (found.draft, asker.spent) == (None, [])


def test_a_repeat_is_drawn_anew() -> None:
    """Every ask of it; nothing else of the draw changes."""
    paid = Paid()
    asyncio.run(Redrawn(paid, 2).ask(PlanAsk("q"), Draw("vote", 0, 3)))
    asyncio.run(deep_research(QUESTION, LIBRARY, Redrawn(paid, 2)))
    assert paid.put[0][1] == Draw("vote", 2, 3)
    assert {draw for _, draw in paid.put[1:]} == {Draw("", 2, 0)}


def test_a_plan_that_is_given_is_searched_for() -> None:
    """In its order; nobody is asked for one."""
    paid, plan = Paid(), ("How salt is the ocean", "What is ice")
    found = asyncio.run(deep_research(QUESTION, LIBRARY, Planned(paid, plan)))
    assert found.sub_questions == plan
    assert "research.plan" not in [kind for kind, _ in paid.put]
    searched = [step.query for step in found.steps if step.kind.value == "search"]
    assert searched[:2] == list(plan)


def test_a_watcher_sees_each_ask_before_and_after() -> None:
    """And changes nothing."""
    seen: list[tuple[str, bool]] = []
    watched = Watched(Paid(), lambda ask, said: seen.append((ask.kind, said is not None)))
    found = asyncio.run(rag(QUESTION, LIBRARY, watched))
    assert seen == [("research.write", False), ("research.write", True)]
    assert found.draft == asyncio.run(rag(QUESTION, LIBRARY, Paid())).draft
