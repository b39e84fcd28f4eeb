"""MMDR-Bench's task and ground-truth files as a bench, and back without loss.

The released code joins ground truths to tasks by the number of their line first; in files of
another order a task then gets another's. Here they are joined by id alone. What a task has no
place for is kept beside the tasks, in ``mmdr.jsonl``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

import msgspec

from veridical.errors import TaskFormatError
from veridical.jsonl import lines, read_lines
from veridical.report.language import UNDETERMINED, language_of
from veridical.runs.importers.mmdr_rows import TASK, TRUTH, Kept, regime_by_id
from veridical.runs.importers.rows import Json, Key, Shape, object_of
from veridical.task import Gold, Image, Query, Task, VisualTruth, read_bench

KEPT_FILE = "mmdr.jsonl"
TRUTH_SUFFIX = "_vef"
IMAGES = "images"
_SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp"})

_WORDS = ("caption", "title", "set", "split", "regime", "difficulty", "language", "lang", "domain")
_LISTS = ("image_url", "images", "tags")

Row = dict[str, Json]


@dataclass(frozen=True)
class Imported:
    """Tasks with what they have no place for, and ground truths of tasks that are not there."""

    tasks: tuple[Task, ...]
    kept: tuple[Kept, ...]
    strays: tuple[str, ...] = ()


def truth_file(quiz: Path) -> Path:
    """Where the ground truth of a file of tasks lies: ``quiz_vef.jsonl`` beside it."""
    return quiz.parent / f"{quiz.stem}{TRUTH_SUFFIX}{quiz.suffix}"


def read_rows(path: Path) -> list[Row]:
    """The objects of a JSONL file.

    Raises:
        TaskFormatError: a line that is no JSON object, or none at all.
        InputError: it cannot be read.
    """
    found = [_row(line, f"{path.name}, line {number}") for number, line in lines(path)]
    if not found:
        raise TaskFormatError(
            str(path), "holds no task", expected="a task per line", fix="Name another file."
        )
    return found


def _row(line: bytes, where: str) -> Row:
    try:
        return object_of(msgspec.json.decode(line), where)
    except (msgspec.DecodeError, UnicodeDecodeError) as e:
        raise TaskFormatError(
            where, f"is no JSON: {e}", expected="a JSON object a line", fix="Mend the line."
        ) from e


def import_rows(rows: Sequence[Row], truths: Sequence[Row] = ()) -> Imported:
    """Tasks of rows, each with the ground truth of its id.

    Raises:
        TaskFormatError: a row without an id or a query; two with one id.
    """
    by_id = dict(_truths(truths))
    read = [_read(row, f"task {n}") for n, row in enumerate(rows, start=1)]
    _refuse_repeated([id_ for id_, _, _ in read], "tasks")
    built = [_task(id_, values, shape, by_id.get(id_)) for id_, values, shape in read]
    known = {id_ for id_, _, _ in read}
    strays = tuple(id_ for id_ in by_id if id_ not in known)
    return Imported(tuple(t for t, _ in built), tuple(k for _, k in built), strays)


_Truth = tuple[VisualTruth, Shape]


def _truths(rows: Sequence[Row]) -> Iterator[tuple[str, _Truth]]:
    found = []
    for number, row in enumerate(rows, start=1):
        where = f"ground truth {number}"
        values, keys = TRUTH.read(row)
        id_ = _needed(values, "id", where)
        text = _needed(values, "text", f'ground truth of "{id_}"')
        found.append(id_)
        yield id_, (VisualTruth(text, str(values.get("version") or "")), Shape(keys))
    _refuse_repeated(found, "ground truths")


def _read(row: Row, where: str) -> tuple[str, dict[str, Json], Shape]:
    values, keys = TASK.read(row)
    id_ = _needed(values, "id", where)
    query = _needed(values, "query", f'task "{id_}"')
    _refuse_types(row, f'task "{id_}"')
    told: dict[str, Json] = {}
    if not values.get("language"):
        language = language_of(query)
        told["language"] = "" if language == UNDETERMINED else language
    if not values.get("regime") and regime_by_id(id_):
        told["regime"] = regime_by_id(id_)
    return id_, values | told, Shape(keys, told)


def _needed(values: Mapping[str, Json], field: str, where: str) -> str:
    value = values.get(field)
    if not isinstance(value, str) or not value.strip():
        names = {"id": "qid or id", "query": "body or text", "text": "body, text, answer or gt"}
        raise TaskFormatError(
            where,
            "lacks a field",
            got=value,
            expected=f"words under {names[field]}",
            fix="Mend the line.",
        )
    return value


def _refuse_repeated(ids: Sequence[str], what: str) -> None:
    seen: set[str] = set()
    for one in ids:
        if one in seen:
            raise TaskFormatError(
                what,
                f'two of them share the id "{one}"',
                expected="every id once",
                fix="Rename one.",
            )
        seen.add(one)


def _task(
    id_: str, values: Mapping[str, Json], shape: Shape, truth: _Truth | None
) -> tuple[Task, Kept]:
    named = values.get("images")
    names = [str(n) for n in named] if isinstance(named, list) else []
    images = [(_path(id_, n, name), name) for n, name in enumerate(names, start=1)]
    tags = {n: str(values[n]) for n in ("regime", "difficulty", "title", "tags") if values.get(n)}
    task = Task(
        id=id_,
        query=Query(
            str(values["query"]),
            tuple(Image(f"{n}", path) for n, (path, _) in enumerate(images, start=1)),
        ),
        language=str(values.get("language") or ""),
        domain=str(values.get("domain") or ""),
        gold=Gold(visual=truth[0] if truth else None),
        tags=tags,
    )
    return task, Kept(id_, shape, tuple(images), truth[1] if truth else None)


def _refuse_types(row: Row, where: str) -> None:
    """Refuse fields whose values would be passed over: they are no words.

    Raises:
        TaskFormatError: the first of them.
    """
    for field in (*_WORDS, *_LISTS):
        value = row.get(field)
        many = value if isinstance(value, list) and field in _LISTS else [value]
        if value is not None and not all(isinstance(one, str) for one in many):
            raise TaskFormatError(
                where,
                f'its "{field}" holds something else than words',
                got=value,
                expected="words" + (", or a list of them" if field in _LISTS else ""),
                fix="Mend the line.",
            )


def _path(task: str, number: int, name: str) -> str:
    """Where a picture lies in the bench: under its own name, or under one made of its task's."""
    if is_address(name) or not _is_inside(name):
        suffix = PurePosixPath(urlsplit(name).path).suffix.lower()
        safe = "".join(c if c.isalnum() else "-" for c in task)
        return f"{IMAGES}/{safe}-{number}{suffix if suffix in _SUFFIXES else ''}"
    inner = name.replace("\\", "/").removeprefix("./").removeprefix(f"{IMAGES}/")
    return f"{IMAGES}/{inner}"


