"""A run's folder: what is read from it and what is written to it, and in which order.

A result is appended to ``partial.jsonl`` as soon as it is there. At the end all results
are written in the order of their ids, the manifest says how the run ended, and only then
the partial file goes, so that a kill at any moment loses nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from veridical.errors import RunExists, StoreError
from veridical.runs.files import append_line, refused, sweep, whole_lines, write_whole
from veridical.runs.identity import moving_parts
from veridical.runs.integrity import check_result, refuse_foreign
from veridical.runs.pages import pages_jsonl
from veridical.runs.records import SCHEMA, Manifest, ReportResult
from veridical.runs.results import line_of
from veridical.runs.rivals import RivalFile
from veridical.runs.submissions import Submitted, sha256

MANIFEST = "manifest.json"
RESULTS = "results.jsonl"
PARTIAL = "partial.jsonl"
CSV = "results.csv"
LEADERBOARD = "leaderboard.csv"

_HASHES = frozenset({"bench", "reports", "prompts"})
_SHOWN_OF_A_HASH = 8

Key = tuple[str, str]
"""A result's place in a run: (system, task)."""


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest; None where there is none.

    Raises:
        StoreError: it cannot be read.
    """
    path = folder / MANIFEST
    try:
        manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except FileNotFoundError:
        return None
    except OSError as e:
        raise refused(path, e, doing="read") from e
    except msgspec.DecodeError as e:
        raise StoreError(
            str(path),
            f"is no manifest of a run: {e}",
            expected=f"schema {SCHEMA}",
            fix="Update veridical, or run again into another folder.",
        ) from e
    if manifest.schema != SCHEMA:
        raise StoreError(
            str(path),
            "has an unknown schema",
            got=manifest.schema,
            expected=f"schema {SCHEMA}",
            fix="Update veridical, or run again into another folder.",
        )
    return manifest


def read_results(folder: Path) -> dict[Key, ReportResult]:
    """All results so far, in the order of their ids; of two, the later one.

    Raises:
        StoreError: a file cannot be read, or a whole line is no result.
    """
    found: dict[Key, ReportResult] = {}
    for name in (RESULTS, PARTIAL):
        for number, line in enumerate(whole_lines(folder / name), start=1):
            result = _result(line, folder / name, number)
            found[result.system, result.task] = result
    return dict(sorted(found.items()))


def _result(line: bytes, path: Path, number: int) -> ReportResult:
    try:
        result = msgspec.json.decode(line, type=ReportResult)
    except msgspec.DecodeError as e:
        raise StoreError(
            f"{path}, line {number}",
            f"is no result: {e}",
            expected="what veridical wrote",
            fix="Restore the file, or run again into another folder.",
        ) from e
    check_result(result, f"{path}, line {number}")
    return result


def begin(folder: Path, manifest: Manifest) -> dict[Key, ReportResult]:
    """Start a run, or find what an earlier start of the same run has done.

    Raises:
        RunExists: the folder holds another run, or something else.
        StoreError: the disk refuses.
    """
    present = read_manifest(folder)
    for place in (folder, folder / "reports"):
        sweep(place)
    if present is None:
        refuse_other_files(folder)
        write_manifest(folder, manifest)
        return {}
    refuse_other_run(folder, present, manifest)
    results = read_results(folder)
    refuse_foreign(folder, present, results.values())
    return results


def refuse_other_files(folder: Path) -> None:
    """Refuse a folder without a manifest that is not empty.

    Raises:
        RunExists: it holds something that is no run.
        StoreError: it cannot be read.
    """
    try:
        there = sorted(entry.name for entry in folder.iterdir() if entry.name[0] != ".")
    except OSError as e:
        raise refused(folder, e, doing="read") from e
    if there:
        raise RunExists(
            f'folder "{folder}"',
            "holds something that is no run",
            got=there,
            expected="an empty folder or this run",
            fix="Name another folder.",
        )


def refuse_other_run(folder: Path, present: Manifest, wanted: Manifest) -> None:
    """Refuse a folder whose run is another than the wanted one.

    Raises:
        RunExists: it says in what they differ.
    """
    if present.run == wanted.run:
        return
    before, now = _told(moving_parts(present)), _told(moving_parts(wanted))
    other = [name for name in {**before, **now} if before.get(name) != now.get(name)]
    raise RunExists(
        f'folder "{folder}"',
        f"holds another run, with {_listed(other, before)}",
        expected=f"the wanted run's {_listed(other, now)}",
        fix="Name another folder.",
    )


def _told(parts: Mapping[str, object]) -> dict[str, str]:
    """Each part by its name, settings and respondents one by one; of a hash its beginning."""
    told = {}
    for name, value in parts.items():
        if isinstance(value, Mapping):
            told.update({f"{name} {key}": str(one) for key, one in value.items()})
        else:
            told[name] = str(value)[:_SHOWN_OF_A_HASH] if name in _HASHES else str(value)
    return told


def _listed(names: Iterable[str], told: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={told.get(name, 'none')}" for name in names) or "another id"


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest.

    Raises:
        StoreError: the disk refuses.
    """
    plain = msgspec.json.format(msgspec.json.encode(manifest), indent=2)
    write_whole(folder / MANIFEST, plain + b"\n")


