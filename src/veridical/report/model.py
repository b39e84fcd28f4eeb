"""What a parsed report is: typed pieces, each with its exact place in the source.

All offsets are code points of the decoded source, half open. The parts of `Report` name
each other by index into its tuples. Nothing here parses.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from veridical.report.identity import SourceIdentity
from veridical.report.layout_model import (
    Block,
    BlockKind,
    Cell,
    Figure,
    FigureKind,
    Inline,
    InlineKind,
    Layout,
    Note,
    NoteKind,
    Section,
    Span,
    Table,
    Text,
)

__all__ = [
    "Block",
    "BlockKind",
    "Cell",
    "Citation",
    "EvidenceList",
    "Figure",
    "FigureKind",
    "Inline",
    "InlineKind",
    "Layout",
    "Note",
    "NoteKind",
    "Reference",
    "ReferenceOrigin",
    "Report",
    "Resolution",
    "Scope",
    "ScopeKind",
    "Section",
    "Span",
    "Statement",
    "StatementKind",
    "Table",
    "Text",
]


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

    def column(self, offset: int) -> int:
        """How far `offset` is into its line, from 1."""
        before = bisect_left(self._breaks, offset)
        return offset - (self._breaks[before - 1] + 1 if before else 0) + 1

    @cached_property
    def given(self) -> Mapping[str, str]:
        """The items that the writer was given, by the keys of their listed addresses."""
        named = [r for r in self.references if r.item is not None and r.source is not None]
        return {r.source.key: r.item for r in reversed(named) if r.source and r.item}

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
