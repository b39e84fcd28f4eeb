"""The tables of a run: systems, tasks against systems, labels against systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from veridical.runs.leaderboard import Standing
from veridical.runs.records import Manifest, ReportResult, ScoreRecord, score_from_record
from veridical.score import Bounds, Reason, Score, Undefined
from veridical.stats.summary import summarize
from veridical.task import Task
from veridical.web.pages.leaderboard import Breakdown, MatrixCell, MatrixRow, Stop, SystemRow
from veridical.web.pages.scores import Cell, Column
from veridical.web.pages.task import TaskRow
from veridical.web.run_columns import Readings, mean_cell, mean_score, readings_of

Results = Mapping[tuple[str, str], ReportResult]

NO_REPORT = Undefined(Reason.UNAVAILABLE, "no report")


def system_rows(
    ranking: Sequence[Standing], columns: Sequence[Column], manifest: Manifest, results: Results
) -> tuple[SystemRow, ...]:
    """The leaderboard's rows, best first."""
    others = readings_of(manifest)
    return tuple(
        SystemRow(
            system=s.system,
            cells=tuple(
                mean_cell(c, {**s.measures, **s.totals}, others.get(c.name, {})) for c in columns
            ),
            stopped=tuple(s.funnel.furthest.values()),
            undecided=sum(s.funnel.undecided.values()),
            stops=_stops(s.system, manifest, results),
            tasks=s.reports,
            absent=len(s.absent),
            missing=next((total.items.total for total in s.totals.values()), 0),
        )
        for s in ranking
    )


def _stops(system: str, manifest: Manifest, results: Results) -> tuple[Stop, ...]:
    """The reports of a system that did not get through the last gate, in the run's order."""
    found = [results[system, task] for task in manifest.tasks if (system, task) in results]
    return tuple(
        Stop(task=result.task, stage=stage_of(result), why=_first_break(result))
        for result in found
        if stage_of(result) != len(manifest.gates)
    )


def _first_break(result: ReportResult) -> str:
    """The first node at which the chain broke, and why; how many more there are."""
    diagnosis = result.diagnosis
    if diagnosis is None or not diagnosis.broken:
        return ""
    first, *others = diagnosis.broken
    note = next((n.note for n in diagnosis.nodes if n.node == first), "")
    more = f" (and {len(others)} more)" if others else ""
    return f"{first}: {note}{more}" if note else f"{first}{more}"


def stage_of(result: ReportResult) -> int | None:
    """How many gates opened; None where one is undecided."""
    if any(is_open is None for is_open in result.gates.values()):
        return None
    return sum(bool(is_open) for is_open in result.gates.values())


def first_total(result: ReportResult, manifest: Manifest) -> Score:
    """A report's first total."""
    return _score(result.totals.get(manifest.totals[0].name)) if manifest.totals else NO_REPORT


def _score(record: ScoreRecord | None) -> Score:
    return score_from_record(record) if record is not None else NO_REPORT


def matrix(
    tasks: Sequence[Task], systems: Sequence[str], results: Results, manifest: Manifest
) -> tuple[MatrixRow, ...]:
    """Every task with one cell per system."""
    return tuple(
        MatrixRow(
            task=task.id,
            query=task.query.text,
            tags=tuple(f"{name}: {value}" for name, value in task.tags.items()),
            cells=tuple(_cell(results.get((s, task.id)), manifest) for s in systems),
            language=task.language,
        )
        for task in tasks
        if task.id in manifest.tasks
    )


def _cell(result: ReportResult | None, manifest: Manifest) -> MatrixCell:
    if result is None:
        return MatrixCell(score=NO_REPORT, has_report=False)
    has_gates = bool(manifest.gates)
    return MatrixCell(
        score=first_total(result, manifest), stage=stage_of(result) if has_gates else None
    )


def breakdowns(
    tasks: Sequence[Task], systems: Sequence[str], results: Results, manifest: Manifest
) -> tuple[Breakdown, ...]:
    """The first total by every label that tells tasks apart."""
    asked = [t for t in tasks if t.id in manifest.tasks]
    labels = {label: dict[str, list[Task]]() for label in _labels(asked)}
    for task in asked:
        for label, value in _labels_of(task).items():
            labels[label].setdefault(value, []).append(task)
    return tuple(
        _breakdown(label, by_value, systems=systems, results=results, manifest=manifest)
        for label, by_value in labels.items()
        if 1 < len(by_value) <= (_MOST_DOMAINS if label == "domain" else _MOST_VALUES)
    )


_MOST_VALUES, _MOST_DOMAINS = 6, 24
"""A label with more values than that (a field of its own per task) makes no table."""


def _labels_of(task: Task) -> dict[str, str]:
    own = {"language": task.language, "domain": task.domain}
    return {name: value for name, value in {**own, **task.tags}.items() if value}


def _labels(tasks: Sequence[Task]) -> list[str]:
    return list(dict.fromkeys(label for task in tasks for label in _labels_of(task)))


def _breakdown(
    label: str,
    by_value: Mapping[str, Sequence[Task]],
    *,
    systems: Sequence[str],
    results: Results,
    manifest: Manifest,
) -> Breakdown:
    total = manifest.totals[0] if manifest.totals else None
    scale = total.ends if total else Bounds(0.0, 0.0)

    def mean(system: str, tasks: Sequence[Task]) -> Score:
        found = [results.get((system, task.id)) for task in tasks]
        scores = [first_total(r, manifest) if r else NO_REPORT for r in found]
        return mean_score(summarize(scores, scale=scale))

    return Breakdown(
        label=label,
        values=tuple(by_value),
        tasks=tuple(len(tasks) for tasks in by_value.values()),
        scores=tuple(tuple(mean(s, t) for t in by_value.values()) for s in systems),
    )


def task_rows(
    task: Task,
    systems: Sequence[str],
    columns: Sequence[Column],
    *,
    results: Results,
    manifest: Manifest,
) -> tuple[TaskRow, ...]:
    """Every system's report on one task."""
    others = readings_of(manifest)
    found = [(system, results.get((system, task.id))) for system in systems]
    return tuple(_task_row(s, r, columns, others) for s, r in found if r is not None)


def _task_row(
    system: str, result: ReportResult, columns: Sequence[Column], others: Readings
) -> TaskRow:
    scores = {**result.scores, **result.totals}
    return TaskRow(
        system=system,
        cells=tuple(
            Cell(
                score=_score(scores.get(c.name)),
                readings=tuple(
                    (d, _score(scores.get(n))) for n, d in others.get(c.name, {}).items()
                ),
            )
            for c in columns
        ),
        stage=stage_of(result) if result.gates else None,
        note=result.diagnosis.summary if result.diagnosis else "",
    )
