"""KDR-Bench's questions as a bench, and back without loss.

The paper (arXiv:2604.07720) does not print the format of its question file. Read is what its
text names: ``qid, domain, sub_domain, topic, type, question, main_conclusion, key_points`` (each
``kp_id, text, table_id``), ``table_ids, reference_report``. What a task has no place for is kept
in ``kdr.jsonl``; reference reports become reports of a system of their own, in ``reference/``,
which the option ``rival`` can name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import msgspec

from veridical.errors import InputError, TaskFormatError
from veridical.jsonl import read_lines
from veridical.report.language import UNDETERMINED, language_of
from veridical.runs.files import write_whole
from veridical.runs.importers.hievidr import read_instances
from veridical.runs.importers.rows import Json, list_of, object_of, text_of
from veridical.runs.importers.told import Told
from veridical.task import Gold, KeyPoint, Query, Task, line_from_task, read_bench

KEPT_FILE = "kdr.jsonl"
REFERENCE = "reference"
TAGS = ("sub_domain", "topic", "type")
"""Fields that become tags."""
_READ = frozenset(
    {"qid", "domain", "question", "main_conclusion", "key_points", "reference_report", *TAGS}
)
_FEW = 3

Row = dict[str, Json]


class Kept(msgspec.Struct, frozen=True):
    """A question as it was read, by its task."""

    task: str
    row: dict[str, msgspec.Raw]


@dataclass(frozen=True)
class Question:
    """A question read.

    Attributes:
        task: with its gold.
        row: as it stood there.
        reference: the reference report; "" if there is none.
    """

    task: Task
    row: Row
    reference: str


def bring(file: Path, folder: Path) -> Told:
    """Read a file of questions into a bench's folder.

    Raises:
        InputError: it cannot be read, or a question lacks what a task needs.
        StoreError: the disk refuses.
    """
    found = [question_of(row, n) for n, row in enumerate(read_instances(file), start=1)]
    _refuse_repeated(found)
    kept = [msgspec.json.encode({"task": one.task.id, "row": one.row}) for one in found]
    write_whole(folder / "tasks.jsonl", _lines(line_from_task(one.task) for one in found))
    write_whole(folder / KEPT_FILE, _lines(kept))
    for one in found:
        if one.reference:
            path = folder / REFERENCE / f"{quote(one.task.id, safe='')}.md"
            write_whole(path, one.reference.encode("utf-8", "replace"))
    return Told(len(found), 0, tuple(_notes(found, folder)))


def give(folder: Path, file: Path) -> Told:
    """Write a bench's tasks as questions: a JSON array, or one a line in a ``.jsonl``.

    Raises:
        InputError: no bench, or one that does not follow its format.
        StoreError: the disk refuses.
    """
    bench, path = read_bench(folder), folder / KEPT_FILE
    kept = {one.task: one.row for one in read_lines(path, Kept)} if path.exists() else {}
    rows = [row_of(task, kept.get(task.id, {})) for task in bench.tasks]
    if file.suffix == ".jsonl":
        data = _lines(msgspec.json.encode(row) for row in rows)
    else:
        data = msgspec.json.format(msgspec.json.encode(rows), indent=1) + b"\n"
    write_whole(file, data)
    lost = [task.id for task in bench.tasks if task.gold.graph is not None]
    notes = (f"left out: the evidence graph of {_listed(lost)}",) if lost else ()
    return Told(len(rows), 0, notes)


def _lines(each: Iterator[bytes] | Sequence[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in each)


def question_of(row: Mapping[str, Json], number: int) -> Question:
    """One question as a task.

    Raises:
        TaskFormatError: it lacks its id, its words, its conclusion or its key points.
    """
    where = f"question {number}"
    name, query = text_of(row, "qid", where), text_of(row, "question", where)
    where = f'question "{name}"'
    points = list_of(row, "key_points", where)
    if not points:
        raise TaskFormatError(
            where, "has no key point", expected="a list of them", fix="Add them, or leave it out."
        )
    read = tuple(_point(one, where) for one in points)
    if len({point.id for point in read}) < len(read):
        raise TaskFormatError(
            where,
            "has two key points of one id",
            got=[point.id for point in read],
            expected="every kp_id once",
            fix="Rename one.",
        )
    gold = Gold(
        main_conclusion=text_of(row, "main_conclusion", where),
        key_points=read,
    )
    language = language_of(query)
    tags = {tag: str(row[tag]) for tag in TAGS if row.get(tag)}
    task = Task(
        name,
        Query(query),
        "" if language == UNDETERMINED else language,
        str(row.get("domain") or ""),
        gold,
        tags,
    )
    return Question(task, dict(row), str(row.get("reference_report") or ""))


def _point(value: Json, where: str) -> KeyPoint:
    row = object_of(value, f"{where}, key point")
    table = row.get("table_id")
    return KeyPoint(
        text_of(row, "kp_id", where),
        text_of(row, "text", where),
        "" if table is None else str(table),
    )


def row_of(task: Task, kept: Mapping[str, msgspec.Raw]) -> Row:
    """A task as a question: as it was read, but for what has changed since.

    Args:
        task: the task.
        kept: the question as it was read; empty if it never was.
    """
    before: Row = {name: msgspec.json.decode(value) for name, value in kept.items()}
    told = question_of(before, 1).task if before else None
    gold = task.gold
    now: Row = {
        "qid": task.id,
        "domain": task.domain,
        **{tag: task.tags[tag] for tag in TAGS if tag in task.tags},
        "question": task.query.text,
        "main_conclusion": gold.main_conclusion or "",
        "key_points": [_point_row(p) for p in gold.key_points],
    }
    if told is not None and told.gold.key_points == gold.key_points:
        now["key_points"] = before["key_points"]
    same = {name for name in now if told is not None and _is_same(name, told, task)}
    return {**before, **{k: v for k, v in now.items() if k not in same or k not in before}}


def _is_same(name: str, before: Task, now: Task) -> bool:
    """Whether a field that is no gold says what it said."""
    if name in TAGS:
        return before.tags.get(name) == now.tags.get(name)
    return name == "domain" and before.domain == now.domain


def _point_row(point: KeyPoint) -> Row:
    row: Row = {"kp_id": point.id, "text": point.text}
    return {**row, "table_id": point.item} if point.item else row


def _refuse_repeated(found: Sequence[Question]) -> None:
    seen: set[str] = set()
    for one in found:
        if one.task.id in seen:
            raise InputError(
                "questions",
                f'two of them share the id "{one.task.id}"',
                expected="every qid once",
                fix="Rename one.",
            )
        seen.add(one.task.id)


def _notes(found: Sequence[Question], folder: Path) -> Iterator[str]:
    names = dict.fromkeys(k for one in found for k in one.row if k not in _READ)
    if names:
        told = ", ".join(f'"{name}"' for name in names)
        yield f"kept in {KEPT_FILE} alone, as a task has no place for it: {told}"
    have = sum(bool(one.reference) for one in found)
    if have:
        yield f"{have} reference reports are in {folder / REFERENCE}: name it as rival"
    without = [one.task.id for one in found if not one.reference]
    if have and without:
        yield f"without a reference report: {_listed(without)}"


def _listed(names: Sequence[str]) -> str:
    left = len(names) - _FEW
    return ", ".join(names[:_FEW]) + (f" and {left} more" if left > 0 else "")
