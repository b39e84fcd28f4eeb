"""Several indices as one: reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from veridical.retrieval.index.port import Found, Index, ranked

CONSTANT = 60
"""As in the publication."""
_DEEPER = 3
"""Each index is asked for so many times more than is wanted."""


def fused(
    answers: Iterable[Sequence[Found]], k: int, *, constant: int = CONSTANT
) -> tuple[Found, ...]:
    """One answer out of several: an item scores the sum of ``1 / (constant + rank)``.

    Args:
        answers: each with ranks from 1.
        k: how many at most.
        constant: how little the first places stand out.
    """
    scores: defaultdict[str, float] = defaultdict(float)
    for answer in answers:
        for one in answer:
            scores[one.id] += 1 / (constant + one.rank)
    return ranked(list(scores.items()), k)


class Hybrid:
    """An `Index` over indices of the same items."""

    def __init__(self, *indices: Index) -> None:
        self._indices = indices

    @property
    def name(self) -> str:
        """With the names of all."""
        return " + ".join(index.name for index in self._indices)

    def search(self, query: str, k: int, *, without: Collection[str] = ()) -> tuple[Found, ...]:
        """What any of them finds, fused."""
        answers = [index.search(query, k * _DEEPER, without=without) for index in self._indices]
        return fused(answers, k)
