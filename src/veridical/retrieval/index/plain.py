"""BM25 with nothing but Python: for small corpora where the extra ``research`` is not installed.

The same words, constants and formula as `veridical.retrieval.index.bm25`, in double precision. A
query costs time in proportion to the postings of its words.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from importlib.util import find_spec
from math import log

from veridical.retrieval.index.bm25 import K1, B, Bm25, words
from veridical.retrieval.index.port import Found, Index, ranked


class PlainBm25:
    """An `Index` in memory.

    Args:
        items: pairs of id and text; an id stands once.
    """

    def __init__(self, items: Iterable[tuple[str, str]]) -> None:
        self._postings: defaultdict[str, list[tuple[str, float]]] = defaultdict(list)
        counts = {id_: Counter(words(text)) for id_, text in items}
        self._many = len(counts)
        mean = sum(map(Counter.total, counts.values())) / max(self._many, 1)
        for id_, counted in counts.items():
            rest = K1 * (1 - B + B * counted.total() / mean) if mean else K1
            for word, tf in counted.items():
                self._postings[word].append((id_, tf / (tf + rest)))

    @property
    def name(self) -> str:
        """With its constants."""
        return f"bm25 k1={K1} b={B}, plain"

    def __len__(self) -> int:
        """How many items it holds."""
        return self._many

    def search(self, query: str, k: int, *, without: Collection[str] = ()) -> tuple[Found, ...]:
        """The items that share words with the query, the best first."""
        scores: defaultdict[str, float] = defaultdict(float)
        for word in words(query):
            postings = self._postings.get(word, ())
            idf = log(1 + (self._many - len(postings) + 0.5) / (len(postings) + 0.5))
            for id_, weight in postings:
                scores[id_] += idf * weight
        left_out = set(without)
        return ranked([pair for pair in scores.items() if pair[0] not in left_out], k)


def by_words(items: Iterable[tuple[str, str]]) -> Index:
    """An index over words: by bm25s where it is installed, else in plain Python."""
    return Bm25(items) if find_spec("bm25s") is not None else PlainBm25(items)
