"""Asks for the rubric of a task, and for the marks of a report by it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from veridical.ask import Answer, NoVerdict, ask_together
from veridical.checks.reading import reading_text
from veridical.checks.side_marks import SideMark, SideMarkAsk
from veridical.measure import Context
from veridical.methods.deepresearcheval.quality_rubric import (
    QualityRubric,
    RubricSide,
    drawn_rubric,
    written_rubric,
)
from veridical.methods.deepresearcheval.quality_tally import (
    MarkedCriterion,
    MarkedSide,
    QualityTally,
)
from veridical.methods.deepresearcheval.settings import Settings
from veridical.methods.once import OncePerReport
from veridical.methods.rubrics import Weighted
from veridical.report.language import language_of
from veridical.score import Reason

NO_RUBRIC = "the file of rubrics has none for this query"
SAYS_NOTHING = "the report says nothing"
DECIMALS = 2

_EMPTY = QualityTally(absent=Reason.NOTHING_TO_CHECK, why=SAYS_NOTHING)

Marks = dict[str, tuple[str, Answer[SideMark] | NoVerdict]]


@dataclass(eq=False)
class QualityCollector(OncePerReport[QualityTally]):
    """Marks a report; once for all measures.

    Attributes:
        settings: where rubrics come from.
    """

    settings: Settings

    async def counted(self, context: Context) -> QualityTally:
        """The tally of one report."""
        is_empty = not reading_text(context.report).strip()
        if is_empty and not self.settings.rubrics:
            return _EMPTY
        rubric = await self._rubric(context)
        if rubric is None:
            return QualityTally(absent=Reason.NO_GOLD, why=NO_RUBRIC)
        if is_empty:
            return _EMPTY
        marks = await _marks(context, rubric)
        sides = tuple(_side(one, marks) for one in rubric.sides)
        return QualityTally(sides, rubric.no_own, rubric.no_weights)

    async def _rubric(self, context: Context) -> QualityRubric | None:
        query, language = context.task.query.text, _language(context)
        if self.settings.rubrics:
            path, sha256 = self.settings.rubrics, self.settings.rubrics_sha256
            return written_rubric(path, sha256, query, language)
        return await drawn_rubric(context.asker, query, language)


def _language(context: Context) -> str:
    """Of the query, whatever language the report is in."""
    return context.task.language or language_of(context.task.query.text)


async def _marks(context: Context, rubric: QualityRubric) -> Marks:
    """By the criterion's id: the ask's identity, and what was said."""
    query, language = context.task.query.text, _language(context)
    text = reading_text(context.report)
    asks = [
        SideMarkAsk(query, text, c.id, one.side.name, c.criterion, c.explanation, language)
        for one in rubric.sides
        for c in _criteria(one)
    ]
    said = await ask_together(context.asker, asks) if asks else []
    return {ask.id: (ask.identity(), one) for ask, one in zip(asks, said, strict=True)}


def _criteria(side: RubricSide) -> Sequence[Weighted]:
    return () if isinstance(side.criteria, Reason) else side.criteria


def _side(one: RubricSide, marks: Marks) -> MarkedSide:
    side = one.side
    criteria = tuple(_marked(c, *marks[c.id]) for c in _criteria(one))
    missing = one.criteria if isinstance(one.criteria, Reason) else None
    return MarkedSide(
        side.id, side.name, side.definition, side.is_general, one.weight, criteria, missing
    )


def _marked(one: Weighted, ask: str, said: Answer[SideMark] | NoVerdict) -> MarkedCriterion:
    if isinstance(said, NoVerdict):
        mark, missing = None, said.reason
    else:
        mark, missing = round(float(said.value.mark), DECIMALS), None
    return MarkedCriterion(one.id, one.criterion, one.explanation, one.weight, mark, missing, ask)
