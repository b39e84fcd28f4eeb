"""One sentence as the rules for clashes read it: its words, and what it is about."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from veridical.checks.words import STOP_WEIGHT, Word, words
from veridical.report.sentences import sentence_spans

_BREAK = re.compile(r"[,;:.()\u2013\u2014\uff0c\uff1b\uff1a\u3002\uff08\uff09\u3001\n|]")
_LEAST_SHARED = 2
_PAIR_SIZE = 0.5
_NEARLY_ALL = 0.85


@dataclass(frozen=True)
class Sentence:
    """A sentence of a text, with its words at their places in that text.

    Attributes:
        text: The whole text.
        start: Offset of the sentence's first code point.
        end: Offset after its last one.
    """

    text: str
    start: int
    end: int

    @cached_property
    def words(self) -> Sequence[Word]:
        """All words, in order."""
        return tuple(words(self.text, self.start, self.end))

    @cached_property
    def topic(self) -> frozenset[str]:
        """Keys of the words that say what it is about; numbers are not among them."""
        return frozenset(word.key for word in self.words if is_telling(word))

    def covers(self, other: "Sentence", but: Iterable[str] = ()) -> float:
        """The share of another sentence's topic that this one has, in [0, 1].

        Args:
            other: The other sentence.
            but: Keys that do not count.

        Returns:
            0 where fewer than two words are shared: then nothing says that both
            are about the same thing.
        """
        asked = other.topic - frozenset(but)
        shared = other.topic & self.topic
        return len(shared & asked) / len(asked) if asked and len(shared) >= _LEAST_SHARED else 0.0

    def shares(self, other: "Sentence") -> float:
        """How many telling words both have; a pair of characters is half a word."""
        return sum(1.0 if key.isascii() else _PAIR_SIZE for key in other.topic & self.topic)

    def repeats(self, other: "Sentence", least: int = 4) -> bool:
        """Whether this sentence says nearly all that another one is about, in its words.

        Args:
            other: The other sentence.
            least: How many words they must share; a pair of characters is half a word.
        """
        shared = other.topic & self.topic
        return self.shares(other) >= least and len(shared) >= _NEARLY_ALL * len(other.topic)

    def before(self, position: int, count: int, reach: int = 5) -> list[Word]:
        """Up to `count` telling words before a place in the same clause, nearest first."""
        found: list[Word] = []
        last = position
        index = self.index(position)
        for word in reversed(self.words[max(0, index - reach) : index]):
            if len(found) == count or self.breaks(word.end, last):
                break
            last = word.start
            if is_telling(word):
                found.append(word)
        return found

    def after(self, position: int, count: int, reach: int = 5) -> list[Word]:
        """Up to `count` telling words after a place in the same clause, nearest first."""
        found: list[Word] = []
        last = position
        first = self.index(position)
        for word in self.words[first : first + reach]:
            if len(found) == count or self.breaks(last, word.start):
                break
            last = word.end
            if is_telling(word):
                found.append(word)
        return found

    def index(self, position: int) -> int:
        """How many words start before a place."""
        return bisect_left(self.words, position, key=lambda word: word.start)

    def breaks(self, start: int, end: int) -> bool:
        """Whether a clause ends between two places."""
        return start < end and _BREAK.search(self.text, start, end) is not None


def sentences(text: str, language: str | None = None) -> list[Sentence]:
    """The sentences of a text."""
    return [Sentence(text, start, end) for start, end in sentence_spans(text, language)]


def is_telling(word: Word) -> bool:
    """Whether a word says what a sentence is about."""
    return word.weight > STOP_WEIGHT and not word.is_number
