"""Which claims of the gold graph hold in a report, from the evidence up?

A claim counts when the report says it and what the report says is supported: by the cited
evidence below the claim and by lower claims that count themselves. What lacks a verdict is
None, never False. Both gates after the first and the Claim Score read this walk.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from veridical.ask import Answer, Attachment, NoVerdict, Quote, ask_together
from veridical.checks.reading import said
from veridical.checks.support import PictureSupportAsk, Support, SupportAsk, verified
from veridical.graph import EvidenceGraph, Node, NodeType
from veridical.measure import Context
from veridical.methods.hievidr.asks.claim import Instantiation, InstantiationAsk
from veridical.methods.hievidr.citing import Cites, cites, evidence_text, item_of, quote
from veridical.methods.hievidr.settings import ClaimSupport
from veridical.retrieval.passages import Passage, excerpt
from veridical.score import Reason


@dataclass(frozen=True, slots=True)
class ClaimState:
    """What became of one claim.

    Attributes:
        node: its id.
        is_instantiated: whether the report says it; None = no verdict.
        is_supported: whether that is supported through the graph; None = no verdict, or
            not asked since the report does not say it.
        statements: the indices of the statements that say it.
        places: their words in the report.
        cited: ids of the cited evidence nodes right below it.
        lower: ids of the counting claims right below it.
        verdict: the support ask's answer, if it was put.
        support_quotes: the words that it rests on, in items and in lower claims.
        why: the grounds, or why there is no verdict.
        missing: why it is undecided, if it is.
        asks: identities of the asks.
    """

    node: str
    is_instantiated: bool | None
    is_supported: bool | None = None
    statements: tuple[int, ...] = ()
    places: tuple[Quote, ...] = ()
    cited: tuple[str, ...] = ()
    lower: tuple[str, ...] = ()
    verdict: Support | None = None
    support_quotes: tuple[Quote, ...] = ()
    why: str = ""
    missing: Reason | None = None
    asks: tuple[str, ...] = ()

    @property
    def counts(self) -> bool | None:
        """Said and supported (w_n of eq. 12); None = undecided."""
        both = (self.is_instantiated, self.is_supported)
        if False in both:
            return False
        return None if None in both else True


@dataclass(frozen=True)
class _Walk:
    """One report's walk through its task's graph."""

    context: Context
    graph: EvidenceGraph
    found: Cites
    support: ClaimSupport

    async def claims(self) -> tuple[ClaimState, ...]:
        """Every claim, supporters before supported."""
        report = self.context.report
        asks = [InstantiationAsk(n.text, said(report), report.language) for n in self.graph.claims]
        answers = await ask_together(self.context.asker, asks)
        states: dict[str, ClaimState] = {}
        for node, ask, answer in zip(self.graph.claims, asks, answers, strict=True):
            state = self._instantiated(node, ask, answer)
            states[state.node] = await self._supported(state, states)
        return tuple(states.values())

    def _instantiated(
        self, node: Node, ask: InstantiationAsk, answer: Answer[Instantiation] | NoVerdict
    ) -> ClaimState:
        report, asks = self.context.report, (ask.identity(),)
        if isinstance(answer, NoVerdict):
            return ClaimState(node.id, None, why=answer.detail, missing=answer.reason, asks=asks)
        if not ask.knows(answer):
            why = "a statement is named that the report does not have"
            return ClaimState(node.id, None, why=why, missing=Reason.UNREADABLE, asks=asks)
        numbers = tuple(sorted(set(answer.value.statements)))
        places = tuple(quote(report, report.statements[i].span) for i in numbers)
        return ClaimState(node.id, bool(numbers), None, numbers, places, why=answer.why, asks=asks)

    async def _supported(self, state: ClaimState, below: Mapping[str, ClaimState]) -> ClaimState:
        # by id, since the order of a graph's edges says nothing and a prompt's order may
        nodes = sorted(self.graph.supporters(state.node), key=lambda n: n.id)
        evidence = [n for n in nodes if n.type is NodeType.EVIDENCE]
        lower = [below[n.id] for n in nodes if n.type is NodeType.CLAIM]
        cited = [n for n in evidence if item_of(n) in self.found.places]
        state = replace(
            state,
            cited=tuple(n.id for n in cited),
            lower=tuple(c.node for c in lower if c.counts),
        )
        if self.support is not ClaimSupport.JUDGED:
            return replace(state, is_supported=self._structural(state, evidence, lower))
        return await self._judged(state, cited, lower)

    def _structural(
        self, state: ClaimState, evidence: list[Node], lower: list[ClaimState]
    ) -> bool | None:
        """Supported by the graph's shape: all of, or any of, what lies below."""
        uncited = False if self.found.is_known else None
        held = [n.id in state.cited or uncited for n in evidence]
        held += [c.is_supported for c in lower]
        return all_hold(held) if self.support is ClaimSupport.STRUCTURAL_ALL else any_holds(held)

    async def _judged(
        self, state: ClaimState, cited: list[Node], lower: list[ClaimState]
    ) -> ClaimState:
        """Supported by the words of what is cited and of what already counts."""
        if not self.found.is_known:
            return replace(state, why="what is cited is unknown", missing=Reason.NOT_ASSESSED)
        if state.is_instantiated is not False and (below := _open(lower)):
            why = f"claim {below.node} below it has no verdict"
            return replace(state, why=why, missing=below.missing or Reason.NOT_ASSESSED)
        if not state.cited and not state.lower:
            why = "none of the evidence below it is cited, and no claim below it counts"
            return replace(state, is_supported=False, why=why)
        if not state.is_instantiated:
            return state
        ask = self._ask(state, cited, [c for c in lower if c.counts])
        answer = verified(await self.context.asker.ask(ask), ask.passages)
        state = replace(state, asks=(*state.asks, ask.identity()))
        if isinstance(answer, NoVerdict):
            return replace(state, why=answer.detail, missing=answer.reason)
        return replace(
            state,
            is_supported=answer.value.support is Support.SUPPORTED,
            verdict=answer.value.support,
            support_quotes=answer.quotes,
            why=answer.why,
        )

    def _ask(self, state: ClaimState, cited: list[Node], lower: list[ClaimState]) -> SupportAsk:
        report = self.context.report
        statement = self._words(state)
        passages = [p for n in cited for p in self._passages(statement, n)]
        passages += [Passage(f"claim {c.node}", 0, self._words(c)) for c in lower]
        around = _around(state, self.context)
        pictures = self._pictures(cited)
        if pictures:
            return PictureSupportAsk(statement, tuple(passages), around, report.language, pictures)
        return SupportAsk(statement, tuple(passages), around, report.language)

    def _words(self, state: ClaimState) -> str:
        return " ".join(self.context.report.statements[i].text for i in state.statements)

    def _passages(self, statement: str, node: Node) -> tuple[Passage, ...]:
        text = evidence_text(node, self.context.corpus)
        return excerpt(statement, text, source=item_of(node)).passages

    def _pictures(self, cited: list[Node]) -> tuple[Attachment, ...]:
        pictures = self.context.pictures
        return tuple(pictures[item_of(n)] for n in cited if item_of(n) in pictures)


