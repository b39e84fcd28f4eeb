"""Where Markdown's prose lies: a first reading, to tell prose from code and addresses."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

from veridical.report.markdown.events import Event

_ENDS = frozenset({"-Paragraph", "-Heading", "-TableCell", "-Item"})


@dataclass(slots=True)
class Row:
    """A table's row, and how many columns its table has."""

    start: int
    end: int
    columns: int


@dataclass(slots=True)
class Ground:
    """The kinds of ground in a Markdown text, each a list of (start, end) in order.

    Attributes:
        opaque: code, raw HTML, addresses: no prose in them.
        code: code blocks and code spans.
        html: HTML blocks.
        rows: the rows of tables.
        ends: where a paragraph, a cell, a heading or a list item ends.
    """

    opaque: list[tuple[int, int]] = field(default_factory=list)
    code: list[tuple[int, int]] = field(default_factory=list)
    html: list[tuple[int, int]] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)

    def is_code(self, at: int) -> bool:
        """Whether a character is code."""
        return _holds(self.code, at)

    def is_html(self, at: int) -> bool:
        """Whether a character stands in an HTML block."""
        return _holds(self.html, at)

    def is_prose(self, at: int) -> bool:
        """Whether a character is neither code nor markup nor part of an address."""
        return not _holds(self.opaque, at)

    def row(self, at: int) -> Row | None:
        """The table's row that a character stands in."""
        index = bisect_right(self.rows, at, key=lambda row: row.start) - 1
        return self.rows[index] if index >= 0 and at < self.rows[index].end else None


def _holds(places: list[tuple[int, int]], at: int) -> bool:
    index = bisect_right(places, at, key=lambda place: place[0]) - 1
    return index >= 0 and at < places[index][1]


def ground_of(events: Iterable[Event], definitions: list[tuple[int, int]]) -> Ground:
    """Read the ground from a first pass of the library."""
    survey = _Survey()
    for event in events:
        survey.read(event)
    ground = survey.ground
    ground.opaque = _merged([*ground.opaque, *ground.code, *ground.html, *definitions])
    return ground


def _merged(places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(places):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        elif start < end:
            merged.append((start, end))
    return merged


class _Survey:
    """Sorts the events of the first pass."""

    def __init__(self) -> None:
        self.ground = Ground()
        self.columns = 0
        self.shown = 0
        self.is_head = False

    def read(self, event: Event) -> None:
        name = event.name
        if name == "Text":
            self.shown = event.end
        elif name == "Code" or name == "+CodeBlock":
            self.ground.code.append((event.start, event.end))
            self.shown = event.end
        elif name == "+HtmlBlock":
            self.ground.html.append((event.start, event.end))
        elif name == "InlineHtml":
            self.ground.opaque.append((event.start, event.end))
        elif name.endswith(("Link", "Image")):
            self._link(event)
        else:
            self._block(event)

    def _block(self, event: Event) -> None:
        if event.name in _ENDS:
            self.ground.ends.append(event.end)
        if "Table" in event.name:
            self._table(event)

    def _link(self, event: Event) -> None:
        if event.variant in ("Autolink", "Email"):
            self.ground.opaque.append((event.start, event.end))
        if event.name[0] == "+":
            self.shown = event.start + 1
        elif self.shown < event.end:
            # After what a link shows comes where it leads.
            self.ground.opaque.append((self.shown, event.end))
            self.shown = event.end

    def _table(self, event: Event) -> None:
        if event.name == "+TableHead":
            self.columns = 0
            self.is_head = True
            self.ground.rows.append(Row(event.start, event.end, 0))
        elif event.name == "+TableRow":
            self.ground.rows.append(Row(event.start, event.end, self.columns))
        elif event.name == "+TableCell" and self.is_head:
            self.columns += 1
            self.ground.rows[-1].columns = self.columns
        elif event.name == "-TableHead":
            self.is_head = False
