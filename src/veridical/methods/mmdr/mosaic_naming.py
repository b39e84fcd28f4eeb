"""By what words a report names its figures: their numbers, and "the chart", "as shown below"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from veridical.report.captions import is_figure_caption
from veridical.report.model import Report

_WORD = r"(?:fig(?:ure)?s?\.?|charts?|graphs?|images?|diagrams?|photos?|pictures?|exhibits?)"
_NUMBERS = re.compile(
    rf"(?:\b{_WORD}|图[片表]?)\s{{0,3}}"
    r"(?P<numbers>\d{1,3}(?!\d|\.\d)"
    rf"(?:\s{{0,3}}(?:,|，|、|and|&|to|through|和|与|及|至|到|[–—~-])\s{{0,3}}"
    rf"(?:(?:{_WORD}|图)\s{{0,3}})?\d{{1,3}}(?!\d|\.\d)){{0,9}})",
    re.IGNORECASE,
)
_JOINED = re.compile(r"(\d{1,3})(?:\s{0,3}(to|through|至|到|[–—~-])\s{0,3}\D{0,12}?(\d{1,3}))?")
_POINTING = re.compile(
    r"\b(?:figures?|fig\.|charts?|graphs?|plots?|images?|diagrams?|photos?|photographs?"
    r"|pictures?|pictured|shown|screenshots?|maps?|drawings?|illustrations?"
    r"|(?:see|shown)\s(?:above|below))\b"
    r"|[上下左右如见该此本附]图|图[中片表示像例]|照片|截图|所示",
    re.IGNORECASE,
)
_LONGEST_RANGE = 20


def numbers_named(words: str) -> tuple[int, ...]:
    """The numbers of the figures that words name, each once, in their order.

    ``Figures 1 and 2``, ``Fig. 3–5`` and ``图1和图2`` name several.
    """
    found = (n for match in _NUMBERS.finditer(words) for n in _each(match["numbers"]))
    return tuple(dict.fromkeys(found))


def without_numbers(words: str) -> str:
    """The words without the names of figures: the 2 of "Figure 2" is no reading of it."""
    return _NUMBERS.sub(lambda match: " " * len(match[0]), words)


def points_at_a_picture(words: str) -> bool:
    """Whether words speak of a picture without its number: "the chart", "as shown", 如图."""
    return _POINTING.search(words) is not None


def numbers_of_figures(report: Report) -> dict[int, int]:
    """By which number each figure goes, by index: its caption's, or its place where none has one.

    A number that two captions bear is nobody's.
    """
    written = dict(_captioned(report))
    if not written:
        return {figure.index: n for n, figure in enumerate(report.figures, start=1)}
    taken = Counter(written.values())
    return {index: n for index, n in written.items() if taken[n] == 1}


def _captioned(report: Report) -> Iterator[tuple[int, int]]:
    for figure in report.figures:
        if is_figure_caption(figure.caption_text):
            first = numbers_named(figure.caption_text)[:1]
            if first:
                yield figure.index, first[0]


def _each(numbers: str) -> Iterator[int]:
    for first, joint, last in _JOINED.findall(numbers):
        low, high = int(first), int(last or first)
        if joint and low < high <= low + _LONGEST_RANGE:
            yield from range(low, high + 1)
        else:
            yield from (low, high) if joint else (low,)
