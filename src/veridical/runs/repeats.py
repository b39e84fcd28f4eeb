"""The same reports judged several times: how far the judge agrees with itself.

Each repeat is a run of its own, in a folder beside the first, whose asks are drawn anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

from veridical.runs.load import Run
from veridical.runs.records import ReportResult, ScoreRecord, score_from_record
from veridical.score import Undefined
from veridical.stats.noise import Component, Repeats, judge_floor, variance_components


@dataclass(frozen=True, slots=True)
class Spread:
    """What one number of one system differs by when its reports are judged again.

    Attributes:
        system: the system.
        name: the measure or total.
        deviation: standard deviation of one report's score, in the score's unit; Undefined
            where no report has two scores.
        floor: what the means of two such systems may differ by, at a confidence of 95 %, for
            the judge's noise alone, each report judged once; Undefined likewise.
        tasks: how many tasks have a score.
        missing: scores without a number, over all repeats.
    """

    system: str
    name: str
    deviation: float | Undefined
    floor: float | Undefined
    tasks: int
    missing: int


def folder_of(out: Path, repeat: int) -> Path:
    """Where a repeat's run goes."""
    return out if repeat == 0 else out.with_name(f"{out.name}.repeat-{repeat}")


def spreads(runs: Sequence[Run]) -> tuple[Spread, ...]:
    """How far repeats of the same run differ, by system, then in the method's order.

    Args:
        runs: the repeats, of the same reports by the same judge.
    """
    manifest = runs[0].manifest
    names = [*(m.name for m in manifest.measures), *(t.name for t in manifest.totals)]
    return tuple(_spread(runs, system, name) for system in manifest.systems for name in names)


def _spread(runs: Sequence[Run], system: str, name: str) -> Spread:
    by_task: dict[str, list[ScoreRecord]] = {}
    for run in runs:
        for result in run.results:
            record = _numbers(result).get(name)
            if result.system == system and record is not None:
                by_task.setdefault(result.task, []).append(record)
    scores = {t: [[score_from_record(r) for r in again]] for t, again in sorted(by_task.items())}
    noise = variance_components(scores)
    judge = noise.judge
    return Spread(
        system,
        name,
        sqrt(judge.variance) if isinstance(judge, Component) else judge,
        judge_floor(noise, noise, Repeats(tasks=max(noise.tasks, 1))),
        noise.tasks,
        noise.missing.total,
    )


def _numbers(result: ReportResult) -> dict[str, ScoreRecord]:
    return {**result.scores, **result.totals}
