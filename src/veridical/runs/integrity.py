"""Whether what lies in a run's folder is what veridical wrote there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from veridical.errors import StoreError, printable
from veridical.runs.files import refused
from veridical.runs.identity import reports_sha256
from veridical.runs.records import Manifest, ReportResult, RunStatus, score_from_record
from veridical.runs.submissions import Submitted, sha256
from veridical.sources.inside import file_inside

_FEW = 3
_RESTORE = "Restore the file, or run again into another folder."


def check_result(result: ReportResult, where: str) -> None:
    """Refuse a result that no method could have.

    Raises:
        StoreError: a score or a recorded ask contradicts itself.
    """
    try:
        for record in (*result.scores.values(), *result.totals.values()):
            score_from_record(record)
    except ValueError as e:
        raise StoreError(
            where, f"is no result: {e}", expected="what veridical wrote", fix=_RESTORE
        ) from e
    for asked in result.asked:
        if asked.key is None and asked.no_verdict is None:
            raise StoreError(
                where,
                f'is no result: its "{asked.kind}" has neither answer nor reason',
                expected="what veridical wrote",
                fix=_RESTORE,
            )


def refuse_foreign(folder: Path, manifest: Manifest, results: Iterable[ReportResult]) -> None:
    """Refuse results that are not of the run that the manifest names.

    Raises:
        StoreError: a result of another system, task or method.
    """
    measures = {measure.name for measure in manifest.measures}
    totals = {total.name for total in manifest.totals}
    for result in results:
        of_run = {
            "system": result.system in manifest.systems,
            "task": result.task in manifest.tasks,
            "measures": result.scores.keys() == measures,
            "totals": result.totals.keys() == totals,
        }
        foreign = [name for name, is_of_run in of_run.items() if not is_of_run]
        if foreign:
            raise StoreError(
                str(folder),
                f'the result of "{result.system}" on "{result.task}" is not of this run: '
                f"it has other {' and '.join(foreign)}",
                expected="the manifest's",
                fix=_RESTORE,
            )


def stored_file(folder: Path, path: str, wanted: str | None = None) -> Path:
    """A file that a result names, once its content is known to be what was scored.

    Args:
        folder: the run's folder.
        path: relative to it; its name begins with the hash of its content.
        wanted: the hash, where the result records it.

    Raises:
        StoreError: it lies outside the folder, is gone or is not what was scored.
    """
    wanted = wanted or Path(path).name.partition(".")[0]
    file = file_inside(folder, path)
    if file is None:
        raise StoreError(
            str(folder / path),
            "is not in the run's folder",
            expected="the file that was scored",
            fix=_RESTORE,
        )
    try:
        found = sha256(file.read_bytes())
    except OSError as e:
        raise refused(file, e, doing="read") from e
    if found != wanted:
        raise StoreError(
            str(folder / path),
            "is not what was scored",
            expected=f"hash {wanted}",
            fix="Restore the file.",
        )
    return file


def refuse_part(manifest: Manifest, submitted: Iterable[Submitted]) -> None:
    """Refuse a finished run that has lost, or gained, a result.

    Raises:
        StoreError: its results are not those of the reports that it was given.
    """
    if manifest.status is not RunStatus.COMPLETE:
        return
    if reports_sha256(submitted) != manifest.reports_sha256:
        raise StoreError(
            f"run {manifest.run}",
            "its results are not those of the reports that it was given",
            expected="one result for each report",
            fix="Run the same evaluate again: it adds what is missing.",
        )


def mended_line(folder: Path, mended: Sequence[tuple[str, str]]) -> str:
    """That results had been changed since they were written, and what was done about it.

    Args:
        folder: the run's.
        mended: (system, task) of at least one of them.
    """
    few = ", ".join(f'"{system}" on "{task}"' for system, task in mended[:_FEW])
    left = f" and {len(mended) - _FEW} more" if len(mended) > _FEW else ""
    what = "1 result" if len(mended) == 1 else f"{len(mended)} results"
    return printable(
        f"{folder}: {what} had been changed after veridical wrote it: {few}{left}. "
        "Computed again from the answers."
    )
