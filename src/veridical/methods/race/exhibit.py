"""What a report's page shows of RACE: every criterion with both reports' marks."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum

from veridical.checks.criterion_marks import HIGHEST
from veridical.diagnosis import Exhibit, ExhibitMark, ExhibitRow
from veridical.measure import Context, Scorecard
from veridical.methods.race.tally import Marked, MarkedDimension, RaceTally
from veridical.score import Measured, Reason, Score, Undefined


def race_exhibits(
    context: Context, tallies: Mapping[str, object], scores: Scorecard
) -> tuple[Exhibit, ...]:
    """The criteria in their dimensions; none where nothing was compared.

    Args:
        context: the report; its reference and rubric are in the tally.
        tallies: by measure.
        scores: by measure.
    """
    del context, scores
    tally = next((t for t in tallies.values() if isinstance(t, RaceTally)), None)
    if tally is None or tally.absent is not None:
        return ()
    note = (
        f"Marks from 0 to 10 beside the reference, {tally.reference}: the mean of both orders in "
        "which the two reports were shown."
    )
    rows = tuple(row for one in tally.dimensions for row in _rows(one))
    return (Exhibit(title="Criteria beside the reference", note=note, rows=rows),)


def _rows(one: MarkedDimension) -> tuple[ExhibitRow, ...]:
    group = one.name.replace("_", " ").capitalize()
    if not one.criteria:
        absent = Undefined(one.missing or Reason.NOT_ASSESSED)
        mark = ExhibitMark("this report", absent, highest=HIGHEST)
        return (ExhibitRow(text="no criteria", group=group, marks=(mark,)),)
    return tuple(_row(marked, group) for marked in one.criteria)


def _row(one: Marked, group: str) -> ExhibitRow:
    own, reference = (_both(one, side) for side in ("target", "reference"))
    return ExhibitRow(
        text=one.criterion,
        group=group,
        marks=(
            ExhibitMark("weight", Measured(one.weight)),
            ExhibitMark("this report", own, highest=HIGHEST),
            ExhibitMark("the reference", reference, highest=HIGHEST),
        ),
        note=one.explanation,
        asks=tuple(seen.ask for seen in (one.target_first, one.reference_first) if seen.ask),
    )


def _both(one: Marked, side: str) -> Score:
    """The mean of both orders, as it counts; absent where one of them is."""
    seen = (one.target_first, one.reference_first)
    missing = next((s.missing for s in seen if s.missing is not None), None)
    if missing is not None:
        return Undefined(missing)
    marks = [s.target if side == "target" else s.reference for s in seen]
    return Measured(fsum(m or 0.0 for m in marks) / len(marks), len(marks))
