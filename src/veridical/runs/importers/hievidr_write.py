"""One task as an instance of HiEviDR-Bench: as it was read, or in the names of the paper."""

from __future__ import annotations

from collections.abc import Mapping

from veridical.graph import EvidenceGraph, Node
from veridical.runs.importers.hievidr_rows import EDGE, GRAPH, ITEM, NODE, TOP, Instance, Kept
from veridical.runs.importers.rows import Json, Shape
from veridical.task import Item, Task

_BARE = Shape()


def written(task: Task, corpus: Mapping[str, Item], kept: Kept | None) -> Instance:
    """The instance of a task.

    Args:
        task: with or without gold.
        corpus: its items by id.
        kept: what was kept when it was imported; None for a task of ours.

    Returns:
        The six fields; of a task of ours, also id, language, domain, tags and the names of
        the query's images where it has them.
    """
    graph = task.gold.graph
    items = _items(graph, corpus, kept)
    values: dict[str, Json] = {
        "id": task.id,
        "question": task.query.text,
        "answer": task.gold.answer,
        "mm_inputs": [image.path for image in task.query.images],
        "mm_outputs": [path for i in items if (path := i.get("image_path"))],
        "evidence_graph": _graph(graph, kept),
        "evidence_items": [dict(i) for i in items],
    }
    if kept is not None:
        values |= {"language": task.language, "domain": task.domain}
        return _as_read(values, kept)
    values |= _ours(task)
    return TOP.write(values, _BARE)


def _as_read(values: dict[str, Json], kept: Kept) -> Instance:
    """With the instance's own values where a task has no place for them."""
    raw = {key.field: key.raw for key in kept.top.keys if key.field}
    values |= {field: raw.get(field) for field in ("mm_outputs", "images", "tags")}
    return TOP.write(values, kept.top)


def _ours(task: Task) -> dict[str, Json]:
    images: list[Json] = [
        {"id": i.id, "path": i.path, "caption": i.caption} for i in task.query.images
    ]
    return {
        "images": images,
        "language": task.language,
        "domain": task.domain,
        "tags": dict(task.tags),
    }


def _items(
    graph: EvidenceGraph | None, corpus: Mapping[str, Item], kept: Kept | None
) -> list[dict[str, Json]]:
    if kept is not None:
        return [ITEM.write(_of_item(corpus[new], old), shape) for new, old, shape in kept.items]
    ids = dict.fromkeys(n.item for n in graph.evidence if n.item) if graph else {}
    return [ITEM.write(_of_item(corpus[i], i), _BARE) for i in ids if i in corpus]


def _of_item(item: Item, name: str) -> dict[str, Json]:
    return {
        "id": name,
        "modality": item.modality.value,
        "text": item.text,
        "image_path": item.image_path,
        "title": item.title,
        "source": item.source,
        "license": item.license,
        "language": item.language,
    }


def _graph(graph: EvidenceGraph | None, kept: Kept | None) -> Json:
    if graph is None:
        return None
    names = {new: old for new, old, _ in kept.items} if kept else {}
    nodes: list[Json] = [
        NODE.write(_of_node(n, names), kept.nodes.get(n.id, _BARE) if kept else _BARE)
        for n in graph.nodes
    ]
    edges: list[Json] = [_edge(a, b, kept) for a, b in graph.edges]
    return dict(GRAPH.write({"nodes": nodes, "edges": edges}, kept.graph if kept else _BARE))


def _of_node(node: Node, names: Mapping[str, str]) -> dict[str, Json]:
    item = names.get(node.item, node.item) if node.item is not None else None
    return {"id": node.id, "type": node.type.value, "text": node.text, "item": item}


def _edge(supporter: str, supported: str, kept: Kept | None) -> Json:
    first, last = (supported, supporter) if kept and kept.is_reversed else (supporter, supported)
    for a, b, shape in kept.edges if kept else ():
        if (a, b) == (supporter, supported):
            return dict(EDGE.write({"from": first, "to": last}, shape)) if shape else [first, last]
    return {"from": first, "to": last}
