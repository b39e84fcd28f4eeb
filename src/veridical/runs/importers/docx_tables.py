"""Tables of a DOCX file → tables of Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from veridical.runs.importers.docx_package import Element, child, name_of, value
from veridical.runs.importers.escaping import cell

_PASSED = frozenset(["sdt", "sdtContent", "customXml", "ins"])
_WIDEST = 100


def table(element: Element, read: Callable[[Element], str], lost: Counter[str]) -> list[str]:
    """A table as blocks of Markdown: a table, or, of one cell alone, its words.

    Args:
        element: the table.
        read: gives the words of a cell; what stands in a table inside of it among them.
        lost: counts those tables.
    """
    rows = [list(_cells(row, read)) for row in _of(element, "tr")]
    rows = [row for row in rows if any(row)]
    if not rows:
        return []
    lost["table inside of a table"] += sum(name_of(one) == "tbl" for one in element.iter()) - 1
    width = max(map(len, rows))
    if width == 1 and len(rows) == 1:
        return [rows[0][0]]
    lines = [_line([*row, *[""] * (width - len(row))]) for row in rows]
    return ["\n".join([lines[0], _line(["---"] * width), *lines[1:]])]


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cells(row: Element, read: Callable[[Element], str]) -> Iterator[str]:
    """The words of each column of a row; a cell that spans several stands in the first."""
    for one in _of(row, "tc"):
        merged = child(one, "tcPr", "vMerge")
        goes_on = merged is not None and value(one, "tcPr", "vMerge") != "restart"
        yield "" if goes_on else cell(read(one))
        told = value(one, "tcPr", "gridSpan") or "1"
        span = int(told) if told.isascii() and told.isdecimal() and len(told) < 4 else 1
        yield from [""] * (min(span, _WIDEST) - 1)


def _of(element: Element, name: str) -> Iterator[Element]:
    """The rows of a table or the cells of a row, those inside of controls too."""
    for one in element:
        if name_of(one) == name:
            yield one
        elif name_of(one) in _PASSED:
            yield from _of(one, name)
