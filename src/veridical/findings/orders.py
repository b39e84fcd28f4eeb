"""Orders to the judge, in the report itself and in the pages that it cites.

Seen or hidden makes no difference: a comment, a picture's description and a page's title reach
a model as well as a sentence does. Nothing is decided by it; a verdict that rests on such words
is refused where replies are read.
"""

from __future__ import annotations

from collections.abc import Iterator

from veridical.ask import Quote
from veridical.checks.orders import orders_in
from veridical.findings.finding import Finding, FindingKind, cut, found
from veridical.findings.known import Known, first_citations
from veridical.report.model import Report, Span


def audit_orders(report: Report, known: Known) -> Iterator[Finding]:
    """Each place where the text gives orders to its judge: the report's, then its pages'."""
    for span, words in _in_report(report):
        message = f'The text gives orders to its judge: "{cut(words)}".'
        yield found(report, FindingKind.ORDERS_TO_JUDGE, span, message)
    for key, citation in first_citations(report):
        page = known.pages.get(key)
        if page is None:
            continue
        label = cut(report.words(citation.marker_span))
        for name, text in (("text", page.text), ("title", page.title)):
            orders = orders_in(text)
            if not orders:
                continue
            more = f" and at {len(orders) - 1} more places" if len(orders) > 1 else ""
            message = (
                f"The {name} of {label} gives orders to its judge, at character "
                f'{orders[0].start}{more}: "{cut(orders[0].words)}".'
            )
            quotes = [Quote(page.id, o.start, o.end, text[o.start : o.end]) for o in orders]
            yield found(
                report,
                FindingKind.ORDERS_TO_JUDGE,
                citation.marker_span,
                message,
                citation=citation.index,
                quotes=tuple(quotes[:_MOST]) if name == "text" else (),
            )


_MOST = 5
"""Quotes of one finding."""


def _in_report(report: Report) -> list[tuple[Span, str]]:
    """Orders in the source as it is written, and in what a reader sees of it."""
    spans = [(Span(o.start, o.end), o.words) for o in orders_in(report.source)]
    for block in report.blocks:
        if block.text is None:
            continue
        for order in orders_in(block.text.plain):
            span = block.text.span(order.start, order.end)
            if not any(s.start < span.end and span.start < s.end for s, _ in spans):
                spans.append((span, order.words))
    return sorted(spans, key=lambda one: one[0].start)
