"""Which addresses does a report cite for each of its statements?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from veridical.report.model import Citation, Report, Resolution

_LEADS = frozenset({Resolution.RESOLVED, Resolution.LINK})


def cited_addresses(report: Report) -> Mapping[int, tuple[str, ...]]:
    """What the citations of each statement lead to: items of a corpus, or addresses.

    A citation that may stand for several entries leads nowhere: nobody knows which is meant.
    """
    found: defaultdict[int, dict[str, None]] = defaultdict(dict)
    for citation in report.citations:
        if citation.resolution in _LEADS:
            for statement in citation.scope.statements:
                found[statement].update(dict.fromkeys(_addresses(report, citation)))
    return {statement: tuple(addresses) for statement, addresses in found.items()}


def _addresses(report: Report, citation: Citation) -> list[str]:
    items = [report.references[r].item for r in citation.references]
    given = [item for item in items if item]
    if given:
        return given
    address = citation.source.address if citation.source else None
    return [address] if address else []
