"""What stands at the edges of all pages: running heads, running feet, page numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from veridical.runs.importers.pdf_pages import Line

_EDGE = 2
_SHARE = 0.4
_DIGITS = re.compile(r"\d+")
_SENTENCE = re.compile(r"[.。!！?？,，;；]\Z")
_NUMBER = re.compile(
    r"\W{0,3}(?:page|p\.|seite|第)?\s{0,3}(?:\d{1,4}|[ivxlc]{1,7})\s{0,3}"
    r"(?:(?:of|/|\||页|頁|共)\s{0,3}){0,3}\d{0,4}\s{0,3}[页頁]?\W{0,3}\Z",
    re.IGNORECASE,
)


def without_heads(pages: Sequence[Sequence[Line]]) -> tuple[list[list[Line]], int]:
    """The lines of each page without those that stand at the edge of many, and how many those are.

    Lines that differ in their digits alone count as the same; one that ends as a sentence does is
    no head.
    """
    edges = [_edges(page) for page in pages]
    counted: Counter[str] = Counter()
    for edge in edges:
        counted.update({_key(line) for line in edge} - {""})
    written = sum(1 for page in pages if page)
    limit = max(2, _SHARE * written)
    kept: list[list[Line]] = []
    for page, edge in zip(pages, edges, strict=True):
        dropped = {id(line) for line in edge if _key(line) and counted[_key(line)] >= limit}
        kept.append([line for line in page if id(line) not in dropped])
    return kept, sum(map(len, pages)) - sum(map(len, kept))


def _edges(page: Sequence[Line]) -> list[Line]:
    """The lines at the top and at the foot of a page, by where they stand."""
    if len(page) <= 1:
        return [line for line in page if _NUMBER.match(line.text.strip())]
    ordered = sorted(page, key=lambda line: -line.bottom)
    few = min(_EDGE, max(1, len(page) // 4))
    return [*ordered[:few], *ordered[-few:]]


def _key(line: Line) -> str:
    text = " ".join(line.text.split())
    if _NUMBER.match(text):
        return "0"
    if _SENTENCE.search(text):
        return ""
    return _DIGITS.sub("0", text)
