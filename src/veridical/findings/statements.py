"""Statements that give numbers and name no source for them."""

from __future__ import annotations

from collections.abc import Iterator

from veridical.findings.finding import Finding, FindingKind, found
from veridical.report.model import Report, StatementKind
from veridical.report.quantities import quantities


def audit_statements(report: Report) -> Iterator[Finding]:
    """Sentences and bullets with a quantity, in reach of no citation.

    A report that cites nothing at all has one finding for that, not one per sentence.
    """
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
