"""The pages that reports cite, looked up before anything is asked, and kept with the run.

A method that reads pages finds them in its submission. They are stored beside the report, so
that a run is scored again from the very words that were judged, whatever the web says by then.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from veridical.errors import StoreError
from veridical.findings.cited import page_key
from veridical.measure import Page
from veridical.report.model import Citation, Report
from veridical.runs.check import Sources, names_of
from veridical.runs.check_sources import SourcePlan, WebSources
from veridical.runs.submissions import Submitted, sha256
from veridical.sources import Fetched, LocalSources, Snapshot, Web


@dataclass(frozen=True)
class PageFinder:
    """Looks up what stands behind citations: in a folder first, then on the web.

    Attributes:
        sources: a folder of texts; None = none.
        web: reads addresses; None = nothing is fetched.
    """

    sources: Sources | None = None
    web: Web | None = None

    async def with_pages(self, submitted: Submitted) -> Submitted:
        """The submission with the pages that it cites.

        Raises:
            StoreError: what the web gave cannot be kept.
        """
        pages = await self.of(submitted.parsed().report)
        return replace(submitted, pages=pages)

    async def of(self, report: Report) -> dict[str, Page]:
        """The page of each source that the report cites, by its key, in the report's order.

        Raises:
            StoreError: what the web gave cannot be kept.
        """
        cited: dict[str, Citation] = {}
        for citation in report.citations:
            key = page_key(report, citation)
            if key is not None:
                cited.setdefault(key, citation)
        pages = await asyncio.gather(*(self._page(report, c, key) for key, c in cited.items()))
        return dict(zip(cited, pages, strict=True))

    async def _page(self, report: Report, citation: Citation, key: str) -> Page:
        entries = [report.references[index] for index in citation.references]
        source = citation.source
        names = [name for entry in entries for name in names_of(entry)]
        names += [source.original, source.key] if source else []
        found = None if self.sources is None else self.sources.find(names)
        if found is not None and found.state == "ok":
            return _of_file(found)
        address = source.address if source else None
        if self.web is not None and address:
            return page_of_snapshot(key, await self.web.fetch(address))
        return Page(key, "offline") if found is None else Page(key, found.state)


def _of_file(found: Fetched) -> Page:
    return Page(found.id, found.state, found.text, found.title, found.origin)


def page_of_snapshot(key: str, found: Snapshot) -> Page:
    """A snapshot as a page, under a key."""
    return Page(
        key,
        found.state,
        found.text,
        found.title,
        found.final_url,
        found.published,
        found.time,
        found.identifiers,
    )


WebOpener = Callable[[], AbstractAsyncContextManager[Web]]
"""Opens what reads addresses, until a block ends."""


def opener(plan: SourcePlan) -> WebOpener | None:
    """Who reads addresses, as a command line says it; None where nobody is to.

    Raises:
        ConfigError: a host of no form, or what reads the web is not installed.
        InputError: there are no snapshots where only those may be used.
    """
    if not plan.reads_addresses:
        return None
    web = WebSources(plan)
    web.refuse_unfit()

    @asynccontextmanager
    async def opened() -> AsyncIterator[Web]:
        async with web.opened() as there:
            yield there.web

    return opened


async def with_pages(
    submitted: Iterable[Submitted],
    sources: LocalSources | None,
    open_web: WebOpener | None,
) -> tuple[Submitted, ...]:
    """The reports with the pages that they cite; what was opened is closed again.

    Raises:
        StoreError: what the web gave cannot be kept.
    """
    async with open_web() if open_web is not None else nullcontext() as web:
        finder = PageFinder(sources, web)
        return tuple([await finder.with_pages(one) for one in submitted])


class _Line(msgspec.Struct, frozen=True):
    """A page under its key, as it is stored."""

    key: str
    page: Page


def pages_jsonl(pages: Mapping[str, Page]) -> bytes:
    """The pages as they are stored, in the order of their keys."""
    lines = (_Line(key, pages[key]) for key in sorted(pages))
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def pages_sha256(pages: Mapping[str, Page]) -> str:
    """What of the pages makes a run this run: all of a folder's, of the web only which they are.

    What stands at an address changes while a run is gone on with; each result keeps its own.
    """
    of_run = {key: Page(key, "") if page.time else page for key, page in pages.items()}
    return sha256(pages_jsonl(of_run))


def read_pages(path: Path) -> dict[str, Page]:
    """Pages as they were stored.

    Raises:
        StoreError: the file cannot be read, or holds something else.
    """
    try:
        lines: Iterable[bytes] = path.read_bytes().splitlines()
        return {one.key: one.page for one in (msgspec.json.decode(b, type=_Line) for b in lines)}
    except (OSError, msgspec.DecodeError) as e:
        raise StoreError(
            str(path),
            f"holds no pages: {e}",
            expected="what veridical wrote",
            fix="Restore the file, or run again into another folder.",
        ) from e
