"""The report as lines: what a reference list is found in, whatever its blocks are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from veridical.report.citations.link import is_address
from veridical.report.identity import find_urls
from veridical.report.model import Block, BlockKind, Inline, InlineKind, Span, Table, Text
from veridical.report.references.headings import is_reference_heading
from veridical.report.references.labels import EntryLabel, entry_label
from veridical.report.running_text import cut, is_covered, join, lines

_READ = (BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.CODE)
_NEXT_LABEL = re.compile(r"(?<=\s)[\[［【](\d{1,3})[\]］】](?=\s)")
_FIRST_LABEL = re.compile(r"[\[［【]1[\]］】]|\b1[.)]\s")
_AUTHOR_YEAR = re.compile(r"[^\n]{2,160}?[(（.,，]\s?(?:1[89]|20)\d\d[a-z]?\s?[)）.,，:]")
_LONGEST_HEAD = 60
_EDGES = " \t-–—|:：,，;；.·•<>()[]"


@dataclass(frozen=True, eq=False)
class Line:
    """One line of a block, or one row of a table.

    Attributes:
        block: the block it stands in.
        text: that block's text; of a row, its cells on lines of their own.
        start: its first character in ``text.plain``.
        end: one past the last.
        number: the label of the list item or the row that it begins, else "".
        is_first: whether it begins its block.
    """

    block: Block
    text: Text
    start: int
    end: int
    number: str = ""
    is_first: bool = False

    @property
    def plain(self) -> str:
        """The line's characters."""
        return self.text.plain[self.start : self.end]

    @cached_property
    def label(self) -> EntryLabel | None:
        """The label that it begins with, written out or the list's own number."""
        written = entry_label(self.text, self.start, self.end)
        if written is None and self.number:
            return EntryLabel(self.number, self.start, is_bracketed=False)
        return written

    @cached_property
    def links(self) -> tuple[Inline, ...]:
        """The links to addresses in it."""
        return tuple(
            inline
            for inline in self.text.inlines
            if inline.kind is InlineKind.LINK
            and self.start <= inline.start < self.end
            and is_address(inline.target)
        )

    @cached_property
    def has_address(self) -> bool:
        """Whether it names a place on the web."""
        return bool(self.links) or bool(find_urls(self.plain))

    @cached_property
    def words(self) -> str:
        """What it says beside addresses."""
        kept, at = [], self.start
        places = [(m.start + self.start, m.end + self.start) for m in find_urls(self.plain)]
        for start, end in places:
            kept.append(self.text.plain[at:start])
            at = end
        return "".join((*kept, self.text.plain[at : self.end])).strip(_EDGES)

    @cached_property
    def is_heading(self) -> bool:
        """Whether it announces a reference list."""
        kind = self.block.kind
        if kind is BlockKind.CODE or self.end - self.start > _LONGEST_HEAD or not self.is_first:
            return kind is BlockKind.PARAGRAPH and self._is_heading_within()
        return is_reference_heading(self.plain)

    def _is_heading_within(self) -> bool:
        is_short = self.end - self.start <= _LONGEST_HEAD
        return is_short and is_reference_heading(self.plain)

    @property
    def is_bold(self) -> bool:
        """Whether all of it is bold: a heading in disguise."""
        return is_covered(cut(self.text, self.start, self.end), InlineKind.STRONG)

    @property
    def has_author_and_year(self) -> bool:
        """Whether it reads like "Name, A. (2020). Title"."""
        return _AUTHOR_YEAR.match(self.plain) is not None

    def span(self) -> Span:
        """Its place in the source, the list item's own mark included."""
        inner = self.text.span(self.start, self.end)
        starts_item = self.is_first and self.block.kind is BlockKind.LIST_ITEM
        return Span(min(self.block.span.start, inner.start), inner.end) if starts_item else inner


def lines_of(blocks: Sequence[Block], tables: Sequence[Table]) -> list[Line]:
    """All lines of running text and all rows of tables, in order."""
    by_block = {table.block: table for table in tables}
    found: list[Line] = []
    for block in blocks:
        if block.text is not None and block.kind in _READ:
            found.extend(_lines(block, block.text))
        elif block.index in by_block:
            found.extend(_rows(block, by_block[block.index]))
    return found


def _lines(block: Block, text: Text) -> Iterator[Line]:
    is_first = True
    for start, end in lines(text):
        for piece in _pieces(text.plain, start, end):
            at, stop = _trimmed(text.plain, *piece)
            if at < stop:
                number = block.label if is_first and block.kind is BlockKind.LIST_ITEM else ""
                yield Line(block, text, at, stop, number.strip(".)、 "), is_first)
                is_first = False


def _trimmed(plain: str, start: int, end: int) -> tuple[int, int]:
    piece = plain[start:end]
    stop = start + len(piece.rstrip(" \t\r\\"))
    return start + len(piece) - len(piece.lstrip()), stop


def _pieces(plain: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A line, cut where a heading runs into its list and where entries run into each other."""
    first = _FIRST_LABEL.search(plain, start, min(end, start + _LONGEST_HEAD))
    if first and first.start() > start and is_reference_heading(plain[start : first.start()]):
        yield start, first.start()
        start = first.start()
    expected = 0
    for found in _NEXT_LABEL.finditer(plain, start, end):
        head = plain[start : found.start()].lstrip()
        expected = expected or _leading_number(head) + 1
        if int(found[1]) == expected > 1:
            yield start, found.start()
            start, expected = found.start(), expected + 1
    yield start, end


def _leading_number(head: str) -> int:
    found = re.match(r"[\[［【](\d{1,3})[\]］】]", head)
    return int(found[1]) if found else -1


def _rows(block: Block, table: Table) -> Iterator[Line]:
    rows: dict[int, list[Text]] = {}
    spans: dict[int, list[Span]] = {}
    for cell in table.cells:
        if not cell.is_header and cell.text.plain.strip():
            rows.setdefault(cell.row, []).append(cell.text)
            spans.setdefault(cell.row, []).append(cell.span)
    for row, texts in rows.items():
        text = texts[0]
        for index, following in enumerate(texts[1:], start=1):
            gap = Span(spans[row][index - 1].end, spans[row][index].start)
            text = join(text, following, gap)
        first = texts[0].plain.strip(" []［］【】()#.")
        number = first if first.isalnum() and len(first) <= 6 and len(texts) > 1 else ""
        start = len(texts[0].plain) + 1 if number else 0
        yield Line(block, text, start, len(text.plain), number, is_first=True)
