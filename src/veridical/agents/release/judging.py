"""Does the evidence bear a statement, with a quote that stands there and holds its numbers?

Who judges sees passages of the evidence; the quote is found in the stored text and taken with its
whole sentence; figures and dates are then compared by value and unit, whoever judged. Where nobody
gives a verdict the rules' stands in its place, and that is said.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from veridical.agents.release.pool import Pool
from veridical.agents.research.journal import Journal
from veridical.ask import Answer, NoVerdict, Quote
from veridical.checks.clash import ClashKind
from veridical.checks.support import Support, SupportAsk, Verdict, verified
from veridical.checks.support_rule import Held, hold
from veridical.checks.verdict import Rest
from veridical.report.sentences import sentence_spans
from veridical.retrieval.passages import Passage, excerpt
from veridical.task import Item

SHOWN = 4
"""Passages of an item that are shown, at most."""
OTHERS = 3
"""Items beside the cited ones that are looked at, at most."""
_TYPED = frozenset({ClashKind.NUMBER, ClashKind.UNIT, ClashKind.SCALE, ClashKind.DATE})


@dataclass(frozen=True, slots=True)
class Judged:
    """What the evidence says of a statement.

    Attributes:
        verdict: the verdict; None = nobody gave one.
        quotes: the sentences that it rests on, at their places in the items.
        lacking: figures and dates of the statement that the quotes do not hold.
        is_other: whether the quotes say it of something else, or otherwise.
        why: the grounds.
        absence: why the rules' verdict stands in the place of another; "" = it does not.
    """

    verdict: Verdict | None
    quotes: tuple[Quote, ...] = ()
    lacking: tuple[str, ...] = ()
    is_other: bool = False
    why: str = ""
    absence: str = ""

    @property
    def passes(self) -> bool:
        """Whether the statement may leave as it is."""
        return (
            self.verdict is not None
            and self.verdict.support is Support.SUPPORTED
            and not self.verdict.qualified
            and self._is_shown
        )

    @property
    def passes_hedged(self) -> bool:
        """Whether it may leave with a remark: a part is borne, or a condition is left out."""
        if self.verdict is None or not self._is_shown or self.is_other:
            return False
        if self.verdict.support is Support.PARTLY:
            return self.verdict.rest is not Rest.CONTRADICTED
        return self.verdict.support is Support.SUPPORTED

    @property
    def _is_shown(self) -> bool:
        return bool(self.quotes) and not self.lacking

    @property
    def reason(self) -> str:
        """Why it does not pass, in a word or two; "" = it does."""
        if self.passes:
            return ""
        if self.verdict is None:
            return "no verdict" if self.absence else "nothing speaks of it"
        if self.verdict.support in (Support.CONTRADICTED, Support.NOT_IN_SOURCE):
            return str(self.verdict)
        if self.lacking:
            return f"the quote lacks {', '.join(self.lacking)}"
        return str(self.verdict)

    @property
    def sources(self) -> tuple[str, ...]:
        """Ids of the items that the quotes stand in, each once."""
        return tuple(dict.fromkeys(quote.source for quote in self.quotes))


NOTHING_SHOWN = Judged(None, why="nothing speaks of it")


@dataclass(frozen=True)
class Bench:
    """Judges statements.

    Attributes:
        journal: where asks are put.
        items: of the evidence, by id.
        pool: of their sentences.
        language: of the report.
    """

    journal: Journal
    items: dict[str, Item]
    pool: Pool
    language: str

    async def judged(self, statement: str, cited: Iterable[str]) -> Judged:
        """What cited items say of a statement."""
        shown = tuple(p for id_ in dict.fromkeys(cited) for p in self._passages(statement, id_))
        if not shown:
            return NOTHING_SHOWN
        ask = SupportAsk(statement, shown, language=self.language)
        said = verified(await self.journal.ask(ask), shown)
        absence = ""
        if isinstance(said, NoVerdict):
            absence = f"{said.reason.value}: {said.detail}".removesuffix(": ")
            said = verified(ask.by_rule(), shown)
        return self._seen(statement, said, absence)

    async def judged_each(self, every: Sequence[tuple[str, Sequence[str]]]) -> list[Judged]:
        """What cited items say of several statements, together."""
        return list(await asyncio.gather(*(self.judged(*one) for one in every)))

    def others(self, statement: str, cited: Iterable[str]) -> tuple[str, ...]:
        """Items beside the cited ones that speak of a statement most."""
        found = self.pool.near(statement, 4 * OTHERS, without=frozenset(cited))
        return tuple(dict.fromkeys(line.item for _, line in found))[:OTHERS]

    def _passages(self, statement: str, id_: str) -> tuple[Passage, ...]:
        return excerpt(statement, self.items[id_].text, source=id_, limit=SHOWN).passages

    def _seen(self, statement: str, said: Answer[Verdict] | NoVerdict, absence: str) -> Judged:
        if isinstance(said, NoVerdict):
            return Judged(None, why=said.detail, absence=absence)
        quotes = tuple(dict.fromkeys(self._widened(quote) for quote in said.quotes))
        held = held_by(statement, quotes)
        is_other = held is not None and held.clash is not None
        return Judged(said.value, quotes, lacking(held), is_other, said.why, absence)

    def _widened(self, quote: Quote) -> Quote:
        """The sentences of which a quote is a part."""
        text = self.items[quote.source].text
        own = [s for s in _spans(text) if s[0] < quote.end and quote.start < s[1]]
        if not own:
            return quote
        start, end = min(own[0][0], quote.start), max(own[-1][1], quote.end)
        return Quote(quote.source, start, end, text[start:end])


@lru_cache(maxsize=256)
def _spans(text: str) -> tuple[tuple[int, int], ...]:
    """A text's sentences; several statements rest on one text."""
    return tuple(sentence_spans(text))


def held_by(statement: str, quotes: Sequence[Quote]) -> Held | None:
    """A statement held against quotes by the rules; None where there is nothing to hold."""
    return hold(statement, tuple(Passage(q.source, q.start, q.text) for q in quotes))


def lacking(held: Held | None) -> tuple[str, ...]:
    """Figures and dates of a statement that quotes do not hold, by value and unit."""
    return tuple(dict.fromkeys(_lacking(held))) if held is not None else ()


def _lacking(held: Held) -> Iterator[str]:
    yield from held.lacking
    if held.clash in _TYPED:
        yield held.against[0]
