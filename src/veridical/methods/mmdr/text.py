"""A report in words: tokens, sentences and paragraphs as the formulas of MMDR-Bench count them.

A token is a word, or one character of a script that is written without spaces. Only what the
report says is counted: no heading, no marker, no entry of its reference list.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from veridical.report.model import BlockKind, Report, Resolution, Statement, StatementKind

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[{_CJK}]|[^\W_{_CJK}]+(?:['\u2019-][^\W_{_CJK}]+)*")
_WIDE = re.compile(f"[{_CJK}]")
_RUNNING = frozenset({StatementKind.SENTENCE, StatementKind.BULLET})
WINDOW = 200
"""Tokens in which different ones are counted; over a whole text their share falls with length."""
GRAM = 4
LONG_WORDS, LONG_CHARACTERS = 35, 80
"""A sentence is long from one more word, or one more character of an unspaced script."""


def tokens(text: str) -> list[str]:
    """The tokens of a text, in lower case.

    Example:
        >>> tokens("The well-known 水密度")
        ['the', 'well-known', '水', '密', '度']
    """
    return _TOKEN.findall(text.lower())


def running(report: Report) -> list[Statement]:
    """The sentences and bullets of a report, in its order."""
    return [s for s in report.statements if s.kind in _RUNNING]


def paragraphs(report: Report) -> list[list[Statement]]:
    """What stands between blank lines and says something; a list is one paragraph."""
    found: list[list[Statement]] = []
    before: tuple[int, bool] | None = None
    for statement in running(report):
        is_item = report.blocks[statement.block].kind is BlockKind.LIST_ITEM
        is_same = before is not None and (
            before[0] == statement.block
            or (is_item and before[1] and _are_neighbors(before[0], statement.block))
        )
        if not is_same:
            found.append([])
        found[-1].append(statement)
        before = statement.block, is_item
    return found


def _are_neighbors(one: int, other: int) -> bool:
    return other - one == 1


def variety(words: Sequence[str]) -> float:
    """The mean type–token ratio of all windows of `WINDOW` tokens; of a shorter text its own.

    Returns:
        In [0, 1]; 0 for no token.
    """
    if not words:
        return 0.0
    width = min(WINDOW, len(words))
    counts = Counter(words[:width])
    total = len(counts)
    for gone, word in zip(words, words[width:], strict=False):
        counts[gone] -= 1
        if not counts[gone]:
            del counts[gone]
        counts[word] += 1
        total += len(counts)
    return total / (width * (len(words) - width + 1))


def repeated(words: Sequence[str]) -> float:
    """The share of quadruples of tokens that stood in the text before."""
    grams = list(zip(*(words[n:] for n in range(GRAM)), strict=False))
    return (len(grams) - len(set(grams))) / len(grams) if grams else 0.0


def is_long(sentence: str) -> bool:
    """Whether a sentence has more than 35 words or 80 characters of an unspaced script."""
    wide = len(_WIDE.findall(sentence))
    return wide > LONG_CHARACTERS or len(tokens(sentence)) - wide > LONG_WORDS


def share(hits: Iterable[bool]) -> float:
    """Of the true ones; 0 where there is none at all."""
    every = list(hits)
    return sum(every) / len(every) if every else 0.0


def sources_of(report: Report, statements: Iterable[Statement]) -> set[str]:
    """The different sources that statements cite."""
    cited = (report.citations[c] for s in statements for c in s.citations)
    return {
        one.source.key if one.source else one.label
        for one in cited
        if one.resolution in (Resolution.RESOLVED, Resolution.LINK)
    }
