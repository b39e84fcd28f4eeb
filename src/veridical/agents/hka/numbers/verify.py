"""A report's numbers, worked out again from tables and texts as they are now.

No model and no rule of language takes part: a number either follows from the cells, or the
sentence, that it was traced to, or it does not. Statements are found again by their words without
numbers, so that a changed number does not hide its statement.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

import msgspec

from veridical.agents.hka.analysis import Operation, Traced
from veridical.agents.hka.analysis.digits import Digits, digits, without_numbers
from veridical.agents.hka.numbers.model import Drawn, Line, NumberRecord, Numbers, Quoted
from veridical.agents.hka.numbers.record import sentences, told
from veridical.report.model import Report
from veridical.retrieval.tables import Table
from veridical.retrieval.tables.model import written
from veridical.task import Item


class Why(StrEnum):
    """What is wrong with a number."""

    DIFFERS = "differs"
    """What it comes from gives another one."""
    GONE = "gone"
    """What it comes from is not there any more, or gives no number."""
    UNRECORDED = "unrecorded"
    """Its statement is none that was written."""
    UNTRACED = "untraced"
    """Nobody knew where it comes from when it was written."""


class Mismatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number of the report that does not follow.

    Attributes:
        why: what is wrong.
        written: the number as the report has it now.
        statement: the statement as it stands now.
        now: what its cells or its sentence give; "" = nothing.
        where: the cells or the text that it was traced to, in words.
    """

    why: Why
    written: str
    statement: str
    now: str = ""
    where: str = ""


