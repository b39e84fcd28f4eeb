"""The stretches of a long text that speak of statements, no longer than need be.

A sentence is weighed by BM25 (Robertson and Zaragoza 2009, eq. 3.15, k1 = 1.2, b = 0.75,
frequencies counted in the text itself) over stems, and at half weight over spellings
(`veridical.retrieval.words`). Ours: since what carries a statement stands together, a sentence's
weight takes up its neighbors', less with distance; and how much is taken depends on the text:
all sentences that weigh a fifth of the best one; where one place stands out that is little.
The text is gone through once for all statements; what none of them holds is only counted.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from veridical.retrieval.passages import Passage, whole
from veridical.retrieval.tfidf import tokens, unspaced
from veridical.retrieval.words import EMPTY, spelling, stem

K1, B = 1.2, 0.75
SPELLING = 0.5
"""Weight of spellings beside stems."""
NEAR = (0.8, 0.67, 0.53, 0.4, 0.27, 0.13)
"""What a sentence takes of the weight of those 1, 2, … before and after it."""
ENOUGH = 0.2
"""The share of the best sentence's weight that another needs."""
SHORTEST, LONGEST = 40, 500
"""Code points of a sentence: shorter ones go with the next, longer ones are cut."""
GAP = 60
"""What stands between two stretches and is no longer is taken too, rather than cut out."""
WIDE = 3
"""What a character of an unspaced script counts for: about so many letters say as much."""
OF_ITS_KIND = 0.1
"""The share of a text's letters in a statement's kind of script that makes them comparable."""

_SIGN = "~"
"""Stands before a spelling; no token holds it."""
_LETTERS = re.compile(r"[^\W\d_]+")
_END = re.compile(r"\n[ \t]*\n|[.!?](?=\s)|[。！？；]|\n")


def stretches(
    text: str, statements: Iterable[str], *, source: str, characters: int
) -> tuple[Passage, ...]:
    """The stretches of a text that speak of statements, with its beginning, in its order.

    Words cannot tell where a statement is in another kind of script than the text, or shares
    nothing with it: then, as where the text is short, it is one stretch.

    Args:
        text: all of it.
        statements: what is asked of it.
        source: its id.
        characters: code points that are taken for one statement at most, beginning apart; one
            of an unspaced script counts for `WIDE`.
    """
    if _size(text) <= characters:
        return (whole(text, source=source),)
    asked = [(statement, frozenset(_features(tokens(statement)))) for statement in statements]
    counted = _Counted.of(text, frozenset().union(*(features for _, features in asked)))
    share = _unspaced_share(text)
    found = {0}
    for statement, features in asked:
        weights = counted.weights(features)
        if not any(weights) or not _is_comparable(_unspaced_share(statement), share):
            return (whole(text, source=source),)
        found |= _heaviest(weights, text, counted.places, characters)
    return tuple(_joined(text, [counted.places[n] for n in sorted(found)], source))


def _unspaced_share(text: str) -> float:
    """Of a text's letters."""
    return unspaced(text) / max(1, sum(map(len, _LETTERS.findall(text))))


def _is_comparable(statement: float, text: float) -> bool:
    """Whether a text is in part in the script of a statement, by shares of unspaced scripts."""
    return text >= OF_ITS_KIND if statement >= 1 / 2 else 1 - text >= OF_ITS_KIND


