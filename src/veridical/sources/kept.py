"""A web and a search whose every answer is kept before it is handed on, and found again.

Without anything behind them they only replay, and say by name what they skipped.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from veridical.errors import InputError
from veridical.ledger.flights import Flights
from veridical.sources.archive import Archive, is_worth_asking
from veridical.sources.download import Download
from veridical.sources.extract.kind import told_by
from veridical.sources.guard import web_address
from veridical.sources.port import Hits, Search, SearchState
from veridical.sources.reading import read
from veridical.sources.result import FetchState
from veridical.sources.snapshot import Snapshot
from veridical.sources.snapshots import Snapshots, key_of, search_key


class Downloads(Protocol):
    """Brings what stands at an address, unread."""

    async def download(self, url: str) -> Download:
        """What comes from an address; never raises for what the world does."""
        ...

    async def aclose(self) -> None:
        """Let go of connections; safe to call twice."""
        ...


@dataclass
class KeptWeb:
    """A `Web` that answers from the store what it has seen before.

    Attributes:
        store: where snapshots are kept; it stays open when this closes.
        inner: who brings what is not kept; None = nobody, the network is forbidden.
        archive: who is asked for an older copy of what is gone; None = nobody.
        as_of: answer as the store stood then, in UTC, ISO 8601; "" = as it stands. For
            repeating a run beside which others have fetched since.
        fetches_anew: whether what is kept is asked for again, and kept beside the older one;
            a file that somebody put in still stands for its address.
        skipped: the addresses that would have needed the network, in the order asked.
    """

    store: Snapshots
    inner: Downloads | None
    archive: Archive | None = None
    as_of: str = ""
    fetches_anew: bool = False
    skipped: list[str] = field(default_factory=list)
    _flights: Flights = field(default_factory=Flights)

    async def fetch(self, url: str) -> Snapshot:
        """The kept snapshot, or a new one that is kept first; see `Web`."""
        if web_address(url) is None:  # told without a look at the world, so not kept either
            return Snapshot(url, FetchState.INVALID_URL, detail="it is no address")
        return await self._flights.once(key_of(url), lambda: self._recall_or_fetch(url))

    async def aclose(self) -> None:
        """Close what is behind; the store stays open."""
        if self.inner is not None:
            await self.inner.aclose()

    def _is_stale(self, kept: Snapshot) -> bool:
        return self.fetches_anew and self.inner is not None and kept.origin != "file"

    async def _recall_or_fetch(self, url: str) -> Snapshot:
        is_replay = self.inner is None
        kept = await self.store.find(url, is_replay=is_replay, as_of=self.as_of)
        if kept is not None and not self._is_stale(kept):
            return kept
        if self.inner is None:
            if url not in self.skipped:
                self.skipped.append(url)
            return Snapshot(
                url, FetchState.OFFLINE, detail="it is not kept, and the network is forbidden"
            )
        came = await self.inner.download(url)
        snapshot = await asyncio.to_thread(read, came)
        if self.archive is not None and is_worth_asking(snapshot.state):
            older = await self.archive.download(url, self.inner.download)
            if older is not None:
                found = await asyncio.to_thread(read, older)
                if found.state is FetchState.OK:
                    notes = (*found.notes, f"live: {snapshot.state.value}")
                    came, snapshot = older, replace(found, notes=notes)
        await self.store.keep(came, snapshot)
        return snapshot


@dataclass
class KeptSearch:
    """A `Search` that answers from the store what it has been asked before.

    Attributes:
        store: where results are kept; it stays open when this closes.
        provider: the name of who answers, as it is kept.
        inner: who answers what is not kept; None = nobody, the network is forbidden.
        skipped: the queries that would have needed the network, in the order asked.
    """

    store: Snapshots
    provider: str
    inner: Search | None
    skipped: list[str] = field(default_factory=list)
    _flights: Flights = field(default_factory=Flights)

    @property
    def name(self) -> str:
        """Who answers."""
        return self.provider

    async def search(self, query: str, limit: int = 10, *, language: str = "") -> Hits:
        """The kept results, or new ones that are kept first; see `Search`."""
        query = query.encode("utf-8", "replace").decode("utf-8")
        key = search_key(self.provider, query, limit, language)
        return await self._flights.once(key, lambda: self._recall(key, query, limit, language))

    async def aclose(self) -> None:
        """Close what is behind; the store stays open."""
        if self.inner is not None:
            await self.inner.aclose()

    async def _recall(self, key: str, query: str, limit: int, language: str) -> Hits:
        kept = await self.store.find_search(key, is_replay=self.inner is None)
        if kept is not None:
            return kept
        if self.inner is None:
            if query not in self.skipped:
                self.skipped.append(query)
            detail = "it is not kept, and the network is forbidden"
            return Hits(query, SearchState.OFFLINE, provider=self.provider, detail=detail)
        hits = await self.inner.search(query, limit, language=language)
        await self.store.keep_search(key, hits)
        return hits


async def add_file(store: Snapshots, url: str, path: Path) -> Snapshot:
    """Put a file in for an address: from now on it is what stands there.

    Args:
        store: where it is kept.
        url: the address, in any of its spellings.
        path: the file, as its user saved it.

    Returns:
        What it was read as; its state says if nothing could be read.

    Raises:
        InputError: no address, or a file that cannot be read.
        StoreError: the store cannot be written.
    """
    if web_address(url) is None:
        raise InputError(
            "snapshots add",
            "names no address",
            got=url,
            expected="the address that the report cites",
            fix="Copy it from the report.",
        )
    try:
        body = await asyncio.to_thread(path.read_bytes)
    except OSError as e:
        raise InputError(str(path), f"cannot be read: {e.strerror}", fix="Name a file.") from e
    time = datetime.now(UTC).isoformat(timespec="milliseconds")
    told = {"content-type": told_by(path.name)}
    came = Download(url, url, (), None, told, body, None, "", time, "file", path.name)
    snapshot = await asyncio.to_thread(read, came)
    await store.keep(came, snapshot)
    return snapshot
