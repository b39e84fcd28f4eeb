"""Everything that can be found in a report without asking anyone."""

from __future__ import annotations

from pathlib import Path

from veridical.findings.addresses import audit_addresses
from veridical.findings.citations import audit_citations
from veridical.findings.figures import audit_figures
from veridical.findings.finding import Finding
from veridical.findings.known import NOTHING, Known
from veridical.findings.orders import audit_orders
from veridical.findings.origins import audit_origins
from veridical.findings.references import audit_references
from veridical.findings.reuse import audit_reuse
from veridical.findings.statements import audit_statements
from veridical.report.model import Report


def audit(
    report: Report, folder: Path | None = None, known: Known = NOTHING
) -> tuple[Finding, ...]:
    """The findings of every audit, in the order of their places.

    Args:
        report: the report.
        folder: where it lies, so that its images can be looked for; None if unknown.
        known: the pages it cites and how it was made, as far as they are known.
    """
    everything = [
        *audit_citations(report),
        *audit_references(report),
        *audit_statements(report),
        *audit_figures(report, folder),
        *audit_addresses(report, known),
        *audit_reuse(report),
        *audit_origins(report, known),
        *audit_orders(report, known),
    ]
    return tuple(sorted(everything, key=lambda f: (f.span.start, f.span.end, f.kind)))
