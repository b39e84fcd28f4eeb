"""Written cells → a grid: which columns and rows each covers, and which headers it stands under.

Shared by Markdown and HTML. Every written cell stays one cell, however much it spans.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from veridical.report.model import Cell, InlineKind, Span, Text
from veridical.report.running_text import is_covered

# HTML allows 1000, but no table is so wide; a runaway span must not cost more than its cell.
_MAX_SPAN = 100
# Beyond this many columns a cell reaches into no further row.
_MAX_WIDE = 500
_MAX_HEADERS = 8
_MAX_ROW_HEADER = 80
_NUMBER = re.compile(
    r"[\s~≈<>≤≥+\-−–—(]*(?:[A-Z]{2,3}\s?)?[$€£¥￥₹±]?\s*[\d０-９]|[\s\-–—]*\Z|N/?A\Z", re.IGNORECASE
)

_MARKER = re.compile(r"[\[［【]\^?[0-9]{1,4}(?![0-9])")
# A year or a quarter in the first column names its row, although it begins with a digit.
_PERIOD = re.compile(
    r"(?:[FC]Y\s?)?(?:19|20)\d\d(?:\s?[年EFAP*]|[–/-]\d{1,4}|\s?[QH][1-4])?(?:\s?年度?)?\Z"
    r"|[QH][1-4]\b|\d{1,2}月\Z|第[一二三四]季度"
)


@dataclass(slots=True)
class WrittenCell:
    """A cell as written.

    Attributes:
        is_header: the markup says that it is a header.
        column: first column it covers, once placed.
    """

    span: Span
    text: Text
    is_header: bool = False
    rows: int = 1
    columns: int = 1
    column: int = 0


@dataclass(slots=True)
class WrittenRow:
    """A row as written; `is_head` where the markup puts it into the table's head."""

    cells: list[WrittenCell] = field(default_factory=list)
    is_head: bool = False


def grid(rows: list[WrittenRow]) -> tuple[tuple[Cell, ...], int, int]:
    """Place the cells and name the headers over and before each.

    Returns:
        The cells in the order written, and how many rows and columns the grid has.
    """
    columns = _place(rows)
    heads = _head_rows(rows)
    is_named = _is_named(rows, heads, columns)
    paths = _Paths(columns)
    cells: list[Cell] = []
    for index, row in enumerate(rows):
        cells += paths.row(index, row, is_head=index in heads, is_named=is_named)
    return tuple(cells), len(rows), columns


def _place(rows: list[WrittenRow]) -> int:
    """Give each cell its column, clip all spans; how many columns there are."""
    taken: dict[int, int] = {}
    columns = 0
    for index, row in enumerate(rows):
        column = 0
        for cell in row.cells:
            while taken.get(column, 0) > index:
                column += 1
            cell.column = column
            columns = max(columns, column + 1)
            reach = len(rows) - index if column < _MAX_WIDE else 1
            cell.rows = min(cell.rows or len(rows), reach)
            cell.columns = max(1, min(cell.columns, _MAX_SPAN))
            for covered in range(column, column + cell.columns):
                taken[covered] = index + cell.rows
            column += cell.columns
    for row in rows:
        for cell in row.cells:
            cell.columns = min(cell.columns, columns - cell.column)
    return columns


def _head_rows(rows: list[WrittenRow]) -> set[int]:
    heads = {index for index, row in enumerate(rows) if _is_head(row)}
    if heads or any(cell.is_header for row in rows for cell in row.cells):
        return heads
    # A title may stand over the row that names the columns.
    first = next((index for index, row in enumerate(rows) if len(row.cells) > 1), len(rows))
    return set(range(first + 1)) if _looks_like_head(rows[first:]) else set()


def _is_head(row: WrittenRow) -> bool:
    return row.is_head or (bool(row.cells) and all(cell.is_header for cell in row.cells))


