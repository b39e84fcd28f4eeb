"""Links to the report's own list: ``<a href="#ref3">[3]</a>``, ``[3](#ref-3)``.

A link to a heading (a table of contents) and the way back from a footnote are no citations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from veridical.report.citations.mark import Label, Mark, Style
from veridical.report.citations.numbers import number_labels
from veridical.report.citations.passage import Passage
from veridical.report.model import Inline, InlineKind

NAME = "anchor"

_TARGET = re.compile(
    r"#(?:user-content-)?(?:ref(?:erence)?s?|cite(?:_note)?|cit(?:ation)?|fn|footnote|note|bib"
    r"(?:item|r)?|src|source|endnote|cr|b|r|s|e)[-_.:]?(?:[a-z]{1,12}[-_.:])?(\d{1,4})",
    re.I,
)
_BACK = re.compile(r"#(?:user-content-)?(?:fnref|cite_ref|backlink|back|_ftnref|noteref)", re.I)
_BRACKETED = re.compile(r"\s*[\[［【(（]?\s*([\d,，;；、\s–-]{1,40})\s*[\]］】)）]?\s*")


def find(passage: Passage) -> Iterator[Mark]:
    """All links within the report whose text or target is a number of its list."""
    for inline in passage.of_kind(InlineKind.LINK):
        if inline.target.startswith("#") and not _BACK.match(inline.target):
            labels = _labels(passage, inline)
            if labels:
                yield Mark(NAME, inline.start, inline.end, inline.span, labels)


def _labels(passage: Passage, inline: Inline) -> tuple[Label, ...]:
    shown = _BRACKETED.fullmatch(passage.plain, inline.start, inline.end)
    numbers = number_labels(passage, *shown.span(1)) if shown else None
    if numbers:
        return numbers
    target = _TARGET.fullmatch(inline.target)
    is_short = inline.end - inline.start <= len("[source]")
    return (Label(target[1], inline.span),) if target and is_short else ()


STYLE = Style(NAME, find, hints=())
