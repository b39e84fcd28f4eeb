"""Numbers in square brackets: ``[1]``, ``[1, 3]``, ``[2-4]``, ``[1]-[3]``.

Not: years, intervals, array indices, numbers the sentence counts with. A marker that a list of
definitions turned into a link (``[1]`` with ``[1]: https://…`` below) is read here as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from veridical.report.citations.context import is_index, is_interval
from veridical.report.citations.mark import Label, Mark, Style
from veridical.report.citations.numbers import number_labels, range_labels
from veridical.report.citations.passage import Passage
from veridical.report.model import Inline, InlineKind, Span

NAME = "brackets"

_BRACKET = re.compile(r"\[([^\[\]\n]{1,100})\]")
_CHAIN = re.compile(r"\[\s*(\d{1,4})\s*\]\s?[-\u2010-\u2015~～至]\s?\[\s*(\d{1,4})\s*\]")
_SHORTCUT = re.compile(r"(?:\\?\[([^\[\]\n]{1,60}?)\\?\])(?:\\?\[([^\[\]\n]{0,60}?)\\?\])?")
_NUMBER = re.compile(r"\s*\^?(\d{1,4})\^?\s*")


def find(passage: Passage) -> Iterator[Mark]:
    """All bracketed numbers that can be citations."""
    yield from _shortcuts(passage)
    chained: set[int] = set()
    for found in _CHAIN.finditer(passage.plain):
        labels = range_labels(passage, found)
        if labels:
            chained.update(range(*found.span()))
            yield _mark(passage, found, tuple(labels))
    for found in _BRACKET.finditer(passage.plain):
        if found.start() in chained or is_index(passage, found) or is_interval(passage, found):
            continue
        numbers = number_labels(passage, *found.span(1))
        if numbers:
            yield _mark(passage, found, numbers)


def _mark(passage: Passage, found: re.Match[str], labels: tuple[Label, ...]) -> Mark:
    return Mark(NAME, *found.span(), passage.span(*found.span()), labels)


def _shortcuts(passage: Passage) -> Iterator[Mark]:
    for inline in passage.of_kind(InlineKind.LINK):
        labels = shortcut_labels(passage, inline)
        if labels:
            yield Mark(NAME, inline.start, inline.end, inline.span, labels)


def shortcut_labels(passage: Passage, inline: Inline) -> tuple[Label, ...]:
    """The numbers of a marker that a definition below the text has turned into a link.

    ``[2][3]`` is one link to the third definition for Markdown, and two citations here;
    ``[^1^][1]`` is one.
    """
    found = None if inline.is_bare else _SHORTCUT.fullmatch(passage.written(inline))
    if found is None or not _NUMBER.fullmatch(found[1]):
        return ()
    numbers = (_NUMBER.fullmatch(found[0], *found.span(group)) for group in (1, 2) if found[group])
    start = inline.span.start
    labels = (
        Label(number[1], Span(start + number.start(1), start + number.end(1)))
        for number in numbers
        if number is not None
    )
    return tuple({label.text: label for label in labels}.values())


STYLE = Style(NAME, find, hints=("[",))
