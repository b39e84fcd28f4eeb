"""Two sentences that say nearly the same in the same order: what stands in whose place?

Where most of a statement's words stand in the evidence one after the other, a word that
differs stands in another's place, and it can be shown which: another direction, another
thing, a denial put in or left out. Elsewhere nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from veridical.checks.clash.sentence import Sentence
from veridical.checks.words import STOP_CHARACTERS, STOP_WEIGHT

LONGEST = 160
"""Words of a sentence that are aligned; comparing longer ones would not take linear time."""
PARALLEL = 0.6
"""Weighted share of a statement's words, in the evidence's order, from which the two run along."""
_SHORT_FRAME = 0.5
_LONG_FRAME = 3.0
_CHARACTER = 0.5


@dataclass(frozen=True, slots=True)
class Token:
    """A word, or one character of a script without spaces, as it is aligned."""

    key: str
    start: int
    end: int
    weight: float
    is_number: bool


@dataclass(frozen=True, slots=True)
class Replacement:
    """Tokens of the statement that stand where the evidence has others.

    Attributes:
        said: the statement's tokens; none where the evidence has more.
        found: the evidence's tokens; none where the statement has more.
        left: weight of the tokens that both have right before.
        right: weight of those that both have right after.
    """

    said: Sequence[Token]
    found: Sequence[Token]
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class Alignment:
    """A statement's sentence laid along one of the evidence.

    Attributes:
        said: all tokens of the statement.
        found: all tokens of the evidence.
        share: the weighted share of the statement's words that stand in the same order.
        replacements: what differs, in order.
    """

    said: Sequence[Token]
    found: Sequence[Token]
    share: float
    replacements: Sequence[Replacement]

    @property
    def framed(self) -> Sequence[Replacement]:
        """What differs between words that both sentences have, where they run in parallel."""
        least = _SHORT_FRAME if self.share >= PARALLEL else _LONG_FRAME
        return [r for r in self.replacements if self._is_framed(r, least)]

    def _is_framed(self, one: Replacement, least: float) -> bool:
        first = one.said[0].start if one.said else None
        last = one.said[-1].end if one.said else None
        is_left = one.left > 0 or (first is not None and first == self.said[0].start)
        is_right = one.right > 0 or (last is not None and last == self.said[-1].end)
        return is_left and is_right and one.left + one.right >= least


def aligned(said: Sentence, found: Sentence) -> Alignment:
    """Lay a sentence along another."""
    here, there = tokens(said)[:LONGEST], tokens(found)[:LONGEST]
    matcher = SequenceMatcher(None, [t.key for t in here], [t.key for t in there], autojunk=False)
    steps = matcher.get_opcodes()
    same = sum(_weight(here[a:b]) for tag, a, b, _, _ in steps if tag == "equal")
    total = _weight(here)
    return Alignment(
        here, there, same / total if total else 0.0, list(_replacements(here, there, steps))
    )


def _replacements(
    here: Sequence[Token], there: Sequence[Token], steps: Sequence[tuple[str, int, int, int, int]]
) -> Iterator[Replacement]:
    weights = [_weight(here[a:b]) if tag == "equal" else 0.0 for tag, a, b, _, _ in steps]
    for at, (tag, a, b, c, d) in enumerate(steps):
        if tag != "equal":
            left = weights[at - 1] if at else 0.0
            right = weights[at + 1] if at + 1 < len(steps) else 0.0
            yield Replacement(here[a:b], there[c:d], left, right)


def _weight(listed: Sequence[Token]) -> float:
    return sum(token.weight for token in listed)


def tokens(sentence: Sentence) -> list[Token]:
    """The words of a sentence, scripts without spaces character by character."""
    found: list[Token] = []
    for word in sentence.words:
        if not word.is_pair:
            found.append(Token(word.key, word.start, word.end, word.weight, word.is_number))
            continue
        first = max(word.start, found[-1].end if found else 0)
        found += [_character(sentence.text[at], at) for at in range(first, word.end)]
    return found


def _character(written: str, at: int) -> Token:
    weight = STOP_WEIGHT if written in STOP_CHARACTERS else _CHARACTER
    return Token(written, at, at + 1, weight, written in _NUMERALS)


_NUMERALS = frozenset("〇零一二三四五六七八九十百千万亿兩两萬億")
