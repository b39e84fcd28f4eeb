"""Addresses that stand in the text themselves: ``https://…``, ``<https://…>``, ``doi:10.…``."""

from __future__ import annotations

from collections.abc import Iterator

from veridical.report.citations.link import is_address
from veridical.report.citations.mark import Label, Mark, MarkState, Style
from veridical.report.citations.passage import BLANK, Passage
from veridical.report.identity import find_urls
from veridical.report.model import InlineKind, Span

NAME = "bare_url"


def find(passage: Passage) -> Iterator[Mark]:
    """All addresses shown as such."""
    links = passage.of_kind(InlineKind.LINK)
    for inline in links:
        if inline.is_bare and is_address(inline.target):
            yield _mark(inline.start, inline.end, inline.span, inline.target)
    skip = [(inline.start, inline.end) for inline in links]
    if BLANK in passage.plain:
        skip += [
            (inline.start, inline.end)
            for inline in passage.text.inlines
            if inline.kind in (InlineKind.CODE, InlineKind.MATH)
        ]
    for mention in find_urls(passage.text.plain, skip):
        span = passage.span(mention.start, mention.end)
        yield _mark(mention.start, mention.end, span, mention.url)


def _mark(start: int, end: int, span: Span, url: str) -> Mark:
    label = Label(url, span)
    return Mark(NAME, start, end, span, (label,), MarkState.LINKED, url, is_word=True)


STYLE = Style(NAME, find, hints=(":", "www.", "WWW.", "doi", "DOI", "Doi"))
