"""How far a report keeps to the report protocol of MMDR-Bench (arXiv:2601.12346, App. A.1.1).

What its writer is told: a marker ``[n]`` directly after each claim, several as ``[1][2]``; at the
end a block ``References:`` with one line an index and one address each; several sites, none of
them prohibited; every picture on a line of its own with a caption that carries its marker and
sentences that explain it; the preferred sections; 1,000 characters at least. Whether the query's
pictures are shown is seen where the task is known (`veridical.methods.mmdr.features`).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

from veridical.findings.finding import Finding, FindingKind, cut, found
from veridical.methods.mmdr.domains import Category, category_of, host_of, registered_domain
from veridical.methods.mmdr.length import characters
from veridical.methods.mmdr.sections import EXPECTED, headings, parts_of
from veridical.methods.mmdr.settings import SHORTEST, Regime
from veridical.report.captions import is_figure_caption
from veridical.report.model import (
    BlockKind,
    Citation,
    Figure,
    Reference,
    ReferenceOrigin,
    Report,
    Resolution,
    Span,
    StatementKind,
)
from veridical.report.references import is_reference_heading

SOURCES = {Regime.RESEARCH: 10, Regime.DAILY: 6}
"""How many different sources are aimed at."""
_BRACKETS = "brackets"
_PICTURE_FILE = re.compile(r"(?!/)[^\s:\\]+\.(?:png|jpe?g|gif|webp|svg)", re.IGNORECASE)
"""A picture that lies beside the report: an index may stand for a file (App. A.1.1)."""
_START = Span(0, 0)


def audit_protocol(report: Report, *, regime: Regime) -> Iterator[Finding]:
    """Every departure from the protocol, in the order of its rules.

    Args:
        report: the report.
        regime: of the task: how many sources and which sections are wanted.
    """
    yield from _length(report)
    yield from _markers(report)
    yield from _block(report)
    yield from _sources(report, regime)
    yield from _pictures(report)
    yield from _sections(report, regime)


def _told(
    report: Report,
    span: Span,
    message: str,
    *,
    citation: int | None = None,
    reference: int | None = None,
) -> Finding:
    kind = FindingKind.OFF_PROTOCOL
    return found(report, kind, span, message, citation=citation, reference=reference)


def _length(report: Report) -> Iterator[Finding]:
    read = characters(report)
    if read < SHORTEST:
        yield _told(
            report, _START, f"It has {read:,} characters; below {SHORTEST:,} none is judged."
        )


def _markers(report: Report) -> Iterator[Finding]:
    """Markers of another form, and several numbers in one pair of brackets."""
    several = Counter(c.marker for c in report.citations if c.style == _BRACKETS)
    seen: set[int] = set()
    for one in report.citations:
        if one.marker in seen or one.resolution is Resolution.LINK:
            continue
        seen.add(one.marker)
        words = cut(report.words(one.marker_span))
        if one.style != _BRACKETS:
            message = f"{words} is no marker of the form [1]."
        elif several[one.marker] > 1:
            message = f"{words} names several sources; each is to have its own brackets, [1][2]."
        else:
            continue
        yield _told(report, one.marker_span, message, citation=one.index)


def _block(report: Report) -> Iterator[Finding]:
    """The list of references: that there is one, at the end, an address for each index."""
    entries = [r for r in report.references if r.origin is ReferenceOrigin.LIST and r.span]
    if not entries:
        yield _told(report, _START, "There is no block of references at its end.")
        return
    yield from _heading(report)
    last = max(s.span.start for s in report.statements) if report.statements else 0
    first = next(e.span for e in entries if e.span)
    if last > first.start:
        yield _told(report, first, "Its references do not stand at the end.")
    for entry in entries:
        yield from _entry(report, entry)
    labels = Counter(e.label for e in entries if e.label)
    for label, count in labels.items():
        if count > 1:
            again = [e for e in entries if e.label == label][1]
            yield _told(
                report,
                again.span or first,
                f"The index [{cut(label)}] has {count} lines; each is to have one.",
                reference=again.index,
            )


def _heading(report: Report) -> Iterator[Finding]:
    named = [s for s in report.sections if s.level and is_reference_heading(s.heading)]
    if named and named[-1].heading.strip().rstrip(":：").casefold() != "references":
        message = f'Its references stand under "{cut(named[-1].heading)}", not "References:".'
        yield _told(report, named[-1].span, message)


def _entry(report: Report, entry: Reference) -> Iterator[Finding]:
    has_address = entry.source is not None and bool(entry.source.url)
    has_address = has_address or bool(_PICTURE_FILE.fullmatch(entry.text.strip()))
    if entry.span is not None and not has_address:
        name = f"Reference [{cut(entry.label)}]" if entry.label else "A reference"
        yield _told(report, entry.span, f"{name} has no address.", reference=entry.index)


def _sources(report: Report, regime: Regime) -> Iterator[Finding]:
    """Prohibited sites, too few sources, all from one site."""
    sites: dict[str, str] = {}
    for one in report.citations:
        address = _address(report, one)
        if not address:
            continue
        host = host_of(address)
        if address not in sites and category_of(host) is Category.PROHIBITED:
            message = f"{cut(host)} is a source that is not to be used."
            yield _told(report, one.marker_span, message, citation=one.index)
        sites[address] = registered_domain(host)
    if not sites:
        return
    if len(sites) < SOURCES[regime]:
        some = f"It cites {len(sites)} of about {SOURCES[regime]} different sources."
        yield _told(report, _START, some)
    if len(sites) > 1 and len(set(sites.values())) == 1:
        yield _told(report, _START, f"All its sources are from {cut(next(iter(sites.values())))}.")


def _address(report: Report, citation: Citation) -> str:
    if citation.source is not None and citation.source.url:
        return citation.source.url
    entries = (report.references[index].source for index in citation.references)
    return next((source.url for source in entries if source is not None and source.url), "")


def _pictures(report: Report) -> Iterator[Finding]:
    markers = sorted(c.marker_span.start for c in report.citations)
    said = {s.block for s in report.statements if s.kind is not StatementKind.CAPTION}
    for figure in report.figures:
        lacks = list(_lacking(report, figure, markers, said))
        if lacks:
            yield _told(report, figure.span, f"A picture {', '.join(lacks)}.")


def _lacking(report: Report, figure: Figure, markers: list[int], said: set[int]) -> Iterator[str]:
    """What is lacking of the way in which a picture is to stand in the text."""
    if report.blocks[figure.block].kind is not BlockKind.FIGURE:
        yield "does not stand on a line of its own"
    if figure.caption is None or not is_figure_caption(figure.caption_text):
        yield 'has no caption line "Figure 1: …"'
    if figure.caption is not None and not _holds(figure.caption, markers):
        yield "has a caption without a marker"
    if not said & set(range(figure.block - _NEAR, figure.block + _NEAR + 1)):
        yield "has no sentence beside it that explains it"


_NEAR = 2
"""Blocks before and after a picture, its caption among them."""


def _holds(span: Span, starts: list[int]) -> bool:
    at = bisect_left(starts, span.start)
    return at < len(starts) and starts[at] < span.end


def _sections(report: Report, regime: Regime) -> Iterator[Finding]:
    there = parts_of(headings(report))
    absent = [part.value for part in EXPECTED[regime] if part not in there]
    if absent:
        yield _told(
            report, _START, f"Preferred sections that it does not have: {', '.join(absent)}."
        )
