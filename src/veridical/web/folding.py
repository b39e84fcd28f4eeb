"""Totals that come to the same number take one column.

A reader compares numbers that differ. Of two totals on one scale that show the same number in
most rows, the later one becomes a reading of the earlier one's cells, shown where it differs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from veridical.web.pages.leaderboard import SystemRow
from veridical.web.pages.scores import Cell, Column
from veridical.web.words import number

MOST = 0.5
"""Share of the rows from which two totals are alike enough for one column."""


@dataclass(frozen=True, slots=True)
class Folded:
    """A table with fewer columns.

    Attributes:
        columns: those that stay.
        rows: with the others as readings.
        gone: the others, each with where its number is to be read, as a sentence.
    """

    columns: tuple[Column, ...]
    rows: tuple[SystemRow, ...]
    gone: tuple[tuple[Column, str], ...]


def folded(columns: Sequence[Column], rows: Sequence[SystemRow]) -> Folded:
    """Fold each total into the first earlier one that it is mostly the same as."""
    into: dict[int, int] = {}
    for at in range(len(columns)):
        earlier = (k for k in range(at) if k not in into and _alike(columns, rows, k, at))
        found = next(earlier, None)
        if found is not None:
            into[at] = found
    kept = [at for at in range(len(columns)) if at not in into]
    return Folded(
        tuple(columns[at] for at in kept),
        tuple(
            replace(row, cells=tuple(_cell(row, k, into, columns) for k in kept)) for row in rows
        ),
        tuple((columns[at], _where(columns[k], rows, k, at)) for at, k in into.items()),
    )


def _alike(columns: Sequence[Column], rows: Sequence[SystemRow], one: int, other: int) -> bool:
    first, second = columns[one], columns[other]
    if not (first.is_total and second.is_total and first.scale == second.scale and rows):
        return False
    return _same(rows, one, other) > MOST * len(rows)


def _same(rows: Sequence[SystemRow], one: int, other: int) -> int:
    """In how many rows two columns show the same number."""
    return sum(number(r.cells[one].score) == number(r.cells[other].score) for r in rows)


def _where(kept: Column, rows: Sequence[SystemRow], one: int, other: int) -> str:
    if _same(rows, one, other) == len(rows):
        return f"The same as {kept.title} in every row."
    return f"Shown under {kept.title} in the rows where it differs."


def _cell(row: SystemRow, at: int, into: dict[int, int], columns: Sequence[Column]) -> Cell:
    more = tuple(
        (columns[gone].title, row.cells[gone].score) for gone, kept in into.items() if kept == at
    )
    return replace(row.cells[at], readings=(*row.cells[at].readings, *more))
