"""From rows of written cells to a table: headings, fields, kinds, what is left out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import zip_longest

from veridical.retrieval.tables.cells import is_unknown, kind_of, number, value
from veridical.retrieval.tables.model import Column, ColumnKind, Table

MOST_ROWS, MOST_COLUMNS = 50_000, 200
_UNIT = re.compile(r"\s*[(（\[](?P<unit>[^()（）\[\]]{1,30})[)）\]]\s*$")
_WORD = re.compile(r"[^\W_]+")
_FIELD_CHARACTERS = 40
HEAD_ROWS = 3


def table_from_grid(
    rows: Sequence[Sequence[str]],
    *,
    id: str,
    title: str,
    notes: Sequence[str] = (),
    **said: str,
) -> Table | None:
    """A table from its cells as written; None where there is no heading with a row below.

    Empty rows and columns fall away. Headings in several rows, as under merged cells, are
    joined from top to bottom.

    Args:
        rows: of equal or unequal length.
        id: of the table.
        title: of the table.
        notes: what was left out before.
        **said: other fields of `Table`.
    """
    filled = [list(row) for row in rows if not all(map(is_unknown, row))]
    if len(filled) < 2:
        return None
    told = [*notes]
    columns = list(zip_longest(*filled, fillvalue=""))
    columns = [column for column in columns if not all(map(is_unknown, column))]
    heads = _head_rows(list(zip(*columns, strict=True)))
    if heads == len(filled):
        return None
    _cut(told, len(columns), MOST_COLUMNS, "columns")
    _cut(told, len(filled) - heads, MOST_ROWS, "rows")
    columns = columns[:MOST_COLUMNS]
    names = _names([column[:heads] for column in columns])
    bodies = [column[heads : heads + MOST_ROWS] for column in columns]
    typed = _columns(names, bodies)
    for column, body in zip(typed, bodies, strict=True):
        _told_lost(told, column, body)
    values = [
        [value(cell, column.kind) for cell in body]
        for column, body in zip(typed, bodies, strict=True)
    ]
    return Table(
        id=id,
        title=title,
        columns=typed,
        rows=tuple(zip(*values, strict=True)),
        notes=tuple(told),
        **said,
    )


def _cut(told: list[str], many: int, most: int, what: str) -> None:
    if many > most:
        told.append(f"{what} after the first {most} are left out")


def _told_lost(told: list[str], column: Column, body: Sequence[str]) -> None:
    """Say how many filled cells are none of their column's kind, or that none is filled."""
    if all(map(is_unknown, body)):
        told.append(f"nothing stands below “{column.name}”")
    if column.kind is ColumnKind.TEXT:
        return
    lost = [cell for cell in body if not is_unknown(cell) and value(cell, column.kind) is None]
    if lost:
        told.append(f"{len(lost)} cells of “{column.name}” are no numbers, as “{lost[0][:40]}”")


def _head_rows(rows: Sequence[Sequence[str]]) -> int:
    """How many rows are headings: one, or more where cells above are merged."""
    heads = 1
    while heads < min(HEAD_ROWS, len(rows) - 1) and _is_merged(rows[heads - 1]):
        if any(number(cell) is not None for cell in rows[heads]):
            break
        heads += 1
    return heads


def _is_merged(row: Sequence[str]) -> bool:
    """A heading that lacks or repeats words: a cell above several."""
    words = [cell.strip() for cell in row[1:]]
    filled = [word for word in words if word]
    return bool(filled) and (len(filled) < len(words) or len(set(filled)) < len(filled))


def _names(heads: Sequence[Sequence[str]]) -> list[str]:
    """A name a column: its own headings, and those of merged cells that reach over it."""
    reaching: list[str] = []
    names = []
    for column in heads:
        own = [cell.strip() for cell in column]
        above = [*reaching, *[""] * (len(own) - len(reaching))]
        # the lowest heading is never a merged one
        full = [cell or over for cell, over in zip(own[:-1], above[:-1], strict=True)]
        reaching = [*full, ""]
        said = [word for word in dict.fromkeys([*full, own[-1]]) if word]
        names.append(" ".join(" / ".join(said).split()))
    return names


def _columns(names: Sequence[str], bodies: Sequence[Sequence[str]]) -> tuple[Column, ...]:
    found: list[Column] = []
    taken: set[str] = set()
    for place, (written, body) in enumerate(zip(names, bodies, strict=True), start=1):
        unit = _UNIT.search(written)
        name = (written[: unit.start()] if unit else written) or f"column {place}"
        kind = kind_of(body, name)
        said = unit["unit"].strip() if unit else ""
        if not said and kind is ColumnKind.NUMBER and _all_percent(body):
            said = "%"
        found.append(Column(_field(name, place, taken), name, kind, said))
    return tuple(found)


def _all_percent(body: Sequence[str]) -> bool:
    filled = [cell.strip() for cell in body if not is_unknown(cell)]
    return bool(filled) and all(cell.endswith(("%", "％")) for cell in filled)


def _field(name: str, place: int, taken: set[str]) -> str:
    """An identifier for a heading, unlike those before it."""
    words = _WORD.findall(unicodedata.normalize("NFKC", name).lower())
    field = "_".join(words)[:_FIELD_CHARACTERS].strip("_")
    if not field.isidentifier():
        field = f"c{place}_{field}".rstrip("_")
    while not field.isidentifier() or field in taken:
        field = f"column_{place}" if not field.isidentifier() else f"{field}_{place}"
    taken.add(field)
    return field
