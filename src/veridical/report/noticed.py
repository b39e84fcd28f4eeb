"""What a reader of the report should know about its citations: notes with their places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from veridical.report.citations import Mark, fullwidth, normalize_label
from veridical.report.identity import Note as SourceNote
from veridical.report.model import (
    Citation,
    Note,
    NoteKind,
    Reference,
    ReferenceOrigin,
    Resolution,
)
from veridical.report.passages import Reading

_WITH_ADDRESS = (ReferenceOrigin.LIST, ReferenceOrigin.FOOTNOTE)
_BY_RESOLUTION = {
    Resolution.MALFORMED: NoteKind.MALFORMED_CITATION,
    Resolution.UNRESOLVED: NoteKind.UNRESOLVED_MARKER,
}


def noticed(
    readings: Sequence[Reading],
    citations: Sequence[Citation],
    references: Sequence[Reference],
    source: str,
) -> tuple[Note, ...]:
    """All notes on a report's markers and references, in order of the source."""
    marks = [mark for reading in readings for mark in reading.marks]
    found = [
        *_on_marks(marks, source),
        *_on_citations(citations),
        *_on_references(references),
    ]
    return tuple(sorted(found, key=lambda note: note.span))


def _on_marks(marks: Sequence[Mark], source: str) -> Iterator[Note]:
    styles: dict[str, Mark] = {}
    for mark in marks:
        written = source[mark.span.start : mark.span.end]
        if mark.style == fullwidth.NAME and fullwidth.is_mixed(written):
            yield Note(NoteKind.MIXED_BRACKETS, mark.span, written)
        if not mark.state.cites and "needed" in written.casefold():
            yield Note(NoteKind.UNRESOLVED_MARKER, mark.span, written.strip("[]"))
        if mark.state.cites:
            styles.setdefault(mark.style, mark)
    if len(styles) > 1:
        second = list(styles.values())[1]
        yield Note(NoteKind.SEVERAL_STYLES, second.span, ", ".join(styles))


def _on_citations(citations: Sequence[Citation]) -> Iterator[Note]:
    for citation in citations:
        kind = _BY_RESOLUTION.get(citation.resolution)
        if kind is not None:
            yield Note(kind, citation.span, citation.label)
        is_own = citation.resolution is Resolution.LINK
        if is_own and citation.source and SourceNote.INVISIBLE_CHARACTERS in citation.source.notes:
            yield Note(NoteKind.INVISIBLE_CHARACTERS, citation.span, citation.source.key)


def _on_references(references: Sequence[Reference]) -> Iterator[Note]:
    seen: set[tuple[ReferenceOrigin, str]] = set()
    for reference in references:
        if reference.span is None:
            continue
        key = (reference.origin, normalize_label(reference.label))
        if reference.label and key in seen:
            yield Note(NoteKind.DUPLICATE_REFERENCE, reference.span, reference.label)
        seen.add(key)
        source = reference.source
        if reference.origin in _WITH_ADDRESS and (source is None or source.url is None):
            yield Note(NoteKind.REFERENCE_WITHOUT_URL, reference.span, reference.label)
        if source and SourceNote.INVISIBLE_CHARACTERS in source.notes:
            yield Note(NoteKind.INVISIBLE_CHARACTERS, reference.span, source.key)
