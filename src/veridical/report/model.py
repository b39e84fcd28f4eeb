"""What a parsed report is: typed pieces, each with its exact place in the source.

All offsets are code points of the decoded source, half open. The parts of `Report` name
each other by index into its tuples. Nothing here parses.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from veridical.report.identity import SourceIdentity


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


class StatementKind(StrEnum):
    """Where a statement stands."""

    SENTENCE = "sentence"
    BULLET = "bullet"
    CELL = "cell"
    CAPTION = "caption"


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence, bullet, cell or caption of the report that says something.

    Headings, code, references and what shows nothing hold no statements.

    Attributes:
        index: its place in ``Report.statements``.
        span: its place in the source, markers included.
        text: its words without citation markers, white space folded.
        kind: where it stands.
        block: index into ``Report.blocks``.
        section: index into ``Report.sections``.
        language: a code such as ``en`` or ``zh``.
        citations: indices into ``Report.citations``, those whose default scope it is.
        path: of a cell, the headers over and before it.
    """

    index: int
    span: Span
    text: str
    kind: StatementKind
    block: int
    section: int
    language: str
    citations: tuple[int, ...] = ()
    path: tuple[str, ...] = ()


class ScopeKind(StrEnum):
    """What a citation speaks for."""

    CLAUSE = "clause"
    SENTENCE = "sentence"
    GROUP = "group"
    BULLET = "bullet"
    CELL = "cell"
    CAPTION = "caption"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Scope:
    """The statements that a citation speaks for.

    Attributes:
        kind: how far it reaches.
        statements: all that it may speak for, in order; the default one is the
            statement whose `citations` name it.
        is_certain: False where the text leaves it open (one marker after several
            sentences).
    """

    kind: ScopeKind
    statements: tuple[int, ...]
    is_certain: bool


class Resolution(StrEnum):
    """What became of a citation's label."""

    RESOLVED = "resolved"
    LINK = "link"
    MISSING = "missing_reference"
    AMBIGUOUS = "ambiguous_reference"
    UNRESOLVED = "unresolved_marker"
    MALFORMED = "malformed_citation"


@dataclass(frozen=True, slots=True)
class Citation:
    """One label of one marker: ``[1, 3]`` is two citations of one marker.

    Attributes:
        index: its place in ``Report.citations``.
        marker: which marker it belongs to, counted from 0 in the report.
        style: the name of the citation style.
        label: what it names: a number, a key, an address.
        span: the label's own place in the source (of a number inside a range, the range).
        marker_span: the whole marker's place.
        scope: what it speaks for.
        resolution: what became of it.
        references: indices of the references it names; several when ambiguous.
        source: the place it leads to, where known.
    """

    index: int
    marker: int
    style: str
    label: str
    span: Span
    marker_span: Span
    scope: Scope
    resolution: Resolution
    references: tuple[int, ...] = ()
    source: SourceIdentity | None = None


class ReferenceOrigin(StrEnum):
    """Where a reference was written."""

    LIST = "list"
    FOOTNOTE = "footnote"
    DEFINITION = "definition"
    EVIDENCE = "evidence"
    MAP = "map"


@dataclass(frozen=True, slots=True)
class Reference:
    """An entry of a reference list, a footnote, or an item of the evidence list given.

    Attributes:
        index: its place in ``Report.references``.
        label: its number or key, "" where the list has none.
        span: its place in the source; None for what the caller gave.
        text: the entry without its label.
        title: the entry's title as far as it can be told, else "".
        source: the place it names, None where it names none.
        origin: where it was written.
        item: of an evidence list, the item's id.
    """

    index: int
    label: str
    span: Span | None
    text: str
    title: str
    source: SourceIdentity | None
    origin: ReferenceOrigin
    item: str | None = None


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


@dataclass(frozen=True)
class Report:
    """A parsed report.

    Attributes:
        name: a file name or id, for messages.
        source: the decoded text that all offsets count in.
        format: ``markdown`` or ``html``.
        language: the report's main language.
        title: its first top heading, else "".
    """

    name: str
    source: str
    format: str
    language: str
    title: str
    blocks: tuple[Block, ...]
    sections: tuple[Section, ...]
    statements: tuple[Statement, ...]
    citations: tuple[Citation, ...]
    references: tuple[Reference, ...]
    figures: tuple[Figure, ...]
    tables: tuple[Table, ...]
    notes: tuple[Note, ...] = field(default=())

    def words(self, span: Span) -> str:
        """The source's own words at `span`."""
        return self.source[span.start : span.end]

    def line(self, offset: int) -> int:
        """The line of `offset`, from 1."""
        return bisect_left(self._breaks, offset) + 1

    @cached_property
    def _breaks(self) -> tuple[int, ...]:
        """The offsets of all line breaks."""
        return tuple(at for at, character in enumerate(self.source) if character == "\n")


@dataclass(frozen=True, slots=True)
class EvidenceList:
    """What a writer was given, in the order its markers count.

    ``[k]`` is ``texts[k - 1]``, ``|imagek|`` is ``images[k - 1]``.

    Attributes:
        texts: ids of text items.
        images: ids of image and table-image items.
        names: a readable title or address per id, where known.
    """

    texts: tuple[str, ...]
    images: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
