"""Quotes on a page: where each one leads, and the stored text with its quotes marked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from markupsafe import Markup, escape

from veridical.ask import Quote
from veridical.diagnosis import Diagnosis, Exhibit
from veridical.report.model import Report, Span
from veridical.web.names import fragment
from veridical.web.pages.report import AskCard

IN_REPORT = "report"
"""The source of a quote that stands in the report under test."""


def overlapping(report: Report, start: int, end: int) -> tuple[int, ...]:
    """The statements of `report` that share a character with ``start:end``."""
    return tuple(s.index for s in report.statements if _meet(s.span, start, end))


def _meet(span: Span, start: int, end: int) -> bool:
    return span.start < end and start < span.end


def quote_place(quote: Quote, report: Report, shown_items: Iterable[str]) -> str:
    """The fragment that `quote` leads to; "" if its text is not on the page."""
    if quote.source == IN_REPORT:
        found = overlapping(report, quote.start, quote.end)
        return f"s{found[0]}" if found else ""
    return quote_fragment(quote) if quote.source in shown_items else ""


def quote_fragment(quote: Quote) -> str:
    """The HTML id of a quote inside its stored text."""
    return f"{fragment('quote', quote.source)}-{quote.start}-{quote.end}"


def quote_origin(quote: Quote, report: Report) -> str:
    """Whose words they are and where: ``report, line 4, characters 120–164``."""
    where = f"characters {quote.start}–{quote.end}"
    if quote.source == IN_REPORT:
        return f"report, line {report.line(quote.start)}, {where}"
    return f"{quote.source}, {where}"


def all_quotes(
    asks: Sequence[AskCard], diagnosis: Diagnosis | None, exhibits: Sequence[Exhibit] = ()
) -> tuple[Quote, ...]:
    """Every quote of a page, once."""
    of_nodes = (finding.quotes for finding in diagnosis.nodes) if diagnosis else ()
    of_rows = (row.quotes for exhibit in exhibits for row in exhibit.rows)
    return tuple(dict.fromkeys(chain(*(ask.quotes for ask in asks), *of_nodes, *of_rows)))


def quoted_text(text: str, source: str, quotes: Iterable[Quote]) -> Markup:
    """`text` escaped, each quote from `source` marked and reachable by its fragment.

    Quotes that overlap become one mark that holds the fragments of all of them. A quote
    whose words are not at its place is not marked.
    """
    own = sorted(
        {q for q in quotes if q.source == source and text[q.start : q.end] == q.text and q.text},
        key=lambda q: (q.start, q.end),
    )
    parts, done = [], 0
    for group in _groups(own):
        start, end = group[0].start, max(q.end for q in group)
        anchors = Markup("").join(
            Markup('<span id="{}"></span>').format(quote_fragment(q)) for q in group
        )
        marked = Markup("<mark>{}{}</mark>").format(anchors, text[start:end])
        parts += [escape(text[done:start]), marked]
        done = end
    return Markup("").join([*parts, escape(text[done:])])


def _groups(quotes: Sequence[Quote]) -> Iterable[list[Quote]]:
    group: list[Quote] = []
    end = -1
    for quote in quotes:
        if group and quote.start >= end:
            yield group
            group = []
        group.append(quote)
        end = max(end, quote.end) if len(group) > 1 else quote.end
    if group:
        yield group
