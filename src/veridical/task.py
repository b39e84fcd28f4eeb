"""Tasks and their gold, the corpus they stand on, and the JSONL they are kept in.

A `Task` asks a query of text and images and carries whatever gold is known. A `Bench` is
a folder with ``tasks.jsonl`` and, beside it, ``corpus.jsonl``. Paths of images are relative
to that folder. Nothing here knows any paper's own format (see `veridical.runs.importers`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import msgspec

from veridical.errors import GraphError, TaskFormatError, within
from veridical.graph import EvidenceGraph, Node
from veridical.jsonl import numbered_records
from veridical.jsonl import read_lines as read_lines  # one place for all who read tasks

SCHEMA = 2
"""What this version reads at most; a line that has no key points is written as schema 1."""
_FIRST_SCHEMA = 1


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
        document: the file or page that it is a piece of; "" = it is whole.
        section: the heading under which it stands there.
        page: the page on which it begins there, from 1; None = no pages.
    """

    id: str
    text: str
    modality: Modality = Modality.TEXT
    title: str = ""
    image_path: str | None = None
    source: str = ""
    license: str = ""
    language: str = ""
    document: str = ""
    section: str = ""
    page: int | None = None


class VisualTruth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the pictures of a query show, in words, and which writing of it this is."""

    text: str
    version: str = ""


class KeyPoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a report should say, once and by itself.

    Attributes:
        id: unique in its task.
        text: it in words.
        item: the id of the piece of the corpus that it rests on; "" = not said.
    """

    id: str
    text: str
    item: str = ""


class Gold(msgspec.Struct, frozen=True):
    """What is known to be right, any of it or none.

    Attributes:
        answer: to the query.
        graph: how evidence leads to the answer.
        visual: what the query's pictures show.
        main_conclusion: what a report should conclude.
        key_points: what it should say on the way.
    """

    answer: str | None = None
    graph: EvidenceGraph | None = None
    visual: VisualTruth | None = None
    main_conclusion: str | None = None
    key_points: tuple[KeyPoint, ...] = ()


class Task(msgspec.Struct, frozen=True):
    """A query with its gold.

    Attributes:
        id: unique in its bench.
        query: what is asked.
        language: of the query and the report that answers it.
        domain: the field it belongs to, for breakdowns.
        gold: what is known to be right.
        tags: free labels, for breakdowns.
        blocked: references that whoever answers must not use: addresses, DOIs, sites, titles
            or ids of items.
    """

    id: str
    query: Query
    language: str = ""
    domain: str = ""
    gold: Gold = Gold()
    tags: Mapping[str, str] = {}
    blocked: tuple[str, ...] = ()


class _Graph(msgspec.Struct, forbid_unknown_fields=True):
    nodes: tuple[Node, ...]
    edges: tuple[tuple[str, str], ...]


