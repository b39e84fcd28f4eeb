"""The tree of sections that a report's headings span."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from veridical.report.draft import Draft
from veridical.report.model import BlockKind, Section, Span


def sections_of(blocks: Iterable[Draft], length: int) -> tuple[tuple[Section, ...], list[int]]:
    """The sections of a report, and the section of each of its blocks.

    Args:
        blocks: all blocks in order.
        length: code points of the source.
    """
    sections = [Section(0, "", 0, Span(0, length))]
    open_sections: list[int] = []
    numbers = []
    for block in blocks:
        if block.kind is BlockKind.HEADING:
            _close(sections, open_sections, block.level, block.start)
            parent = open_sections[-1] if open_sections else None
            heading = "" if block.text is None else " ".join(block.text.plain.split())
            span = Span(block.start, length)
            sections.append(Section(len(sections), heading, block.level, span, parent))
            open_sections.append(len(sections) - 1)
        numbers.append(len(sections) - 1)
    if len(sections) > 1:
        sections[0] = replace(sections[0], span=Span(0, sections[1].span.start))
    return tuple(sections), numbers


def _close(sections: list[Section], open_sections: list[int], level: int, at: int) -> None:
    while open_sections and sections[open_sections[-1]].level >= level:
        index = open_sections.pop()
        sections[index] = replace(sections[index], span=Span(sections[index].span.start, at))
