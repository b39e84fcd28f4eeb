"""Replies in the format of Gemini: ``groundingMetadata``, and the ``outputs`` of Interactions.

A support's segment has ``startIndex`` and ``endIndex`` in bytes of UTF-8, counted from the
beginning of its part, end exclusive; an absent start is 0. Its ``text`` repeats the words. A
support names its sources by places in ``groundingChunks``. Keys are read in camelCase, as the
interface writes them, and in snake_case, as Python programs do.
"""

from __future__ import annotations

import re

import msgspec

from veridical.runs.importers.annotations import Annotation
from veridical.runs.importers.cited import Source
from veridical.runs.importers.imported import Imported, Lost
from veridical.runs.importers.joined import Annotated, joined
from veridical.runs.importers.offsets import Unit

KIND = "a reply in Gemini's format"
_UPPER = re.compile(r"(?<=[a-z0-9])([A-Z])")


class _Place(msgspec.Struct):
    uri: str | None = None
    title: str | None = None


class _Chunk(msgspec.Struct):
    web: _Place | None = None
    retrieved_context: _Place | None = None
    maps: _Place | None = None


class _Segment(msgspec.Struct):
    start_index: int | None = None
    end_index: int | None = None
    part_index: int | None = None
    text: str | None = None


class _Support(msgspec.Struct):
    segment: _Segment | None = None
    grounding_chunk_indices: list[int] | None = None


class _Grounding(msgspec.Struct):
    grounding_chunks: list[_Chunk] | None = None
    grounding_supports: list[_Support] | None = None


class _Part(msgspec.Struct):
    text: str | None = None
    thought: bool | None = None


class _Content(msgspec.Struct):
    parts: list[_Part] | None = None


class _Candidate(msgspec.Struct):
    content: _Content | None = None
    grounding_metadata: _Grounding | None = None


class _Reply(msgspec.Struct):
    candidates: list[_Candidate]


class _Cited(msgspec.Struct):
    start_index: int | None = None
    end_index: int | None = None
    source: str | None = None
    url: str | None = None
    title: str | None = None


class _Output(msgspec.Struct):
    type: str = ""
    text: str | None = None
    annotations: list[_Cited] | None = None


class _Interaction(msgspec.Struct):
    outputs: list[_Output]


def read_reply(raw: object) -> Imported:
    """A reply as a report.

    Raises:
        msgspec.ValidationError: it does not follow the format.
    """
    found = _snake(raw)
    if isinstance(found, dict) and "outputs" in found:
        return _of_outputs(msgspec.convert(found, type=_Interaction).outputs)
    candidates = msgspec.convert(found, type=_Reply).candidates
    first = candidates[0] if candidates else _Candidate()
    return _of_candidate(first, max(0, len(candidates) - 1))


def _of_candidate(candidate: _Candidate, others: int) -> Imported:
    parts = (candidate.content.parts if candidate.content else None) or []
    grounding = candidate.grounding_metadata or _Grounding()
    by_part: dict[int, list[Annotation]] = {}
    bad = sourceless = 0
    for support in grounding.grounding_supports or []:
        sources, unknown = _sources(support, grounding.grounding_chunks or [])
        sourceless += unknown
        segment = support.segment or _Segment()
        part = _part(segment, parts)
        if part is None or segment.end_index is None:
            bad += len(sources)
            continue
        place = segment.start_index or 0, segment.end_index
        by_part.setdefault(part, []).extend(
            Annotation(*place, source, segment.text or "") for source in sources
        )
    texts = [
        Annotated(part.text, by_part.get(index, ()))
        for index, part in enumerate(parts)
        if part.text and not part.thought
    ]
    lost = [
        Lost(others, "other candidate"),
        Lost(sum(bool(part.thought) for part in parts), "part of thoughts", "parts of thoughts"),
        Lost(bad, "support without a place", "supports without a place"),
        Lost(sourceless, "support without its chunk", "supports without their chunks"),
    ]
    return joined(texts, Unit.BYTES, KIND, lost, gap="")


def _part(segment: _Segment, parts: list[_Part]) -> int | None:
    """The part that a segment counts in; without a number the first that is no thought."""
    if segment.part_index:
        return segment.part_index if 0 < segment.part_index < len(parts) else None
    return next((i for i, part in enumerate(parts) if part.text and not part.thought), None)


def _sources(support: _Support, chunks: list[_Chunk]) -> tuple[list[Source], int]:
    """The sources of a support, and how many of its chunks are not there or name none."""
    found: list[Source] = []
    wanted = support.grounding_chunk_indices or []
    for index in wanted:
        chunk = chunks[index] if 0 <= index < len(chunks) else _Chunk()
        place = chunk.web or chunk.retrieved_context or chunk.maps or _Place()
        if place.uri or place.title:
            found.append(_source(place.uri or "", place.title or ""))
    return found, len(wanted) - len(found)


def _source(address: str, title: str) -> Source:
    is_web = address.lower().startswith(("http://", "https://"))
    return Source(address, title) if is_web else Source("", title or address, address)


def _of_outputs(outputs: list[_Output]) -> Imported:
    texts: list[Annotated] = []
    bad = 0
    for output in outputs:
        if output.type != "text" or not output.text:
            continue
        found = [
            Annotation(one.start_index or 0, one.end_index, _source(address, one.title or ""))
            for one in output.annotations or []
            if one.end_index is not None and (address := one.source or one.url)
        ]
        bad += len(output.annotations or []) - len(found)
        texts.append(Annotated(output.text, found))
    lost = [Lost(bad, "annotation without a place", "annotations without a place")]
    return joined(texts, Unit.BYTES, KIND, lost)


def _snake(raw: object) -> object:
    """The same with keys in snake_case."""
    if isinstance(raw, dict):
        return {_UPPER.sub(r"_\1", key).lower(): _snake(value) for key, value in raw.items()}
    return [_snake(value) for value in raw] if isinstance(raw, list) else raw