def append_result(folder: Path, result: ReportResult) -> None:
    """Keep one result.

    Raises:
        StoreError: the disk refuses; earlier results still stand.
    """
    append_line(folder / PARTIAL, line_of(result))


def results_jsonl(results: Iterable[ReportResult]) -> bytes:
    """The bytes of ``results.jsonl``, in the order of (system, task)."""
    ordered = sorted(results, key=lambda r: (r.system, r.task))
    return b"".join(line_of(result) + b"\n" for result in ordered)


def drop_partial(folder: Path) -> None:
    """Remove the partial file, once all that is in it stands elsewhere.

    Raises:
        StoreError: the disk refuses.
    """
    path = folder / PARTIAL
    try:
        path.unlink(missing_ok=True)
    except OSError as e:
        raise refused(path, e) from e


def cut_torn_line(folder: Path) -> None:
    """Take a line that a kill has cut off from the end of the partial file.

    Raises:
        StoreError: the disk refuses.
    """
    lines = whole_lines(folder / PARTIAL)
    if (folder / PARTIAL).exists():
        write_whole(folder / PARTIAL, b"".join(line + b"\n" for line in lines))


def _keep_rivals(folder: Path, rivals: Iterable[RivalFile]) -> bytes | None:
    """Store rivals, each once whoever is compared with it; their names by system, if any."""
    names = {}
    for one in rivals:
        data = one.json()
        names[one.system] = f"{sha256(data)}.rival.json"
        if not (folder / "reports" / names[one.system]).exists():
            write_whole(folder / "reports" / names[one.system], data)
    return msgspec.json.encode(names, order="sorted") if names else None


def keep_submission(folder: Path, submitted: Submitted) -> Mapping[str, str]:
    """Store a report with what was given beside it; paths relative to the folder.

    Raises:
        StoreError: the disk refuses.
    """
    suffix = {"markdown": ".md", "html": ".html"}.get(submitted.format or "", ".txt")
    parts = {
        "report": (submitted.data, suffix),
        "evidence": (submitted.evidence_json, ".evidence.json"),
        "trajectory": (submitted.trajectory_jsonl, ".trajectory.jsonl"),
        "pages": (
            None if submitted.pages is None else pages_jsonl(submitted.pages),
            ".pages.jsonl",
        ),
        "rival": (None if submitted.rival is None else submitted.rival.json(), ".rival.json"),
        "rivals": (_keep_rivals(folder, submitted.rivals), ".rivals.json"),
        "pictures": (
            None if submitted.pictures is None else submitted.pictures.json(),
            ".pictures.json",
        ),
        "lost": (submitted.lost_json, ".lost.json"),
    }
    paths = {}
    for name, (data, ending) in parts.items():
        if data is not None:
            paths[name] = f"reports/{sha256(data)}{ending}"
            if not (folder / paths[name]).exists():
                write_whole(folder / paths[name], data)
    return paths