def _open(lower: Sequence[ClaimState]) -> ClaimState | None:
    """The first claim without a verdict: what it would add to the passages is unknown."""
    return next((c for c in lower if c.counts is None), None)


def any_holds(states: Sequence[bool | None]) -> bool | None:
    """Whether any is True; None where that hangs on an unknown one."""
    if True in states:
        return True
    return None if None in states else False


def all_hold(states: Sequence[bool | None]) -> bool | None:
    """Whether none is False; None where that hangs on an unknown one."""
    if False in states:
        return False
    return None if None in states else True


def _around(state: ClaimState, context: Context) -> str:
    """The paragraphs that the statements stand in, where they hold more than them."""
    report = context.report
    blocks = sorted({report.statements[i].block for i in state.statements})
    inside = [s for s in report.statements if s.block in blocks]
    return " ".join(s.text for s in inside) if len(inside) > len(state.statements) else ""


def paragraphs(state: ClaimState, context: Context) -> str:
    """The paragraphs that the claim's statements stand in."""
    words = [context.report.statements[i].text for i in state.statements]
    return _around(state, context) or " ".join(words)


async def claim_states(context: Context, support: ClaimSupport) -> tuple[ClaimState, ...]:
    """What became of every claim of the task's graph, supporters before supported."""
    graph = context.task.gold.graph
    if graph is None:
        return ()
    return await _Walk(context, graph, cites(context), support).claims()
