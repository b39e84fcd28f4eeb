"""What each system's scores come to: means with bounds, and how far its reports get."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypedDict

from msgspec.structs import replace

from veridical.ask import Role
from veridical.runs.records import (
    Manifest,
    MeasureRecord,
    ReportResult,
    ScoreRecord,
    TotalRecord,
    score_from_record,
)
from veridical.score import Reason, Score, Undefined
from veridical.stats.summary import Summary, pooled, summarize

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


class LeaderboardRow(TypedDict):
    """One mean of one system as a plain row.

    ``difficulty`` is that of the tasks that the mean is over, ``all`` for every task.
    ``kind`` is ``measure`` or ``total``; ``name`` and ``title`` the score's. ``mean`` is
    None where none of the ``tasks`` has a number. ``n`` scores have one, ``gated`` stand
    behind a closed gate, ``undefined`` have none for the reasons named; ``missing`` is how
    many items inside all scores had no verdict. ``worst`` and ``best`` are the bounds, None
    where there is no bound. ``respondent`` and ``is_indicative`` say who judged,
    ``departures`` in what not as the paper's own judge, joined by ``; ``.
    """

    system: str
    difficulty: str
    kind: str
    name: str
    title: str
    mean: float | None
    tasks: int
    n: int
    gated: int
    undefined: int
    undefined_by_reason: str
    missing: int
    worst: float | None
    best: float | None
    respondent: str
    is_indicative: bool
    departures: str


ALL = "all"
"""Stands for tasks of any difficulty."""


def leaderboard_rows(
    manifest: Manifest, results: Iterable[ReportResult], difficulties: Mapping[str, str]
) -> tuple[LeaderboardRow, ...]:
    """Every mean of every system: over all tasks, then over those of each difficulty.

    Args:
        manifest: the run's.
        results: its results.
        difficulties: of the tasks that have one, by id.

    Source:
        HiEviDR-Bench, arXiv:2607.25151, reports its scores by difficulty as well.
    """
    every = tuple(results)
    groups = {ALL: frozenset(manifest.tasks)}
    for level in dict.fromkeys(difficulties[t] for t in manifest.tasks if t in difficulties):
        groups[level] = frozenset(t for t in manifest.tasks if difficulties.get(t) == level)
    return tuple(
        row for level, tasks in groups.items() for row in _level_rows(manifest, every, level, tasks)
    )


def _level_rows(
    manifest: Manifest, results: Iterable[ReportResult], level: str, tasks: frozenset[str]
) -> Iterator[LeaderboardRow]:
    of_level = replace(manifest, tasks=tuple(t for t in manifest.tasks if t in tasks))
    found = standings(of_level, (r for r in results if r.task in tasks))
    titles = {t.name: t.name for t in manifest.totals} | {
        m.name: m.title for m in manifest.measures
    }
    for standing in ranked(of_level, found):
        kinds = {"total": standing.totals, "measure": standing.measures}
        for kind, summaries in kinds.items():
            for name, summary in summaries.items():
                yield LeaderboardRow(
                    system=standing.system,
                    difficulty=level,
                    kind=kind,
                    name=name,
                    title=titles[name],
                    mean=summary.mean,
                    tasks=summary.total,
                    n=summary.n,
                    gated=summary.gated,
                    undefined=summary.undefined.total,
                    undefined_by_reason=";".join(f"{r}={n}" for r, n in summary.undefined.counts),
                    missing=summary.items.total,
                    worst=summary.bounds.worst if summary.bounds else None,
                    best=summary.bounds.best if summary.bounds else None,
                    respondent=manifest.respondents.get(Role.JUDGE, ""),
                    is_indicative=manifest.is_indicative,
                    departures="; ".join(d for m in manifest.models for d in m.departures),
                )


def readings(manifest: Manifest) -> Mapping[str, MeasureRecord]:
    """The parts of which a total is made, each with the other readings of it, by name.

    A part's name has one dot (``paper.part``). What is named below it and has its scale is
    the same part, read or counted in another way; the rest below it are its inner numbers.

    Returns:
        The measures in the method's order; the record of each is that of its part.
    """
    parts = {m.name: m for m in manifest.measures if m.name.count(".") == 1}
    found = {}
    for measure in manifest.measures:
        part = parts.get(".".join(measure.name.split(".")[:2]))
        if part is not None and measure.ends == part.ends:
            found[measure.name] = part
    return found


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
    is_pooled = isinstance(what, MeasureRecord) and what.is_pooled is True
    together = pooled if is_pooled else summarize
    return together([*scores, *[no_report] * absent], scale=what.ends)


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
