"""Asks what a report makes of the main conclusion and of each key point."""

from __future__ import annotations

from dataclasses import dataclass, field

from veridical.ask import Answer, NoVerdict, ask_together
from veridical.checks.key_point import REPORT, C, KeyPointAsk, KeyPointVerdict, U, verified_point
from veridical.measure import Context
from veridical.methods.kdr.asks.conclusion import AlignmentAsk
from veridical.methods.kdr.gold import key_points, main_conclusion
from veridical.methods.kdr.tally import AlignmentTally, KeyPointsTally, PointSeen
from veridical.methods.race.article import article
from veridical.report.language import language_of
from veridical.report.model import Report
from veridical.retrieval.passages import whole
from veridical.score import Reason

MOST_KNOWN = 8
"""Reports whose words are kept while their other measures are still to come."""


@dataclass(eq=False)
class Collector:
    """Reads a report once, and asks about its conclusion and its key points."""

    _known: list[tuple[Report, str]] = field(default_factory=list, repr=False)

    async def alignment(self, context: Context) -> AlignmentTally:
        """The mark of its conclusion."""
        wanted, shown = main_conclusion(context.task), self._words(context.report)
        if wanted is None:
            return AlignmentTally(None, Reason.NO_GOLD)
        if not shown:
            return AlignmentTally(None, is_empty=True)
        ask = AlignmentAsk(context.task.query.text, shown, wanted, _language(context))
        said = await context.asker.ask(ask)
        if isinstance(said, NoVerdict):
            return AlignmentTally(None, said.reason, why=said.detail, ask=ask.identity())
        return AlignmentTally(said.value.alignment, why=said.why, ask=ask.identity())

    async def key_points(self, context: Context) -> KeyPointsTally:
        """The verdicts on its key points."""
        points, shown = key_points(context.task), self._words(context.report)
        if not shown:
            return KeyPointsTally((), is_empty=True)
        passages = (whole(shown, source=REPORT),)
        asks = [KeyPointAsk(passages, p.text, _language(context)) for p in points]
        said = await ask_together(context.asker, asks)
        found = (verified_point(one, passages) for one in said)
        return KeyPointsTally(
            tuple(_seen(p.id, ask, one) for p, ask, one in zip(points, asks, found, strict=True))
        )

    def _words(self, report: Report) -> str:
        """What the report says, without citations."""
        for one, words in self._known:
            if one is report:
                return words
        words = article(report).strip()
        self._known = [*self._known[1 - MOST_KNOWN :], (report, words)]
        return words


def _language(context: Context) -> str:
    """Of the query, whatever language the report is in."""
    return context.task.language or language_of(context.task.query.text)


def _seen(name: str, ask: KeyPointAsk, said: Answer[KeyPointVerdict] | NoVerdict) -> PointSeen:
    identity = ask.identity()
    if isinstance(said, NoVerdict):
        return PointSeen(name, ask.key_point, None, None, said.reason, (), said.detail, identity)
    c, u = C[said.value.coverage], U[said.value.supportiveness]
    return PointSeen(name, ask.key_point, c, u, None, said.quotes, said.why, identity)
