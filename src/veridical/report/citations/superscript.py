"""Raised numbers: ``<sup>1,2</sup>``, ``¹²³``, ``^1^``.

Not: powers (``10³``), units (``km²``), variables (``R²``), isotopes, ordinals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from veridical.report.citations.mark import Label, Mark, Style
from veridical.report.citations.numbers import number_labels
from veridical.report.citations.passage import Passage
from veridical.report.model import InlineKind

NAME = "superscript"

_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_VALUES = str.maketrans(_DIGITS, "0123456789")
_RAISED = re.compile(rf"[{_DIGITS}]{{1,3}}(?:[,，⸴˒ ]?[⁻‑–-]?[{_DIGITS}]{{1,3}}){{0,20}}")
_ONE = re.compile(rf"[{_DIGITS}]+")
_CARETS = re.compile(r"\^\[?([\d,，;\s–-]{1,30})\]?\^")
_POWER = re.compile(
    r"(?<![^\W_])(?:[A-Za-zα-ωΑ-Ω]|[cdkmnuμ]m|ft|mi|yd|in|ha|[Hh]z|Pa|ms|mc|mol|sec|rad|miles?|inch"
    r"|feet|foot|yard|pixel|px|sin|cos|tan|log|ln|exp|chi|sigma|米|厘米|公里|千米|毫米|平方)$"
)
_DOUBTFUL = re.compile(r"(?<!\d)(?:1[89]|20)\d\d$|[)\]}）］】]$")
_NUMERIC = re.compile(r"[\d²³]$")
_CHARGES = frozenset("⁺⁻⁼ⁿ+−")
_NOT_BEFORE = _CHARGES | frozenset("₀₁₂₃₄₅₆₇₈₉₊₋")
_REACH = 12


def find(passage: Passage) -> Iterator[Mark]:
    """All raised numbers that are no powers, units or ordinals."""
    for start, end in _raised_ranges(passage):
        labels = number_labels(passage, start, end) if start < end else None
        if labels and _can_cite(passage, start, end, labels):
            yield Mark(NAME, start, end, passage.span(start, end), labels)
    linked = {i.start for i in passage.of_kind(InlineKind.LINK)}
    for found in _CARETS.finditer(passage.plain):
        if found.start() in linked:
            continue
        labels = number_labels(passage, *found.span(1))
        if labels and _can_cite(passage, *found.span(), labels):
            yield Mark(NAME, *found.span(), passage.span(*found.span()), labels)
    yield from _unicode_marks(passage)


def _raised_ranges(passage: Passage) -> Iterator[tuple[int, int]]:
    for inline in passage.of_kind(InlineKind.SUPERSCRIPT):
        yield inline.start, inline.end
    tags = [(i, passage.written(i)[:6].casefold()) for i in passage.of_kind(InlineKind.TAG)]
    for (opening, written), (closing, following) in pairwise(tags):
        if written.startswith("<sup") and following.startswith("</sup"):
            yield opening.end, closing.start


def _unicode_marks(passage: Passage) -> Iterator[Mark]:
    for found in _RAISED.finditer(passage.plain):
        labels = tuple(_labels(passage, found))
        if labels and _can_cite(passage, *found.span(), labels):
            yield Mark(NAME, *found.span(), passage.span(*found.span()), labels)


def _labels(passage: Passage, found: re.Match[str]) -> Iterator[Label]:
    before = None
    for number in _ONE.finditer(passage.plain, *found.span()):
        value = int(number[0].translate(_VALUES))
        span = passage.span(*number.span())
        joined = passage.plain[before[1] : number.start()].strip() if before else ""
        if before and joined and joined in "⁻‑–-":
            for between in range(before[0] + 1, value):
                yield Label(str(between), passage.span(before[2], number.end()))
        before = (value, number.end(), number.start())
        if value:
            yield Label(str(value), span)


def _can_cite(passage: Passage, start: int, end: int, labels: tuple[Label, ...]) -> bool:
    """Whether what stands around a raised number leaves it free to be a citation."""
    following = passage.plain[end : end + 1]
    before = passage.plain[max(0, start - _REACH) : start].rstrip(" ")
    if following in _CHARGES or before[-1:] in _NOT_BEFORE or _POWER.search(before):
        return False
    is_known = all(passage.known.has(label.text) for label in labels)
    if not before or _DOUBTFUL.search(before):
        return is_known
    is_isotope = following.isascii() and following.isalnum()
    return not is_isotope and not _NUMERIC.search(before)


STYLE = Style(NAME, find, hints=("^", *_DIGITS))
