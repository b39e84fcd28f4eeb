"""What an agent did, and what it came to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from veridical.agents.research.draft import Draft
from veridical.agents.research.evidence import Evidence
from veridical.agents.research.own_citations import without_own_citations
from veridical.agents.spending import nominal_tokens
from veridical.ask import Answer, Ask, Asker, NoVerdict
from veridical.task import Item
from veridical.trajectory import Step, StepKind

V = TypeVar("V")


@dataclass(frozen=True)
class Researched:
    """A report, and how it came about.

    Attributes:
        draft: the report; None where there is none.
        evidence: what its numbers stand for.
        retrieved: ids of everything that was found, in the order in which it was.
        steps: the trajectory.
        sub_questions: that were searched for, in their order.
        asks: how many asks were put.
        tokens: their nominal cost, in estimated input tokens.
        absence: why there is no report, or why it was not refined further; None = nothing failed.
    """

    draft: Draft | None
    evidence: Evidence
    retrieved: tuple[str, ...]
    steps: tuple[Step, ...]
    sub_questions: tuple[str, ...] = ()
    asks: int = 0
    tokens: int = 0
    absence: NoVerdict | None = None


@dataclass
class Journal:
    """Puts asks and notes steps; no clock enters it, so that a replay writes the same.

    Attributes:
        asker: who is asked.
        steps: so far.
        asks: how many were put.
        tokens: their nominal cost.
        absences: what was not answered.
    """

    asker: Asker
    steps: list[Step] = field(default_factory=list)
    asks: int = 0
    tokens: int = 0
    absences: list[NoVerdict] = field(default_factory=list)
    _step: int = 1

    async def ask(self, ask: Ask[V]) -> Answer[V] | NoVerdict:
        """Put an ask, count it, keep why there is no answer."""
        self.asks += 1
        self.tokens += nominal_tokens(ask)
        said = await self.asker.ask(ask)
        if isinstance(said, NoVerdict):
            self.absences.append(said)
        return said

    def note(self, kind: StepKind, *, note: str | None = None, query: str | None = None) -> None:
        """Note something that was done, as a step of its own."""
        self.steps.append(Step(self._step, kind, query=query, note=note))
        self._step += 1

    def note_items(self, kind: StepKind, items: Iterable[Item]) -> None:
        """Note what was done to items, together as one step."""
        noted = [Step(self._step, kind, item=one.id, url=address_of(one)) for one in items]
        self.steps += noted
        self._step += bool(noted)

    def closed(
        self,
        draft: Draft | None,
        evidence: Evidence,
        *,
        retrieved: Iterable[str],
        sub_questions: Iterable[str] = (),
    ) -> Researched:
        """What it all came to; the items that the draft cites and shows are noted last.

        What looks like a citation in its words is taken out: no source is invented.
        """
        if draft is not None:
            draft = without_own_citations(draft, evidence)
            cited = dict.fromkeys(n for one in draft.sentences() for n in one.texts)
            self.note_items(StepKind.CITE, (evidence.texts[n - 1] for n in cited))
            shown = dict.fromkeys(draft.images())
            self.note_items(StepKind.FIGURE, (evidence.images[n - 1] for n in shown))
        return Researched(
            draft,
            evidence,
            tuple(dict.fromkeys(retrieved)),
            tuple(self.steps),
            tuple(sub_questions),
            self.asks,
            self.tokens,
            self.absences[-1] if self.absences else None,
        )


def address_of(item: Item) -> str | None:
    """The web address that an item comes from; None where it comes from none."""
    first, *_ = (*item.source.split(), "")
    return first if first.startswith(("http://", "https://")) else None
