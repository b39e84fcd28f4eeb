"""Numbers in parentheses: ``(1)``, ``（2，3）``, where a numbered list supports it.

Read only when no other numbered style is in use; not an enumeration ("(1) first, (2) second"),
a reference to a table or an equation, a function's argument, or what a sentence says of its
subject ("growth was (5)", a loss in accounts).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from veridical.report.citations.mark import Mark, Style
from veridical.report.citations.numbers import number_labels
from veridical.report.citations.passage import Passage

NAME = "parentheses"

_NUMBERS = re.compile(r"[(（]([\d,，;；、\s–-]{1,40})[)）]")
_NOT_BEFORE = re.compile(
    r"(?:\b(?:eqs?|equations?|formula|steps?|fig(?:ure)?s?|tables?|sections?|items?|points?|case"
    r"|option|part|question|age|aged|n\s?=?)\.?|式|图|表|第|步骤)\s?$",
    re.I,
)
_COPULA = re.compile(r"(?:\b(?:is|are|was|were|be|been|equals|totalled)|[为是])\s?$", re.I)
_WORD_AFTER = re.compile(r"\s?[^\W\d_]")
_REACH = 16


def find(passage: Passage) -> Iterator[Mark]:
    """All parenthesized numbers of the list that do not count off a sentence's own points."""
    marks = [mark for found in _NUMBERS.finditer(passage.plain) if (mark := _mark(passage, found))]
    counting = _counting(passage, marks)
    yield from (mark for mark in marks if mark not in counting)


def _mark(passage: Passage, found: re.Match[str]) -> Mark | None:
    before = passage.plain[max(0, found.start() - _REACH) : found.start()]
    is_first = not before.strip() or before.endswith("\n")
    touches = before[-1:].isascii() and before[-1:].isalnum()
    if is_first or touches or _NOT_BEFORE.search(before.rstrip("0123456789")):
        return None
    if _COPULA.search(before):
        return None
    labels = number_labels(passage, *found.span(1))
    if not labels or not any(passage.known.has(label.text) for label in labels):
        return None
    return Mark(NAME, *found.span(), passage.span(*found.span()), labels)


def _counting(passage: Passage, marks: list[Mark]) -> list[Mark]:
    """Marks that each stand before a word and count 1, 2, … in the passage."""
    before_words = [
        mark
        for mark in marks
        if len(mark.labels) == 1 and _WORD_AFTER.match(passage.plain, mark.end)
    ]
    numbers = [int(mark.labels[0].text) for mark in before_words]
    is_run = len(numbers) > 1 and numbers == list(range(1, len(numbers) + 1))
    return before_words if is_run else []


STYLE = Style(NAME, find, hints=("(", "（"))
