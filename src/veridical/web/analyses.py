"""What a researched report's page tells of its tables: graph, numbers, figures, programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from veridical.agents.hka.analysis import Traced
from veridical.agents.hka.made import Analysed, Made
from veridical.agents.hka.numbers import NumberRecord
from veridical.agents.hka.rates import Rates
from veridical.agents.hka.read_back import ReadBack, ReadState
from veridical.graph import EvidenceGraph
from veridical.report.model import Report
from veridical.retrieval.tables import Table
from veridical.runs.analysed_files import told_of
from veridical.runs.researched import Answered
from veridical.web.words import count

PAPER_FAILED, PAPER_REJECTED = (31.7, 0.51), (55.5, 1.7)
"""Percent at first and after retries, as Knowledgeable Deep Research reports them."""
MOST_ROWS = 12
"""Of a table whose numbers are all named by their rows."""
_STATES = {
    ReadState.AGREES: "agrees with its table",
    ReadState.DIFFERS: "differs from its table",
    ReadState.NOT_ASSESSED: "not assessed",
}


@dataclass(frozen=True, slots=True)
class NumberRow:
    """A number of the report: as written, where it comes from, what it is, its statement."""

    written: str
    origin: str
    how: str
    statement: str


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A figure that was drawn: its name and caption, its table, who read it back, its program."""

    name: str
    caption: str
    table: str
    readings: tuple[str, ...]
    code: str


@dataclass(frozen=True, slots=True)
class RateRow:
    """A share at first and at last, with the paper's, in percent."""

    name: str
    first: str
    last: str
    paper_first: float
    paper_last: float


@dataclass(frozen=True, slots=True)
class AnalysesView:
    """All of it; the graph is None where nothing is cited."""

    graph: EvidenceGraph | None
    numbers: tuple[NumberRow, ...]
    untraced: int
    figures: tuple[FigureRow, ...]
    rates: tuple[RateRow, ...]
    reasons: str


def analyses_view(found: Answered, report: Report) -> AnalysesView | None:
    """What the page tells; None for an agent that analyses no tables."""
    if not isinstance(found.found, Analysed) or found.about.protocol:
        return None
    told = told_of(found.found, report, found.about.question)
    tables = {one.table.id: one.table for one in found.found.made}
    rows = [
        _row(number, line.text, tables) for line in told.numbers.lines for number in line.numbers
    ]
    return AnalysesView(
        told.graph,
        tuple(rows),
        len(told.numbers.untraced),
        tuple(map(_figure, found.found.made)),
        tuple(_rates(found.found.rates)),
        _reasons(found.found.rates),
    )


def _row(number: NumberRecord, statement: str, tables: dict[str, Table]) -> NumberRow:
    if number.cell is not None:
        table = tables.get(number.cell.expression.table)
        origin = f"{table.title} ({table.id})" if table else number.cell.expression.table
        return NumberRow(number.written, origin, _how(number.cell, table), statement)
    if number.quoted is not None:
        sentence = number.quoted.sentence
        how = "word for word" if sentence == statement else sentence
        return NumberRow(number.written, number.quoted.item, how, statement)
    return NumberRow(number.written, "", "nobody knows where it comes from", statement)


def _how(cell: Traced, table: Table | None) -> str:
    """The expression in words: operation, column, rows by their numbers from 1."""
    of = cell.expression
    names = {column.field: column.heading for column in table.columns} if table else {}
    columns = " and ".join(names.get(field, field) for field in of.columns)
    if not of.rows:
        return f"reported by its program as {of.words}"
    every = table is not None and len(of.rows) == len(table.rows)
    listed = ", ".join(str(n + 1) for n in of.rows[:MOST_ROWS])
    more = "…" if len(of.rows) > MOST_ROWS else ""
    rows = "all rows" if every else f"row{'s' * (len(of.rows) > 1)} {listed}{more}"
    at = f", at {cell.label}" if cell.label else ""
    return f"{of.operation.value.replace('_', ' ')} of {columns}, {rows}{at}"


def _figure(made: Made) -> FigureRow:
    readings = tuple(map(_reading, made.read)) or ("not read back, as published",)
    title = f"{made.table.title} ({made.table.id})"
    return FigureRow(made.figure.id, made.figure.text, title, readings, made.code)


def _reading(read: ReadBack) -> str:
    if read.state is ReadState.NOT_ASSESSED:
        return f"{read.reader + ': ' if read.reader else ''}not assessed: {read.why}"
    agreeing = sum(one.agrees for one in read.values)
    wrong = "; ".join(f"{v.label}: {v.read:.12g} was read" for v in read.values if not v.agrees)
    told = (
        f"{read.reader}: {_STATES[read.state]}, {agreeing} of {count(len(read.values), 'number')}"
    )
    return f"{told} ({wrong})" if wrong else told


def _rates(rates: Rates) -> Iterator[RateRow]:
    rejected = [sum(found.values()) for found in (rates.rejected_first, rates.rejected_last)]
    yield RateRow(
        "Programs that failed",
        _share(rates.failed_first, rates.programs),
        _share(rates.failed_last, rates.programs),
        *PAPER_FAILED,
    )
    yield RateRow(
        "Figures that were rejected",
        _share(rejected[0], rates.figures),
        _share(rejected[1], rates.figures),
        *PAPER_REJECTED,
    )


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else "none to count"


def _reasons(rates: Rates) -> str:
    """Why figures were rejected at first and at last, as counts."""
    told = []
    for name, found in (("at first", rates.rejected_first), ("at last", rates.rejected_last)):
        reasons = ", ".join(f"{n} {why.replace('_', ' ')}" for why, n in found.items())
        told.append(f"{name}: {reasons}" if reasons else "")
    return "; ".join(filter(None, told))