def _features(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        if word not in EMPTY:
            yield stem(word)
            yield from map(_SIGN.__add__, spelling(word))


class _Known(dict[str, tuple[str, ...]]):
    """By token, which of its features are asked for."""

    def __init__(self, features: frozenset[str]) -> None:
        self.stems = {f for f in features if not f.startswith(_SIGN)}
        self.pieces = {f.removeprefix(_SIGN) for f in features - self.stems}

    def __missing__(self, token: str) -> tuple[str, ...]:
        if token.isascii() and token.isalpha():
            found = self._of_word(token)
        else:
            own = stem(token)
            found = (own,) if own in self.stems else ()
        self[token] = found
        return found

    def _of_word(self, word: str) -> tuple[str, ...]:
        if word in EMPTY:
            return ()
        own = stem(word)
        pieces = tuple(_SIGN + piece for piece in spelling(word) & self.pieces)
        return (own, *pieces) if own in self.stems else pieces


@dataclass(frozen=True)
class _Counted:
    """A text in sentences, and what of its words is asked for.

    Attributes:
        places: start and end of each sentence.
        lengths: tokens of each.
        counts: by feature, in which sentences it stands and how often.
    """

    places: Sequence[tuple[int, int]]
    lengths: Sequence[int]
    counts: Mapping[str, Sequence[tuple[int, int]]]

    @classmethod
    def of(cls, text: str, features: frozenset[str]) -> _Counted:
        places = list(_sentences(text))
        known = _Known(features)
        counts: dict[str, list[tuple[int, int]]] = defaultdict(list)
        lengths = []
        for number, (start, end) in enumerate(places):
            found = tokens(text[start:end])
            lengths.append(len(found))
            own = Counter(chain.from_iterable(map(known.__getitem__, found)))
            for feature, count in own.items():
                counts[feature].append((number, count))
        return cls(places, lengths, counts)

    def weights(self, features: Iterable[str]) -> list[float]:
        """How much each sentence speaks of a statement, its neighbors taken in."""
        own = [0.0] * len(self.places)
        mean = sum(self.lengths) / len(self.lengths) or 1.0
        norms = [K1 * (1 - B + B * length / mean) for length in self.lengths]
        for feature in sorted(features):
            places = self.counts.get(feature, ())
            rarity = math.log1p((len(own) - len(places) + 0.5) / (len(places) + 0.5))
            rarity *= _weight(feature)
            for number, count in places:
                own[number] += rarity * count * (K1 + 1) / (count + norms[number])
        return _with_neighbors(own)


def _weight(feature: str) -> float:
    """A spelling's, a stem's, or that of what has no spelling of its own, such as a number."""
    if feature.startswith(_SIGN):
        return SPELLING
    return 1.0 if feature.isascii() and feature.isalpha() else 1.0 + SPELLING


def _with_neighbors(own: Sequence[float]) -> list[float]:
    taken = list(own)
    for distance, share in enumerate(NEAR, start=1):
        far = [share * weight for weight in own[distance:]]
        for number, weight in enumerate(far):
            taken[number] += weight
        for number, weight in enumerate(own[:-distance], start=distance):
            taken[number] += share * weight
    return taken


def _size(text: str) -> int:
    return len(text) + (WIDE - 1) * unspaced(text)


def _heaviest(
    weights: Sequence[float], text: str, places: Sequence[tuple[int, int]], left: int
) -> set[int]:
    """The best sentence, and those near it in weight, as long as there is room."""
    ranked = sorted(range(len(weights)), key=lambda n: (-weights[n], n))
    found: set[int] = set()
    for number in ranked:
        left -= _size(text[slice(*places[number])])
        if found and (left < 0 or weights[number] < ENOUGH * weights[ranked[0]]):
            break
        found.add(number)
    return found


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each; together they are the text."""
    cuts = [m.end() for m in _END.finditer(text)]
    start = 0
    for cut in [*cuts, len(text)]:
        if cut - start < SHORTEST and cut != len(text):
            continue
        while cut - start > LONGEST:
            yield start, start + LONGEST
            start += LONGEST
        if cut > start:
            yield start, cut
        start = cut


def _joined(text: str, places: Sequence[tuple[int, int]], source: str) -> Iterator[Passage]:
    """Places that follow each other closely, as one; without blanks at its ends."""
    runs: list[tuple[int, int]] = []
    for start, end in places:
        if runs and _size(text[runs[-1][1] : start]) <= GAP:
            start = runs.pop()[0]
        runs.append((start, end))
    for start, end in runs:
        words = text[start:end]
        if words.strip():
            yield Passage(source, start + len(words) - len(words.lstrip()), words.strip())
