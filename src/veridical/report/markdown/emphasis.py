"""Stars that the library would not take for emphasis though every writer means them so.

CommonMark tells an opening from a closing run of stars by the spaces around it. Chinese
writes none, so ``**结论：**文字`` would stay as it is, or pair the wrong runs. A letter in
place of the mark beside the run makes the library see what is meant.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from veridical.report.markdown.ground import Ground

_WIDE = (
    "\u2010-\u2027\u2030-\u205e\u3001-\u3003\u3008-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40"
    "\uff5b-\uff65"
)
_RUN = re.compile(r"(?<![*\\])\*{1,3}(?!\*)")
_MISREAD = re.compile(rf"[{_WIDE}:;.,!?%)\"']\*{{1,3}}\w|\w\*{{1,3}}[{_WIDE}]")
_BEFORE_CLOSER = re.compile(rf"[{_WIDE}:;.,!?%)\"']")
_WIDE_MARK = re.compile(f"[{_WIDE}]")
_LETTER = re.compile(r"\w")


def has_misread_stars(text: str) -> bool:
    """Whether a text may hold stars that the library would misread."""
    return "*" in text and _MISREAD.search(text) is not None


def marks_beside_stars(text: str, ground: Ground) -> list[tuple[int, int]]:
    """The marks in whose place the library should see a letter, one character each."""
    if not has_misread_stars(text):
        return []
    places: list[tuple[int, int]] = []
    opened: dict[int, int] = {}
    for run in _RUN.finditer(text):
        start, end = run.span()
        if not ground.is_prose(start):
            continue
        length = end - start
        if length in opened and _is_over(ground, opened[length], start):
            del opened[length]
        before, after = text[start - 1 : start], text[end : end + 1]
        if length in opened:
            if _is_closer(length, before, after):
                places.append((start - 1, start))
            if before and not before.isspace():
                del opened[length]
        elif after and not after.isspace():
            if _LETTER.match(before) and _WIDE_MARK.match(after):
                places.append((end, end + 1))
            opened[length] = start
    return places


def _is_closer(length: int, before: str, after: str) -> bool:
    if not before or not after or not _LETTER.match(after):
        return False
    # One star between a bracket and a letter may well be a product.
    return (_WIDE_MARK if length == 1 else _BEFORE_CLOSER).match(before) is not None


def _is_over(ground: Ground, opened: int, at: int) -> bool:
    """Whether the paragraph or cell of an opening run has ended."""
    index = bisect_right(ground.ends, opened)
    return index < len(ground.ends) and ground.ends[index] <= at
