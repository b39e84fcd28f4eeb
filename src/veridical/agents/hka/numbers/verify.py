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
from veridical.agents.hka.numbers.model import Line, NumberRecord, Numbers, Quoted
from veridical.agents.hka.numbers.record import sentences, told
from veridical.report.model import Report
from veridical.retrieval.tables import Table
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
    """

    numbers: int
    of_cells: int
    of_texts: int
    not_assessed: int
    mismatches: tuple[Mismatch, ...]


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
    return _Verifier(numbers, tables, items).verified(report)


class _Verifier:
    def __init__(
        self, numbers: Numbers, tables: Mapping[str, Table], items: Mapping[str, Item]
    ) -> None:
        self._tables, self._items = tables, items
        self._lines: dict[str, list[Line]] = defaultdict(list)
        for line in numbers.lines:
            self._lines[without_numbers(line.text)].append(line)
        self._sentences: dict[str, dict[str, list[str]]] = {}
        self._agree = {"cell": 0, "text": 0, "program": 0}

    def verified(self, report: Report) -> Verified:
        wrong: list[Mismatch] = []
        many = 0
        for statement in report.statements:
            text = told(statement)
            found = digits(text)
            many += len(found)
            if found:
                wrong += self._statement(text, found)
        agree = self._agree
        return Verified(many, agree["cell"], agree["text"], agree["program"], tuple(wrong))

    def _statement(self, text: str, found: Sequence[Digits]) -> Iterator[Mismatch]:
        bare = without_numbers(text)
        fit = [one for one in self._lines[bare] if len(one.numbers) == len(found)]
        if not fit:
            for number in found:
                yield Mismatch(Why.UNRECORDED, number.text, text)
            return
        # of statements with the same words, the one with most of the numbers
        line = max(fit, key=lambda one: _equal(one, found))
        if len(fit) > 1:
            self._lines[bare].remove(line)
        for number, recorded in zip(found, line.numbers, strict=True):
            wrong = self._number(number, recorded, text)
            if wrong is not None:
                yield wrong

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
        if cell.expression.operation is Operation.RESULT:
            if number.text == recorded.written:
                self._agree["program"] += 1
                return None
            return Mismatch(Why.DIFFERS, number.text, text, recorded.written, where)
        table = self._tables.get(cell.expression.table)
        now = cell.on(table) if table is not None else None
        if now is None:
            return Mismatch(Why.GONE, number.text, text, where=where)
        given = now.label if recorded.is_label else now.written
        # another row now: the sentence names the wrong one, whatever number stands there
        if now.label == cell.label and any(one.value == number.value for one in digits(given)):
            self._agree["cell"] += 1
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
            self._agree["text"] += 1
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


def in_words(cell: Traced) -> str:
    """The cells of a number for readers: table, expression, columns, rows from 1."""
    of = cell.expression
    rows = ", ".join(str(n + 1) for n in of.rows[:12]) + ("…" if len(of.rows) > 12 else "")
    at = f" at {cell.label}" if cell.label else ""
    return f"table {of.table}, {of.operation.value} of {', '.join(of.columns)}, rows {rows}{at}"


def _equal(line: Line, found: Sequence[Digits]) -> int:
    return sum(one.written == number.text for one, number in zip(line.numbers, found, strict=True))
