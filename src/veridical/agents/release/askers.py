"""What stands between an agent and who answers it: a spending limit, and what the drafts bring.

Both wrap an asker and are one, so that every agent works under them and none knows of them. What
they decide depends on nominal cost alone, so that a run that goes on takes the same path.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, cast

from veridical.agents.hka.asks.step import Move, StepAsk
from veridical.agents.hka.asks.step import Tool as Step
from veridical.agents.release.asks.rewrite import RewriteAsk
from veridical.agents.release.record import Gain
from veridical.agents.release.settings import Release
from veridical.agents.release.tools import Tool
from veridical.agents.research.asks.gaps import Gaps, GapsAsk
from veridical.agents.research.asks.rank import RankAsk
from veridical.agents.research.asks.write import WriteAsk
from veridical.agents.research.draft import Draft
from veridical.agents.spending import nominal_tokens
from veridical.ask import ONCE, Answer, Ask, Asker, Draw, NoVerdict
from veridical.checks.support import SupportAsk
from veridical.checks.support_rule import Support, hold
from veridical.retrieval.passages import whole
from veridical.score import Reason

V = TypeVar("V")
THOUSAND = 1_000


@dataclass
class Economy:
    """Takes tools away as a spending limit is approached: reranking, refinement, rewriting.

    Attributes:
        inner: who is asked.
        settings: the limit, and where in it each tool goes.
        spent: nominal cost so far, in estimated input tokens.
        taken: tools that were taken away when they were to be used, with the cost until then.
    """

    inner: Asker
    settings: Release
    spent: int = 0
    taken: dict[Tool, int] = field(default_factory=dict)

    async def ask(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """The inner asker's answer; of a tool that is taken away what does without it."""
        tool = _tool_of(ask)
        if tool is not None and self._is_taken(tool):
            self.taken.setdefault(tool, self.spent)
            return _instead(ask)
        self.spent += nominal_tokens(ask)
        return await self.inner.ask(ask, draw)

    def _is_taken(self, tool: Tool) -> bool:
        limit, own = self.settings.tokens, self.settings
        if limit is None:
            return False
        share = {Tool.RERANK: own.rerank_until, Tool.REFINE: own.refine_until}
        return self.spent >= share.get(tool, own.rewrite_until) * limit


def _tool_of(ask: Ask[V]) -> Tool | None:
    if isinstance(ask, RankAsk):
        return Tool.RERANK
    if isinstance(ask, GapsAsk) or (isinstance(ask, StepAsk) and ask.history):
        return Tool.REFINE
    if isinstance(ask, RewriteAsk):
        return Tool.REWRITE
    return Tool.JUDGE if isinstance(ask, SupportAsk) else None


def _instead(ask: Ask[V]) -> Answer[V] | NoVerdict:
    """Without the tool: the order as found, nothing missing, the part as it is, no new words."""
    if isinstance(ask, RankAsk | SupportAsk):
        return cast("Answer[V] | NoVerdict", ask.by_rule())
    if isinstance(ask, GapsAsk):
        return cast("Answer[V]", Answer(Gaps(()), "the spending limit took refinement away"))
    if isinstance(ask, StepAsk):
        return cast("Answer[V]", Answer(Move(Step.WRITE), "the spending limit"))
    return NoVerdict(Reason.BUDGET, "taken away by the spending limit")


@dataclass
class Gaining:
    """Counts what each draft brings, and ends refinement where a round brings too little.

    A statement is counted where the built-in rules find it borne by what it cites: they cost
    nothing, and say the same each time. It is new if no draft had one that rests on the same
    words, so that new words for an old statement bring nothing.

    Attributes:
        inner: who is asked.
        least: new supported statements per 1,000 estimated input tokens; less ends refinement.
        tokens: nominal cost so far.
        curve: a point a draft.
        stopped: why refinement ended; "" = it did not.
    """

    inner: Asker
    least: float
    tokens: int = 0
    curve: list[Gain] = field(default_factory=list)
    stopped: str = ""
    _known: set[frozenset[str]] = field(default_factory=set)

    async def ask(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """The inner asker's answer; nothing is missing where the last round brought too little."""
        if isinstance(ask, GapsAsk) and self._is_flat:
            last = self.curve[-1]
            self.stopped = (
                f"the last round brought {last.new} new supported statements, {last.per_1000:.3g} "
                f"per 1,000 tokens, and {self.least:.3g} are wanted"
            )
            return cast("Answer[V]", Answer(Gaps(()), self.stopped))
        self.tokens += nominal_tokens(ask)
        said = await self.inner.ask(ask, draw)
        if isinstance(ask, WriteAsk) and isinstance(said, Answer):
            self._count(ask, cast("Draft", said.value))
        return said

    @property
    def _is_flat(self) -> bool:
        return len(self.curve) > 1 and self.curve[-1].per_1000 < self.least

    def _count(self, ask: WriteAsk, draft: Draft) -> None:
        found = {
            rests for one in draft.sentences() if (rests := _rests_on(ask, one.text, one.texts))
        }
        new = len(found - self._known)
        self._known |= found
        before = self.curve[-1].tokens if self.curve else 0
        cost = max(1, self.tokens - before)
        self.curve.append(Gain(self.tokens, len(self._known), new, THOUSAND * new / cost))


def _rests_on(ask: WriteAsk, text: str, numbers: tuple[int, ...]) -> frozenset[str]:
    """The words of its texts that bear a sentence; none where they do not."""
    held = hold(text, tuple(whole(ask.texts[n - 1], source=str(n)) for n in numbers))
    if held is None or held.verdict is not Support.SUPPORTED:
        return frozenset()
    return frozenset(quote.text for quote in held.quotes)
