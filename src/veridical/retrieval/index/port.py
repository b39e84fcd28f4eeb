"""What an index of a corpus answers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Found:
    """An item that a query found.

    Attributes:
        id: of the item.
        score: how well it fits, the larger the better; comparable within one answer only.
        rank: its place in the answer, from 1.
    """

    id: str
    score: float
    rank: int


class Index(Protocol):
    """Items that can be found by a query of words."""

    @property
    def name(self) -> str:
        """How it finds, with whatever changes its answers: what a run records."""
        ...

    def search(self, query: str, k: int, *, without: Collection[str] = ()) -> tuple[Found, ...]:
        """The items that fit best, the best first; equal ones in the order of their ids.

        Args:
            query: in any language.
            k: how many at most, from 1.
            without: ids of items that are not wanted.

        Returns:
            Fewer than `k` where fewer fit at all.
        """
        ...


def ranked(scores: Collection[tuple[str, float]], k: int) -> tuple[Found, ...]:
    """The best `k` of items with their scores."""
    best = sorted(scores, key=lambda one: (-one[1], one[0]))[:k]
    return tuple(Found(id_, score, rank) for rank, (id_, score) in enumerate(best, start=1))
