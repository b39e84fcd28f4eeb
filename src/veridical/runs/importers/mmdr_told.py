"""MMDR-Bench's files into a bench and back, with all that is lost on the way told."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from veridical.errors import InputError
from veridical.runs.files import write_whole
from veridical.runs.importers.mmdr import (
    IMAGES,
    KEPT_FILE,
    Imported,
    export_rows,
    import_rows,
    is_address,
    read_imported,
    read_rows,
    truth_file,
)
from veridical.runs.importers.told import Told
from veridical.sources.inside import file_inside
from veridical.task import line_from_task

_FEW = 3
MOST_BYTES = 50_000_000
"""A picture that is larger is not copied."""


def bring(file: Path, folder: Path) -> Told:
    """Read a file of tasks, and the ground truth beside it, into a bench's folder.

    Raises:
        InputError: a file cannot be read, or a line lacks what a task needs.
        StoreError: the disk refuses.
    """
    beside = truth_file(file)
    has_truth = beside.exists()
    imported = import_rows(read_rows(file), read_rows(beside) if has_truth else ())
    rows = {
        "tasks.jsonl": [line_from_task(task) for task in imported.tasks],
        KEPT_FILE: [msgspec.json.encode(kept) for kept in imported.kept],
    }
    for name, lines in rows.items():
        write_whole(folder / name, b"".join(line + b"\n" for line in lines))
    absent = _copied(imported, file.parent, folder)
    notes = [] if has_truth else [f"without ground truth of pictures: there is no {beside.name}"]
    return Told(len(imported.tasks), 0, (*notes, *_told(imported, has_truth), *absent))


def give(folder: Path, file: Path) -> Told:
    """Write a bench's tasks and, beside them, what their pictures show.

    Raises:
        InputError: no bench, or one that does not follow its format; the second file is there.
        StoreError: the disk refuses.
    """
    beside = truth_file(file)
    if os.path.lexists(beside):
        raise InputError(
            str(beside),
            "is there already",
            got=beside.name,
            expected="a name that is free",
            fix="Name another file with --out.",
        )
    imported = read_imported(folder)
    tasks, truths = export_rows(imported)
    write_whole(file, b"".join(msgspec.json.encode(row) + b"\n" for row in tasks))
    write_whole(beside, b"".join(msgspec.json.encode(row) + b"\n" for row in truths))
    golden = [t.id for t in imported.tasks if t.gold.answer is not None or t.gold.graph is not None]
    left = (f"left out, since there is no place for it: the gold of {_listed(golden, 'task')}",)
    return Told(len(tasks), 0, (f"what pictures show is in {beside}", *(left if golden else ())))


def _copied(imported: Imported, root: Path, folder: Path) -> Iterator[str]:
    """Copy the pictures that lie beside the file; of the others, which there are."""
    by_address: list[str] = []
    absent: list[str] = []
    for path, name in (pair for kept in imported.kept for pair in kept.images):
        content = None if is_address(name) else _beside(root, name)
        if content is not None:
            write_whole(folder / path, content)
        elif file_inside(folder, path) is None:
            (by_address if is_address(name) else absent).append(path)
    if by_address:
        yield f"named by address, to be put there: {_listed(by_address, 'picture')}"
    if absent:
        yield f"not beside the file, to be put there: {_listed(absent, 'picture')}"


def _beside(root: Path, name: str) -> bytes | None:
    """A picture below the folder of pictures, or below the file's own folder."""
    for inner in (f"{IMAGES}/{name}", name):
        found = file_inside(root, inner)
        try:
            if found is not None and found.stat().st_size <= MOST_BYTES:
                return found.read_bytes()
        except OSError:
            continue
    return None


def _told(imported: Imported, has_truth: bool) -> Iterator[str]:
    aside = Counter(
        key.name
        for kept in imported.kept
        for shape in (kept.row, kept.truth)
        if shape is not None
        for key in shape.keys
        if not key.field and key.raw not in (None, "", [], {})
    )
    for name, count in sorted(aside.items()):
        many = "1 line" if count == 1 else f"{count} lines"
        yield f'kept in {KEPT_FILE} alone, as a task has no place for it: "{name}" of {many}'
    mute = [task.id for task in imported.tasks if task.gold.visual is None]
    if mute and has_truth:
        yield f"without ground truth of pictures: {_listed(mute, 'task')}"
    if imported.strays:
        yield f"left out, since no task has its id: {_listed(imported.strays, 'ground truth')}"
    open_regime = [task.id for task in imported.tasks if "regime" not in task.tags]
    if open_regime:
        yield f"of no known regime, taken for research: {_listed(open_regime, 'task')}"


def _listed(names: Sequence[str], noun: str) -> str:
    left = len(names) - _FEW
    few = ", ".join(names[:_FEW]) + (f" and {left} more" if left > 0 else "")
    counted = f"1 {noun}" if len(names) == 1 else f"{len(names)} {noun}s"
    return f"{counted} ({few})"