def _looks_like_head(rows: list[WrittenRow]) -> bool:
    """Whether the first row heads a table whose markup names no headers."""
    if len(rows) < 2:
        return False
    first = [cell.text for cell in rows[0].cells]
    if all(is_covered(text, InlineKind.STRONG) for text in first):
        return True
    is_worded = all(text.plain.strip() and _is_name(text.plain) for text in first)
    return is_worded and any(
        not _is_name(cell.text.plain) for row in rows[1:] for cell in row.cells[1:]
    )


def _is_name(words: str) -> bool:
    """Whether words can name a row or a column; a year can, a number cannot."""
    plain = words.strip()
    return _PERIOD.match(plain) is not None or _NUMBER.match(plain) is None


def _is_named(rows: list[WrittenRow], heads: set[int], columns: int) -> bool:
    """Whether the first column names the rows though the markup does not say so."""
    body = [row for index, row in enumerate(rows) if index not in heads]
    if columns < 2 or any(cell.is_header for row in body for cell in row.cells):
        return False
    firsts = [cell.text.plain.strip() for row in body for cell in row.cells if cell.column == 0]
    named = [text for text in firsts if text]
    if not named or not all(map(_is_name, named)):
        return False
    return sum(map(len, named)) <= _MAX_ROW_HEADER * len(named)


class _Paths:
    """Walks the rows and keeps, for each column and row, the headers that hold there."""

    def __init__(self, columns: int) -> None:
        self.over: list[tuple[str, ...]] = [()] * columns
        self.before: list[tuple[WrittenCell, int]] = []
        self.saw_data = False
        self.names_columns = False
        self.group: tuple[str, ...] = ()

    def row(self, index: int, row: WrittenRow, *, is_head: bool, is_named: bool) -> list[Cell]:
        """The cells of the next row, with their paths."""
        if not is_head:
            self.saw_data = True
            return self._data(index, row, is_named)
        if self._is_group(row):
            self.group = _words(row.cells[0])
            return [_cell(index, row.cells[0], True, ())]
        return self._head(index, row)

    def _is_group(self, row: WrittenRow) -> bool:
        """A header across the whole width, below the columns' own, names the rows that follow."""
        is_wide = len(row.cells) == 1 and row.cells[0].columns == len(self.over) > 1
        return is_wide and self.names_columns

    def _head(self, index: int, row: WrittenRow) -> list[Cell]:
        if self.saw_data:
            # A second head further down takes the place of the first.
            self.over = [()] * len(self.over)
            self.saw_data, self.group = False, ()
        self.names_columns = len(row.cells) > 1 or self.names_columns
        cells = [_cell(index, cell, True, self.over[cell.column]) for cell in row.cells]
        for cell in row.cells:
            for column in range(cell.column, cell.column + cell.columns):
                self.over[column] = (self.over[column] + _words(cell))[:_MAX_HEADERS]
        return cells

    def _data(self, index: int, row: WrittenRow, is_named: bool) -> list[Cell]:
        before = [(cell, end) for cell, end in self.before if end > index]
        cells = []
        for cell in row.cells:
            is_header = cell.is_header or (is_named and cell.column == 0)
            left = [
                word for head, _ in before if head.column < cell.column for word in _words(head)
            ]
            path = (*self.over[cell.column], *self.group, *left)
            cells.append(_cell(index, cell, is_header and not _cites(cell.text), path))
            if is_header and len(before) < _MAX_HEADERS:
                before.append((cell, index + cell.rows))
        self.before = before
        return cells


def _cites(text: Text) -> bool:
    """Whether a cell carries a marker: then it says something, even where it names its row."""
    marks = (InlineKind.LINK, InlineKind.FOOTNOTE, InlineKind.SUPERSCRIPT)
    return _MARKER.search(text.plain) is not None or any(
        mark.kind in marks for mark in text.inlines
    )


def _words(cell: WrittenCell) -> tuple[str, ...]:
    words = " ".join(cell.text.plain.split())
    return (words,) if words else ()


def _cell(index: int, cell: WrittenCell, is_header: bool, path: tuple[str, ...]) -> Cell:
    return Cell(
        row=index,
        column=cell.column,
        rows=cell.rows,
        columns=cell.columns,
        is_header=is_header,
        span=cell.span,
        text=cell.text,
        path=path,
    )
