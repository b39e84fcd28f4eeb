"""What became of cited addresses: dead, moved, another work or other authors, never retrieved.

A page that could not be read now (a timeout, a door, a robot check) says nothing of its
reference. An address counts as retrieved only if the trajectory says that it was; where the
trajectory names no address at all, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator

from veridical.findings.authors import other_authors
from veridical.findings.finding import Finding, FindingKind, cut, found
from veridical.findings.known import Known, first_citations
from veridical.measure import Page
from veridical.report.identity import Note, identify
from veridical.report.model import Citation, Figure, FigureKind, Report, Span
from veridical.sources import Snapshot
from veridical.sources.result import FetchState
from veridical.sources.works import mismatch, other_versions
from veridical.trajectory import Step, StepKind

_RETRIEVING = frozenset({StepKind.RETRIEVE, StepKind.FETCH, StepKind.READ})


def audit_addresses(report: Report, known: Known) -> Iterator[Finding]:
    """Findings about each source that is cited, at its entry or else where it is cited first."""
    retrieved = retrieved_keys(known.trajectory)
    for key, citation in first_citations(report):
        span, reference = _place(report, citation)
        for kind, message in _of_source(report, key, citation, known, retrieved=retrieved):
            yield found(report, kind, span, message, citation=citation.index, reference=reference)
    if retrieved is not None:
        yield from _figures(report, retrieved)


def retrieved_keys(trajectory: tuple[Step, ...] | None) -> frozenset[str] | None:
    """The keys of what a writer retrieved; None where nothing tells."""
    if trajectory is None:
        return None
    steps = [s for s in trajectory if s.kind in _RETRIEVING and (s.url or s.item)]
    if not steps:
        return None
    addresses = {identify(s.url).key for s in steps if s.url}
    return frozenset(addresses | {s.item for s in steps if s.item})


def mismatched(report: Report, citation: Citation, page: Page) -> str:
    """How the page is another work than the entry names; "" if it is not, or nobody can tell."""
    if page.state != FetchState.OK:
        return ""
    snapshot = _snapshot(citation, page)
    for index in citation.references:
        entry = report.references[index]
        if other := mismatch(entry.title, snapshot):
            return f'"{cut(other.named)}" leads to "{cut(other.found)}"'
    return ""


def _of_source(
    report: Report,
    key: str,
    citation: Citation,
    known: Known,
    *,
    retrieved: frozenset[str] | None,
) -> Iterator[tuple[FindingKind, str]]:
    name = _name(report, citation)
    if retrieved is not None and key not in retrieved:
        yield FindingKind.NEVER_RETRIEVED, f"{name} was cited and never retrieved."
    page = known.pages.get(key)
    if page is None:
        return
    if known.is_dead(key):
        yield FindingKind.DEAD_REFERENCE, f"{name} leads nowhere ({page.state.replace('_', ' ')})."
    elif page.state == FetchState.OK:
        yield from _of_page(report, citation, page, name)


def _of_page(
    report: Report, citation: Citation, page: Page, name: str
) -> Iterator[tuple[FindingKind, str]]:
    if other := mismatched(report, citation, page):
        yield FindingKind.REFERENCE_MISMATCH, f"{name} names another work: {other}."
        return
    for index in citation.references:
        if others := other_authors(report.references[index].text, page.text):
            message = f"{name} names {others[0]} as its authors, the page {cut(others[1])}."
            yield FindingKind.OTHER_AUTHORS, message
    if page.time and _has_moved(citation, page):
        yield FindingKind.MOVED_REFERENCE, f"{name} has moved to {cut(page.url)}."
    for version in other_versions(_snapshot(citation, page)):
        message = f"{name} is the same work as {cut(version.other)}, another version."
        yield FindingKind.OTHER_VERSION, message


def _has_moved(citation: Citation, page: Page) -> bool:
    """Whether the answer came from another address that names no known work."""
    source = citation.source
    if source is None or not source.url or not page.url or source.work:
        return False
    return identify(page.url).key != source.key


def _snapshot(citation: Citation, page: Page) -> Snapshot:
    url = citation.source.url if citation.source and citation.source.url else page.url
    return Snapshot(
        url,
        FetchState(page.state),
        page.url,
        title=page.title,
        text=page.text,
        identifiers=page.identifiers,
    )


def _figures(report: Report, retrieved: frozenset[str]) -> Iterator[Finding]:
    """Pictures from the web that the writer never retrieved."""
    for figure in report.figures:
        if _is_remote(figure) and identify(figure.target).key not in retrieved:
            message = f"The picture was shown and never retrieved: {cut(figure.target)}."
            yield found(report, FindingKind.NEVER_RETRIEVED, figure.span, message)


def _is_remote(figure: Figure) -> bool:
    return figure.kind is FigureKind.IMAGE and figure.target.lower().startswith(
        ("http://", "https://")
    )


def _place(report: Report, citation: Citation) -> tuple[Span, int | None]:
    for index in citation.references:
        span = report.references[index].span
        if span is not None:
            return span, index
    return citation.marker_span, citation.references[0] if citation.references else None


def _name(report: Report, citation: Citation) -> str:
    label = next((report.references[i].label for i in citation.references), "")
    return f"Reference {cut(label)}" if label else f"The source {cut(citation.label)}"


def is_fabricated(key: str, citation: Citation, known: Known) -> bool:
    """Whether a source was made up: a placeholder, or dead and never retrieved."""
    source = citation.source
    if source is not None and Note.PLACEHOLDER_HOST in source.notes:
        return not known.is_there(key)
    retrieved = retrieved_keys(known.trajectory)
    return known.is_dead(key) and retrieved is not None and key not in retrieved
