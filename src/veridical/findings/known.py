"""What is known around a report: the pages it cites, how it was made, and as of when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from veridical.findings.cited import page_key
from veridical.measure import Page
from veridical.report.model import Citation, Report
from veridical.sources import FetchState
from veridical.trajectory import Step

GONE = frozenset({FetchState.NOT_FOUND, FetchState.SOFT_404, FetchState.REDIRECT})
"""The states that say of an address that what it named is there no more."""


@dataclass(frozen=True)
class Known:
    """What is known around a report; by default nothing.

    Attributes:
        pages: what stood behind its citations, by the keys of their sources.
        trajectory: what its writer did; None if unknown.
        as_of: the last day of which it can know anything, ISO; "" if unknown.
        older: what its sources said before, in other words, by their keys, the newest first.
    """

    pages: Mapping[str, Page] = field(default_factory=dict)
    trajectory: tuple[Step, ...] | None = None
    as_of: str = ""
    older: Mapping[str, tuple[Page, ...]] = field(default_factory=dict)

    def is_dead(self, key: str) -> bool:
        """Whether a source was fetched, and is there no more."""
        page = self.pages.get(key)
        return page is not None and bool(page.time) and page.state in GONE

    def is_there(self, key: str) -> bool:
        """Whether a source has text."""
        page = self.pages.get(key)
        return page is not None and page.state == FetchState.OK


NOTHING = Known()


def first_citations(report: Report) -> Iterator[tuple[str, Citation]]:
    """Each source that the report cites, by its key, with the first citation of it."""
    seen: set[str] = set()
    for citation in report.citations:
        key = page_key(report, citation)
        if key is not None and key not in seen:
            seen.add(key)
            yield key, citation
