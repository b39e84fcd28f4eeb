"""One instance of HiEviDR-Bench, read: its items, then its task."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from veridical.errors import GraphError, TaskFormatError
from veridical.graph import EvidenceGraph, Node, NodeType
from veridical.report.language import UNDETERMINED, language_of
from veridical.runs.importers.hievidr_rows import EDGE, GRAPH, ITEM, NODE, TOP, Instance, Kept
from veridical.runs.importers.rows import Json, Shape, list_of, object_of, text_of
from veridical.task import Gold, Image, Item, Modality, Query, Task


@dataclass(frozen=True)
class Reading:
    """An instance whose items may still be renamed.

    Attributes:
        id: the task's id to be.
        values: by our fields.
        top: the instance's keys.
        items: (id in the instance, item, keys), in order.
    """

    id: str
    values: Mapping[str, Json]
    top: Shape
    items: tuple[tuple[str, Item, Shape], ...]

    @property
    def where(self) -> str:
        """The locator of messages."""
        return f'instance "{self.id}"'

    def task(self, ids: Mapping[str, str]) -> tuple[Task, Kept]:
        """The task, and what it has no place for.

        Args:
            ids: the corpus id of each item, by its id in the instance.

        Raises:
            TaskFormatError: a field that is missing or of another kind.
            GraphError: a graph that is none, whichever way its edges run.
        """
        graph, kept = _Graph(self, ids).built()
        answer = self.values.get("answer")
        task = Task(
            id=self.id,
            query=Query(text_of(self.values, "question", self.where), self._images()),
            language=str(self.values.get("language") or ""),
            domain=str(self.values.get("domain") or ""),
            gold=Gold(answer if isinstance(answer, str) else None, graph),
            tags=self._tags(),
        )
        return task, kept

    def _images(self) -> tuple[Image, ...]:
        """The query's images, with the ids and captions that an export of ours keeps."""
        named = [object_of(raw, self.where) for raw in list_of(self.values, "images", self.where)]
        found = []
        for n, raw in enumerate(list_of(self.values, "mm_inputs", self.where)):
            path = text_of({"mm_inputs": raw}, "mm_inputs", self.where)
            more = named[n] if n < len(named) else {}
            name = more.get("id") or f"input-{n + 1}"
            found.append(Image(str(name), path, str(more.get("caption") or "")))
        return tuple(found)

    def _tags(self) -> dict[str, str]:
        tags = self.values.get("tags")
        return {k: str(v) for k, v in tags.items()} if isinstance(tags, dict) else {}


def read_instance(row: Instance, number: int) -> Reading:
    """One instance, the `number`-th of its file.

    Raises:
        TaskFormatError: a field that is missing or of another kind.
    """
    where = f"instance {number}"
    values, keys = TOP.read(row)
    told: dict[str, Json] = {}
    if not values.get("id"):
        told["id"] = f"hievidr-{number:04d}"
    if not values.get("language"):
        language = language_of(text_of(values, "question", where))
        told["language"] = "" if language == UNDETERMINED else language
    values |= told
    items = tuple(
        _item(object_of(raw, f"{where}, item {n}"), f"{where}, item {n}")
        for n, raw in enumerate(list_of(values, "evidence_items", where), start=1)
    )
    _refuse_repeated([i for i, _, _ in items], where)
    return Reading(text_of(values, "id", where), values, Shape(keys, told), items)


def _refuse_repeated(ids: list[str], where: str) -> None:
    for one, count in Counter(ids).items():
        if count > 1:
            raise TaskFormatError(
                where,
                f'two evidence items share the id "{one}"',
                expected="every item id once",
                fix="Rename one.",
            )


