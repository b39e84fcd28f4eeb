"""What a run leaves on disk, typed: one manifest, one line per scored report.

A run is a folder::

    manifest.json      what was run: `Manifest`
    results.jsonl      one `ReportResult` per line, in the order of (system, task)
    results.csv        the same numbers, flat
    reports/           the reports as they were scored, by content hash
    pages/             static pages

Everything is strict JSON: an absent number is null with a status, never NaN.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from veridical.score import Bounds, Gated, Measured, Missing, Reason, Score, Undefined

SCHEMA = 1


class ScoreRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A score in a file.

    Attributes:
        status: ``measured``, ``gated`` or ``undefined``.
        value: the number, of a measured score alone.
        n: how many items it was computed from.
        missing: items without a verdict, by reason.
        worst: the score with every missing item at its worst; None = no bound.
        best: the same at its best.
        by: of a gated score, the gate.
        reason: of an undefined score, why.
        detail: of an undefined score, what exactly is missing.
    """

    status: str
    value: float | None = None
    n: int = 0
    missing: dict[Reason, int] = {}
    worst: float | None = None
    best: float | None = None
    by: str = ""
    reason: Reason | None = None
    detail: str = ""


def record_from_score(score: Score) -> ScoreRecord:
    """The score as it is written."""
    if isinstance(score, Gated):
        return ScoreRecord("gated", by=score.by)
    bounds = score.bounds
    worst, best = (bounds.worst, bounds.best) if bounds else (None, None)
    missing = dict(score.missing.counts)
    if isinstance(score, Measured):
        return ScoreRecord("measured", score.value, score.n, missing, worst, best)
    return ScoreRecord(
        "undefined",
        missing=missing,
        worst=worst,
        best=best,
        reason=score.reason,
        detail=score.detail,
    )


def score_from_record(record: ScoreRecord) -> Score:
    """The score as it was measured."""
    if record.status == "gated":
        return Gated(record.by)
    missing = Missing(tuple(sorted(record.missing.items())))
    bounds = None
    if record.worst is not None and record.best is not None:
        bounds = Bounds(record.worst, record.best)
    if record.value is not None:
        return Measured(record.value, record.n, missing, bounds)
    return Undefined(record.reason or Reason.NOT_ASSESSED, record.detail, missing, bounds)


class AskedRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """One ask that a result rests on.

    Attributes:
        ask: the ask's identity.
        kind: the ask's kind.
        key: the kept answer's key in the ledger; None where there was no verdict.
        no_verdict: why there was none.
        detail: more on that.
        repeat: of its draw.
        index: of its draw.
        purpose: of its draw.
    """

    ask: str
    kind: str
    key: str | None = None
    no_verdict: Reason | None = None
    detail: str = ""
    repeat: int = 0
    index: int = 0
    purpose: str = ""


class ReportResult(msgspec.Struct, frozen=True):
    """One report scored by one method.

    Attributes:
        system: who wrote the report.
        task: which task it answers.
        report_path: the stored copy, relative to the run.
        report_sha256: of the report's bytes.
        scores: by measure, in the method's order.
        gates: by gate: open (true), closed (false), undecided (null), in order.
        totals: by total.
        tallies: by measure, the counted answers that its score was computed from.
        asked: every ask, in the order of its identity.
    """

    system: str
    task: str
    report_path: str
    report_sha256: str
    scores: dict[str, ScoreRecord]
    gates: dict[str, bool | None]
    totals: dict[str, ScoreRecord]
    tallies: dict[str, msgspec.Raw]
    asked: tuple[AskedRecord, ...]


class Manifest(msgspec.Struct, frozen=True):
    """What a run was.

    Attributes:
        schema: of this folder.
        run: the run's id: a hash of all that could move a number.
        method: its name.
        method_version: its version.
        settings: its options.
        respondents: role → identity of who answered.
        is_indicative: the built-in rules answered: not comparable with a model judge.
        bench: the folder of tasks, as given.
        bench_sha256: over tasks and corpus.
        reports: the folder of reports, as given.
        systems: their names.
        tasks: their ids.
        date: the run's date, an argument of the run (ISO).
        veridical: the package's version.
        status: ``complete``, ``incomplete`` or ``waiting``.
    """

    schema: int
    run: str
    method: str
    method_version: str
    settings: Mapping[str, str]
    respondents: Mapping[str, str]
    is_indicative: bool
    bench: str
    bench_sha256: str
    reports: str
    systems: tuple[str, ...]
    tasks: tuple[str, ...]
    date: str
    veridical: str
    status: str
