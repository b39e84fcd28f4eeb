"""What is wrong with citations themselves: markers that lead nowhere, or to two places."""

from __future__ import annotations

import re
from collections.abc import Iterator

from veridical.findings.finding import Finding, FindingKind, cut, found
from veridical.report.model import Citation, NoteKind, Report, Resolution

_KINDS = {
    Resolution.MISSING: FindingKind.MISSING_REFERENCE,
    Resolution.AMBIGUOUS: FindingKind.AMBIGUOUS_REFERENCE,
    Resolution.UNRESOLVED: FindingKind.UNRESOLVED_MARKER,
    Resolution.MALFORMED: FindingKind.MALFORMED_CITATION,
}
_PARSER_NOTES = {
    NoteKind.MIXED_BRACKETS,
    NoteKind.UNCLOSED_FENCE,
    NoteKind.INVISIBLE_CHARACTERS,
    NoteKind.UNDECODABLE_BYTES,
    NoteKind.TOO_DEEP,
    NoteKind.NOT_IMPORTED,
}


def audit_citations(report: Report) -> Iterator[Finding]:
    """Citations that do not resolve, a report without any, and what the parser noticed."""
    for citation in report.citations:
        if kind := _KINDS.get(citation.resolution):
            message = _message(report, citation)
            yield found(report, kind, citation.span, message, citation=citation.index)
    yield from _numbered_links(report)
    if report.statements and not report.citations:
        span = report.statements[0].span
        yield found(report, FindingKind.NO_CITATION, span, "The report cites nothing in its text.")
    for note in report.notes:
        if note.kind is NoteKind.HIDDEN_TEXT:
            why = f" ({note.detail})" if note.detail else ""
            hidden = f"Text that a reader does not see{why}."
            yield found(report, FindingKind.HIDDEN_TEXT, note.span, hidden)
        elif note.kind in _PARSER_NOTES:
            detail = f": {cut(note.detail)}" if note.detail else ""
            noticed = f"{note.kind.replace('_', ' ').capitalize()}{detail}."
            yield found(report, FindingKind.PARSER_NOTE, note.span, noticed)


def _numbered_links(report: Report) -> Iterator[Finding]:
    """Links written as numbers, in a report whose other numbers name no reference.

    Where every number is a link, numbers are only the way links are written. Where plain
    ones stand beside them, they count entries of a list that is not there.
    """
    if not any(_is_missing_number(c) for c in report.citations):
        return
    listed = {reference.label for reference in report.references}
    for citation in report.citations:
        words = report.words(citation.marker_span)
        number = _NUMBER.match(words) if citation.resolution is Resolution.LINK else None
        if number and number["label"] not in listed:
            message = (
                f"{cut(words)} names {number['label']}, which is in no list of references; "
                "the link itself leads somewhere."
            )
            yield found(
                report,
                FindingKind.MISSING_REFERENCE,
                citation.marker_span,
                message,
                citation=citation.index,
            )


_NUMBER = re.compile(r"\[\\?\[?(?P<label>\d{1,4})\\?\]?\]\(")


def _is_missing_number(citation: Citation) -> bool:
    return citation.resolution is Resolution.MISSING and citation.label.isdigit()


def _message(report: Report, citation: Citation) -> str:
    marker = cut(report.words(citation.marker_span))
    label = cut(citation.label)
    match citation.resolution:
        case Resolution.MISSING:
            return f"{marker} names {label}, which is in no list of references."
        case Resolution.AMBIGUOUS:
            entries = " and ".join(_entry(report, index) for index in citation.references)
            return f"{marker} names {label}, which stands for {entries}."
        case Resolution.UNRESOLVED:
            # the marker itself may be of characters that nobody can see
            return f"A marker names the source {label}, of which nothing is known."
        case _:
            return f"{marker} is no readable citation."


def _entry(report: Report, index: int) -> str:
    reference = report.references[index]
    return cut(reference.source.original if reference.source else reference.text)
