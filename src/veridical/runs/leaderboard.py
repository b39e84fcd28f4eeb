"""What each system's scores come to: means with bounds, and how far its reports get."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from veridical.runs.records import (
    Manifest,
    MeasureRecord,
    ReportResult,
    ScoreRecord,
    TotalRecord,
    score_from_record,
)
from veridical.score import Reason, Score, Undefined
from veridical.stats.summary import Summary, summarize

NO_GATE = ""
"""Stands for a report that passed no gate."""


@dataclass(frozen=True)
class Funnel:
    """How far a system's reports get.

    Attributes:
        furthest: how many reports passed each gate as their last, in the method's order;
            first `NO_GATE`, those that passed none. A report at an undecided gate is not
            in it.
        undecided: how many reports stand before each gate that is undecided.
    """

    furthest: Mapping[str, int]
    undecided: Mapping[str, int]


@dataclass(frozen=True)
class Standing:
    """One system in one run.

    Attributes:
        system: its name.
        reports: how many reports it has in the run.
        absent: tasks of the run that it has no report for; their scores are missing.
        measures: the mean of each measure over the run's tasks, in the method's order.
        totals: the same of each total.
        funnel: how far its reports get.
    """

    system: str
    reports: int
    absent: tuple[str, ...]
    measures: Mapping[str, Summary]
    totals: Mapping[str, Summary]
    funnel: Funnel


def standings(manifest: Manifest, results: Iterable[ReportResult]) -> tuple[Standing, ...]:
    """One standing per system, in the order of their names."""
    by_system: dict[str, list[ReportResult]] = {name: [] for name in sorted(manifest.systems)}
    for result in results:
        by_system[result.system].append(result)
    return tuple(_standing(manifest, name, found) for name, found in by_system.items())


def _standing(manifest: Manifest, system: str, results: list[ReportResult]) -> Standing:
    answered = {result.task for result in results}
    absent = tuple(task for task in manifest.tasks if task not in answered)
    measured = [result.scores for result in results]
    totaled = [result.totals for result in results]
    return Standing(
        system=system,
        reports=len(results),
        absent=absent,
        measures={m.name: _summary(m, measured, len(absent)) for m in manifest.measures},
        totals={t.name: _summary(t, totaled, len(absent)) for t in manifest.totals},
        funnel=funnel(manifest.gates, results),
    )


def _summary(
    what: MeasureRecord | TotalRecord, records: list[dict[str, ScoreRecord]], absent: int
) -> Summary:
    scores: list[Score] = [score_from_record(r[what.name]) for r in records if what.name in r]
    no_report = Undefined(Reason.UNAVAILABLE, "no report", bounds=what.ends)
    return summarize([*scores, *[no_report] * absent], scale=what.ends)


def funnel(gates: tuple[str, ...], results: Iterable[ReportResult]) -> Funnel:
    """How far reports get: by their last open gate, or the gate that is undecided."""
    furthest = Counter(dict.fromkeys((NO_GATE, *gates), 0))
    undecided = Counter(dict.fromkeys(gates, 0))
    for result in results:
        before = [name for name, is_open in result.gates.items() if is_open is None]
        passed = [name for name, is_open in result.gates.items() if is_open]
        if before:
            undecided[before[0]] += 1
        else:
            furthest[passed[-1] if passed else NO_GATE] += 1
    return Funnel(dict(furthest), dict(undecided))


def ranked(manifest: Manifest, found: Iterable[Standing]) -> tuple[Standing, ...]:
    """Standings by the first total, best first; those without one last, by name."""
    first = manifest.totals[0].name if manifest.totals else None

    def rank(standing: Standing) -> tuple[bool, float, str]:
        mean = standing.totals[first].mean if first else None
        return mean is None, -(mean or 0.0), standing.system

    return tuple(sorted(found, key=rank))
