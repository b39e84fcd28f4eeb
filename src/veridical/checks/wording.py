"""How a statement of a report is put to a respondent: a cell with its headers before it."""

from __future__ import annotations

from collections.abc import Iterable

from veridical.report.model import Report, Statement


def wording(report: Report, statement: Statement) -> str:
    """The statement as it is asked: a cell with its headers before it, their markers aside."""
    if not statement.path:
        return statement.text
    place = report.blocks[statement.block].span
    markers = {
        report.words(c.marker_span)
        for c in report.citations
        if place.start <= c.marker_span.start < place.end
    }
    headers = [_without(header, markers) for header in statement.path]
    return ": ".join([*(h for h in headers if h), statement.text])


def _without(header: str, markers: Iterable[str]) -> str:
    for marker in markers:
        header = header.replace(marker, "")
    return " ".join(header.split())
