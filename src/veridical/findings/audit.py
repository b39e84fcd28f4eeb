"""Everything that can be found in a report without asking anyone."""

from __future__ import annotations

from pathlib import Path

from veridical.findings.citations import audit_citations
from veridical.findings.figures import audit_figures
from veridical.findings.finding import Finding
from veridical.findings.references import audit_references
from veridical.findings.statements import audit_statements
from veridical.report.model import Report


def audit(report: Report, folder: Path | None = None) -> tuple[Finding, ...]:
    """The findings of every audit, in the order of their places.

    Args:
        report: the report.
        folder: where it lies, so that its images can be looked for; None if unknown.
    """
    everything = [
        *audit_citations(report),
        *audit_references(report),
        *audit_statements(report),
        *audit_figures(report, folder),
    ]
    return tuple(sorted(everything, key=lambda f: (f.span.start, f.span.end, f.kind)))
