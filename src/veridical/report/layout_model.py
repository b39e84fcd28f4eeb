"""What a format's own parser finds: blocks, text, tables and figures at their places.

All offsets are code points of the decoded source, half open. The parts of a `Layout` name
each other by index into its tuples. Nothing here parses.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """``source[start:end]``."""

    start: int
    end: int


class InlineKind(StrEnum):
    """What a piece of running text is."""

    CODE = "code"
    MATH = "math"
    LINK = "link"
    IMAGE = "image"
    FOOTNOTE = "footnote"
    SUPERSCRIPT = "superscript"
    STRONG = "strong"
    EMPHASIS = "emphasis"
    BREAK = "break"
    TAG = "tag"


@dataclass(frozen=True, slots=True)
class Inline:
    """A marked piece of a `Text`.

    Attributes:
        kind: what it is.
        start: first character in ``Text.plain``.
        end: one past the last; equal to `start` where it shows nothing (an image, a tag).
        span: its place in the source, markup included.
        target: of a link or image its address, of a footnote its label, else "".
        title: of a link or image its title, else "".
        is_bare: a link whose text is its own address (``<https://…>``).
    """

    kind: InlineKind
    start: int
    end: int
    span: Span
    target: str = ""
    title: str = ""
    is_bare: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """Running text without its markup, and the way back to the source.

    Attributes:
        plain: the characters a reader sees (entities and escapes decoded). Code and math
            are kept in it and marked by an inline; images and tags show nothing.
        runs: (first character in `plain`, its offset in the source, length of the piece
            in the source) of each stretch that maps character by character, in order and
            without gaps in `plain`; a decoded entity is a run of one plain character.
        inlines: in order of `start`.
    """

    plain: str
    runs: tuple[tuple[int, int, int], ...]
    inlines: tuple[Inline, ...] = ()

    def span(self, start: int, end: int) -> Span:
        """The source span of ``plain[start:end]``; needs ``start < end``."""
        return Span(self._first(start), self._last(end - 1))

    def _first(self, index: int) -> int:
        first, offset, _ = self.runs[self._run(index)]
        return offset + index - first

    def _last(self, index: int) -> int:
        run = self._run(index)
        first, offset, length = self.runs[run]
        following = self.runs[run + 1][0] if run + 1 < len(self.runs) else len(self.plain)
        return offset + length if index == following - 1 else offset + index - first + 1

    def _run(self, index: int) -> int:
        return bisect_right(self.runs, index, key=lambda run: run[0]) - 1


class BlockKind(StrEnum):
    """What a block is; tables and code are one block each."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE = "table"
    CAPTION = "caption"
    FIGURE = "figure"
    CODE = "code"
    MATH = "math"
    FOOTNOTE = "footnote"
    DEFINITION = "definition"
    FRONT_MATTER = "front_matter"
    RULE = "rule"
    MARKUP = "markup"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class Block:
    """A leaf of the report's layout; blocks never overlap, in order of their spans.

    Every non-blank character of the source lies in exactly one block.

    Attributes:
        index: its place in ``Report.blocks``.
        kind: what it is. MARKUP is what shows nothing (tags, list markers that stand
            alone); HIDDEN is text a reader does not see (comments, scripts,
            ``display:none``, reasoning blocks).
        span: its place in the source, markup included.
        text: its running text; None for TABLE, RULE, MARKUP.
        section: index into ``Report.sections``.
        level: of a heading 1–6, of a list item its nesting from 1, else 0.
        label: of a footnote or a definition its label, of a list item its written number,
            of code its language, else "".
        target: of a definition its address.
        parent: the list item it stands in, if any.
        is_quoted: it stands in a block quote.
    """

    index: int
    kind: BlockKind
    span: Span
    text: Text | None
    section: int = 0
    level: int = 0
    label: str = ""
    target: str = ""
    parent: int | None = None
    is_quoted: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A headed part; section 0 is what stands before the first heading.

    Attributes:
        index: its place in ``Report.sections``.
        heading: the heading's plain text, "" for section 0.
        level: 1–6, 0 for section 0.
        span: from its heading to the next heading of the same or a higher level.
        parent: index of the section around it; None at the top.
    """

    index: int
    heading: str
    level: int
    span: Span
    parent: int | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table.

    Attributes:
        row: first row it covers, from 0.
        column: first column it covers, from 0.
        rows: how many rows it covers.
        columns: how many columns it covers.
        is_header: whether it heads a row or a column.
        span: its place in the source.
        text: its running text.
        path: the headers over and before it, outermost first, columns before rows.
    """

    row: int
    column: int
    rows: int
    columns: int
    is_header: bool
    span: Span
    text: Text
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table: each written cell once, whatever it spans.

    Attributes:
        index: its place in ``Report.tables``.
        block: index into ``Report.blocks``.
        span: its place in the source.
        cells: in the order written.
        rows: how many rows the grid has.
        columns: how many columns the grid has.
        caption: the span of its caption, if one was found.
    """

    index: int
    block: int
    span: Span
    cells: tuple[Cell, ...]
    rows: int
    columns: int
    caption: Span | None = None


class FigureKind(StrEnum):
    """How a figure is written."""

    PLACEHOLDER = "placeholder"
    IMAGE = "image"
    SVG = "svg"


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture in the report.

    Attributes:
        index: its place in ``Report.figures``.
        kind: an ``|imagek|`` placeholder, an image with an address, an inline SVG.
        block: the block it stands in.
        span: its place in the source.
        number: k of a placeholder, else None.
        target: its address; a data URI is replaced by ``sha256:…`` of its bytes.
        alt: its alternative text; of an SVG, the labels drawn in it.
        title: its title.
        caption: the span of its caption, if one was found.
        caption_text: that caption without markup.
        size: bytes of an inline image (data URI), else None.
    """

    index: int
    kind: FigureKind
    block: int
    span: Span
    number: int | None = None
    target: str = ""
    alt: str = ""
    title: str = ""
    caption: Span | None = None
    caption_text: str = ""
    size: int | None = None


class NoteKind(StrEnum):
    """What the parser noticed and did not repair silently."""

    MIXED_BRACKETS = "mixed_brackets"
    UNCLOSED_FENCE = "unclosed_fence"
    INVISIBLE_CHARACTERS = "invisible_characters"
    UNDECODABLE_BYTES = "undecodable_bytes"
    DUPLICATE_REFERENCE = "duplicate_reference"
    REFERENCE_WITHOUT_URL = "reference_without_url"
    MALFORMED_CITATION = "malformed_citation"
    UNRESOLVED_MARKER = "unresolved_marker"
    SEVERAL_STYLES = "several_styles"
    HIDDEN_TEXT = "hidden_text"
    INLINE_IMAGE = "inline_image"
    TOO_DEEP = "too_deep"
    NOT_IMPORTED = "not_imported"


@dataclass(frozen=True, slots=True)
class Note:
    """Something that the parser noticed, with its place."""

    kind: NoteKind
    span: Span
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """What a format's own parser found, before citations are read."""

    blocks: tuple[Block, ...]
    sections: tuple[Section, ...]
    tables: tuple[Table, ...]
    figures: tuple[Figure, ...]
    notes: tuple[Note, ...] = ()
