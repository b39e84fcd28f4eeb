"""Any text becomes a `Report`: layout, references, markers, statements, scopes, resolution.

Total: whatever bytes come in, a report comes out; what could not be read is a note.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from veridical.report.citations import NUMBERED
from veridical.report.citations.pandoc import bracketed_keys
from veridical.report.cited import cite, cite_images, with_citations
from veridical.report.decode import decode
from veridical.report.html import html_layout, looks_like_html
from veridical.report.language import language_of
from veridical.report.markdown import markdown_layout
from veridical.report.model import BlockKind, EvidenceList, Layout, Report
from veridical.report.noticed import noticed
from veridical.report.passages import Reading, readings_of, with_marks
from veridical.report.references import (
    Entry,
    ReferenceLists,
    definition_entries,
    footnote_entries,
    reference_lists,
)
from veridical.report.resolve import Resolver
from veridical.report.scope import reaches
from veridical.report.shelf import Shelf
from veridical.report.statements import read_statements

_LANGUAGE_SAMPLE = 4000
HTML = "html"
MARKDOWN = "markdown"


def parse_report(
    data: str | bytes,
    *,
    format: str | None = None,
    name: str = "report",
    evidence: EvidenceList | None = None,
    sources: Mapping[str, str] | None = None,
) -> Report:
    """Read a report: its statements, its citations, what each citation leads to.

    Args:
        data: the report; bytes are decoded, and what cannot be decoded becomes a note.
        format: ``markdown`` or ``html``; found from the text when absent.
        name: a file name or id, for messages.
        evidence: the ordered list that the writer was given. ``[k]`` is its k-th text where
            the report has no entry of that number; where it has one, that entry names the
            source, and its `Reference.item` is the item of the same address, else the item of
            the same number unless the two addresses contradict each other. ``|imagek|`` is
            its k-th image: each placed image is a citation of the style ``image``.
        sources: label → address or id, for marks that only the writing system can read
            (``turn0search3``) and for labels that no list of the report carries.

    Returns:
        The parsed report; every offset is a code point of ``Report.source``.
    """
    source, notes = (data, ()) if isinstance(data, str) else decode(data)
    is_html = format == HTML or (format is None and looks_like_html(source))
    layout = html_layout(source) if is_html else markdown_layout(source)
    layout = replace(layout, notes=(*notes, *layout.notes))
    report = _read(source, layout, evidence, sources)
    return replace(report, name=name, format=HTML if is_html else MARKDOWN)


def _read(
    source: str,
    layout: Layout,
    evidence: EvidenceList | None,
    sources: Mapping[str, str] | None,
) -> Report:
    lists = reference_lists(layout.blocks, layout.tables)
    shelf = Shelf(_entries(layout, lists, source), evidence, sources)
    known = shelf.known(bracketed_keys(source))
    readings = with_marks(readings_of(layout, lists, source, known), NUMBERED)
    language = language_of(_sample(readings))
    statements, sentences = read_statements(readings, language)
    resolver = Resolver(shelf)
    cited = cite(readings, reaches(readings, sentences), resolver)
    if evidence is not None:
        first = (len(cited), cited[-1][0].marker + 1 if cited else 0)
        cited += cite_images(layout.figures, statements, resolver, first)
    citations = tuple(citation for citation, _ in cited)
    return Report(
        name="",
        source=source,
        format=MARKDOWN,
        language=language,
        title=_title(layout),
        blocks=layout.blocks,
        sections=layout.sections,
        statements=with_citations(statements, cited),
        citations=citations,
        references=tuple(shelf.references),
        figures=layout.figures,
        tables=layout.tables,
        notes=(*layout.notes, *noticed(readings, citations, shelf.references, source)),
    )


def _entries(layout: Layout, lists: ReferenceLists, source: str) -> list[Entry]:
    """All entries that the report wrote, in order of the source."""
    found = [
        *lists.entries,
        *footnote_entries(layout.blocks, source),
        *definition_entries(layout.blocks),
    ]
    return sorted(found, key=lambda entry: entry.span)


def _sample(readings: Sequence[Reading]) -> str:
    """Enough of the report's prose to tell its language by."""
    parts: list[str] = []
    size = 0
    for reading in readings:
        if reading.kind is not None and size < _LANGUAGE_SAMPLE:
            parts.append(reading.text.plain)
            size += len(reading.text.plain)
    return "\n".join(parts)


def _title(layout: Layout) -> str:
    """The first heading of the first level."""
    for block in layout.blocks:
        if block.kind is BlockKind.HEADING and block.level == 1 and block.text is not None:
            return " ".join(block.text.plain.split())
    return ""
