"""The report as lines: what a reference list is found in, whatever its blocks are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from veridical.report.citations.link import is_address
from veridical.report.identity import find_urls
from veridical.report.model import Block, BlockKind, Inline, InlineKind, Span, Table, Text
from veridical.report.references.headings import is_reference_heading
from veridical.report.references.labels import EntryLabel, entry_label
from veridical.report.running_text import cut, is_covered, join, lines, split

_READ = (BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.CODE)
_NEXT_LABEL = re.compile(r"(?<=\s)[\[［【](\d{1,3})[\]］】](?=\s)")
_FIRST_LABEL = re.compile(r"[\[［【]1[\]］】]|\b1[.)]\s")
_AUTHOR_YEAR = re.compile(r"[^\n]{2,160}?[(（.,，]\s?(?:1[89]|20)\d\d[a-z]?\s?[)）.,，:]")
_LONGEST_HEAD = 60
_LONGEST_NUMBER = 6
_OPENINGS = " \t<(（[［【"
_EDGES = " \t-–—|:：,，;；.·•<>()[]"


@dataclass(frozen=True, eq=False)
class Line:
    """One line of a block, or one row of a table.

    Attributes:
        block: the block it stands in.
        text: its own text.
        start: its first character in the block's plain text (0 for a row).
        number: the label of the list item or the row that it begins, else "".
        is_first: whether it begins its block.
    """

    block: Block
    text: Text
    start: int
    number: str = ""
    is_first: bool = False

    @property
    def plain(self) -> str:
        """The line's characters."""
        return self.text.plain

    @property
    def end(self) -> int:
        """One past its last character in the block's plain text."""
        return self.start + len(self.text.plain)

    @cached_property
    def label(self) -> EntryLabel | None:
        """The label that it begins with, written out or the list's own number."""
        written = entry_label(self.text)
        is_told = written is not None and any(c.isdecimal() for c in written.text)
        if self.number and not is_told:
            return EntryLabel(self.number, 0, is_bracketed=False)
        return written

    @cached_property
    def links(self) -> tuple[Inline, ...]:
        """The links to addresses in it."""
        return tuple(
            inline
            for inline in self.text.inlines
            if inline.kind is InlineKind.LINK and is_address(inline.target)
        )

    @cached_property
    def has_address(self) -> bool:
        """Whether it names a place on the web."""
        return bool(self.links) or bool(find_urls(self.plain))

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """What it says before, between and after its addresses."""
        kept, at = [], 0
        for mention in find_urls(self.plain):
            kept.append(self.plain[at : mention.start].rstrip(_OPENINGS))
            at = mention.end
        return (*kept, self.plain[at:].rstrip())

    @property
    def words(self) -> str:
        """What it says beside addresses."""
        return "".join(self.parts).strip(_EDGES)

    @cached_property
    def is_heading(self) -> bool:
        """Whether it announces a reference list."""
        kind = self.block.kind
        can_head = kind is BlockKind.PARAGRAPH or (self.is_first and kind is not BlockKind.CODE)
        is_short = len(self.plain) <= _LONGEST_HEAD
        return can_head and is_short and is_reference_heading(self.plain)

    @property
    def is_bold(self) -> bool:
        """Whether all of it is bold: a heading in disguise."""
        return is_covered(self.text, InlineKind.STRONG)

    @property
    def has_author_and_year(self) -> bool:
        """Whether it reads like "Name, A. (2020). Title"."""
        return _AUTHOR_YEAR.match(self.plain) is not None

    def span(self) -> Span:
        """Its place in the source, the list item's own mark included."""
        inner = self.text.span(0, len(self.plain))
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
    pieces = (piece for line in lines(text) for piece in _pieces(text.plain, *line))
    trimmed = (_trimmed(text.plain, *piece) for piece in pieces)
    places = [place for place in trimmed if place[0] < place[1]]
    number = block.label.strip(".)、 ") if block.kind is BlockKind.LIST_ITEM else ""
    for index, (place, part) in enumerate(zip(places, split(text, places), strict=True)):
        yield Line(block, part, place[0], "" if index else number, is_first=not index)


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
        gaps = [Span(before.end, after.start) for before, after in pairwise(spans[row])]
        for following, gap in zip(texts[1:], gaps, strict=True):
            text = join(text, following, gap)
        first = texts[0].plain.strip(" []［］【】()#.")
        number = first if first.isalnum() and len(first) <= _LONGEST_NUMBER and gaps else ""
        if number:
            text = cut(text, len(texts[0].plain) + 1, len(text.plain))
        yield Line(block, text, 0, number, is_first=True)
