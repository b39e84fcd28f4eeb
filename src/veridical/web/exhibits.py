"""What a method shows of a report, made ready for its page: columns, groups, places, marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from veridical.diagnosis import Exhibit, ExhibitMark, ExhibitRow, Standing
from veridical.measure import Scale
from veridical.report.model import Report
from veridical.web.marks import Mark, gravest_of
from veridical.web.pages.frame import Tone
from veridical.web.quotes import IN_REPORT, overlapping


def exhibit_columns(exhibit: Exhibit) -> tuple[str, ...]:
    """The labels of all marks of its rows, in the order in which they first stand."""
    return tuple(dict.fromkeys(mark.label for row in exhibit.rows for mark in row.marks))


def exhibit_groups(exhibit: Exhibit) -> Iterator[tuple[str, list[tuple[int, ExhibitRow]]]]:
    """Rows that follow each other under one head, each with its number in the exhibit."""
    for group, rows in groupby(enumerate(exhibit.rows), key=lambda row: row[1].group):
        yield group, list(rows)


def mark_under(row: ExhibitRow, label: str) -> ExhibitMark | None:
    """The mark of a row in a column."""
    return next((mark for mark in row.marks if mark.label == label), None)


def mark_scale(mark: ExhibitMark) -> Scale:
    """The scale that a mark is drawn on."""
    return Scale(mark.lowest, mark.highest)


def row_place(exhibit: int, row: int) -> str:
    """The fragment of a row, by its numbers."""
    return f"exhibit-{exhibit}-{row}"


def exhibit_marks(exhibits: Sequence[Exhibit], report: Report) -> dict[int, Mark]:
    """Statements by what the rows that quote them came to; the gravest wins.

    A row without a verdict of its own, a criterion with its marks, marks nothing.
    """
    found: dict[int, list[Mark]] = {}
    for number, exhibit in enumerate(exhibits):
        for index, row in enumerate(exhibit.rows):
            if row.standing is Standing.PLAIN:
                continue
            mark = Mark(Tone(row.standing), _said(exhibit, row), row_place(number, index))
            for statement in _statements(row, report):
                found.setdefault(statement, []).append(mark)
    return {statement: gravest_of(marks) for statement, marks in found.items()}


def _said(exhibit: Exhibit, row: ExhibitRow) -> str:
    return f"{exhibit.title}: {row.verdict or row.standing}"


def _statements(row: ExhibitRow, report: Report) -> tuple[int, ...]:
    places = [
        overlapping(report, quote.start, quote.end)
        for quote in row.quotes
        if quote.source == IN_REPORT
    ]
    return tuple(dict.fromkeys(index for place in places for index in place))
