"""Lists and ranges of numbers inside a marker: ``1, 3``, ``2-4``, ``2、5–7``, ``1, p. 23``."""

from __future__ import annotations

import re

from veridical.report.citations.mark import Label
from veridical.report.citations.passage import Passage

LONGEST_RANGE = 60
"""A wider range is no citation: nobody cites sixty sources in one marker."""

LARGEST_NUMBER = 999
"""A larger number is a year or a quantity, unless the list has it."""

_BETWEEN = re.compile(r"\s*(?:[,;，；、/&]|\band\b|\bund\b|\bet\b|\by\b|和|及|与|與)\s*", re.I)
_NUMBER = re.compile(r"\s*(\d{1,5})\s*")
_RANGE = re.compile(
    r"\s*(\d{1,4})\s*(?:[-\u2010-\u2015\u2212~～〜至]|\.\.|\bto\b|\bbis\b)\s*(\d{1,4})\s*", re.I
)
_LOCATOR = re.compile(
    r"\s*(?:pp?\.?|pages?|ch(?:ap(?:ter)?)?\.?|sec(?:tion|t)?\.?|fig(?:ure)?\.?|tab(?:le)?\.?"
    r"|lines?|L|S\.|para\.?|§+|¶+|第|表|图|圖|页|頁)\s*[\w.–-]{1,12}\s*[页頁章节節]?\s*",
    re.I,
)


def number_labels(passage: Passage, start: int, end: int) -> tuple[Label, ...] | None:
    """The numbers that ``plain[start:end]`` lists; None if it is no list of numbers.

    Zero, numbers above `LARGEST_NUMBER` that no reference carries, falling ranges and
    repeated numbers make it something else (an interval, a year, an index).
    """
    labels: list[Label] = []
    for at, stop in _items(passage.plain, start, end):
        found = _item(passage, at, stop)
        if found is None and not (labels and _LOCATOR.fullmatch(passage.plain, at, stop)):
            return None
        labels.extend(found or ())
    names = [label.text for label in labels]
    return tuple(labels) if labels and len(set(names)) == len(names) else None


def _items(plain: str, start: int, end: int) -> list[tuple[int, int]]:
    items, at = [], start
    for between in _BETWEEN.finditer(plain, start, end):
        items.append((at, between.start()))
        at = between.end()
    return [*items, (at, end)]


def _item(passage: Passage, start: int, end: int) -> list[Label] | None:
    number = _NUMBER.fullmatch(passage.plain, start, end)
    if number is not None:
        label = str(int(number[1]))
        span = passage.span(*number.span(1))
        return [Label(label, span)] if _is_plausible(passage, label) else None
    between = _RANGE.fullmatch(passage.plain, start, end)
    return None if between is None else range_labels(passage, between)


def range_labels(passage: Passage, found: re.Match[str]) -> list[Label] | None:
    """A label for each number from the match's first group to its second."""
    first, last = int(found[1]), int(found[2])
    is_range = first < last <= first + LONGEST_RANGE
    if not is_range or not all(_is_plausible(passage, str(n)) for n in (first, last)):
        return None
    span = passage.span(found.start(1), found.end(2))
    return [Label(str(number), span) for number in range(first, last + 1)]


def _is_plausible(passage: Passage, label: str) -> bool:
    return 0 < int(label) <= LARGEST_NUMBER or passage.known.has(label)
