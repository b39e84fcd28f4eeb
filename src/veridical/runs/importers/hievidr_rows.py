"""What HiEviDR-Bench's objects may call their fields, and what is kept of each.

The inner keys of ``evidence_graph`` and ``evidence_items`` are not published; the names here
are those of the paper's words and of the project's site, and common ones beside them.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from veridical.runs.importers.rows import Json, Rows, Shape
from veridical.task import Modality

Instance: TypeAlias = dict[str, Json]


class Kept(msgspec.Struct, frozen=True):
    """What a task has no place for, to write its instance back as it was.

    Attributes:
        task: the task's id.
        top: the keys of the instance.
        graph: the keys of its graph.
        nodes: the keys of each node, by node id.
        edges: (supporter, supported, keys) of each edge; without keys it was a pair.
        is_reversed: whether its edges run from supported to supporter.
        items: (id in the corpus, id in the instance, keys) of each item, in order.
    """

    task: str
    top: Shape
    graph: Shape
    nodes: dict[str, Shape]
    edges: tuple[tuple[str, str, Shape | None], ...]
    is_reversed: bool
    items: tuple[tuple[str, str, Shape], ...]


_MODALITIES = {
    "text": Modality.TEXT,
    "paragraph": Modality.TEXT,
    "image": Modality.IMAGE,
    "figure": Modality.IMAGE,
    "chart": Modality.IMAGE,
    "picture": Modality.IMAGE,
    "table": Modality.TABLE,
}


def _id(raw: Json) -> Json:
    return str(raw) if isinstance(raw, int) and not isinstance(raw, bool) else raw


def _word(raw: Json) -> Json:
    return raw.strip().lower() if isinstance(raw, str) else raw


def _text(raw: Json) -> Json:
    return raw if isinstance(raw, str) else ""


def _answer(raw: Json) -> Json:
    return raw if isinstance(raw, str) else None


def _path(raw: Json) -> Json:
    return raw if isinstance(raw, str) and raw else None


def _modality(raw: Json) -> Json:
    word = _word(raw)
    return _MODALITIES[word].value if isinstance(word, str) and word in _MODALITIES else None


TOP = Rows(
    {
        "id": ("id", "sample_id", "instance_id", "qid"),
        "question": ("question",),
        "answer": ("answer",),
        "mm_inputs": ("mm_inputs",),
        "mm_outputs": ("mm_outputs",),
        "evidence_graph": ("evidence_graph",),
        "evidence_items": ("evidence_items",),
        "images": ("images",),
        "language": ("language", "lang"),
        "domain": ("domain",),
        "tags": ("tags",),
    },
    {"id": _id, "answer": _answer, "language": _text, "domain": _text},
)
GRAPH = Rows({"nodes": ("nodes",), "edges": ("edges", "links")})
NODE = Rows(
    {
        "id": ("id", "node_id", "name"),
        "type": ("type", "node_type", "kind"),
        "text": ("text", "content", "description", "statement"),
        "item": ("item_id", "item", "evidence_id", "evidence_item"),
    },
    {"id": _id, "type": _word, "item": _id},
)
EDGE = Rows(
    {"from": ("from", "source", "src"), "to": ("to", "target", "dst")},
    {"from": _id, "to": _id},
)
ITEM = Rows(
    {
        "id": ("id", "item_id", "evidence_id", "chunk_id"),
        "modality": ("modality", "type", "media_type"),
        "text": ("text", "text_or_caption", "caption", "content", "description"),
        "image_path": ("image_path", "image", "path"),
        "title": ("title",),
        "source": ("source", "url"),
        "license": ("license",),
        "language": ("language",),
    },
    {
        "id": _id,
        "modality": _modality,
        "text": _text,
        "image_path": _path,
        "title": _text,
        "source": _text,
        "license": _text,
        "language": _text,
    },
)
