"""Which pieces of one text speak of a question, by BM25 over beginnings of words.

Robertson and Zaragoza 2009, eq. 3.15, with k1 = 1.2 and b = 0.75, the frequencies counted in the
text itself. Of words in letters the first five count, so that "floats" finds "floating"; of
scripts without spaces, pairs of neighboring characters. Linear in the text for each question.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from veridical.retrieval.tfidf import tokens

K1, B = 1.2, 0.75
STEM = 5
"""Letters of a word that count."""


@dataclass
class Pieces:
    """The pieces of a text, counted once for many questions.

    Attributes:
        texts: the pieces, in order.
    """

    texts: Sequence[str]
    _places: dict[str, list[tuple[int, int]]] = field(
        default_factory=lambda: defaultdict(list), repr=False
    )
    _lengths: list[int] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        """Count each piece's stems."""
        for number, text in enumerate(self.texts):
            counts = Counter(_stems(text))
            self._lengths.append(sum(counts.values()))
            for stem, count in counts.items():
                self._places[stem].append((number, count))

    def best(self, question: str, limit: int) -> list[int]:
        """The numbers of the `limit` best pieces, best first; of equals the earlier one."""
        scores = [0.0] * len(self.texts)
        mean = sum(self._lengths) / len(self._lengths) if self._lengths else 0.0
        for stem in sorted(set(_stems(question))):
            places = self._places.get(stem, ())
            weight = math.log1p((len(self.texts) - len(places) + 0.5) / (len(places) + 0.5))
            for number, count in places:
                length = 1 - B + B * self._lengths[number] / mean
                scores[number] += weight * count * (K1 + 1) / (count + K1 * length)
        return sorted(range(len(scores)), key=lambda n: (-scores[n], n))[:limit]


def _stems(text: str) -> Iterable[str]:
    return (
        token[:STEM] if token.isascii() and token.isalpha() else token for token in tokens(text)
    )