def _item(row: Mapping[str, Json], where: str) -> tuple[str, Item, Shape]:
    values, keys = ITEM.read(row)
    told: dict[str, Json] = {}
    if values.get("modality") is None:
        told["modality"] = (Modality.IMAGE if values.get("image_path") else Modality.TEXT).value
    values |= told
    path = values.get("image_path")
    item = Item(
        id=text_of(values, "id", where),
        text=str(values.get("text", "")),
        modality=Modality(str(values["modality"])),
        title=str(values.get("title", "")),
        image_path=path if isinstance(path, str) else None,
        source=str(values.get("source", "")),
        license=str(values.get("license", "")),
        language=str(values.get("language", "")),
    )
    return item.id, item, Shape(keys, told)


@dataclass(frozen=True)
class _Graph:
    """An instance's graph, being read."""

    instance: Reading
    ids: Mapping[str, str]

    def built(self) -> tuple[EvidenceGraph, Kept]:
        """The graph, its edges from supporter to supported, and what it has no place for."""
        where = self.instance.where
        values, keys = GRAPH.read(
            object_of(self.instance.values.get("evidence_graph"), f"{where}, evidence_graph")
        )
        rows = [self._node(raw) for raw in list_of(values, "nodes", where)]
        edges = [self._edge(raw) for raw in list_of(values, "edges", where)]
        nodes = tuple(node for node, _ in rows)
        graph, is_reversed = self._directed(nodes, [(a, b) for a, b, _ in edges])
        turned = [(b, a, shape) if is_reversed else (a, b, shape) for a, b, shape in edges]
        kept = Kept(
            task=self.instance.id,
            top=self.instance.top,
            graph=Shape(keys),
            nodes={node.id: shape for node, shape in rows},
            edges=tuple(turned),
            is_reversed=is_reversed,
            items=tuple((self.ids[old], old, shape) for old, _, shape in self.instance.items),
        )
        return graph, kept

    def _directed(
        self, nodes: tuple[Node, ...], edges: list[tuple[str, str]]
    ) -> tuple[EvidenceGraph, bool]:
        """The graph as its edges run, or reversed where only that is an evidence graph."""
        try:
            return EvidenceGraph(nodes, tuple(edges), name=self.instance.id), False
        except GraphError as as_given:
            try:
                turned = tuple((b, a) for a, b in edges)
                return EvidenceGraph(nodes, turned, name=self.instance.id), True
            except GraphError:
                raise as_given from None

    def _node(self, raw: Json) -> tuple[Node, Shape]:
        where = f"{self.instance.where}, evidence_graph"
        values, keys = NODE.read(object_of(raw, f"{where}, node"))
        node_id = text_of(values, "id", f"{where}, node")
        kind = values.get("type")
        if kind not in {t.value for t in NodeType}:
            raise TaskFormatError(
                f'{where}, node "{node_id}"',
                "has an unknown type",
                got=kind,
                expected="evidence, claim or conclusion",
                fix="Correct it.",
            )
        text = text_of(values, "text", f'{where}, node "{node_id}"')
        item, told = self._item_of(node_id, NodeType(str(kind)), text, values.get("item"))
        return Node(node_id, NodeType(str(kind)), text, item), Shape(keys, told)

    def _item_of(
        self, node_id: str, kind: NodeType, text: str, named: Json
    ) -> tuple[str | None, dict[str, Json]]:
        """The corpus id of a node's item: as named, or told by its id or by its text."""
        if kind is not NodeType.EVIDENCE:
            return None, {}
        if isinstance(named, str):
            return self.ids.get(named, named), {}
        same = [old for old, item, _ in self.instance.items if item.text == text]
        told = node_id if node_id in self.ids else same[0] if len(same) == 1 else None
        return (None, {}) if told is None else (self.ids[told], {"item": told})

    def _edge(self, raw: Json) -> tuple[str, str, Shape | None]:
        where = f"{self.instance.where}, evidence_graph, edge"
        if isinstance(raw, list):
            ends = [str(end) for end in raw]
            if len(ends) == 2:
                return ends[0], ends[1], None
        values, keys = EDGE.read(object_of(raw, where))
        return text_of(values, "from", where), text_of(values, "to", where), Shape(keys)