class _Gold(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    answer: str | None = None
    graph: _Graph | None = None
    visual: VisualTruth | None = None
    main_conclusion: str | None = None
    key_points: tuple[KeyPoint, ...] = ()

    @property
    def schema(self) -> int:
        """The first schema that has room for it."""
        told = (self.visual, self.main_conclusion)
        is_new = bool(self.key_points) or any(one is not None for one in told)
        return SCHEMA if is_new else _FIRST_SCHEMA


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    """One line of ``tasks.jsonl``."""

    schema: int
    id: str
    query: Query
    language: str = ""
    domain: str = ""
    gold: _Gold = msgspec.field(default_factory=_Gold)
    tags: dict[str, str] = {}
    blocked: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


def task_from_line(record: _Line, where: str) -> Task:
    """A task from its line, its graph checked.

    Raises:
        TaskFormatError: a schema that this version does not know, an empty query, a language
            that is none, an image outside the bench.
        GraphError: nodes and edges that are no evidence graph.
    """
    if not _FIRST_SCHEMA <= record.schema <= SCHEMA:
        raise TaskFormatError(
            where,
            "has an unknown schema",
            got=record.schema,
            expected=f"schema {_FIRST_SCHEMA} to {SCHEMA}",
            fix="Update veridical, or export the tasks again.",
        )
    _refuse_unfit(record, where)
    gold = record.gold
    graph = gold.graph
    built = EvidenceGraph(graph.nodes, graph.edges, name=record.id) if graph else None
    return Task(
        id=record.id,
        query=record.query,
        language=record.language,
        domain=record.domain,
        gold=Gold(gold.answer, built, gold.visual, gold.main_conclusion, gold.key_points),
        tags=record.tags,
        blocked=record.blocked or (),
    )


_LANGUAGE = re.compile(r"(?:[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*)?")


def _refuse_unfit(record: _Line, where: str) -> None:
    if not record.query.text.strip():
        raise TaskFormatError(
            where,
            "asks nothing",
            got=record.query.text,
            expected="a query of words",
            fix="Write the query, or leave the task out.",
        )
    _refuse_language(record.language, where)
    _refuse_key_points(record.gold, record.schema, where)
    for reference in record.blocked or ():
        if not reference.strip():
            raise TaskFormatError(
                where,
                "blocks a reference that is none",
                got=reference,
                expected="an address, a site, a title or an item's id",
                fix="Write it, or leave it out.",
            )
    for image in record.query.images:
        _refuse_outside(image.path, where)


def _refuse_key_points(gold: _Gold, schema: int, where: str) -> None:
    """Refuse key points that are none, and any where the schema has no room for them."""
    if schema < gold.schema:
        raise TaskFormatError(
            where,
            "has a main conclusion or key points",
            got=f"schema {schema}",
            expected=f"schema {gold.schema} with them",
            fix="Correct the schema.",
        )
    told = [(one.id, one.text) for one in gold.key_points]
    if gold.main_conclusion is not None:
        told.append(("main_conclusion", gold.main_conclusion))
    for name, text in told:
        if not text.strip():
            raise TaskFormatError(
                where,
                f'its gold "{name}" has no words',
                got=text,
                expected="what a report should say",
                fix="Write it, or leave it out.",
            )
    _refuse_repeated([one.id for one in gold.key_points], where, "key point")


def _refuse_language(code: str, where: str) -> None:
    if not _LANGUAGE.fullmatch(code):
        raise TaskFormatError(
            where,
            "its language is no code",
            got=code,
            expected="two or three letters such as en or zh, and what may follow them, as in zh-TW",
            fix="Correct it.",
        )


def _refuse_outside(path: str, where: str) -> None:
    """Refuse a path that leads out of the bench, by its words alone; a file may be missing."""
    parts = path.replace("\\", "/").split("/")
    depth = 0
    for part in parts:
        depth += {"..": -1, ".": 0, "": 0}.get(part, 1)
        if depth < 0:
            break
    if depth < 0 or not parts[0] or ":" in parts[0]:
        raise TaskFormatError(
            where,
            "its image is outside the bench",
            got=path,
            expected="a path below the bench's folder",
            fix="Put the image there and name it so.",
        )


def line_from_task(task: Task) -> bytes:
    """One line of ``tasks.jsonl``, without its line break."""
    graph = task.gold.graph
    written = _Graph(graph.nodes, graph.edges) if graph else None
    own = task.gold
    gold = _Gold(own.answer, written, own.visual, own.main_conclusion, own.key_points)
    line = _Line(gold.schema, task.id, task.query, task.language, task.domain, gold)
    line.tags = dict(task.tags)
    line.blocked = task.blocked or msgspec.UNSET
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
        GraphError: a gold graph that is none, or that names an item that is in no corpus.
        InputError: a file that cannot be read.
    """
    tasks_path = path / "tasks.jsonl" if path.is_dir() else path
    records = numbered_records(tasks_path, _Line)
    tasks = tuple(_task_at(r, f"{tasks_path}, line {number}") for number, r in records)
    if not tasks:
        raise TaskFormatError(
            str(tasks_path), "has no task", expected="a task per line", fix="Check the path."
        )
    corpus_path = tasks_path.parent / "corpus.jsonl"
    has_corpus = os.path.lexists(corpus_path)  # one that is empty is known all the same
    lined = numbered_records(corpus_path, Item) if has_corpus else []
    for number, item in lined:
        _refuse_language(item.language, f"{corpus_path}, line {number}")
        if item.image_path:
            _refuse_outside(item.image_path, f"{corpus_path}, line {number}")
    _refuse_repeated([item.id for _, item in lined], str(corpus_path), "item")
    corpus = {item.id: item for _, item in lined}
    _refuse_repeated([task.id for task in tasks], str(tasks_path), "task")
    for (number, _), task in zip(records, tasks, strict=True) if has_corpus else ():
        try:
            _refuse_unknown_items(task, corpus)
        except GraphError as e:
            raise within(f"{tasks_path}, line {number}", e) from e
    return Bench(tasks, corpus, tasks_path.parent)


def _task_at(record: _Line, where: str) -> Task:
    try:
        return task_from_line(record, f'task "{record.id}"')
    except (TaskFormatError, GraphError) as e:
        raise within(where, e) from e
