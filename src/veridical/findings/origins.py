"""How many origins a statement's sources have, and whether a source leads back to the report.

Copies of one text are one origin, however many addresses they stand at. A citation is circular
where the cited page is a copy of the report, or names the report by its title.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from veridical.findings.cited import page_key
from veridical.findings.finding import Finding, FindingKind, cut, found
from veridical.findings.known import Known, first_citations
from veridical.report.model import Report
from veridical.retrieval.shingles import LEAST, Shingles, copies, shingles
from veridical.retrieval.tfidf import tokens

OF_THE_REPORT = 0.5
"""Share of the report that a page holds if it is a copy; a page that is quoted holds less."""
LEAST_TITLE_WORDS = 4
LEAST_TITLE_CHARACTERS = 10
"""A shorter title is a name of many things."""


@dataclass(frozen=True, slots=True)
class Origins:
    """The sources of a report by where their words come from.

    Attributes:
        groups: keys of sources that are copies of one text, in the order of their citations;
            a source without a copy is alone.
        circular: keys of the sources that lead back to the report.
    """

    groups: tuple[tuple[str, ...], ...] = ()
    circular: tuple[str, ...] = ()

    @property
    def of(self) -> Mapping[str, int]:
        """The number of its group, by key."""
        return {key: number for number, group in enumerate(self.groups) for key in group}


def origins(report: Report, known: Known) -> Origins:
    """The origins of what a report cites, as far as pages are known."""
    keys = [key for key, _ in first_citations(report) if known.is_there(key)]
    cut_up = {key: shingles(known.pages[key].text) for key in keys}
    own = shingles("\n".join(s.text for s in report.statements))
    circular = [k for k in keys if _leads_back(report, own, known.pages[k].text, cut_up[k])]
    return Origins(copies(cut_up), tuple(circular))


def _leads_back(report: Report, own: Shingles, text: str, page: Shingles) -> bool:
    if len(own) >= LEAST and len(own & page) >= OF_THE_REPORT * len(own):
        return True
    title = " ".join(report.title.split())
    is_long = len(title) >= LEAST_TITLE_CHARACTERS and len(tokens(title)) >= LEAST_TITLE_WORDS
    return is_long and title.casefold() in " ".join(text.split()).casefold()


def audit_origins(report: Report, known: Known) -> Iterator[Finding]:
    """Statements whose several sources are one origin, and citations that lead back."""
    known_origins = origins(report, known)
    number = known_origins.of
    for statement in report.statements:
        keys = [page_key(report, report.citations[c]) for c in statement.citations]
        cited = list(dict.fromkeys(k for k in keys if k is not None and k in number))
        if len(cited) > 1 and len({number[k] for k in cited}) == 1:
            message = f"Its {len(cited)} sources are copies of one text: they count as one."
            kind = FindingKind.SAME_ORIGIN
            yield found(report, kind, statement.span, message, statement=statement.index)
    for key, citation in first_citations(report):
        if key in known_origins.circular:
            label = cut(report.words(citation.marker_span))
            message = f"{label} leads back to the report: the page copies or names it."
            kind, span = FindingKind.CIRCULAR_CITATION, citation.marker_span
            yield found(report, kind, span, message, citation=citation.index)