def is_address(name: str) -> bool:
    """Whether a picture is named by where it is on the web."""
    return name.lower().startswith(("http://", "https://"))


def _is_inside(name: str) -> bool:
    parts = name.replace("\\", "/").split("/")
    return bool(parts[0]) and ":" not in name and ".." not in parts


def export_rows(imported: Imported) -> tuple[list[Row], list[Row]]:
    """Task rows and ground-truth rows, in the order of the tasks: as they were read, if kept."""
    kept = {one.task: one for one in imported.kept}
    tasks, truths = [], []
    for task in imported.tasks:
        about = kept.get(task.id)
        tasks.append(_task_row(task, about))
        if task.gold.visual is not None:
            truths.append(_truth_row(task.id, task.gold.visual, about))
    return tasks, truths


def _task_row(task: Task, kept: Kept | None) -> Row:
    was = dict(kept.images) if kept else {}
    names: list[Json] = [was.get(image.path, image.path) for image in task.query.images]
    values: dict[str, Json] = {
        "id": task.id,
        "query": task.query.text,
        "images": names,
        "language": task.language,
        "domain": task.domain,
        **{name: task.tags.get(name, "") for name in ("title", "regime", "difficulty", "tags")},
    }
    return TASK.write(values, kept.row if kept else Shape())


def _truth_row(task: str, truth: VisualTruth, kept: Kept | None) -> Row:
    values: dict[str, Json] = {"id": task, "text": truth.text, "version": truth.version}
    shape = kept.truth if kept and kept.truth else Shape((Key("qid", task, "id"),))
    return TRUTH.write(values, shape)


def read_imported(folder: Path) -> Imported:
    """A bench folder, with what was kept when it was imported, if it was.

    Raises:
        InputError: a file that cannot be read or does not follow its format.
    """
    bench = read_bench(folder)
    kept = folder / KEPT_FILE
    return Imported(bench.tasks, tuple(read_lines(kept, Kept)) if kept.exists() else ())
