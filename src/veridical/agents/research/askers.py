"""What stands between an agent and who answers it: another draw, a given plan, the end of a budget.

Each wraps an asker and is one, so that no agent knows of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, cast

from veridical.agents.research.asks.plan import Plan, PlanAsk
from veridical.ask import ONCE, Answer, Ask, Asker, Draw, NoVerdict
from veridical.score import Reason

V = TypeVar("V")
Seen = Callable[[Ask[Any], "Answer[Any] | NoVerdict | None"], None]
"""Is told of an ask before it is put, with None, and of what was said to it."""


@dataclass(frozen=True)
class Redrawn:
    """Puts each ask as that of one repeat: a model is asked anew, once for each of them.

    Attributes:
        inner: who is asked.
        repeat: which one, from 0; 0 is how an agent asks by itself.
    """

    inner: Asker
    repeat: int

    async def ask(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """The answer of this repeat."""
        return await self.inner.ask(ask, replace(draw, repeat=self.repeat))


@dataclass(frozen=True)
class Planned:
    """Answers what the plan is by the one that is given.

    Attributes:
        inner: who is asked all else.
        plan: the questions that the question falls into.
    """

    inner: Asker
    plan: tuple[str, ...]

    async def ask(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """The plan, or the inner asker's answer."""
        if isinstance(ask, PlanAsk):
            return cast("Answer[V]", Answer(Plan(self.plan), "the plan that was given"))
        return await self.inner.ask(ask, draw)


@dataclass
class Delivering:
    """Where a budget is spent, lets the built-in rules answer, so that a report is still made.

    Attributes:
        inner: who is asked.
        spent: the kinds of asks that the rules answered, in their order; empty = the budget held.
    """

    inner: Asker
    spent: list[str] = field(default_factory=list)

    async def ask(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """The inner asker's answer; the rules' once the budget refuses to pay for one."""
        said = await self.inner.ask(ask, draw)
        if not isinstance(said, NoVerdict) or said.reason is not Reason.BUDGET:
            return said
        self.spent.append(ask.kind)
        return ask.by_rule()


@dataclass(frozen=True)
class Watched:
    """Tells of every ask, as a terminal shows it.

    Attributes:
        inner: who is asked.
        seen: is told.
    """

    inner: Asker
    seen: Seen

    async def ask(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """The inner asker's answer."""
        self.seen(ask, None)
        said = await self.inner.ask(ask, draw)
        self.seen(ask, said)
        return said
