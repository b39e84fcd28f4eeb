"""Asks for the rubric of a query and for the marks of a report and its reference by it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from veridical.ask import Answer, NoVerdict, ask_together
from veridical.checks.criterion_marks import Marks, MarksAsk
from veridical.checks.dimensions import Dimension
from veridical.measure import Context
from veridical.methods.once import OncePerReport
from veridical.methods.race.article import article
from veridical.methods.race.published import published_rubric
from veridical.methods.race.rubric import Rubric, drawn_rubric
from veridical.methods.race.settings import Settings
from veridical.methods.race.tally import Marked, MarkedDimension, RaceTally, Seen
from veridical.methods.rubrics import Weighted
from veridical.report.language import language_of
from veridical.score import Reason

NO_REFERENCE = "there is no reference report on this task"
NO_RUBRIC = "the file of rubrics has none for this query"
ITSELF = "this report is the reference"


@dataclass(eq=False)
class Collector(OncePerReport[RaceTally]):
    """Marks a report beside its reference; once per report.

    Attributes:
        settings: where rubrics come from.
    """

    settings: Settings

    async def counted(self, context: Context) -> RaceTally:
        """The tally of one report."""
        own, rival = context.submission, context.submission.rival
        if rival is None:
            return RaceTally("", absent=Reason.NO_GOLD, why=NO_REFERENCE)
        name = f"{rival.system}/{rival.task_id}"
        if (rival.task_id, rival.report.source) == (own.task_id, own.report.source):
            return RaceTally(name, absent=Reason.NOTHING_TO_CHECK, why=ITSELF)
        rubric = await self._rubric(context)
        if rubric is None:
            return RaceTally(name, absent=Reason.NO_GOLD, why=NO_RUBRIC)
        texts = article(own.report), article(rival.report)
        return RaceTally(name, rubric.draws, await _marked(context, rubric, texts))

    async def _rubric(self, context: Context) -> Rubric | None:
        query = context.task.query.text
        if self.settings.rubrics:
            return published_rubric(self.settings, query)
        return await drawn_rubric(context.asker, query, _language(context), self.settings.draws)


def _language(context: Context) -> str:
    """Of the query, whatever language the report is in."""
    return context.task.language or language_of(context.task.query.text)


async def _marked(
    context: Context, rubric: Rubric, texts: tuple[str, str]
) -> tuple[MarkedDimension, ...]:
    """Every dimension with the marks of its criteria, each order of the texts put together."""
    criteria = [c for d in Dimension if not isinstance(own := rubric.criteria[d], Reason)
                for c in own]  # fmt: skip
    target, reference = texts
    forward, backward = await asyncio.gather(
        _said(context, criteria, (target, reference)),
        _said(context, criteria, (reference, target)),
    )
    seen = {
        c.id: (_seen(*one), _seen(*other, is_turned=True))
        for c, one, other in zip(criteria, forward, backward, strict=True)
    }
    found = []
    for dimension in Dimension:
        own = rubric.criteria[dimension]
        if isinstance(own, Reason):
            found.append(MarkedDimension(dimension, (), own))
            continue
        marked = tuple(Marked(c.id, c.criterion, c.weight, *seen[c.id], c.explanation) for c in own)
        found.append(MarkedDimension(dimension, marked))
    return tuple(found)


async def _said(
    context: Context, criteria: Sequence[Weighted], texts: tuple[str, str]
) -> list[tuple[str, Answer[Marks] | NoVerdict]]:
    """Each criterion's ask, by its identity, with the answer."""
    query, language = context.task.query.text, _language(context)
    asks = [MarksAsk(query, *texts, c.id, c.criterion, c.explanation, language) for c in criteria]
    if not asks:
        return []
    said = await ask_together(context.asker, asks)
    return [(ask.identity(), answer) for ask, answer in zip(asks, said, strict=True)]


def _seen(ask: str, said: Answer[Marks] | NoVerdict, *, is_turned: bool = False) -> Seen:
    if isinstance(said, NoVerdict):
        return Seen(None, None, said.reason, ask)
    first, second = float(said.value.first), float(said.value.second)
    target, reference = (second, first) if is_turned else (first, second)
    return Seen(target, reference, None, ask)
