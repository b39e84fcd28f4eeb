r"""Formulas in Markdown: ``$…$``, ``$$…$$``, ``\(…\)``, ``\[…\]``.

Money is no formula (``$35M … $5``), nor is an escaped bracket (``\[1\]``). One pass; a
formula never crosses code, a blank line, or, unless it is displayed, its paragraph.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from veridical.report.markdown.ground import Ground

_TOKEN = re.compile(r"\\[\s\S]|\$\$|\$|\n[ \t>]*\r?\n")
_MATHEMATICAL = re.compile(r"[\^_=+<>{}×÷≤≥≈∑∫√α-ωΑ-Ω]|\\[A-Za-z]|\A\s*[A-Za-z]\s*\Z|[A-Za-z]\(")
_COMMAND = re.compile(r"\\[A-Za-z]")
_CHINESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff，。；：]")
_WORD = re.compile(r"[A-Za-z]{2}")
_CLOSERS = {"\\(": "\\)", "\\[": "\\]", "$$": "$$", "$": "$"}
_MAX_LENGTH = 10_000


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula: its place, how long its delimiters are, whether it is displayed."""

    start: int
    end: int
    fence: int
    is_display: bool


def formulas(source: str, ground: Ground) -> Iterator[Formula]:
    """The formulas of a Markdown text, in order."""
    if "$" not in source and "\\(" not in source and "\\[" not in source:
        return
    opened: tuple[str, int] | None = None
    for token in _TOKEN.finditer(source):
        word, at = token[0], token.start()
        if word[0] == "\n":
            opened = None
        elif word in _WORDS and ground.is_prose(at):
            if opened is not None and _crosses(ground, opened, at):
                opened = None
            formula = _closed(source, opened, word, at)
            if formula is not None:
                yield formula
            opened = _next(source, opened, word, at, is_closed=formula is not None)


_WORDS = frozenset([*_CLOSERS, *_CLOSERS.values()])


def _next(
    source: str, opened: tuple[str, int] | None, word: str, at: int, *, is_closed: bool
) -> tuple[str, int] | None:
    if is_closed:
        return None
    if opened is not None and opened[0] != "$" and word in ("$", "$$") and word != opened[0]:
        return opened
    if word == "$":
        return (word, at) if _may_open(source, at) else None
    return (word, at) if word in _CLOSERS else None


def _crosses(ground: Ground, opened: tuple[str, int], at: int) -> bool:
    word, start = opened
    if at - start > _MAX_LENGTH:
        return True
    index = bisect_right(ground.code, (start, start))
    if index < len(ground.code) and ground.code[index][0] < at:
        return True
    if word in ("$$", "\\["):
        return False
    index = bisect_right(ground.ends, start)
    return index < len(ground.ends) and ground.ends[index] <= at


def _closed(source: str, opened: tuple[str, int] | None, word: str, at: int) -> Formula | None:
    if opened is None or _CLOSERS[opened[0]] != word:
        return None
    opener, start = opened
    content = source[start + len(opener) : at]
    if not content.strip() or not _is_formula(source, opener, content, at):
        return None
    return Formula(start, at + len(word), len(opener), opener in ("$$", "\\["))


def _is_formula(source: str, opener: str, content: str, at: int) -> bool:
    if opener == "$$":
        return True
    if opener != "$":
        return _MATHEMATICAL.search(content) is not None
    after = source[at + 1 : at + 2]
    if content[-1].isspace() or (after.isascii() and after.isalnum()):
        return False
    return _COMMAND.search(content) is not None or not _is_money(content)


def _is_money(content: str) -> bool:
    """Whether two dollar signs have ordinary words between them."""
    if _CHINESE.search(content):
        return True
    if len(content.split()) < 2 or _WORD.search(content) is None:
        return False
    return content[0].isdigit() or _MATHEMATICAL.search(content) is None


def _may_open(source: str, at: int) -> bool:
    before, after = source[at - 1 : at] if at else "", source[at + 1 : at + 2]
    if not after or after.isspace():
        return False
    return not (before.isascii() and before.isalnum())
