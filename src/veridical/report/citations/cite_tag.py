"""Tags that say "cite": ``[cite: 2, 5]``, ``<cite index="1-2">``, ``[oaicite:0]``.

``[cite_start]`` and an opening ``<cite …>`` say where the reach of the citation begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from veridical.report.citations.mark import Label, Mark, MarkState, Style
from veridical.report.citations.numbers import number_labels
from veridical.report.citations.passage import Passage
from veridical.report.model import InlineKind, Span

NAME = "cite_tag"

_CITE = re.compile(
    r"\[\s*(?:cite|cites|citation|citations|ref|refs)\s*[:：]\s*([^\[\]\n]{0,100})\]", re.I
)
_NUMBERS = r"\d{1,4}(?:(?:[,;，、\s–-]|\s(?:and|&)\s|\s?[和与及]\s?){1,3}\d{1,4}){0,20}"
_WORDS = r"(?:refs?\.?|references?|citations?|参考文献|參考文獻|文献|引文)"
_REF = re.compile(
    rf"[(（\[［【]\s?(?:see\s|cf\.\s|参见|见)?{_WORDS}\s?[:：]?\s?\[?({_NUMBERS})\]?\s?[)）\]］】]"
    rf"|\brefs?\.\s?({_NUMBERS})(?![\d.]\d)"
    rf"|(?:参考文献|參考文獻)\s?({_NUMBERS})(?![\d.年月%])",
    re.IGNORECASE,
)
_BOUND = re.compile(r"\[\s*cite[_ ](?:start|end)\s*\]|\[\s*/cite\s*\]", re.I)
_OAICITE = re.compile(r"(?::contentReference)?\[(oaicite:\s?\d{1,4})\](?:\{index=\d{1,4}\})?")
_TAG = re.compile(r"<cite\s[^<>]{0,20}index=[\"']?([\d,:\s-]{1,80})[\"']?[^<>]{0,80}>", re.I)
_INDEX = re.compile(r"\d+(?:-\d+(?::\d+)?)?")


def find(passage: Passage) -> Iterator[Mark]:
    """All cite tags; those that only bound a citation's reach are SILENT."""
    for found in _CITE.finditer(passage.plain):
        labels = number_labels(passage, *found.span(1))
        if labels:
            yield Mark(NAME, *found.span(), passage.span(*found.span()), labels)
    for found in _REF.finditer(passage.plain):
        labels = number_labels(passage, *found.span(found.lastindex or 1))
        if labels:
            yield Mark(NAME, *found.span(), passage.span(*found.span()), labels)
    for found in _BOUND.finditer(passage.plain):
        state = MarkState.OPENING if "start" in found[0].casefold() else MarkState.SILENT
        yield Mark(NAME, *found.span(), passage.span(*found.span()), (), state)
    for found in _OAICITE.finditer(passage.plain):
        label = Label(found[1].replace(" ", ""), passage.span(*found.span(1)))
        span = passage.span(*found.span())
        yield Mark(NAME, *found.span(), span, (label,), MarkState.OPAQUE)
    yield from _tags(passage)


def _tags(passage: Passage) -> Iterator[Mark]:
    """What ``<cite index="…">`` encloses: a mark that shows nothing at each end of it."""
    for inline in passage.of_kind(InlineKind.EMPHASIS):
        found = _TAG.match(passage.source, inline.span.start, inline.span.end)
        if found is None:
            continue
        labels = tuple(
            Label(index[0], Span(*index.span()))
            for index in _INDEX.finditer(passage.source, *found.span(1))
        )
        if labels:
            opening = Span(*found.span())
            yield Mark(NAME, inline.start, inline.start, opening, (), MarkState.OPENING)
            yield Mark(NAME, inline.end, inline.end, opening, labels, MarkState.OPAQUE)


STYLE = Style(NAME, find, hints=("[", "(", "（", "［", "【", "Ref", "refs", "ref.", "文献", "文獻"))
