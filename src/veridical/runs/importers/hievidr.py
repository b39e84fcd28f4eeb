"""Files of HiEviDR-Bench instances, into a bench folder and back, without loss.

An instance has six fields: question, answer, mm_inputs, mm_outputs, evidence_graph and
evidence_items (arXiv:2607.25151, Sec. 3.3). What a task has no place for is kept beside the
tasks, in ``hievidr.jsonl``; without that file, tasks are written in the names of the paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from veridical.errors import InputError, TaskFormatError
from veridical.runs.files import write_whole
from veridical.runs.importers.hievidr_read import Reading, read_instance
from veridical.runs.importers.hievidr_rows import Instance, Kept
from veridical.runs.importers.hievidr_write import written
from veridical.runs.importers.rows import Json, object_of
from veridical.task import Item, Task, line_from_task, read_bench, read_lines

KEPT_FILE = "hievidr.jsonl"


@dataclass(frozen=True)
class Imported:
    """Instances as tasks over one corpus, and what neither has a place for."""

    tasks: tuple[Task, ...]
    corpus: Mapping[str, Item]
    kept: tuple[Kept, ...]


def read_instances(path: Path) -> list[Instance]:
    """The instances of a file: a JSON array, one object, or one object per line.

    Raises:
        TaskFormatError: it holds something else.
        InputError: it cannot be read.
    """
    try:
        data = path.read_bytes().removeprefix(b"\xef\xbb\xbf")
    except OSError as e:
        raise InputError(
            str(path), "cannot be read", got=e.strerror, expected="a file", fix="Check the path."
        ) from e
    try:
        found = _documents(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as e:
        raise TaskFormatError(
            path.name,
            f"is no JSON: {e}",
            expected="an array of instances, or one per line",
            fix="Mend the file.",
        ) from e
    if not found:
        raise TaskFormatError(
            str(path),
            "holds no instance",
            got="an empty array",
            expected="an array of instances, or one per line",
            fix="Name another file.",
        )
    return [object_of(row, f"{path.name}, instance {n}") for n, row in enumerate(found, start=1)]


def _documents(data: bytes) -> list[Json]:
    lines = [line for line in data.split(b"\n") if line.strip()]
    if len(lines) > 1 and lines[0].rstrip().endswith(b"}") and lines[1].lstrip().startswith(b"{"):
        return [msgspec.json.decode(line) for line in lines]
    whole: Json = msgspec.json.decode(data)
    return whole if isinstance(whole, list) else [whole]


def import_instances(instances: Sequence[Instance]) -> Imported:
    """Tasks over one corpus.

    Items of the same id and content are one item of the corpus. Where two instances mean
    different things by an id, the task's id precedes it.

    Raises:
        TaskFormatError: an instance that lacks what a task needs.
        GraphError: a graph that is none, whichever way its edges run.
    """
    read = [read_instance(row, n) for n, row in enumerate(instances, start=1)]
    clashing = _clashing(read)
    corpus: dict[str, Item] = {}
    built = []
    for one in read:
        ids = {i: f"{one.id}/{i}" if i in clashing else i for i, _, _ in one.items}
        for old, item, _ in one.items:
            corpus[ids[old]] = msgspec.structs.replace(item, id=ids[old])
        built.append(one.task(ids))
    return Imported(tuple(t for t, _ in built), corpus, tuple(k for _, k in built))


def _clashing(read: Iterable[Reading]) -> set[str]:
    """Item ids by which two instances mean different things."""
    known: dict[str, Item] = {}
    return {
        old for one in read for old, item, _ in one.items if known.setdefault(old, item) != item
    }


def export_instances(imported: Imported) -> list[Instance]:
    """The instances of tasks, in their order: as they were read, where that was kept."""
    kept = {k.task: k for k in imported.kept}
    return [written(task, imported.corpus, kept.get(task.id)) for task in imported.tasks]


def write_imported(imported: Imported, folder: Path) -> None:
    """Write a bench folder: tasks, corpus, and what neither has a place for.

    Raises:
        StoreError: the disk refuses.
    """
    rows = {
        "tasks.jsonl": [line_from_task(task) for task in imported.tasks],
        "corpus.jsonl": [msgspec.json.encode(item) for item in imported.corpus.values()],
        KEPT_FILE: [msgspec.json.encode(kept) for kept in imported.kept],
    }
    for name, lines in rows.items():
        write_whole(folder / name, b"".join(line + b"\n" for line in lines))


def read_imported(folder: Path) -> Imported:
    """A bench folder, with what was kept when it was imported, if it was.

    Raises:
        InputError: a file that cannot be read or does not follow its format.
    """
    bench = read_bench(folder)
    kept = folder / KEPT_FILE
    about = read_lines(kept, Kept) if kept.exists() else []
    return Imported(bench.tasks, bench.corpus, tuple(about))
