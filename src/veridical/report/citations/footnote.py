"""Footnotes: ``[^1]``, ``[^1^]``, and ``[^two words]`` which no definition can answer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from veridical.report.citations.mark import Label, Mark, Style
from veridical.report.citations.passage import Passage
from veridical.report.model import InlineKind, Span

NAME = "footnote"

_LITERAL = re.compile(r"\[\^\s?([^\[\]\n^]{1,60}?)\s?\^?\](?!:)")
_LABEL = re.compile(r"\[\^([^\]\n]{1,200})\]")


def find(passage: Passage) -> Iterator[Mark]:
    """All footnote marks, with or without a footnote of that label."""
    for inline in passage.of_kind(InlineKind.FOOTNOTE):
        written = _LABEL.search(passage.written(inline))
        start = inline.span.start
        span = Span(start + written.start(1), start + written.end(1)) if written else inline.span
        label = Label(inline.target or (written[1] if written else ""), span)
        yield Mark(NAME, inline.start, inline.end, inline.span, (label,))
    for found in _LITERAL.finditer(passage.plain):
        label = Label(found[1], passage.span(*found.span(1)))
        yield Mark(NAME, *found.span(), passage.span(*found.span()), (label,))


STYLE = Style(NAME, find, hints=("[^", "[ ^"))
