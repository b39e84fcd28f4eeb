"""A stretch of running text as the citation styles see it: what may hold a marker, and what not.

Code and math are blanked, so that ``arr[1]`` in them is never read as a citation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from veridical.report.citations.known import Known
from veridical.report.model import Inline, InlineKind, Span, Text

BLANK = "\ufffc"
"""Stands for each character of code or math: no letter, no digit, no space, no bracket."""

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_BLANKED = (InlineKind.CODE, InlineKind.MATH)


@dataclass(frozen=True)
class Passage:
    """Running text with its markup, and what the report's lists are known to hold.

    Attributes:
        text: the running text.
        source: the whole decoded report.
        known: labels, keys and authors of the report's references.
    """

    text: Text
    source: str
    known: Known = field(default_factory=Known)

    @cached_property
    def plain(self) -> str:
        """The text with code and math blanked and invisible characters as spaces.

        As long as ``text.plain``, so offsets are the same.
        """
        places = [(i.start, i.end) for i in self.text.inlines if i.kind in _BLANKED]
        return blanked(_INVISIBLE.sub(" ", self.text.plain), places, BLANK)

    def of_kind(self, kind: InlineKind) -> tuple[Inline, ...]:
        """The inlines of one kind, in order."""
        return tuple(inline for inline in self.text.inlines if inline.kind is kind)

    def span(self, start: int, end: int) -> Span:
        """The source span of ``plain[start:end]``."""
        return self.text.span(start, end)

    def written(self, inline: Inline) -> str:
        """The inline as its author wrote it, markup included."""
        return self.source[inline.span.start : inline.span.end]


def blanked(plain: str, places: Iterable[tuple[int, int]], blank: str) -> str:
    """`plain` with each character at the places replaced by `blank`; as long as before."""
    kept, at = [], 0
    for start, end in sorted(places):
        if end > max(at, start):
            kept.append(plain[at : max(at, start)])
            kept.append(blank * (end - max(at, start)))
            at = end
    return "".join((*kept, plain[at:]))
