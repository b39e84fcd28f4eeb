"""What an agent searches, found as its user wants: by vectors, by both, in a better order."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from veridical.agents.research.library import Library
from veridical.retrieval.index import Found
from veridical.runs.corpus_search import OpenCorpus, Wanted

__all__ = ["Wanted", "searched_by"]


@dataclass(frozen=True)
class _Within:
    """An `Index` over a part of a corpus, which stays open.

    Attributes:
        corpus: all of it.
        name: how it is searched.
        others: pieces that are not in the part.
    """

    corpus: OpenCorpus
    name: str
    others: frozenset[str]

    def search(self, query: str, k: int, *, without: Collection[str] = ()) -> tuple[Found, ...]:
        """What fits best of the part."""
        return self.corpus.found(query, k, without=self.others.union(without))


def searched_by(wanted: Wanted | None, corpus: Path, library: Library) -> Library:
    """A library of the same items, searched in another way; the same one where none is wanted.

    Args:
        wanted: how.
        corpus: the folder that the items are of.
        library: what may be found.

    Raises:
        ConfigError, InputError, StoreError, ModelError: those of `OpenCorpus`.
    """
    if wanted is None:
        return library
    opened = OpenCorpus(corpus, wanted)
    others = frozenset(opened.ids) - library.items.keys()
    return replace(library, index=_Within(opened, wanted.name, others))
