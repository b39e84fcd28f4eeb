"""The expressions by which a number comes from cells, and what each gives on a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from statistics import fmean
from typing import TypeAlias

import msgspec

from veridical.retrieval.tables import Table, Value

Label: TypeAlias = str | int | float


class Operation(StrEnum):
    """How a number comes from the cells of a column."""

    CELL = "cell"
    """What stands in one cell."""
    MAX = "max"
    MIN = "min"
    SECOND = "second_largest"
    TWO_LARGEST = "sum_of_two_largest"
    SUM = "sum"
    MEAN = "mean"
    COUNT = "count"
    """Of rows whose cells hold numbers."""
    RANGE = "range"
    """The largest less the smallest."""
    DIFFERENCE = "difference"
    """The second cell less the first."""
    GROWTH = "growth"
    """The same, in percent of the first."""
    RATIO = "ratio"
    """The second cell over the first."""
    CORRELATION = "correlation"
    """Pearson's r of two columns."""
    RESULT = "result"
    """What a program reported under a name: it follows from running the program again."""


AT_A_ROW = frozenset({Operation.CELL, Operation.MAX, Operation.MIN, Operation.SECOND})
"""Those that tell at which row the number stands."""


class Expression(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An expression over cells.

    Attributes:
        operation: how the number comes from the cells.
        table: the id of the table.
        columns: the fields that are read: one, or two for a correlation.
        rows: numbers of the rows that are read, from 0.
        label: the field whose value names the row that the number stands at; "" = none is named.
        words: the expression for readers.
    """

    operation: Operation
    table: str
    columns: tuple[str, ...]
    rows: tuple[int, ...]
    label: str = ""
    words: str = ""


def computed(expression: Expression, table: Table) -> tuple[Label | None, float] | None:
    """What an expression gives on a table: the row's name where it has one, and the number.

    Args:
        expression: whose rows and columns are looked up.
        table: as it is now.

    Returns:
        None where the table lacks the cells, or the expression has no value on them, or only
        running a program tells.
    """
    fields = {column.field: n for n, column in enumerate(table.columns)}
    wanted = (*expression.columns, *filter(None, (expression.label,)))
    if not expression.rows or any(name not in fields for name in wanted):
        return None
    if any(not 0 <= n < len(table.rows) for n in expression.rows):
        return None
    cells = [[table.rows[n][fields[name]] for n in expression.rows] for name in expression.columns]
    if expression.operation is Operation.CORRELATION:
        found = _correlation(cells) if len(cells) > 1 else None
        return None if found is None else (None, found)
    read = zip(expression.rows, cells[0], strict=True)
    known = [(n, float(v)) for n, v in read if isinstance(v, int | float)]
    picked = _picked(expression.operation, known)
    if picked is None:
        return None
    row, value = picked
    label = (
        None if row is None or not expression.label else table.rows[row][fields[expression.label]]
    )
    return label, value


_Known: TypeAlias = Sequence[tuple[int, float]]


def _picked(operation: Operation, known: _Known) -> tuple[int | None, float] | None:
    """The number, and the row that it stands at."""
    if not known:
        return (None, 0.0) if operation is Operation.COUNT else None
    if operation in AT_A_ROW:
        # the first of equals, as the programs sort
        falling = sorted(known, key=lambda one: -one[1])
        at = {
            Operation.CELL: known[:1],
            Operation.MAX: falling[:1],
            Operation.MIN: sorted(known, key=lambda one: one[1])[:1],
            Operation.SECOND: falling[1:2],
        }[operation]
        return at[0] if at else None
    apply = _NUMBERS.get(operation)
    value = apply([value for _, value in known]) if apply else None
    return None if value is None else (None, value)


def _pair(values: Sequence[float], of: Callable[[float, float], float | None]) -> float | None:
    return of(values[0], values[1]) if len(values) == 2 else None


_NUMBERS: Mapping[Operation, Callable[[Sequence[float]], float | None]] = {
    Operation.TWO_LARGEST: lambda v: sum(sorted(v)[-2:]) if len(v) > 1 else None,
    Operation.SUM: sum,
    Operation.MEAN: fmean,
    Operation.COUNT: len,
    Operation.RANGE: lambda v: max(v) - min(v),
    Operation.DIFFERENCE: lambda v: _pair(v, lambda a, b: b - a),
    Operation.GROWTH: lambda v: _pair(v, lambda a, b: (b - a) / a * 100 if a > 0 else None),
    Operation.RATIO: lambda v: _pair(v, lambda a, b: b / a if a else None),
}


def _correlation(columns: Sequence[Sequence[Value]]) -> float | None:
    xs: list[float] = []
    ys: list[float] = []
    for x, y in zip(columns[0], columns[1], strict=True):
        if isinstance(x, int | float) and isinstance(y, int | float):
            xs.append(x)
            ys.append(y)
    if len(xs) < 2:
        return None
    mx, my = fmean(xs), fmean(ys)
    spread: float = (sum((x - mx) ** 2 for x in xs) * sum((y - my) ** 2 for y in ys)) ** 0.5
    return (
        sum((x - mx) * (y - my) for x, y in zip(xs, ys, strict=True)) / spread if spread else None
    )
