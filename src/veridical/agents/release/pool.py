"""Which sentences of the evidence speak of a statement?

Those that share most of its words, the rare ones counting most. Each sentence knows its place in
its item, so that whatever is made of it can be quoted. A lookup costs as much as the statement's
words occur in the evidence.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from veridical.ask import Quote
from veridical.checks.orders.finder import has_order
from veridical.checks.words import STOP_WEIGHT, words
from veridical.report.sentences import sentence_spans
from veridical.retrieval.passages import Passage
from veridical.task import Item

ABOUT = 0.35
"""Weighted share of a statement's telling words from which a sentence speaks of it."""
MOST_HELD = 200
"""Sentences that hold a word, from which it finds none: a lookup in a large corpus stays quick."""
_LONGEST = 600


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of the evidence.

    Attributes:
        number: its place in the pool.
        item: the id of the item that it stands in.
        start: its first code point there.
        text: its words.
        keys: its telling words, numbers apart.
    """

    number: int
    item: str
    start: int
    text: str
    keys: frozenset[str]

    @property
    def quote(self) -> Quote:
        """It at its place."""
        return Quote(self.item, self.start, self.start + len(self.text), self.text)

    @property
    def passage(self) -> Passage:
        """It as a passage."""
        return Passage(self.item, self.start, self.text)


class Pool:
    """The sentences of some items.

    Args:
        items: texts and tables; read once.
    """

    def __init__(self, items: Iterable[Item]) -> None:
        self.lines: list[Line] = []
        self._holders: defaultdict[str, list[int]] = defaultdict(list)
        for item in items:
            for start, text in _sentences(item.text):
                line = Line(len(self.lines), item.id, start, text, telling(text))
                self.lines.append(line)
                for key in line.keys:
                    self._holders[key].append(line.number)

    def near(
        self, text: str, most: int, *, without: Collection[str] = (), least: float = ABOUT
    ) -> list[tuple[float, Line]]:
        """The sentences that share most with some words, each with the share, the best first.

        Args:
            text: the words.
            most: how many at most.
            without: ids of items that are left out.
            least: the share from which a sentence counts, in (0, 1].
        """
        keys = telling(text)
        whole = sum(map(self.weight, sorted(keys)))
        found = []
        for number in self._speaking(keys):
            line = self.lines[number]
            worth = sum(map(self.weight, sorted(keys & line.keys)))
            if worth >= least * whole and line.item not in without:
                found.append((worth / whole, line))
        return sorted(found, key=lambda one: (-one[0], one[1].number))[:most]

    def _speaking(self, keys: Collection[str]) -> set[int]:
        """The sentences that share a word which does not stand all over the evidence."""
        held = (self._holders.get(key, ()) for key in keys)
        return {number for own in held if len(own) <= MOST_HELD for number in own}

    def shared(self, line: Line, other: Line) -> float:
        """The weighted share of a sentence's telling words that another has, in [0, 1]."""
        whole = sum(map(self.weight, sorted(line.keys)))
        return sum(map(self.weight, sorted(line.keys & other.keys))) / whole if whole else 0.0

    def weight(self, key: str) -> float:
        """How much a word tells: the rarer, the more."""
        return math.log(2 + len(self.lines) / (1 + len(self._holders.get(key, ()))))


def telling(text: str) -> frozenset[str]:
    """The words of a text that say something, numbers apart, by their keys."""
    return frozenset(w.key for w in words(text) if w.weight > STOP_WEIGHT and not w.is_number)


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    """Sentences with their places: no rows of tables, nothing that gives orders."""
    for first, last in sentence_spans(text):
        own = text[first:last]
        start = first + len(own) - len(own.lstrip())
        lines = own.strip().split("\n")
        start += sum(len(line) + 1 for line in lines[:-1])
        said = lines[-1]
        start += len(said) - len(said.lstrip())
        said = said.strip()
        if 0 < len(said) <= _LONGEST and "|" not in said and not has_order(said):
            yield start, said
