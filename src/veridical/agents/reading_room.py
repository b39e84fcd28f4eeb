"""Searches and sources of one report: each query is put once, each source fetched once.

Several statements may need the same source; whoever asks first fetches it, the others wait.
What a search or a fetch gave is kept by what stands behind the ports, so that a run that goes
on meets the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from veridical.agents.assertions import canonical
from veridical.report.dates import dates
from veridical.report.identity import identify
from veridical.retrieval.excerpts import Excerpts
from veridical.retrieval.passages import Passage
from veridical.sources import Fetched, FetchState, Hits, Search, Snapshot, Web

SHOWN = 2
"""Passages of a source that are shown for a statement, at most."""
CHARACTERS = 600
"""Of a passage, at most."""
COPIED = 0.5
"""Share of a report's statements, word for word in a source, from which it is the report."""
FEWEST = 3
"""Statements below which nothing is told of copies."""
AT_A_TIME = 32
"""Searches and fetches under way: what waits for its turn here runs into no port's deadline."""


Older = Callable[[Snapshot], Awaitable[tuple[Snapshot, ...]]]
"""Finds what a source said before, in other words, the newest first."""


@dataclass
class ReadingRoom:
    """What was searched for and read while one report is checked.

    Attributes:
        search: finds addresses.
        web: reads them.
        today: the run's date (ISO): what was published after it is not read; "" = anything is.
        own: the report's statements, `canonical`: what repeats them is the report itself.
        stands_at: keys of the report's own addresses, as far as it states any.
        older: finds older snapshots of a source; None = nobody looks for any.
    """

    search: Search
    web: Web
    today: str = ""
    own: frozenset[str] = frozenset()
    stands_at: frozenset[str] = frozenset()
    older: Older | None = None
    searches: int = 0
    fetches: int = 0
    _turns: asyncio.Semaphore = field(
        default_factory=lambda: asyncio.Semaphore(AT_A_TIME), repr=False
    )
    _hits: dict[tuple[str, int, str], asyncio.Task[Hits]] = field(default_factory=dict, repr=False)
    _read: dict[str, asyncio.Task[Snapshot]] = field(default_factory=dict, repr=False)
    _before: dict[str, tuple[Snapshot, ...]] = field(default_factory=dict, repr=False)
    _copies: dict[str, bool] = field(default_factory=dict, repr=False)
    _excerpts: Excerpts = field(default_factory=lambda: Excerpts(SHOWN, CHARACTERS), repr=False)

    async def hits(self, query: str, limit: int, language: str) -> Hits:
        """What a query finds."""
        key = (query, limit, language)
        if key not in self._hits:
            self.searches += 1
            self._hits[key] = asyncio.ensure_future(self._search(query, limit, language))
        return await self._hits[key]

    async def read(self, address: str) -> Snapshot:
        """What stands at an address."""
        key = key_of(address)
        if key not in self._read:
            self.fetches += 1
            self._read[key] = asyncio.ensure_future(self._fetch(address))
        return await self._read[key]

    async def _search(self, query: str, limit: int, language: str) -> Hits:
        async with self._turns:
            return await self.search.search(query, limit, language=language)

    async def _fetch(self, address: str) -> Snapshot:
        async with self._turns:
            return await self.web.fetch(address)

    async def before(self, address: str) -> tuple[Snapshot, ...]:
        """Older snapshots of a source that was read, the newest first."""
        if self.older is None:
            return ()
        if address not in self._before:
            self._before[address] = await self.older(await self.read(address))
        return self._before[address]

    def passages(self, statement: str, source: Fetched) -> tuple[Passage, ...]:
        """The passages of a source that speak of a statement."""
        return self._excerpts.of(statement, source).passages

    def is_copy(self, snapshot: Snapshot) -> bool:
        """Whether a source is the report itself, or a copy: no evidence for what it says.

        By its address, wherever that leads, or by its words.
        """
        if {key_of(snapshot.url), key_of(snapshot.final_url)} & self.stands_at:
            return True
        if snapshot.url not in self._copies:
            text = canonical(snapshot.text)
            there = sum(said in text for said in self.own)
            is_copy = there >= max(FEWEST, COPIED * len(self.own))
            self._copies[snapshot.url] = is_copy
        return self._copies[snapshot.url]

    def is_later(self, published: str) -> bool:
        """Whether something was surely published after the run's date."""
        if not self.today or not published:
            return False
        found = [d.low for d in dates(published, "en") if d.low is not None]
        return bool(found) and found[0] > self.today


def key_of(address: str) -> str:
    """What two spellings of an address share."""
    return identify(address).key or address


def site_of(snapshot: Snapshot) -> str:
    """Whose word it is: the host, or the item itself."""
    address = snapshot.final_url or snapshot.url
    host = urlsplit(address).hostname if address.startswith(("http://", "https://")) else None
    return (host or snapshot.url).removeprefix("www.")


@dataclass
class Shelf:
    """The sources that were chosen for one statement: none twice, and one of a site a turn.

    Attributes:
        limit: how many of a turn.
    """

    limit: int
    keys: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    chosen: list[Snapshot] = field(default_factory=list)
    _sites: set[str] = field(default_factory=set)
    _left: set[str] = field(default_factory=set)

    def begin(self) -> None:
        """Begin a turn; what the last one left for its site's sake may be taken now."""
        self.keys -= self._left
        self.chosen, self._sites, self._left = [], set(), set()

    @property
    def is_full(self) -> bool:
        """Whether the turn has as many sources as it may have."""
        return sum(s.state is FetchState.OK for s in self.chosen) >= self.limit

    def fresh(self, addresses: Sequence[str], most: int) -> list[str]:
        """The next addresses that were not taken yet; they count as taken from now on."""
        found: list[str] = []
        for address in addresses:
            key = key_of(address)
            if len(found) < most and key not in self.keys:
                self.keys.add(key)
                found.append(address)
        return found

    def take(self, snapshot: Snapshot) -> bool:
        """Put a source there, unless it says what another says or its site is there already."""
        if snapshot.state is not FetchState.OK:
            self.chosen.append(snapshot)
            return True
        text, site = canonical(snapshot.text), site_of(snapshot)
        if text in self.texts:
            return False
        if self.is_full or site in self._sites:
            self._left.add(key_of(snapshot.url))
            return False
        self.texts.add(text)
        self._sites.add(site)
        self.chosen.append(snapshot)
        return True
