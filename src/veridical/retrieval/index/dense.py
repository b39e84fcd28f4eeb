"""Items by meaning: the vector of a query beside those of a store."""

from __future__ import annotations

from collections.abc import Collection

from veridical.retrieval.embedding.port import Embedder
from veridical.retrieval.index.port import Found
from veridical.retrieval.stores.port import VectorStore


class Dense:
    """An `Index` over a store whose vectors an embedder has made.

    Args:
        embedder: the same that made them.
        store: where they are.
        kind: only rows of that one are found; "" = all.
    """

    def __init__(self, embedder: Embedder, store: VectorStore, *, kind: str = "") -> None:
        self._embedder, self._store, self._kind = embedder, store, kind

    @property
    def name(self) -> str:
        """With the embedder and the store."""
        return f"dense, {self._embedder.name}, {self._store.name}"

    def search(self, query: str, k: int, *, without: Collection[str] = ()) -> tuple[Found, ...]:
        """The items that mean what is most alike; nothing for a query without a word.

        Raises:
            ConfigError, ModelError: the embedder's.
            StoreError: the store has vectors of another length.
        """
        if not query.strip() or not len(self._store):
            return ()
        vector = self._embedder.query(query)
        return self._store.search(vector.tolist(), k, kind=self._kind, without=without)
