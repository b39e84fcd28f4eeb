"""A run read back: typed results, flat rows, the leaderboard."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypedDict

from veridical.errors import InputError
from veridical.runs.folder import MANIFEST, read_manifest, read_results
from veridical.runs.integrity import refuse_foreign
from veridical.runs.leaderboard import Standing, standings
from veridical.runs.records import Manifest, ReportResult, ScoreRecord


class ScoreRow(TypedDict):
    """One score as a plain row: what a table, a CSV or a data frame takes.

    ``kind`` is ``measure`` or ``total``; ``name`` the measure's or total's; ``status``
    ``measured``, ``gated`` or ``undefined``. ``value`` is None unless measured. ``worst``
    and ``best`` are the bounds, None where there is no bound. ``missing`` is how many
    items had no verdict, ``missing_by_reason`` the same as ``reason=count`` joined by
    ``;``. ``by`` is the closed gate, ``reason`` and ``detail`` say why there is no number.
    ``respondent`` is who judged, ``is_indicative`` whether the built-in rules answered, so
    that the number is not comparable with a model judge's.
    """

    system: str
    task: str
    kind: str
    name: str
    status: str
    value: float | None
    n: int
    missing: int
    missing_by_reason: str
    worst: float | None
    best: float | None
    by: str
    reason: str
    detail: str
    respondent: str
    is_indicative: bool


@dataclass(frozen=True)
class Run:
    """A run: what was run, and every result.

    Attributes:
        folder: where it stands.
        manifest: what was run, and how it ended.
        results: in the order of (system, task).
        mended: (system, task) of the results that had been changed since they were written,
            and were computed again when the run was made.
    """

    folder: Path
    manifest: Manifest
    results: tuple[ReportResult, ...]
    mended: tuple[tuple[str, str], ...] = ()

    @cached_property
    def rows(self) -> tuple[ScoreRow, ...]:
        """Every score and total, in the order of system, task and method."""
        return tuple(row for result in self.results for row in _rows(result))

    @cached_property
    def leaderboard(self) -> tuple[Standing, ...]:
        """What each system's scores come to, in the order of the systems' names."""
        return standings(self.manifest, self.results)


def _rows(result: ReportResult) -> list[ScoreRow]:
    kinds = {"measure": result.scores, "total": result.totals}
    return [
        _row(result, kind, name, score)
        for kind, scores in kinds.items()
        for name, score in scores.items()
    ]


def _row(result: ReportResult, kind: str, name: str, score: ScoreRecord) -> ScoreRow:
    by_reason = ";".join(f"{reason}={count}" for reason, count in sorted(score.missing.items()))
    return ScoreRow(
        system=result.system,
        task=result.task,
        kind=kind,
        name=name,
        status=score.status,
        value=score.value,
        n=score.n,
        missing=sum(score.missing.values()),
        missing_by_reason=by_reason,
        worst=score.worst,
        best=score.best,
        by=score.by,
        reason=score.reason.value if score.reason else "",
        detail=score.detail,
        respondent=result.respondent,
        is_indicative=result.is_indicative,
    )


def load_run(folder: str | Path) -> Run:
    """The run in a folder, finished or not.

    Raises:
        InputError: the folder holds no run.
        StoreError: what it holds cannot be read.
    """
    path = Path(folder)
    manifest = read_manifest(path)
    if manifest is None:
        raise InputError(
            f'folder "{path}"',
            "holds no run",
            expected=MANIFEST,
            fix="Check the path.",
        )
    results = tuple(read_results(path).values())
    refuse_foreign(path, manifest, results)
    return Run(path, manifest, results)
