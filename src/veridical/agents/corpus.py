"""A fixed corpus as a small web: its items are found by their words and read by their ids.

So a fact is checked with no key and no network, and the same corpus gives the same hits.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from math import fsum

from veridical.report.identity import find_urls, identify
from veridical.retrieval.tfidf import TfIdf
from veridical.sources import FetchState, Hit, Hits, SearchState, Snapshot
from veridical.task import Item

NAME = "corpus"


@dataclass(frozen=True)
class Corpus:
    """Items that can be searched (`Search`) and read (`Web`).

    Attributes:
        items: by id. An item's address is its id; its own source leads to it as well.
    """

    items: tuple[Item, ...]
    _by_name: dict[str, Item] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        """Learn what the items are called."""
        for item in self.items:
            for url in find_urls(item.source):
                self._by_name.setdefault(_key(url.url), item)
        self._by_name.update({item.id: item for item in self.items})

    @classmethod
    def of(cls, items: Iterable[Item]) -> Corpus:
        """A corpus of items, in the order of their ids."""
        return cls(tuple(sorted(items, key=lambda i: i.id)))

    @property
    def name(self) -> str:
        """Who answers."""
        return NAME

    async def search(self, query: str, limit: int = 10, *, language: str = "") -> Hits:
        """The items most alike to the query by TF-IDF; of equal ones the first id first."""
        del language
        model, weights = self._index
        shares: dict[int, list[float]] = defaultdict(list)
        for token, weight in model.vector(query).items():
            for number, other in weights[token]:
                shares[number].append(weight * other)
        alike = {number: fsum(own) for number, own in shares.items()}
        best = sorted(alike, key=lambda n: (-alike[n], n))[:limit]
        found = tuple(Hit(self.items[n].id, self.items[n].title) for n in best)
        state = SearchState.OK if found else SearchState.EMPTY
        return Hits(query, state, found, NAME, is_kept=True)

    async def fetch(self, url: str) -> Snapshot:
        """The item of an id, or of the address that it comes from."""
        item = self._by_name.get(url) or self._by_name.get(_key(url))
        if item is None:
            return Snapshot(url, FetchState.NOT_FOUND, detail="no item of the corpus")
        state = FetchState.OK if item.text.strip() else FetchState.EMPTY
        origin = item.source or item.id
        return Snapshot(
            item.id, state, final_url=origin, title=item.title, text=item.text, is_kept=True
        )

    async def aclose(self) -> None:
        """Nothing is held open."""

    @cached_property
    def _index(self) -> tuple[TfIdf, dict[str, list[tuple[int, float]]]]:
        texts = [f"{item.title}\n{item.text}" for item in self.items]
        model = TfIdf.fit(texts)
        weights: dict[str, list[tuple[int, float]]] = {token: [] for token in model.idf}
        for number, text in enumerate(texts):
            for token, weight in model.vector(text).items():
                weights[token].append((number, weight))
        return model, weights


def _key(url: str) -> str:
    """What two spellings of an address share."""
    return identify(url).key or url
