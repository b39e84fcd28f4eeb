"""What is wrong with the list of references: unused, repeated, without or with no real address."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from veridical.findings.finding import Finding, FindingKind, cut, found
from veridical.report.identity import Kind, Note, SourceIdentity
from veridical.report.model import Reference, ReferenceOrigin, Report, Resolution, Span

_WRITTEN = {ReferenceOrigin.LIST, ReferenceOrigin.FOOTNOTE, ReferenceOrigin.DEFINITION}


def audit_references(report: Report) -> Iterator[Finding]:
    """Findings about each written entry, and about links in the text."""
    cited = {index for citation in report.citations for index in citation.references}
    for reference in report.references:
        if reference.span is not None and reference.origin in _WRITTEN:
            yield from _of_entry(report, reference, reference.span, reference.index in cited)
    yield from _repeated(report)
    yield from _links(report)


def _of_entry(report: Report, entry: Reference, span: Span, is_cited: bool) -> Iterator[Finding]:
    name = _name(entry)
    if not is_cited:
        message = f"{name} is cited nowhere in the text."
        yield found(report, FindingKind.UNCITED_REFERENCE, span, message, reference=entry.index)
    if entry.source is None or (entry.source.url is None and entry.source.work is None):
        is_invalid = entry.source is not None and entry.source.kind is Kind.INVALID
        kind = FindingKind.INVALID_URL if is_invalid else FindingKind.REFERENCE_WITHOUT_URL
        message = f"{name} has {'an unusable' if is_invalid else 'no'} address."
        yield found(report, kind, span, message, reference=entry.index)
    elif _is_placeholder(entry.source):
        message = f"{name} leads to a placeholder host: {cut(entry.source.url or '')}."
        yield found(report, FindingKind.PLACEHOLDER_HOST, span, message, reference=entry.index)


def _name(entry: Reference) -> str:
    return f"Reference {cut(entry.label)}" if entry.label else "A reference"


def _is_placeholder(source: SourceIdentity) -> bool:
    return Note.PLACEHOLDER_HOST in source.notes


def _repeated(report: Report) -> Iterator[Finding]:
    by_key: dict[str, list[Reference]] = defaultdict(list)
    for entry in report.references:
        if entry.span is not None and entry.source and (entry.source.url or entry.source.work):
            by_key[entry.source.key].append(entry)
    for same in by_key.values():
        for entry in same[1:]:
            first = f"reference {same[0].label}" if same[0].label else "an earlier one"
            message = f"{_name(entry)} is the same source as {first}."
            span = entry.span
            if span is not None:
                yield found(
                    report, FindingKind.REPEATED_SOURCE, span, message, reference=entry.index
                )


def _links(report: Report) -> Iterator[Finding]:
    for citation in report.citations:
        source = citation.source
        if citation.resolution is Resolution.LINK and source and _is_placeholder(source):
            message = f"The link leads to a placeholder host: {cut(source.url or '')}."
            kind, span = FindingKind.PLACEHOLDER_HOST, citation.marker_span
            yield found(report, kind, span, message, citation=citation.index)
