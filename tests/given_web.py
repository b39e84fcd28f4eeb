"""A web that is written down: what each query finds and what each address holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from veridical.sources import FetchState, Hit, Hits, SearchState, Snapshot


@dataclass
class GivenWeb:
    """A `Search` and a `Web` over given pages; every query finds all of them.

    Attributes:
        pages: texts by address, in the order of the results.
        states: of addresses that have no text.
        published: dates by address.
        search_state: what becomes of every search.
        searched: queries that came.
        fetched: addresses that were read.
    """

    pages: Mapping[str, str] = field(default_factory=dict)
    states: Mapping[str, FetchState] = field(default_factory=dict)
    published: Mapping[str, str] = field(default_factory=dict)
    search_state: SearchState = SearchState.OK
    searched: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Who answers."""
        return "given"

    async def search(self, query: str, limit: int = 10, *, language: str = "") -> Hits:
        """All addresses, in their order."""
        self.searched.append(query)
        if self.search_state is not SearchState.OK:
            return Hits(query, self.search_state, detail="as given")
        every = dict.fromkeys([*self.pages, *self.states])
        found = tuple(Hit(url, published=self.published.get(url, "")) for url in every)
        return Hits(query, SearchState.OK if found else SearchState.EMPTY, found[:limit])

    async def fetch(self, url: str) -> Snapshot:
        """The text, or the state."""
        self.fetched.append(url)
        state = self.states.get(url, FetchState.OK if url in self.pages else FetchState.NOT_FOUND)
        return Snapshot(url, state, final_url=url, text=self.pages.get(url, ""))

    async def aclose(self) -> None:
        """Nothing is held open."""
