"""How much each sentence of a text speaks of a statement.

A sentence is weighed by BM25 (Robertson and Zaragoza 2009, eq. 3.15, k1 = 1.2, b = 0.75,
frequencies counted in the text itself) over stems, and at a part of their weight over related
words and spellings. Ours: since what carries a statement stands together, a sentence takes up the
weights of those around it, each divided by one more than how far away it is. The text is gone
through once for all statements; what none of them holds is only counted.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from veridical.retrieval.related import related
from veridical.retrieval.tfidf import tokens
from veridical.retrieval.words import LIGHT, spelling, stem

K1, B = 1.2, 0.75
RELATED, SPELLING = 0.7, 0.35
"""Weights of related words and of spellings beside stems."""
NUMBER = 1.5
"""Weight of what has no spelling of its own, such as a number."""
FAR = 12
"""The most distant sentence whose weight another takes up."""

_PIECE, _ROW = "~", "#"
"""Stand before a spelling and before a row of related words; no token holds them."""


def features(text: str) -> frozenset[str]:
    """What of a statement is looked for: stems, rows of related words, pieces of spellings."""
    words = [word for word in tokens(text) if word not in LIGHT]
    return frozenset(chain.from_iterable(map(_features, words)))


def _features(word: str) -> Iterator[str]:
    yield stem(word)
    yield from (f"{_ROW}{number}" for number in related(word))
    yield from map(_PIECE.__add__, spelling(word))


class _Known(dict[str, tuple[str, ...]]):
    """By token, which of its features are asked for."""

    def __init__(self, asked: frozenset[str]) -> None:
        self.stems = {f for f in asked if f[0] not in (_PIECE, _ROW)}
        self.rows = {int(f[1:]) for f in asked if f[0] == _ROW}
        self.pieces = {f[1:] for f in asked if f[0] == _PIECE}

    def __missing__(self, token: str) -> tuple[str, ...]:
        found = () if token in LIGHT else tuple(self._of(token))
        self[token] = found
        return found

    def _of(self, token: str) -> Iterator[str]:
        own = stem(token)
        if own in self.stems:
            yield own
        yield from (f"{_ROW}{number}" for number in related(token) & self.rows)
        if token.isascii() and token.isalpha():
            yield from (_PIECE + piece for piece in spelling(token) & self.pieces)


@dataclass(frozen=True)
class Weighed:
    """A text in sentences, and what of its words is asked for.

    Attributes:
        lengths: tokens of each sentence.
        counts: by feature, in which sentences it stands and how often.
    """

    lengths: Sequence[int]
    counts: Mapping[str, Sequence[tuple[int, int]]]

    @classmethod
    def of(cls, sentences: Iterable[str], asked: frozenset[str]) -> Weighed:
        """Count.

        Args:
            sentences: the text, cut.
            asked: the features of all statements.
        """
        known = _Known(asked)
        counts: dict[str, list[tuple[int, int]]] = defaultdict(list)
        lengths = []
        for number, sentence in enumerate(sentences):
            found = tokens(sentence)
            lengths.append(len(found))
            own = Counter(chain.from_iterable(map(known.__getitem__, found)))
            for feature, count in own.items():
                counts[feature].append((number, count))
        return cls(lengths, counts)

    def weights(self, asked: Iterable[str]) -> list[float]:
        """How much each sentence speaks of a statement, those around it taken in."""
        own = [0.0] * len(self.lengths)
        mean = sum(self.lengths) / len(self.lengths) or 1.0
        norms = [K1 * (1 - B + B * length / mean) for length in self.lengths]
        for feature in sorted(asked):
            rarity = self._rarity(feature)
            for number, count in self.counts.get(feature, ()):
                own[number] += rarity * count * (K1 + 1) / (count + norms[number])
        return _with_neighbors(own)

    def full(self, asked: Iterable[str]) -> float:
        """What a statement's stems weigh, once each: about what a sentence would that says it."""
        return math.fsum(self._rarity(f) for f in asked if f[0] not in (_PIECE, _ROW))

    def _rarity(self, feature: str) -> float:
        here = len(self.counts.get(feature, ()))
        return _weight(feature) * math.log1p((len(self.lengths) - here + 0.5) / (here + 0.5))


def _weight(feature: str) -> float:
    """Of a spelling, a row, a stem, or what is no word of letters."""
    if feature[0] in (_PIECE, _ROW):
        return SPELLING if feature[0] == _PIECE else RELATED
    return 1.0 if feature.isascii() and feature.isalpha() else NUMBER


def _with_neighbors(own: Sequence[float]) -> list[float]:
    taken = list(own)
    for distance in range(1, FAR + 1):
        part = 1 / (1 + distance)
        for number, weight in enumerate(own[distance:]):
            taken[number] += part * weight
        for number, weight in enumerate(own[:-distance], start=distance):
            taken[number] += part * weight
    return taken
