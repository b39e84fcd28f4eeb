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
from veridical.task import Task

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

    ``difficulty`` is that of the tasks that the mean is over, ``all`` for every task, "" where
    they are those of another label: its name is ``label`` and what it says ``value``.
    ``kind`` is ``measure`` or ``total``; ``name`` and ``title`` the score's. ``mean`` is
    None where none of the ``tasks`` has a number. ``n`` scores have one, ``gated`` stand
    behind a closed gate, ``undefined`` have none for the reasons named; ``missing`` is how
    many items inside all scores had no verdict. ``worst`` and ``best`` are the bounds, None
    where there is no bound. ``respondent`` and ``is_indicative`` say who judged,
    ``departures`` in what not as the paper's own judge, joined by ``; ``.
    """

    system: str
    difficulty: str
    label: str
    value: str
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


LABELS = ("regime", "domain", "language")
"""What tells tasks apart beside their difficulty."""
_DIFFICULTY = "difficulty"


def labels_of(tasks: Iterable[Task]) -> Mapping[str, Mapping[str, str]]:
    """Those labels by which the tasks differ, each by the tasks that have one.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, shows its scores by regime and domain.
    """
    every = tuple(tasks)
    own = {
        "regime": {t.id: t.tags["regime"] for t in every if t.tags.get("regime")},
        "domain": {t.id: t.domain for t in every if t.domain},
        "language": {t.id: t.language for t in every if t.language},
    }
    return {name: own[name] for name in LABELS if len(set(own[name].values())) > 1}


def difficulties_of(tasks: Iterable[Task]) -> Mapping[str, str]:
    """Of the tasks that have one, by id: that of the gold graph, else the tag."""
    found = {t.id: _difficulty(t) for t in tasks}
    return {task: level for task, level in found.items() if level}


def _difficulty(task: Task) -> str:
    graph = task.gold.graph
    return task.tags.get(_DIFFICULTY, "") if graph is None else graph.difficulty().value


@dataclass(frozen=True)
class _Group:
    """Tasks that a mean is over: all of them, or those of one label's value."""

    label: str
    value: str
    tasks: frozenset[str]

    @property
    def difficulty(self) -> str:
        if not self.label:
            return ALL
        return self.value if self.label == _DIFFICULTY else ""


def leaderboard_rows(
    manifest: Manifest,
    results: Iterable[ReportResult],
    difficulties: Mapping[str, str],
    labels: Mapping[str, Mapping[str, str]] | None = None,
) -> tuple[LeaderboardRow, ...]:
    """Every mean of every system: over all tasks, then over those of each label's values.

    Args:
        manifest: the run's.
        results: its results.
        difficulties: of the tasks that have one, by id.
        labels: what else tells tasks apart, likewise (`labels_of`).

    Source:
        HiEviDR-Bench, arXiv:2607.25151, reports its scores by difficulty as well.
    """
    every = tuple(results)
    groups = [_Group("", "", frozenset(manifest.tasks))]
    for label, values in {_DIFFICULTY: difficulties, **(labels or {})}.items():
        for value in dict.fromkeys(values[t] for t in manifest.tasks if t in values):
            tasks = frozenset(t for t in manifest.tasks if values.get(t) == value)
            groups.append(_Group(label, value, tasks))
    return tuple(row for group in groups for row in _group_rows(manifest, every, group))


def _group_rows(
    manifest: Manifest, results: Iterable[ReportResult], group: _Group
) -> Iterator[LeaderboardRow]:
    tasks = group.tasks
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
                    difficulty=group.difficulty,
                    label=group.label,
                    value=group.value,
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
    All counts have one scale: of them, another reading is what has the part's title too.

    Returns:
        The measures in the method's order; the record of each is that of its part.
    """
    parts = {m.name: m for m in manifest.measures if m.name.count(".") == 1}
    found = {}
    for measure in manifest.measures:
        part = parts.get(".".join(measure.name.split(".")[:2]))
        if part is not None and _is_reading(measure, part):
            found[measure.name] = part
    return found


def _is_reading(measure: MeasureRecord, part: MeasureRecord) -> bool:
    if measure.highest is None and measure is not part:
        return part.highest is None and measure.title.startswith(f"{part.title}, ")
    return measure.ends == part.ends


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
