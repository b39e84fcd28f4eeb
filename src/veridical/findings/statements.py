"""Statements that give numbers and name no source for them."""

from __future__ import annotations

from collections.abc import Iterator

from veridical.findings.finding import Finding, FindingKind, found
from veridical.report.model import BlockKind, Report, Span, StatementKind
from veridical.report.quantities import quantities


def audit_statements(report: Report) -> Iterator[Finding]:
    """Sentences and bullets with a quantity, in reach of no citation.

    A report that cites nothing at all has one finding for that, not one per sentence; so has
    one that says nothing.
    """
    if not report.statements:
        place = Span(0, min(1, len(report.source)))
        yield found(report, FindingKind.NOTHING_TO_CHECK, place, _why_nothing(report))
    if not report.citations:
        return
    reached = {index for c in report.citations for index in c.scope.statements}
    for statement in report.statements:
        if statement.index in reached or statement.kind is StatementKind.CELL:
            continue
        if any(q.unit for q in quantities(statement.text, statement.language)):
            yield found(
                report,
                FindingKind.UNCITED_NUMBER,
                statement.span,
                "A number without a citation.",
                statement=statement.index,
            )


def _why_nothing(report: Report) -> str:
    if not report.source.strip():
        return "The report is empty."
    if report.references:
        return "The report is a list of references and says nothing."
    if {block.kind for block in report.blocks} <= {BlockKind.HEADING, BlockKind.RULE}:
        return "The report has headings alone and says nothing."
    return "The report holds no statement."
