"""Where `check` looks sources up: in a folder, on the web, or in what the web gave before.

Addresses are fetched once a command, before anything is judged, and what came is kept before it
is used. So the same command without the network finds the same words, and a page that could
not be read is told by its state and never judged.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from veridical.errors import ConfigError, InputError
from veridical.report.identity.source import SourceIdentity
from veridical.report.model import Report
from veridical.runs.check import Progress, silent
from veridical.sources import Fetched, FetchState, Snapshot, Web

if TYPE_CHECKING:
    from veridical.sources.http import HttpWeb
    from veridical.sources.snapshots import Snapshots

WEB, SNAPSHOTS = "web", "snapshots"
MOST_AT_A_TIME = 32
"""Addresses under way at a time, over all hosts; each host has its own limit below that."""


@dataclass(frozen=True, kw_only=True)
class SourcePlan:
    """Where sources are looked up.

    Attributes:
        folder: a folder of texts; None = none.
        reads_addresses: whether what stands at addresses is looked up.
        may_fetch: whether the network may be used for it; else only what is kept is used.
        fetches_anew: whether what is kept is fetched again, and kept beside the older one.
        only_kept: whether the user wants no more than that, network or not.
        store: where what the web gave is kept, a path or a URL.
        hosts: ``NAME:PORT`` of hosts that are not public and may be read all the same.
    """

    folder: Path | None = None
    reads_addresses: bool = False
    may_fetch: bool = False
    fetches_anew: bool = False
    only_kept: bool = False
    store: str | Path = "snapshots.sqlite"
    hosts: tuple[str, ...] = ()


def source_plan(
    named: str | None,
    store: str | Path,
    *,
    hosts: Iterable[str] = (),
    is_offline: bool = False,
) -> SourcePlan:
    """Where sources are looked up, as a command line says it.

    Args:
        named: ``web``, ``snapshots``, ``snapshots:PATH``, else a folder; None = nowhere.
        store: where snapshots are kept, unless `named` says so.
        hosts: ``NAME:PORT`` of places of the user's own.
        is_offline: whether the network is forbidden.

    Raises:
        ConfigError: ``snapshots:`` without a path.
    """
    own = tuple(hosts)
    word, colon, place = (named or "").partition(":")
    if named == WEB:
        return SourcePlan(reads_addresses=True, may_fetch=not is_offline, store=store, hosts=own)
    if word == SNAPSHOTS and (colon or named == SNAPSHOTS):
        if colon and not place:
            raise ConfigError(
                "--sources",
                "names no snapshots",
                got=named,
                expected="snapshots:PATH",
                fix="Add the path.",
            )
        return SourcePlan(reads_addresses=True, only_kept=True, store=place or store, hosts=own)
    folder = None if named is None else Path(named)
    return SourcePlan(folder=folder, store=store, hosts=own)


@dataclass
class OnceWeb:
    """A `Web` that asks for each address once a command, also where it failed.

    Attributes:
        inner: who is asked.
        seen: what came, by the addresses' keys.
    """

    inner: Web
    seen: dict[str, Snapshot]

    async def fetch(self, url: str) -> Snapshot:
        """What came the first time."""
        from veridical.sources.snapshots import key_of

        key = key_of(url)
        if key not in self.seen:
            self.seen[key] = await self.inner.fetch(url)
        return self.seen[key]

    async def aclose(self) -> None:
        """Let go of what is behind."""
        await self.inner.aclose()


@dataclass(frozen=True)
class OpenWeb:
    """The web while one report is checked.

    Attributes:
        store: where snapshots are kept.
        web: who reads addresses.
    """

    store: Snapshots
    web: Web


@dataclass
class WebSources:
    """The web of one command, opened anew for each report.

    Attributes:
        plan: where what came is kept, and whether more may come.
        skipped: addresses that would have needed the network, in the order asked.
    """

    plan: SourcePlan
    skipped: list[str] = field(default_factory=list)
    _seen: dict[str, Snapshot] = field(default_factory=dict, repr=False)

    def refuse_unfit(self) -> None:
        """Refuse what nothing can be read with, before anything is made or asked.

        Raises:
            ConfigError: a host of no form, or what reads the web is not installed.
            InputError: there are no snapshots where only those may be used.
        """
        if fetcher(self.plan) is None:
            require_store(self.plan.store)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[OpenWeb]:
        """The web, until the block ends.

        Raises:
            ConfigError: a host of no form, or what reads the web is not installed.
            InputError: there are no snapshots where only those may be used.
            StoreError: what is kept cannot be read or written.
        """
        from veridical.sources.kept import KeptWeb
        from veridical.sources.snapshots import open_snapshots

        fetches = fetcher(self.plan)  # refused before a store is made
        if fetches is None:
            require_store(self.plan.store)
        with open_snapshots(self.plan.store, read_only=fetches is None) as store:
            kept = KeptWeb(store, fetches, fetches_anew=self.plan.fetches_anew)
            web = OnceWeb(kept, self._seen)
            try:
                yield OpenWeb(store, web)
            finally:
                new = (url for url in kept.skipped if url not in self.skipped)
                self.skipped.extend(dict.fromkeys(new))
                await web.aclose()


def fetcher(plan: SourcePlan) -> HttpWeb | None:
    """Who fetches; None where nothing may be fetched.

    Raises:
        ConfigError: a host of no form, or what reads the web is not installed.
    """
    from veridical.sources.guard import guard_allowing
    from veridical.sources.http import HttpWeb

    guard = guard_allowing(plan.hosts)
    return HttpWeb(guard) if plan.may_fetch else None


def require_store(where: str | Path) -> None:
    """Refuse a file of snapshots that is not there, where nothing may be fetched.

    Raises:
        InputError: there is none.
    """
    if "://" not in str(where) and not Path(where).is_file():
        raise InputError(
            f'snapshots "{where}"',
            "are not there, and the network is forbidden",
            expected="what an earlier --sources web kept",
            fix="Run it once with the network, or name the file with --snapshots.",
        )


@dataclass(frozen=True)
class FetchedSources:
    """What stands at the addresses of one report, by their names in it.

    Attributes:
        by_name: addresses as the report writes them, and the keys of their sources.
    """

    by_name: Mapping[str, Fetched]

    def find(self, names: Iterable[str]) -> Fetched:
        """The source that one of `names` stands for, the first that was fetched.

        Args:
            names: a reference's item id, address, label and title, best first.

        Returns:
            Its text, or the state that says why there is none; without any address
            `FetchState.INVALID_URL`.
        """
        asked = [name for name in names if name]
        for name in asked:
            if name in self.by_name:
                return self.by_name[name]
        return Fetched(asked[0] if asked else "", FetchState.INVALID_URL)


Bar = Callable[[], AbstractContextManager[Progress]]
"""Opens what is told how many of how many addresses are read."""


def no_bar() -> AbstractContextManager[Progress]:
    """A bar that nobody looks at."""
    return nullcontext(silent)


async def fetch_cited(report: Report, web: Web, bar: Bar = no_bar) -> FetchedSources:
    """Read every address that the report cites, each once.

    Args:
        report: the report; references that it cites nowhere are not read.
        web: who reads addresses.
        bar: shows how far it is.

    Raises:
        StoreError: what came cannot be kept.
    """
    named = list(_cited(report))
    addresses = list(dict.fromkeys(one.address for one in named if one.address))
    with bar() as told:
        found = await _fetched(addresses, web, told)
    by_name: dict[str, Fetched] = {}
    for one in named:
        if one.address:
            source = found[one.address].source(one.address)
            by_name.setdefault(one.original, source)
            by_name.setdefault(one.key, source)
    return FetchedSources(by_name)


async def _fetched(addresses: list[str], web: Web, told: Progress) -> dict[str, Snapshot]:
    turn = asyncio.Semaphore(MOST_AT_A_TIME)
    found: dict[str, Snapshot] = {}

    async def one(address: str) -> None:
        async with turn:
            found[address] = await web.fetch(address)
        told(len(found), len(addresses))

    await asyncio.gather(*(one(address) for address in addresses))
    return found


def _cited(report: Report) -> Iterator[SourceIdentity]:
    """The sources that citations name, of a number of several entries all of them."""
    for citation in report.citations:
        entries = (report.references[index].source for index in citation.references)
        for source in (citation.source, *entries):
            if source is not None:
                yield source
