"""Where the numbers of a sentence that somebody else wrote come from, searched for in the cells.

Each number is held against the cells, then against the expressions over them, then against what
the program reported. A number that none of these gives is told as untraced.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from veridical.agents.hka.analysis.digits import Digits, digits
from veridical.agents.hka.analysis.formula import AT_A_ROW, Expression, Operation, computed
from veridical.agents.hka.analysis.results import Insight, Traced, traced
from veridical.retrieval.tables import ColumnKind, Table

MOST_PAIRED = 40
"""Rows of a table of which every pair is tried."""
_OVER_ALL = (
    Operation.MAX,
    Operation.MIN,
    Operation.SECOND,
    Operation.MEAN,
    Operation.SUM,
    Operation.TWO_LARGEST,
    Operation.RANGE,
    Operation.COUNT,
)
_OVER_PAIRS = (Operation.DIFFERENCE, Operation.GROWTH, Operation.RATIO)


@dataclass(frozen=True)
class _Way:
    """A way to a number: the expression, what it gives, the name of its row."""

    expression: Expression
    value: float
    label: str | float | None


def trace(
    sentences: Sequence[str], table: Table, reported: Mapping[str, float]
) -> tuple[Insight, ...]:
    """Sentences with their numbers traced.

    Args:
        sentences: about the table.
        table: whose cells are searched.
        reported: numbers that the program left, by name.
    """
    ways = [*_cells(table), *_over_all(table), *_over_pairs(table)]
    labels = {str(v) for n in range(len(table.columns)) for v in table.values(n) if v is not None}
    return tuple(_traced(one, table, ways, reported=reported, labels=labels) for one in sentences)


def _traced(
    sentence: str,
    table: Table,
    ways: Sequence[_Way],
    *,
    reported: Mapping[str, float],
    labels: set[str],
) -> Insight:
    found: list[Traced] = []
    untraced: list[str] = []
    for number in digits(sentence):
        fit = [way for way in ways if _is(number, way.value)]
        # a row that the sentence names comes before one that it does not
        fit.sort(key=lambda way: not (way.label is not None and str(way.label) in sentence))
        if fit:
            found.append(_written(number, fit[0], table))
        elif number.text in labels:
            continue
        elif name := next((n for n, v in reported.items() if _is(number, v)), ""):
            expression = Expression(Operation.RESULT, table.id, (), (), words=name)
            found.append(Traced(reported[name], number.text, expression, decimals=number.decimals))
        else:
            untraced.append(number.text)
    return Insight(sentence, tuple(found), tuple(untraced))


def _is(number: Digits, value: float) -> bool:
    """Whether a number is a value, rounded as it is written, with or without its sign."""
    return round(abs(value), number.decimals) == abs(number.value)


def _written(number: Digits, way: _Way, table: Table) -> Traced:
    is_size = number.value >= 0 > way.value
    label = way.label if way.expression.label else None
    own = traced(way.value, way.expression, table, label=label, is_size=is_size)
    return Traced(
        way.value, number.text, way.expression, own.label, is_size, decimals=number.decimals
    )


def _numeric(table: Table) -> list[int]:
    return table.column(ColumnKind.NUMBER)


def _named(table: Table) -> str:
    """The field whose values name the rows."""
    named = (*table.column(ColumnKind.TEXT), *table.column(ColumnKind.YEAR))
    return table.columns[named[0]].field if named else ""


def _way(table: Table, operation: Operation, place: int, rows: tuple[int, ...]) -> Iterator[_Way]:
    label = _named(table) if operation in AT_A_ROW else ""
    column = table.columns[place].field
    words = f"{operation.value} of {column}"
    expression = Expression(operation, table.id, (column,), rows, label, words)
    found = computed(expression, table)
    if found is not None:
        yield _Way(expression, found[1], found[0])


def _cells(table: Table) -> Iterator[_Way]:
    for place in (*_numeric(table), *table.column(ColumnKind.YEAR)):
        for row in range(len(table.rows)):
            yield from _way(table, Operation.CELL, place, (row,))


def _over_all(table: Table) -> Iterator[_Way]:
    rows = tuple(range(len(table.rows)))
    for place in _numeric(table):
        for operation in _OVER_ALL:
            yield from _way(table, operation, place, rows)


def _over_pairs(table: Table) -> Iterator[_Way]:
    if len(table.rows) > MOST_PAIRED:
        return
    for place in _numeric(table):
        for pair in permutations(range(len(table.rows)), 2):
            for operation in _OVER_PAIRS:
                yield from _way(table, operation, place, pair)
