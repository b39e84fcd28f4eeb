"""`check --facts`: every statement of one report searched for, in a folder or on the web.

By default the folder of sources is all that is searched, with no key and no network. With a
provider the web is searched; what it gave is kept beside the ledger before it is used, and
without the network only what is kept is used.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from veridical.agents.assertions import Assertions, read_assertions
from veridical.agents.cited import cited_addresses
from veridical.agents.fact_checker import FactCheck, check_facts
from veridical.agents.reading_room import Older, ReadingRoom
from veridical.agents.spending import Limits
from veridical.ask import Asker
from veridical.errors import ConfigError
from veridical.report.model import Citation, Report
from veridical.report.own_address import own_sources
from veridical.retrieval.corpus import CorpusSearch
from veridical.runs.check import Sources, names_of
from veridical.runs.check_sources import OpenWeb
from veridical.sources import FetchState, LocalSources, Search, Snapshot, Web
from veridical.sources.folder import FolderWeb


@dataclass(frozen=True, kw_only=True)
class FactPlan:
    """Where and how far is searched.

    Attributes:
        folder: a folder of source texts; None = none.
        provider: who searches the web; "" = nobody.
        endpoint: where the provider is, if not where it says.
        key_env: the environment variable of its key, if not the usual one.
        hosts: ``NAME:PORT`` of hosts that are not public and may be read all the same.
        snapshots: where what the web gave is kept.
        is_offline: whether only what is kept is used.
        date: the run's date (ISO); later pages are no evidence; "" = not told.
        query: what the report answers; "" = unknown.
        limits: how far the search goes.
    """

    folder: Path | None
    provider: str = ""
    endpoint: str = ""
    key_env: str = ""
    hosts: tuple[str, ...] = ()
    snapshots: str | Path = "snapshots.sqlite"
    is_offline: bool = False
    date: str = ""
    query: str = ""
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        """Refuse a plan that searches nowhere."""
        if self.folder is None and not self.provider:
            raise ConfigError(
                "--facts",
                "has nothing to search",
                expected="--sources DIR, or --search with a provider",
                fix="Add one of them.",
            )

    async def refuse_unfit(self) -> None:
        """Refuse a provider or a key that is missing, before anything is made or asked.

        Raises:
            ConfigError: there is none such.
        """
        if self.provider and not self.is_offline:
            await _provider(self).aclose()


@dataclass(frozen=True)
class ReportFacts:
    """The facts of one report.

    Attributes:
        read: what it asserts, with what cannot be checked and what nobody read.
        found: how each assertion stands.
        date: the run's date, as it was told.
    """

    read: Assertions
    found: FactCheck
    date: str = ""

    @property
    def is_complete(self) -> bool:
        """Whether every piece was read and every statement has a standing."""
        return not self.read.unread and all(one.standing for one in self.found.checked)


@dataclass(frozen=True)
class FolderFirst:
    """A `Web` that answers from a folder what the folder has.

    Attributes:
        folder: the folder.
        web: who is asked for the rest.
    """

    folder: Web
    web: Web

    async def fetch(self, url: str) -> Snapshot:
        """The folder's text, else what the web gives."""
        found = await self.folder.fetch(url)
        return found if found.state is FetchState.OK else await self.web.fetch(url)

    async def aclose(self) -> None:
        """Let go of both."""
        await self.folder.aclose()
        await self.web.aclose()


@dataclass(frozen=True)
class World:
    """Where is searched and read.

    Attributes:
        search: finds addresses.
        web: reads them.
        older: finds older snapshots of them; None where none are kept.
    """

    search: Search
    web: Web
    older: Older | None = None


@asynccontextmanager
async def world_of(plan: FactPlan, opened: OpenWeb | None = None) -> AsyncIterator[World]:
    """Where is searched and read, until the block ends.

    Args:
        plan: where and how far is searched.
        opened: the web that cited sources were read from: what it gave is not fetched again.

    Raises:
        InputError: a folder that is none.
        ConfigError: no such provider, no key, or an extra that is not installed.
        StoreError: what was kept cannot be read.
    """
    folder = FolderWeb(LocalSources(plan.folder)) if plan.folder is not None else None
    if not plan.provider:
        assert folder is not None
        assert plan.folder is not None
        yield World(CorpusSearch(plan.folder), folder)
        return
    from veridical.sources.kept import KeptSearch

    provider = None if plan.is_offline else _provider(plan)
    async with _web_of(plan, opened) as there:
        search = KeptSearch(there.store, plan.provider, provider)
        try:
            web = there.web if folder is None else FolderFirst(folder, there.web)
            yield World(search, web, there.store.older)
        finally:
            await search.aclose()


@asynccontextmanager
async def _web_of(plan: FactPlan, opened: OpenWeb | None) -> AsyncIterator[OpenWeb]:
    """The web that is open already, else one of its own until the block ends."""
    if opened is not None:
        yield opened
        return
    from veridical.sources.guard import guard_allowing
    from veridical.sources.http import HttpWeb
    from veridical.sources.kept import KeptWeb
    from veridical.sources.snapshots import open_snapshots

    inner = None if plan.is_offline else HttpWeb(guard_allowing(plan.hosts))
    with open_snapshots(plan.snapshots) as store:
        web = KeptWeb(store, inner)
        try:
            yield OpenWeb(store, web)
        finally:
            await web.aclose()


def _provider(plan: FactPlan) -> Search:
    from veridical.sources.search import open_search

    return open_search(plan.provider, endpoint=plan.endpoint, key_env=plan.key_env)


async def facts_of(
    report: Report,
    asker: Asker,
    plan: FactPlan,
    sources: Sources | None,
    *,
    web: OpenWeb | None = None,
) -> ReportFacts:
    """Search for every statement of a report.

    Args:
        report: the report.
        asker: who answers.
        plan: where and how far is searched.
        sources: what is at hand already; names what citations stand for.
        web: the web that it came from, if it did.

    Raises:
        InputError: a folder that is none.
        ConfigError: no such provider, no key, or an extra that is not installed.
        StoreError: what is kept cannot be read or written.
    """
    read = await read_assertions(report, asker, query=plan.query)
    async with world_of(plan, web) as there:
        found = await check_facts(
            read.found,
            _room(report, there, plan.date),
            asker,
            query=plan.query,
            limits=plan.limits,
            cited=_cited(report, sources) if sources else cited_addresses(report),
        )
    return ReportFacts(read, found, plan.date)


def _room(report: Report, there: World, date: str) -> ReadingRoom:
    own = own_sources(report)
    return ReadingRoom(there.search, there.web, date, stands_at=own, older=there.older)


def _cited(report: Report, sources: Sources) -> Mapping[int, tuple[str, ...]]:
    """What the folder has of what is cited for each statement; else the cited addresses."""
    found: defaultdict[int, list[str]] = defaultdict(list)
    for citation in report.citations:
        there = sources.find(_names(report, citation))
        for statement in citation.scope.statements:
            if there.state is FetchState.OK:
                found[statement].append(there.id)
    addresses = cited_addresses(report)
    return {
        statement: tuple(dict.fromkeys(found.get(statement) or addresses.get(statement, ())))
        for statement in {*found, *addresses}
    }


def _names(report: Report, citation: Citation) -> list[str]:
    entries = [report.references[index] for index in citation.references]
    names = [name for entry in entries for name in names_of(entry)]
    source = citation.source
    return [*names, *([source.original, source.key] if source else [])] or [citation.label]
