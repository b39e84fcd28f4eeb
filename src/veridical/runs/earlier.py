"""What cited addresses said before, out of the snapshots that earlier runs kept."""

from __future__ import annotations

from veridical.checks.earlier import earlier_name
from veridical.findings.known import first_citations
from veridical.measure import Page
from veridical.report.model import Report
from veridical.runs.check_sources import OpenWeb
from veridical.runs.pages import page_of_snapshot


async def earlier_pages(report: Report, there: OpenWeb) -> dict[str, tuple[Page, ...]]:
    """Older snapshots of each cited source that differ in their words, by its key.

    Args:
        report: the report.
        there: who has read its addresses, and where that is kept.

    Raises:
        StoreError: the snapshots cannot be read.
    """
    found: dict[str, tuple[Page, ...]] = {}
    for key, citation in first_citations(report):
        address = citation.source.address if citation.source else None
        if address:
            before = await there.store.older(await there.web.fetch(address))
            pages = (page_of_snapshot(earlier_name(address, one.time), one) for one in before)
            found[key] = tuple(pages)
    return found
