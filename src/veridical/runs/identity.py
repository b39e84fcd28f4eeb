"""What makes a run this run: hashes over all that could move a number."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import date as calendar_date
from pathlib import Path

import msgspec

from veridical.errors import ConfigError
from veridical.measure import AnyMeasure, Method, Total
from veridical.runs.pages import pages_sha256
from veridical.runs.records import (
    SCHEMA,
    Drawing,
    Manifest,
    MeasureRecord,
    ModelRecord,
    RunStatus,
    TotalRecord,
)
from veridical.runs.submissions import Submitted, sha256
from veridical.task import Bench, line_from_task
from veridical.version import __version__

_PACKAGE = Path(__file__).parents[1]
ONCE = Drawing()
_SHOWN = 16
"""Hexadecimal digits of a run's id: enough for any number of runs, short enough to read."""


def bench_sha256(bench: Bench) -> str:
    """Hash over tasks and corpus, in their order; pictures count by their paths.

    A picture that an ask attaches is part of that ask's own identity.
    """
    digest = hashlib.sha256()
    for task in bench.tasks:
        digest.update(line_from_task(task) + b"\n")
    for item in bench.corpus.values():
        digest.update(msgspec.json.encode(item) + b"\n")
    return digest.hexdigest()


def prompts_sha256() -> str:
    """Hash over the prompt files that ship, by their places in the package."""
    digest = hashlib.sha256()
    for path in sorted(_PACKAGE.glob("**/prompts/*.txt")):
        digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0")
        digest.update(sha256(path.read_bytes()).encode() + b"\n")
    return digest.hexdigest()


def reports_sha256(submitted: Iterable[Submitted]) -> str:
    """Hash over the reports and what was given beside them, in order."""
    parts = [
        [
            one.system,
            one.task_id,
            one.format,
            sha256(one.data),
            one.evidence,
            one.trajectory,
            *([] if one.pages is None else [pages_sha256(one.pages)]),
            *([] if one.rival is None else [["rival", sha256(one.rival.json())]]),
        ]
        for one in submitted
    ]
    return sha256(msgspec.json.encode(parts, order="sorted"))


def checked_date(date: str) -> str:
    """The run's date.

    Raises:
        ConfigError: it is no ISO date.
    """
    try:
        return calendar_date.fromisoformat(date).isoformat()
    except ValueError as e:
        raise ConfigError(
            "date", "is no date", got=date, expected="YYYY-MM-DD", fix="Correct it."
        ) from e


def manifest_of(
    bench: Bench,
    submitted: tuple[Submitted, ...],
    method: Method,
    *,
    respondents: Mapping[str, str],
    is_indicative: bool,
    date: str,
    bench_name: str,
    reports_name: str,
    models: tuple[ModelRecord, ...] = (),
    drawing: Drawing = ONCE,
    page_pictures: int = 0,
) -> Manifest:
    """The manifest of a run that is about to start."""
    answered = {one.task_id for one in submitted}
    manifest = Manifest(
        schema=SCHEMA,
        run="",
        method=method.name,
        method_version=method.version,
        settings=dict(method.settings),
        measures=tuple(_measure_record(m) for m in method.measures),
        gates=tuple(gate.name for gate in method.gates),
        totals=tuple(_total_record(t) for t in method.totals),
        respondents=dict(respondents),
        is_indicative=is_indicative,
        bench=bench_name,
        bench_sha256=bench_sha256(bench),
        reports=reports_name,
        reports_sha256=reports_sha256(submitted),
        systems=tuple(sorted({one.system for one in submitted})),
        tasks=tuple(task.id for task in bench.tasks if task.id in answered),
        date=checked_date(date),
        veridical=__version__,
        status=RunStatus.INCOMPLETE,
        models=models,
        prompts_sha256=prompts_sha256() if models else "",
        repeat=drawing.repeat,
        rubrics=drawing.rubrics,
        page_pictures=page_pictures or msgspec.UNSET,
    )
    return msgspec.structs.replace(manifest, run=run_id(manifest))


def moving_parts(manifest: Manifest) -> Mapping[str, object]:
    """All that could move a number, by name.

    A model's parameters and its reader are part of its respondent's identity.
    """
    parts: dict[str, object] = {
        "bench": manifest.bench_sha256,
        "reports": manifest.reports_sha256,
        "method": f"{manifest.method} {manifest.method_version}",
        "settings": manifest.settings,
        "respondents": manifest.respondents,
        "date": manifest.date,
        "veridical": manifest.veridical,
    }
    if manifest.prompts_sha256:
        parts["prompts"] = manifest.prompts_sha256
    if manifest.page_pictures:
        parts["page_pictures"] = manifest.page_pictures
    if manifest.repeat:
        parts["repeat"] = manifest.repeat
    if manifest.rubrics:
        parts["rubrics"] = manifest.rubrics
    return parts


def run_id(manifest: Manifest) -> str:
    """The run's id; names of folders are no part of it."""
    return sha256(msgspec.json.encode(moving_parts(manifest), order="sorted"))[:_SHOWN]


def _measure_record(measure: AnyMeasure) -> MeasureRecord:
    source = measure.source
    return MeasureRecord(
        name=measure.name,
        title=measure.title,
        aspect=measure.aspect,
        lowest=float(measure.scale.lowest),
        highest=None if measure.scale.highest is None else float(measure.scale.highest),
        higher_is_better=measure.scale.higher_is_better,
        source=f"{source.name}, arXiv:{source.arxiv}, {source.where}",
        is_pooled=measure.is_pooled or msgspec.UNSET,
    )


def _total_record(total: Total) -> TotalRecord:
    ends = total.scale.ends
    if ends is None:
        raise ValueError(f"{total.name}: a total has two ends, got {total.scale}.")
    return TotalRecord(total.name, total.convention, ends.worst, ends.best)
