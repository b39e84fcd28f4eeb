"""Pipe tables: their rows, and the lines that the library takes for rows by mistake."""

from __future__ import annotations

from veridical.report.draft import Draft, Drafts, FigureDraft
from veridical.report.grid import WrittenCell, WrittenRow, grid
from veridical.report.markdown.events import Event
from veridical.report.markdown.inline import Passage
from veridical.report.markdown.shield import Shielded
from veridical.report.model import BlockKind, Span


class TableReader:
    """One table, while its events come."""

    def __init__(self, source: str, shielded: Shielded, drafts: Drafts, start: Event) -> None:
        self._source = source
        self._shielded = shielded
        self._drafts = drafts
        self._start = start.start
        self._end = start.end
        self._rows: list[WrittenRow] = []
        self._places: list[Event] = []
        self._figures: list[list[FigureDraft]] = []
        self._passage: Passage | None = None

    def row(self, event: Event) -> None:
        """A row begins."""
        self._rows.append(WrittenRow(is_head=event.name == "+TableHead"))
        self._places.append(event)
        self._figures.append([])

    def start_cell(self, event: Event) -> None:
        """A cell begins; one that the library adds to a short row does not."""
        row = self._places[-1]
        is_first = not self._rows[-1].cells
        after_pipe = self._source[event.start - 1 : event.start] == "|" and event.start < row.end
        if event.start < event.end or is_first or after_pipe:
            self._passage = Passage(self._source, self._shielded, self._drafts)

    def read(self, event: Event) -> None:
        """What stands in a cell."""
        if self._passage is not None:
            self._passage.read(event)

    def end_cell(self, event: Event) -> None:
        """A cell ends."""
        if self._passage is None:
            return
        text = self._passage.finish(event.end)
        row = self._rows[-1]
        self._figures[-1] += self._passage.figures
        span = Span(event.start, event.end)
        row.cells.append(WrittenCell(span, text, is_header=row.is_head))
        self._passage = None

    def finish(self, parent: Draft | None, *, is_quoted: bool) -> list[Draft]:
        """The table, and the lines after it that only seemed to belong to it."""
        lines = self._lines_below()
        end = lines[0].start if lines else self._end
        cells, rows, columns = grid(self._rows)
        table = Draft(BlockKind.TABLE, self._start, end, cells=cells, rows=rows, columns=columns)
        table.figures = [figure for row in self._figures for figure in row]
        for block in [table, *lines]:
            block.parent, block.is_quoted = parent, is_quoted
        return [table, *lines]

    def _lines_below(self) -> list[Draft]:
        """A line without any pipe below a table of several columns is no row of it."""
        lines: list[Draft] = []
        columns = len(self._rows[0].cells) if self._rows else 0
        while columns > 1 and len(self._rows) > 1 and self._is_line(len(self._rows) - 1):
            row, place = self._rows.pop(), self._places.pop()
            figures = self._figures.pop()
            text = row.cells[0].text
            line = Draft(BlockKind.PARAGRAPH, place.start, place.end, text, figures=figures)
            lines.append(line)
        return lines[::-1]

    def _is_line(self, index: int) -> bool:
        place = self._places[index]
        return (
            len(self._rows[index].cells) == 1
            and "|" not in self._shielded.text[place.start : place.end]
        )
