"""Footnotes and link definitions as entries: each label once, all its paragraphs together."""

from __future__ import annotations

import re
from collections.abc import Sequence

from veridical.report.model import Block, BlockKind, ReferenceOrigin, Span, Text
from veridical.report.references.entries import Entry
from veridical.report.running_text import join

_MARK = re.compile(r"\s*(?:[>*-]\s*)?\[\^")


def footnote_entries(blocks: Sequence[Block], source: str) -> list[Entry]:
    """The report's footnotes; a paragraph that continues a footnote joins it."""
    entries: list[Entry] = []
    for block in blocks:
        if block.kind is not BlockKind.FOOTNOTE:
            continue
        text = block.text or Text("", ())
        continues = entries and entries[-1].label == block.label and not _is_new(block, source)
        if continues:
            entries[-1] = _joined(entries[-1], text, block.span)
        else:
            entries.append(Entry(block.label, text, block.span, ReferenceOrigin.FOOTNOTE))
    return entries


def _is_new(block: Block, source: str) -> bool:
    return _MARK.match(source, block.span.start, block.span.end) is not None


def _joined(entry: Entry, text: Text, span: Span) -> Entry:
    whole = join(entry.text, text, Span(entry.span.end, span.start)) if text.plain else entry.text
    place = Span(entry.span.start, max(entry.span.end, span.end))
    return Entry(entry.label, whole, place, ReferenceOrigin.FOOTNOTE)


def definition_entries(blocks: Sequence[Block]) -> list[Entry]:
    """The report's link definitions (``[1]: https://… "title"``)."""
    return [
        Entry(
            label=block.label.lstrip("^@"),
            text=block.text or Text("", ()),
            span=block.span,
            origin=ReferenceOrigin.DEFINITION,
            target=block.target,
            title=next((i.title for i in block.text.inlines), "") if block.text else "",
        )
        for block in blocks
        if block.kind is BlockKind.DEFINITION
    ]
