"""Measures and totals of a run as columns of its tables."""

from __future__ import annotations

from collections.abc import Mapping

from veridical.measure import Scale
from veridical.runs.leaderboard import readings
from veridical.runs.records import Manifest, MeasureRecord, TotalRecord
from veridical.score import Gated, Measured, Reason, Score, Undefined
from veridical.stats.summary import Summary
from veridical.web.pages.scores import Cell, Column


def is_part(measure: MeasureRecord) -> bool:
    """Whether a measure is a part of its paper's total: ``paper.part``, nothing below it."""
    return measure.name.count(".") == 1


def columns_of(manifest: Manifest) -> tuple[Column, ...]:
    """What tables show: the first total, the parts, the other totals."""
    totals = [total_column(t) for t in manifest.totals]
    parts = [measure_column(m) for m in manifest.measures if is_part(m)]
    return (*totals[:1], *parts, *totals[1:])


def measure_column(measure: MeasureRecord) -> Column:
    """A measure's head."""
    return Column(
        name=measure.name, title=measure.title, scale=measure.scale, source=measure.source
    )


def total_column(total: TotalRecord) -> Column:
    """A total's head."""
    return Column(
        name=total.name,
        title=f"{total.name.replace('_', ' ').capitalize()} total",
        scale=Scale(total.lowest, total.highest),
        convention=total.convention,
        is_total=True,
    )


Readings = Mapping[str, Mapping[str, str]]
"""The other readings of each part: how they are counted, by their measure's name."""


def readings_of(manifest: Manifest) -> Readings:
    """What else a part's column shows, by the part's name."""
    found: dict[str, dict[str, str]] = {}
    titles = {m.name: m.title for m in manifest.measures}
    for name, part in readings(manifest).items():
        if name != part.name:
            own = titles[name].removeprefix(f"{part.title}, ")
            found.setdefault(part.name, {})[name] = own
    return found


def mean_cell(column: Column, means: Mapping[str, Summary], others: Mapping[str, str]) -> Cell:
    """A system's mean of one column, with its other readings."""
    summary = means[column.name]
    return Cell(
        score=mean_score(summary),
        gated=summary.gated,
        readings=tuple((said, mean_score(means[name])) for name, said in others.items()),
    )


def mean_score(summary: Summary) -> Score:
    """A mean as a score: with what is missing from it, or why there is none."""
    missing = summary.items + summary.undefined
    if summary.mean is not None:
        return Measured(summary.mean, summary.n, missing, summary.bounds)
    if summary.gated and not summary.undefined.total:
        return Gated("every report stopped before it")
    reasons = summary.undefined.counts
    reason = reasons[0][0] if reasons else Reason.NOTHING_TO_CHECK
    return Undefined(reason, "", missing, summary.bounds)
