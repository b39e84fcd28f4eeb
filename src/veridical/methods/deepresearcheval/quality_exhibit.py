"""What a report's page shows of its quality: every criterion with its weight and its mark."""

from __future__ import annotations

from collections.abc import Mapping

from veridical.checks.criterion_marks import HIGHEST
from veridical.diagnosis import Exhibit, ExhibitMark, ExhibitRow
from veridical.measure import Context, Scorecard
from veridical.methods.deepresearcheval.quality_tally import (
    MarkedCriterion,
    MarkedSide,
    QualityTally,
)
from veridical.score import Measured, Reason, Score, Undefined

NOTE = (
    "Marks from 0 to 10 by the rubric of this task, the same for every system; whether statements "
    "are true is not part of them."
)


def quality_exhibits(
    context: Context, tallies: Mapping[str, object], scores: Scorecard
) -> tuple[Exhibit, ...]:
    """The criteria in their dimensions, the general ones first; none where nothing was marked.

    Args:
        context: the report; its task's rubric is in the tally.
        tallies: by measure.
        scores: by measure.
    """
    del context, scores
    tally = next((t for t in tallies.values() if isinstance(t, QualityTally)), None)
    if tally is None or tally.absent is not None:
        return ()
    rows = tuple(row for side in tally.sides for row in _rows(side))
    return (Exhibit(title="Criteria of quality", note=NOTE, rows=rows),)


def _rows(side: MarkedSide) -> tuple[ExhibitRow, ...]:
    weight = "" if side.weight is None else f", {side.weight:.0%} of the whole"
    group = f"{side.name}{'' if side.is_general else ' (this task alone)'}{weight}"
    if not side.criteria:
        mark = ExhibitMark("mark", _mark(None, side.missing), highest=HIGHEST)
        return (ExhibitRow(text="no criteria", group=group, marks=(mark,)),)
    return tuple(_row(one, group) for one in side.criteria)


def _row(one: MarkedCriterion, group: str) -> ExhibitRow:
    return ExhibitRow(
        text=one.criterion,
        group=group,
        marks=(
            ExhibitMark("weight", Measured(one.weight)),
            ExhibitMark("mark", _mark(one.mark, one.missing), highest=HIGHEST),
        ),
        note=one.explanation,
        asks=(one.ask,) if one.ask else (),
    )


def _mark(mark: float | None, missing: Reason | None) -> Score:
    return Undefined(missing or Reason.NOT_ASSESSED) if mark is None else Measured(mark)
