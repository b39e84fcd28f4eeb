"""A small report and its corpus, and an asker that says of each source what a test writes down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar, cast

from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict, Quote
from veridical.checks.queries import QueriesAsk
from veridical.checks.support import SupportAsk
from veridical.checks.verdict import Rest, Support, Verdict
from veridical.measure import Context, Submission
from veridical.report import parse_report
from veridical.score import Reason
from veridical.task import Item, Query, Task

V = TypeVar("V")

YES = Verdict(Support.SUPPORTED)
NO = Verdict(Support.CONTRADICTED)
SILENT = Verdict(Support.NOT_IN_SOURCE)
HALF = Verdict(Support.PARTLY, Rest.UNVERIFIABLE)
MIXED = Verdict(Support.PARTLY, Rest.CONTRADICTED)
UNTOLD = Verdict(Support.PARTLY, Rest.NONE)
LOST = NoVerdict(Reason.TIMEOUT, "no reply")

CORPUS = {
    "rhine": "The Rhine is a river of Europe. It is 1,230 km long.",
    "danube": "The Danube is a river of Europe. It flows through ten countries.",
    "volga": "The Volga is a river of Europe. It ends in the Caspian Sea.",
}
RIVERS = (
    "The Rhine is a river of Europe that is 1,230 km long.",
    "The Danube is a river of Europe that flows through ten countries.",
    "The Volga is a river of Europe that ends in the Caspian Sea.",
    "The Elbe is a river of Europe.",
)


@dataclass
class Told:
    """An asker: by rule, but for what sources say and for what is lost.

    Attributes:
        says: by statement and source, or by statement alone; what is not told is silent.
        lost: kinds of asks, or statements, that bring no answer.
        asked: all that was asked, in order.
    """

    says: Mapping[object, Verdict | NoVerdict] = field(default_factory=dict)
    lost: Sequence[str] = ()
    asked: list[Ask[object]] = field(default_factory=list)

    async def ask(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """What is told, else the rules' answer."""
        self.asked.append(cast("Ask[object]", ask))
        if ask.kind in self.lost:
            return LOST
        if isinstance(ask, SupportAsk):
            return cast("Answer[V] | NoVerdict", self._said(ask))
        if isinstance(ask, QueriesAsk) and ask.statement in self.lost:
            return LOST
        return ask.by_rule()

    def _said(self, ask: SupportAsk) -> Answer[Verdict] | NoVerdict:
        sources = {p.source for p in ask.passages}
        places: list[object] = [(ask.statement, s) for s in sorted(sources)]
        if len(sources) > 1:
            places = [(ask.statement, "together")]
        said = next((self.says[p] for p in [*places, ask.statement] if p in self.says), SILENT)
        if isinstance(said, NoVerdict):
            return said
        quotes = tuple(Quote(p.source, p.start, p.end, p.text) for p in ask.passages)
        return Answer(said, "as told", () if said == SILENT else quotes)

    def of(self, kind: type[V]) -> list[V]:
        """The asks of a kind."""
        return [ask for ask in self.asked if isinstance(ask, kind)]


def facts(
    *sentences: str,
    asker: Told,
    corpus: Mapping[str, str] | None = None,
    query: str = "",
    date: str = "",
) -> Context:
    """A context of a report of these paragraphs."""
    text = "\n\n".join(sentences)
    return Context(
        Task("t", Query(query)),
        Submission("s", "t", parse_report(text.encode(), format="markdown", name="r")),
        {i: Item(i, said) for i, said in (CORPUS if corpus is None else corpus).items()},
        asker,
        date=date,
    )
