"""Replies in the format of OpenAI: Responses, Chat Completions and Assistants.

An annotation of the type ``url_citation`` has ``start_index`` and ``end_index``, in characters
of its own text; around a link that the text holds already, or around the words that rest on the
source. A ``file_citation`` has the ``index`` of the character where it stands, or, in Assistants,
the marker ``【4:0†source】`` that it explains. The vendor does not say what a character is: code
points are taken, UTF-16 where the annotations' own words show it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from veridical.runs.importers.annotations import Annotation
from veridical.runs.importers.cited import Source
from veridical.runs.importers.imported import Imported, Lost
from veridical.runs.importers.joined import Annotated, joined
from veridical.runs.importers.offsets import Unit

KIND = "a reply in OpenAI's format"
_WORD = re.compile(r"[^\W_]*")


class _Place(msgspec.Struct):
    """What a nested citation names."""

    url: str | None = None
    title: str | None = None
    start_index: int | None = None
    end_index: int | None = None
    file_id: str | None = None


class _Annotation(msgspec.Struct):
    type: str = ""
    url: str | None = None
    title: str | None = None
    start_index: int | None = None
    end_index: int | None = None
    index: int | None = None
    file_id: str | None = None
    filename: str | None = None
    text: str | None = None
    url_citation: _Place | None = None
    file_citation: _Place | None = None


class _Value(msgspec.Struct):
    value: str
    annotations: list[_Annotation] | None = None


class _Part(msgspec.Struct):
    type: str = ""
    text: str | _Value | None = None
    refusal: str | None = None
    annotations: list[_Annotation] | None = None


class _Item(msgspec.Struct):
    type: str = "message"
    role: str = "assistant"
    content: str | list[_Part] | None = None
    annotations: list[_Annotation] | None = None


class _Choice(msgspec.Struct):
    message: _Item


class _Reply(msgspec.Struct):
    output: list[_Item] | None = None
    choices: list[_Choice] | None = None


def read_reply(raw: object) -> Imported:
    """A reply, or a list of its output items, as a report.

    Raises:
        msgspec.ValidationError: it does not follow the format.
    """
    if isinstance(raw, list):
        items, others = msgspec.convert(raw, type=list[_Item]), 0
    elif isinstance(raw, dict) and ("output" in raw or "choices" in raw):
        reply = msgspec.convert(raw, type=_Reply)
        choices = reply.choices or []
        items = reply.output or [choice.message for choice in choices[:1]]
        others = max(0, len(choices) - 1)
    elif isinstance(raw, dict) and "text" in raw:
        part = msgspec.convert(raw, type=_Part)
        items, others = [_Item(content=[part])], 0
    else:
        items, others = [msgspec.convert(raw, type=_Item)], 0
    return _of_items(items, others)


def _of_items(items: Sequence[_Item], others: int) -> Imported:
    written = [i for i in items if i.type == "message" and i.role == "assistant"]
    texts: list[Annotated] = []
    unplaced = refused = 0
    for item in written:
        for part in _parts(item):
            refused += part.refusal is not None
            text, annotations = _text(part)
            found = list(_annotations(text, annotations))
            unplaced += len(annotations) - len(found)
            texts += [Annotated(text, found)] if text.strip() else []
    lost = [
        Lost(others, "other choice"),
        Lost(refused, "refusal"),
        Lost(unplaced, "annotation without a place", "annotations without a place"),
    ]
    return joined(texts, Unit.POINTS, KIND, lost)


def _parts(item: _Item) -> list[_Part]:
    if isinstance(item.content, str):
        return [_Part("output_text", item.content, annotations=item.annotations)]
    return item.content or []


def _text(part: _Part) -> tuple[str, list[_Annotation]]:
    if isinstance(part.text, _Value):
        return part.text.value, part.text.annotations or []
    return part.text or "", part.annotations or []


def _annotations(text: str, annotations: Sequence[_Annotation]) -> Iterator[Annotation]:
    """Those that have a place; paths of files that a program wrote are no citations."""
    indices = [a.index for a in annotations if a.index is not None and a.start_index is None]
    counts_files = bool(indices) and max(indices) < len(annotations)
    for one in annotations:
        place = one.url_citation or _Place(one.url, one.title, one.start_index, one.end_index)
        source = _source(one, place)
        start = one.start_index if place.start_index is None else place.start_index
        end = one.end_index if place.end_index is None else place.end_index
        if source is None:
            continue
        if start is not None and end is not None:
            yield Annotation(start, end, source, one.text or "")
        elif one.index is not None and not counts_files:
            at = _word_end(text, one.index)
            yield Annotation(at, at, source)


def _source(one: _Annotation, place: _Place) -> Source | None:
    if one.type == "file_path":
        return None
    if place.url:
        return Source(place.url, place.title or "")
    file = one.file_id or (one.file_citation.file_id if one.file_citation else None)
    return Source("", one.filename or "", file or "") if file or one.filename else None


def _word_end(text: str, index: int) -> int:
    """A place that does not part a word of letters; Chinese has none to part."""
    if not 0 < index < len(text) or not text[index - 1].isalnum() or ord(text[index - 1]) > 0x2E7F:
        return index
    found = _WORD.match(text, index)
    return found.end() if found else index