class Verified(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What verifying came to.

    Attributes:
        numbers: of the report.
        of_cells: those that follow from cells.
        of_texts: those that follow from sentences.
        not_assessed: those that only running a program again tells.
        mismatches: all others.
        cells: that figures were drawn from.
        changed: those that are others now.
    """

    numbers: int
    of_cells: int
    of_texts: int
    not_assessed: int
    mismatches: tuple[Mismatch, ...]
    cells: int = 0
    changed: tuple[Mismatch, ...] = ()


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What became of a statement's numbers.

    Attributes:
        statement: index into ``Report.statements``.
        numbers: how many there are.
        of_cells: those that follow from cells.
        of_texts: those that follow from sentences.
        not_assessed: those that only running a program again tells.
        mismatches: all others.
        is_computed: whether code wrote the sentence from cells, and all of it follows from them.
        where: the cells, in words.
    """

    statement: int
    numbers: int
    of_cells: int
    of_texts: int
    not_assessed: int
    mismatches: tuple[Mismatch, ...]
    is_computed: bool
    where: tuple[str, ...] = ()


def verify(
    numbers: Numbers, report: Report, tables: Mapping[str, Table], items: Mapping[str, Item]
) -> Verified:
    """Hold a report as it is now against what its numbers come from.

    Args:
        numbers: as they were recorded.
        report: as it is now.
        tables: as they are now, by id.
        items: of the corpus as they are now, by id.
    """
    every = outcomes(numbers, report, tables, items)
    return Verified(
        sum(one.numbers for one in every),
        sum(one.of_cells for one in every),
        sum(one.of_texts for one in every),
        sum(one.not_assessed for one in every),
        tuple(wrong for one in every for wrong in one.mismatches),
        sum(len(row) for one in numbers.drawn for row in one.rows),
        tuple(wrong for one in numbers.drawn for wrong in _redrawn(one, tables.get(one.table))),
    )


def _redrawn(drawn: Drawn, table: Table | None) -> Iterator[Mismatch]:
    """The cells of figures that are others now."""
    figures = f"the data of {', '.join(drawn.figures)}"
    now = table.objects if table is not None else []
    if len(now) != len(drawn.rows):
        where = f"table {drawn.table}, rows"
        yield Mismatch(Why.GONE, str(len(drawn.rows)), figures, str(len(now)), where)
        return
    for n, (was, has) in enumerate(zip(drawn.rows, now, strict=True), start=1):
        for field, value in was.items():
            if has.get(field) != value:
                where = f"table {drawn.table}, row {n}, {field}"
                old, new = written(value), written(has.get(field))
                yield Mismatch(Why.DIFFERS, old, figures, new, where)


def outcomes(
    numbers: Numbers, report: Report, tables: Mapping[str, Table], items: Mapping[str, Item]
) -> list[Outcome]:
    """The same statement by statement, for those that hold numbers."""
    return _Verifier(numbers, tables, items).outcomes(report)


class _Verifier:
    def __init__(
        self, numbers: Numbers, tables: Mapping[str, Table], items: Mapping[str, Item]
    ) -> None:
        self._tables, self._items = tables, items
        self._lines: dict[str, list[Line]] = defaultdict(list)
        for line in numbers.lines:
            self._lines[without_numbers(line.text)].append(line)
        self._sentences: dict[str, Mapping[str, list[str]]] = {}

    def outcomes(self, report: Report) -> list[Outcome]:
        texts = ((one.index, told(one)) for one in report.statements)
        return [
            self._outcome(index, text, found) for index, text in texts if (found := digits(text))
        ]

    def _outcome(self, index: int, text: str, found: Sequence[Digits]) -> Outcome:
        line = self._line(text, found)
        if line is None:
            wrong = tuple(Mismatch(Why.UNRECORDED, one.text, text) for one in found)
            return Outcome(index, len(found), 0, 0, 0, wrong, is_computed=False)
        pairs = list(zip(found, line.numbers, strict=True))
        said = [(recorded, self._number(number, recorded, text)) for number, recorded in pairs]
        right = [recorded for recorded, wrong in said if wrong is None]
        ran = [one for one in right if one.cell and _is_result(one.cell)]
        cells = [one.cell for one in right if one.cell and not _is_result(one.cell)]
        return Outcome(
            index,
            len(found),
            len(cells),
            sum(one.cell is None for one in right),
            len(ran),
            tuple(wrong for _, wrong in said if wrong is not None),
            is_computed=line.is_computed and len(cells) == len(found),
            where=tuple(dict.fromkeys(map(in_words, cells))),
        )

    def _line(self, text: str, found: Sequence[Digits]) -> Line | None:
        """The recorded statement; of several with the same words the one with most numbers."""
        every = self._lines[without_numbers(text)]
        fit = [one for one in every if len(one.numbers) == len(found)]
        if not fit:
            return None
        line = max(fit, key=lambda one: _equal(one, found))
        if len(fit) > 1:
            every.remove(line)
        return line

    def _number(self, number: Digits, recorded: NumberRecord, text: str) -> Mismatch | None:
        if recorded.cell is not None:
            return self._of_cell(number, recorded.cell, recorded, text)
        if recorded.quoted is not None:
            return self._of_text(number, recorded.quoted, text)
        return Mismatch(Why.UNTRACED, number.text, text)

    def _of_cell(
        self, number: Digits, cell: Traced, recorded: NumberRecord, text: str
    ) -> Mismatch | None:
        where = in_words(cell)
        if _is_result(cell):
            if number.text == recorded.written:
                return None
            return Mismatch(Why.DIFFERS, number.text, text, recorded.written, where)
        table = self._tables.get(cell.expression.table)
        now = cell.on(table) if table is not None else None
        if now is None:
            return Mismatch(Why.GONE, number.text, text, where=where)
        given = now.label if recorded.is_label else now.written
        # another row now: the sentence names the wrong one, whatever number stands there
        if now.label == cell.label and any(one.value == number.value for one in digits(given)):
            return None
        shown = f"{now.written} ({now.label})" if now.label else now.written
        return Mismatch(Why.DIFFERS, number.text, text, shown, where)

    def _of_text(self, number: Digits, quoted: Quoted, text: str) -> Mismatch | None:
        where = f"{quoted.item}: {quoted.sentence}"
        there = self._of_item(quoted.item).get(without_numbers(quoted.sentence), [])
        values = [digits(one)[quoted.place] for one in there]
        if not values:
            return Mismatch(Why.GONE, number.text, text, where=where)
        if any(one.value == number.value for one in values):
            return None
        return Mismatch(Why.DIFFERS, number.text, text, values[0].text, where)

    def _of_item(self, id_: str) -> Mapping[str, list[str]]:
        """The sentences of a text by their words without numbers."""
        if id_ not in self._sentences:
            found: dict[str, list[str]] = defaultdict(list)
            item = self._items.get(id_)
            for one in sentences(item.text) if item is not None else ():
                found[without_numbers(one)].append(one)
            self._sentences[id_] = found
        return self._sentences[id_]


def _is_result(cell: Traced) -> bool:
    return cell.expression.operation is Operation.RESULT


def in_words(cell: Traced) -> str:
    """The cells of a number for readers: table, expression, columns, rows from 1."""
    of = cell.expression
    rows = ", ".join(str(n + 1) for n in of.rows[:12]) + ("…" if len(of.rows) > 12 else "")
    at = f" at {cell.label}" if cell.label else ""
    return f"table {of.table}, {of.operation.value} of {', '.join(of.columns)}, rows {rows}{at}"


def _equal(line: Line, found: Sequence[Digits]) -> int:
    return sum(one.written == number.text for one, number in zip(line.numbers, found, strict=True))
