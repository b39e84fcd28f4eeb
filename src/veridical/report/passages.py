"""The running text of a report in pieces: what may hold statements and markers.

What a reference list has taken of a block is cut off; headings are read for markers only;
footnotes, definitions, code and what a reader does not see are not read at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from veridical.report.citations import (
    Known,
    Mark,
    MarkState,
    Passage,
    blanked,
    scan,
    scan_doubtful,
)
from veridical.report.model import (
    Block,
    BlockKind,
    Cell,
    InlineKind,
    Layout,
    StatementKind,
    Table,
    Text,
)
from veridical.report.references import ReferenceLists
from veridical.report.running_text import cut

_KINDS = {
    BlockKind.PARAGRAPH: StatementKind.SENTENCE,
    BlockKind.LIST_ITEM: StatementKind.BULLET,
    BlockKind.CAPTION: StatementKind.CAPTION,
    BlockKind.HEADING: None,
    BlockKind.FIGURE: None,
}
_CONTENTS = re.compile(
    r"\W*(?:table of contents|contents|toc|outline|目录|目錄|目次|大纲|목차|inhalt(?:sverzeichnis)?"
    r"|sommaire|table des matières|índice|indice|sumário|содержание|оглавление|spis treści"
    r"|inhoud(?:sopgave)?|içindekiler|المحتويات|विषय सूची|สารบัญ|mục lục|daftar isi)\W*",
    re.I,
)


OUT = "\u200b"
"""Stands for each character of a marker where a text is read without them."""


@dataclass(frozen=True)
class Reading:
    """A piece of running text with the marks in it.

    Attributes:
        block: the block it stands in.
        text: what is left of the block's or the cell's text.
        kind: what statements in it are; None where it may hold none (a heading).
        passage: the text as the citation styles see it.
        marks: the citation marks in it, in order.
        table: of a cell its table, else None.
        cell: of a cell the cell, else None.
    """

    block: Block
    text: Text
    kind: StatementKind | None
    passage: Passage
    marks: tuple[Mark, ...] = ()
    table: Table | None = None
    cell: Cell | None = None

    @cached_property
    def bare(self) -> str:
        """The plain text with each character of a marker as `OUT`; as long as before.

        Marks that the sentence would not read without are left in.
        """
        out = ((mark.start, mark.end) for mark in self.marks if not mark.is_word)
        return blanked(self.text.plain, out, OUT)

    @cached_property
    def unlinked(self) -> str:
        """As `bare`, with links and addresses out as well."""
        out = (
            (mark.start, mark.end)
            for mark in self.marks
            if not mark.is_word or mark.state is MarkState.LINKED
        )
        return blanked(self.text.plain, out, OUT)

    @cached_property
    def has_unseen_marks(self) -> bool:
        """Whether some mark shows nothing."""
        return any(mark.end == mark.start for mark in self.marks)

    @cached_property
    def announces(self) -> bool:
        """Whether its words end in a colon, so that what follows belongs to them."""
        return self.bare.replace(OUT, "").rstrip()[-1:] in {":", "："}

    @cached_property
    def mark_starts(self) -> tuple[int, ...]:
        """Where each mark begins, in order."""
        return tuple(mark.start for mark in self.marks)

    @cached_property
    def inline_starts(self) -> tuple[int, ...]:
        """Where each inline begins, in order."""
        return tuple(inline.start for inline in self.text.inlines)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where each mark that cites begins, in order."""
        return tuple(m.start for m in self.marks if m.state.cites)


def readings_of(
    layout: Layout, lists: ReferenceLists, source: str, known: Known
) -> tuple[Reading, ...]:
    """All pieces of a report that may hold statements or markers, without marks yet."""
    tables = {table.block: table for table in layout.tables}
    contents = _contents(layout)
    found: list[Reading] = []
    for block in layout.blocks:
        if block.kind is BlockKind.TABLE and block.index not in lists.tables:
            found.extend(_cells(block, tables[block.index], source, known))
        elif block.kind in _KINDS and block.text is not None and block.index not in contents:
            found.extend(_body(block, block.text, lists, Passage(block.text, source, known)))
    return tuple(found)


def with_marks(readings: Sequence[Reading], numbered: frozenset[str]) -> tuple[Reading, ...]:
    """The readings with all marks in them.

    Args:
        readings: the pieces of one report.
        numbered: the styles whose use anywhere rules out the doubtful ones.
    """
    marked = [replace(reading, marks=scan(reading.passage)) for reading in readings]
    is_numbered = any(mark.style in numbered for reading in marked for mark in reading.marks)
    if is_numbered or not any(reading.passage.known.has_list for reading in marked):
        return tuple(marked)
    return tuple(
        replace(reading, marks=scan_doubtful(reading.passage, reading.marks)) for reading in marked
    )


def _body(block: Block, text: Text, lists: ReferenceLists, whole: Passage) -> Iterator[Reading]:
    for start, end in _left(text, lists.taken.get(block.index, ())):
        part = cut(text, start, end)
        kind = _KINDS[block.kind]
        if kind is StatementKind.SENTENCE and block.parent is not None:
            kind = StatementKind.BULLET
        yield Reading(block, part, kind, replace(whole, text=part))


def _left(text: Text, taken: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The stretches that no list has taken; what shows nothing but an inline counts too."""
    at = 0
    for start, end in sorted(taken):
        if text.plain[at:start].strip():
            yield at, start
        at = max(at, end)
    has_more = bool(text.plain[at:].strip()) or (not taken and bool(text.inlines))
    if has_more:
        yield at, len(text.plain)


def _cells(block: Block, table: Table, source: str, known: Known) -> Iterator[Reading]:
    for cell in table.cells:
        if cell.text.plain.strip() or cell.text.inlines:
            kind = None if cell.is_header else StatementKind.CELL
            passage = Passage(cell.text, source, known)
            yield Reading(block, cell.text, kind, passage, table=table, cell=cell)


def _contents(layout: Layout) -> frozenset[int]:
    """Blocks that only repeat the headings: what stands under "Contents", and lists of anchors."""
    titles = {
        section.index for section in layout.sections if _CONTENTS.fullmatch(section.heading or "-")
    }
    return frozenset(
        block.index
        for block in layout.blocks
        if block.kind in (BlockKind.LIST_ITEM, BlockKind.PARAGRAPH)
        and (
            (block.section in titles and block.kind is BlockKind.LIST_ITEM)
            or _is_all_anchors(block)
        )
    )


def _is_all_anchors(block: Block) -> bool:
    text = block.text
    if text is None or not text.plain.strip():
        return False
    anchors = [
        inline
        for inline in text.inlines
        if inline.kind is InlineKind.LINK and inline.target.startswith("#")
    ]
    shown = sum(inline.end - inline.start for inline in anchors)
    has_letters = any(
        any(c.isalpha() for c in text.plain[i.start : i.end]) and i.end - i.start > 3
        for i in anchors
    )
    return has_letters and shown >= 0.9 * len(text.plain.strip())
