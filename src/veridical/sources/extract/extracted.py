"""What a document shows, whatever its format, and how it is put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from veridical.sources.result import FetchState
from veridical.sources.snapshot import (
    FigureShown,
    Heading,
    Mark,
    TableShown,
)
from veridical.sources.stretch import PageShown, Stretch


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a document shows; the attributes are those of `Snapshot`.

    Attributes:
        door: the form on it that lets readers in: "password", "mail", or "" for none.
        is_closed: its metadata says that only some may read it.
        needs_scripts: it says that it shows nothing without running scripts.
    """

    state: FetchState
    content_type: str = ""
    detail: str = ""
    title: str = ""
    text: str = ""
    headings: tuple[Heading, ...] = ()
    tables: tuple[TableShown, ...] = ()
    figures: tuple[FigureShown, ...] = ()
    published: str = ""
    identifiers: tuple[str, ...] = ()
    pages: tuple[PageShown, ...] = ()
    pages_total: int = 0
    marks: tuple[Mark, ...] = ()
    hidden: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    door: str = ""
    is_closed: bool = False
    needs_scripts: bool = False


@dataclass
class Shown:
    """A text that grows by paragraphs, and knows where everything in it stands."""

    pieces: list[str] = field(default_factory=list)
    length: int = 0
    headings: list[Heading] = field(default_factory=list)
    tables: list[TableShown] = field(default_factory=list)
    figures: list[FigureShown] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All of it."""
        return "".join(self.pieces)

    def paragraph(self, text: str, marks: Sequence[Mark] = ()) -> Stretch:
        """Add a paragraph; blank ones add nothing.

        Args:
            text: its words.
            marks: signs that were kept out of it, their offsets counted in `text`.
        """
        lead = len(text) - len(text.lstrip())
        words = text.strip()
        if not words:
            return Stretch(self.length, self.length)
        gap = "\n\n" if self.length else ""
        start = self.length + len(gap)
        self.pieces += [gap, words]
        self.length = start + len(words)
        for mark in marks:
            within = min(max(mark.offset - lead, 0), len(words))
            self.marks.append(Mark(mark.text, start + within))
        return Stretch(start, self.length)

    def heading(self, level: int, text: str, marks: Sequence[Mark] = ()) -> None:
        """Add a heading; a blank one adds nothing."""
        at = self.paragraph(text, marks)
        if at.end > at.start:
            self.headings.append(Heading(level, text.strip(), at))

    def table(self, rows: Sequence[Sequence[str]], caption: str = "") -> None:
        """Add a table, a row per line; one without any words adds nothing."""
        cells = tuple(tuple(" ".join(cell.split()) for cell in row) for row in rows)
        if not any(any(row) for row in cells):
            return
        at = self.paragraph("\n".join(" | ".join(row) for row in cells if any(row)))
        self.tables.append(TableShown(caption, cells, at))

    def figure(self, url: str, alt: str, caption: str) -> None:
        """Add a picture where the text has come to; it shows no words of its own."""
        self.figures.append(FigureShown(url, alt, caption, self.length))
