"""Tasks and their gold, the corpus they stand on, and the JSONL they are kept in.

A `Task` asks a query of text and images and carries whatever gold is known. A `Bench` is
a folder with ``tasks.jsonl`` and, beside it, ``corpus.jsonl``. Paths of images are relative
to that folder. Nothing here knows any paper's own format (see `veridical.runs.importers`).
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

import msgspec

from veridical.errors import GraphError, InputError, TaskFormatError
from veridical.graph import EvidenceGraph, Node

SCHEMA = 1
S = TypeVar("S", bound=msgspec.Struct)


class Modality(StrEnum):
    """What an item shows."""

    TEXT = "text"
    IMAGE = "image"
    TABLE = "table"


class Image(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture of a query: its id, its path relative to the bench, its caption."""

    id: str
    path: str
    caption: str = ""


class Query(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the task asks: text, and the images it speaks of.

    ``<image>`` in the text stands for the next image, in order.
    """

    text: str
    images: tuple[Image, ...] = ()


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of a corpus: a text, or the caption of an image or table.

    Attributes:
        id: unique in its corpus.
        modality: text, image or table.
        text: the words; of an image its caption, of a table its rows and caption.
        title: what it is called.
        image_path: the picture, relative to the bench.
        source: where it comes from.
        license: under which licence it may be used.
        language: a code such as ``en`` or ``zh``; "" = not said.
    """

    id: str
    text: str
    modality: Modality = Modality.TEXT
    title: str = ""
    image_path: str | None = None
    source: str = ""
    license: str = ""
    language: str = ""


class Gold(msgspec.Struct, frozen=True):
    """What is known to be right: an answer, an evidence graph, either or none."""

    answer: str | None = None
    graph: EvidenceGraph | None = None


class Task(msgspec.Struct, frozen=True):
    """A query with its gold.

    Attributes:
        id: unique in its bench.
        query: what is asked.
        language: of the query and the report that answers it.
        domain: the field it belongs to, for breakdowns.
        gold: what is known to be right.
        tags: free labels, for breakdowns.
    """

    id: str
    query: Query
    language: str = ""
    domain: str = ""
    gold: Gold = Gold()
    tags: Mapping[str, str] = {}


class _Graph(msgspec.Struct, forbid_unknown_fields=True):
    nodes: tuple[Node, ...]
    edges: tuple[tuple[str, str], ...]


class _Gold(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    answer: str | None = None
    graph: _Graph | None = None


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    """One line of ``tasks.jsonl``."""

    schema: int
    id: str
    query: Query
    language: str = ""
    domain: str = ""
    gold: _Gold = msgspec.field(default_factory=_Gold)
    tags: dict[str, str] = {}


def lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines of a JSONL file that are not blank, with their numbers from 1.

    Raises:
        InputError: the file cannot be read, or is none: a pipe could be waited for without end.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise OSError(errno.EINVAL, "Not a regular file")
        data = path.read_bytes()
    except (OSError, ValueError) as e:
        raise InputError(
            str(path),
            "cannot be read",
            got=e.strerror if isinstance(e, OSError) else str(e),
            expected="a JSONL file",
            fix="Check the path.",
        ) from e
    data = data.removeprefix(b"\xef\xbb\xbf")
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip():
            yield number, line


def read_lines(path: Path, kind: type[S]) -> list[S]:
    """The records of a JSONL file.

    Raises:
        TaskFormatError: a line that is no JSON or not of `kind`, named with its number.
        InputError: the file cannot be read.
    """
    found = []
    for number, line in lines(path):
        try:
            found.append(msgspec.json.decode(line, type=kind))
        except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as e:
            raise TaskFormatError(
                f"{path.name}, line {number}",
                f"does not follow its format: {e}",
                expected=f"one JSON object with the fields {', '.join(kind.__struct_fields__)}",
                fix="Mend the line.",
            ) from e
    return found


def task_from_line(record: _Line, where: str) -> Task:
    """A task from its line, its graph checked.

    Raises:
        TaskFormatError: a schema that this version does not know.
        GraphError: nodes and edges that are no evidence graph.
    """
    if record.schema != SCHEMA:
        raise TaskFormatError(
            where,
            "has an unknown schema",
            got=record.schema,
            expected=f"schema {SCHEMA}",
            fix="Update veridical, or export the tasks again.",
        )
    graph = record.gold.graph
    built = EvidenceGraph(graph.nodes, graph.edges, name=record.id) if graph else None
    return Task(
        id=record.id,
        query=record.query,
        language=record.language,
        domain=record.domain,
        gold=Gold(record.gold.answer, built),
        tags=record.tags,
    )


def line_from_task(task: Task) -> bytes:
    """One line of ``tasks.jsonl``, without its line break."""
    graph = task.gold.graph
    gold = _Gold(task.gold.answer, _Graph(graph.nodes, graph.edges) if graph else None)
    line = _Line(SCHEMA, task.id, task.query, task.language, task.domain, gold, dict(task.tags))
    return msgspec.json.encode(line)


@dataclass(frozen=True)
class Bench:
    """Tasks over a corpus.

    Attributes:
        tasks: in the order of the file.
        corpus: every item by id; empty where no corpus is known.
        folder: what the paths of images are relative to.
    """

    tasks: tuple[Task, ...]
    corpus: Mapping[str, Item]
    folder: Path

    def __post_init__(self) -> None:
        """Check that ids are unique and that gold evidence stands in the corpus."""
        _refuse_repeated([t.id for t in self.tasks], "tasks", "task")
        if self.corpus:
            for task in self.tasks:
                _refuse_unknown_items(task, self.corpus)


def _refuse_repeated(ids: Sequence[str], where: str, what: str) -> None:
    seen: set[str] = set()
    for one in ids:
        if one in seen:
            raise TaskFormatError(
                where,
                f'two of them share the id "{one}"',
                expected=f"every {what} id once",
                fix="Rename one.",
            )
        seen.add(one)


def _refuse_unknown_items(task: Task, corpus: Mapping[str, Item]) -> None:
    for node in task.gold.graph.evidence if task.gold.graph else ():
        if node.item is not None and node.item not in corpus:
            raise GraphError(
                f'task "{task.id}"',
                f'evidence node "{node.id}" names an item that is not in the corpus',
                got=node.item,
                expected="an id of corpus.jsonl",
                fix="Add the item or correct the node.",
            )


def read_bench(path: Path) -> Bench:
    """A bench from its folder, or from a task file with ``corpus.jsonl`` beside it.

    Raises:
        TaskFormatError: a line that does not follow its format; repeated ids.
        GraphError: a gold graph that is none.
        InputError: a file that cannot be read.
    """
    tasks_path = path / "tasks.jsonl" if path.is_dir() else path
    records = read_lines(tasks_path, _Line)
    tasks = tuple(task_from_line(r, f'task "{r.id}"') for r in records)
    if not tasks:
        raise TaskFormatError(
            str(tasks_path), "has no task", expected="a task per line", fix="Check the path."
        )
    corpus_path = tasks_path.parent / "corpus.jsonl"
    items = read_lines(corpus_path, Item) if os.path.lexists(corpus_path) else []
    _refuse_repeated([i.id for i in items], "corpus.jsonl", "item")
    return Bench(tasks, {i.id: i for i in items}, tasks_path.parent)
