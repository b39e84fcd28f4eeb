"""What was fetched, kept before it is used and found again."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import pytest

from tests.loopback_web import Answer, LoopbackWeb, by_path, in_turn, moved, page
from tests.written_documents import pdf
from veridical.errors import ConfigError, InputError, LedgerMismatch, StoreError
from veridical.sources import FetchState, Hit, Hits, SearchState, Snapshot
from veridical.sources.archive import Archive
from veridical.sources.download import Download
from veridical.sources.kept import KeptSearch, KeptWeb, add_file
from veridical.sources.reading import read
from veridical.sources.snapshots import Snapshots, open_snapshots, snapshots_beside

T = TypeVar("T")
ICE = "The sea ice of the Arctic reached its lowest extent in September. " * 20
URL = "https://site.test/ice"


def done(work: Callable[[], Awaitable[T]]) -> T:
    """What a coroutine gives."""

    async def run() -> T:
        return await work()

    return asyncio.run(run())


def fetched_from(web: KeptWeb, *urls: str) -> list[Snapshot]:
    """The snapshots of addresses, one after the other."""

    async def all_of_them() -> list[Snapshot]:
        return [await web.fetch(url) for url in urls]

    return done(all_of_them)


@dataclass
class Host:
    """Brings what it is told to bring, and counts."""

    brings: list[Download] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    async def download(self, url: str) -> Download:
        """The next one; the last stays."""
        self.asked.append(url)
        await asyncio.sleep(0)
        came = self.brings.pop(0) if len(self.brings) > 1 else self.brings[0]
        return replace(came, url=url, final_url=came.final_url or url)

    async def aclose(self) -> None:
        """Nothing to close."""


def good(words: str = ICE) -> Download:
    """A page."""
    body = f"<title>Ice</title><p>{words}</p>".encode()
    return Download(URL, "", (), 200, {"content-type": "text/html"}, body, time="2026-11-30")


def bad(state: FetchState) -> Download:
    """Nothing."""
    return Download(URL, state=state, detail="it is so", time="2026-11-30")


def test_a_page_is_fetched_once(tmp_path: Path) -> None:
    """The second time it comes from the store, equal in every part, also to another process."""
    host = Host([good()])
    with open_snapshots(tmp_path / "s.sqlite") as store:
        first = done(lambda: KeptWeb(store, host).fetch(URL))
    with open_snapshots(tmp_path / "s.sqlite") as store:
        second = done(lambda: KeptWeb(store, host).fetch(URL))

    assert (first, first.is_kept) == (read(replace(good(), final_url=URL)), False)
    assert (second, second.is_kept, host.asked) == (first, True, [URL])


def test_twins_share_one_fetch(tmp_path: Path) -> None:
    """Asked for twice at the same time, also with another fragment, it is fetched once."""
    host = Host([good()])
    with open_snapshots(tmp_path / "s.sqlite") as store:
        web = KeptWeb(store, host)

        async def both() -> list[Snapshot]:
            return list(await asyncio.gather(web.fetch(URL), web.fetch(f"{URL}#part")))

        found = done(both)

    assert (len(host.asked), {one.text for one in found}) == (1, {ICE.strip()})


@pytest.mark.parametrize(
    "state",
    [
        FetchState.TIMEOUT,
        FetchState.UNAVAILABLE,
        FetchState.BLOCKED,
        FetchState.INCOMPLETE_FILE,
        FetchState.REFUSED_TARGET,
    ],
)
def test_a_passing_fault_is_asked_for_again(tmp_path: Path, state: FetchState) -> None:
    """It is kept for audit and for replay, and answers no later fetch."""
    host = Host([bad(state), good()])
    with open_snapshots(tmp_path / "s.sqlite") as store:
        web = KeptWeb(store, host)
        first = done(lambda: web.fetch(URL))
        replayed = done(lambda: KeptWeb(store, None).fetch(URL))
        second = done(lambda: web.fetch(URL))

    assert (first.state, replayed, second.state) == (state, first, FetchState.OK)


def test_an_earlier_run_is_repeated_as_it_was(tmp_path: Path) -> None:
    """What others fetched or put in since does not change what it met."""
    (tmp_path / "a.txt").write_text("Put in since.")
    host = Host([bad(FetchState.TIMEOUT), good()])
    with open_snapshots(tmp_path / "s.sqlite") as store:
        first = done(lambda: KeptWeb(store, host).fetch(URL))
        (row,) = done(lambda: store.listing())
        ended = datetime.now(UTC).isoformat(timespec="milliseconds")
        time.sleep(0.005)
        done(lambda: KeptWeb(store, host).fetch(URL))
        done(lambda: add_file(store, URL, tmp_path / "a.txt"))
        again = done(lambda: KeptWeb(store, None, as_of=ended).fetch(URL))
        now = done(lambda: KeptWeb(store, None).fetch(URL))

    assert (first.state, again, row.state) == (FetchState.TIMEOUT, first, "timeout")
    assert now.text == "Put in since."


@pytest.mark.parametrize(
    "state",
    [FetchState.NOT_FOUND, FetchState.TOO_LARGE, FetchState.UNSUPPORTED_TYPE, FetchState.REDIRECT],
)
def test_what_is_settled_is_not_asked_for_again(tmp_path: Path, state: FetchState) -> None:
    """A dead page stays dead for this store."""
    host = Host([bad(state), good()])
    with open_snapshots(tmp_path / "s.sqlite") as store:
        web = KeptWeb(store, host)
        found = [done(lambda: web.fetch(URL)).state for _ in range(2)]

    assert (found, host.asked) == ([state, state], [URL])


def test_offline_names_what_it_skipped(tmp_path: Path) -> None:
    """What is not kept is a state of its own; each address is named once."""
    with open_snapshots(tmp_path / "s.sqlite") as store:
        web = KeptWeb(store, None)
        found = fetched_from(web, URL, URL, "https://site.test/b")

    assert [one.state for one in found] == [FetchState.OFFLINE] * 3
    assert web.skipped == [URL, "https://site.test/b"]


def test_a_run_replays_from_a_file_that_must_not_change(tmp_path: Path) -> None:
    """Everything it met comes back as it was: pages, faults, PDF pages and ways."""
    pages = {
        "/a": page(f"<h1>Ice</h1><p>{ICE}</p><img src=/p.png alt=map>", "On ice"),
        "/b": moved("/a"),
        "/c": Answer(b"oops", 500),
        "/d.pdf": Answer(pdf([["Ice floats on the water of the sea."]]), kind="application/pdf"),
        "/e": page("<p>Verify you are human.</p>", "Just a moment..."),
        "/f": moved("http://127.0.0.1/"),
    }
    where = tmp_path / "s.sqlite"
    with LoopbackWeb(pages) as site:
        urls = [site.url(path) for path in [*pages, "/none"]]
        urls += ["a5612f0f61c30b47", "file:///etc/hosts"]

        async def live() -> list[Snapshot]:
            with open_snapshots(where) as store:
                web = KeptWeb(store, site.web())
                found = [await web.fetch(url) for url in urls]
                await web.aclose()
                return found

        first = done(live)
    where.chmod(0o444)

    async def replay() -> tuple[list[Snapshot], list[str]]:
        with open_snapshots(where, read_only=True) as store:
            web = KeptWeb(store, None)
            return [await web.fetch(url) for url in urls], web.skipped

    second, skipped = done(replay)

    assert (second, skipped) == (first, [])
    assert len({one.state for one in first}) >= 6


def test_bodies_are_kept_once_under_their_hash(tmp_path: Path) -> None:
    """Two addresses of the same bytes, one body, given back to the byte."""
    host = Host([good()])
    with open_snapshots(tmp_path / "s.sqlite") as store:
        web = KeptWeb(store, host)
        snapshots = fetched_from(web, URL, f"{URL}/2")
        body = done(lambda: store.body(snapshots[0].sha256))
        listed = done(store.listing)
    with sqlite3.connect(tmp_path / "s.sqlite") as database:
        (number,) = database.execute("SELECT count(*) FROM snapshot_bodies").fetchone()
    database.close()

    assert (number, body) == (1, good().body)
    assert [(one.url, one.state, one.size, one.title) for one in listed] == [
        (URL, "ok", len(good().body), "Ice"),
        (f"{URL}/2", "ok", len(good().body), "Ice"),
    ]


def test_no_header_but_those_that_are_needed_is_kept(tmp_path: Path) -> None:
    """A cookie of the host's is nobody's business."""
    headers = {"Set-Cookie": "token=hush", "X-Secret": "hush", "Last-Modified": "yesterday"}
    with LoopbackWeb(page(f"<p>{ICE}</p>", headers=headers)) as site:
        url = site.url("/a")
        with open_snapshots(tmp_path / "s.sqlite") as store:

            async def fetched() -> None:
                web = KeptWeb(store, site.web())
                await web.fetch(url)
                await web.aclose()

            done(fetched)
    kept = (tmp_path / "s.sqlite").read_bytes()

    assert (b"hush" in kept, b"yesterday" in kept) == (False, True)


def test_a_file_stands_for_an_address(tmp_path: Path) -> None:
    """In any of its spellings, over what was fetched, also offline; the latest file counts."""
    one, two = tmp_path / "one.txt", tmp_path / "two.md"
    one.write_text("Ice floats.")
    two.write_text("# Ice\n\nIt melts.")
    host = Host([bad(FetchState.LOGIN_REQUIRED)])
    with open_snapshots(tmp_path / "s.sqlite") as store:
        web = KeptWeb(store, host)
        before = done(lambda: web.fetch(URL))
        added = done(lambda: add_file(store, "http://www.site.test/ice/?utm_source=x", one))
        after = done(lambda: web.fetch(URL))
        done(lambda: add_file(store, URL, two))
        latest = done(lambda: KeptWeb(store, None).fetch(f"{URL}#part"))

    assert (before.state, added.state) == (FetchState.LOGIN_REQUIRED, FetchState.OK)
    assert (after.text, after.origin, latest.text) == ("Ice floats.", "file", "Ice\n\nIt melts.")


def test_a_file_that_cannot_be_read_is_kept_and_said(tmp_path: Path) -> None:
    """Whoever put it in is told; a word like "login" in it is nothing against it."""
    scan, small = tmp_path / "scan.pdf", tmp_path / "small.html"
    scan.write_bytes(pdf([[""]], is_picture=True))
    small.write_text("<title>404</title><p>Log in: how doors work.</p><input type=password>")
    with open_snapshots(tmp_path / "s.sqlite") as store:
        states = [
            done(lambda: add_file(store, URL, scan)).state,
            done(lambda: add_file(store, URL, small)).state,
        ]

    assert states == [FetchState.NEEDS_OCR, FetchState.OK]


@pytest.mark.parametrize(
    ("url", "name", "message"),
    [
        (
            "no address",
            "a.txt",
            "snapshots add: names no address, got 'no address'; expected the address that the "
            "report cites. Copy it from the report.",
        ),
        (
            URL,
            "none.txt",
            "{folder}/none.txt: cannot be read: No such file or directory. Name a file.",
        ),
    ],
)
def test_a_file_that_cannot_be_put_in(tmp_path: Path, url: str, name: str, message: str) -> None:
    """One line says why."""
    (tmp_path / "a.txt").write_text("Ice")
    with (
        open_snapshots(tmp_path / "s.sqlite") as store,
        pytest.raises(InputError) as caught,
    ):
        done(lambda: add_file(store, url, tmp_path / name))

    assert str(caught.value) == message.format(folder=tmp_path)


def test_a_file_of_something_else(tmp_path: Path) -> None:
    """One line, and the file stays as it was."""
    (tmp_path / "s.sqlite").write_bytes(b"no database at all" * 99)

    with pytest.raises(StoreError, match="could not be opened"):
        open_snapshots(tmp_path / "s.sqlite")


def test_a_newer_store(tmp_path: Path) -> None:
    """It is not read wrongly."""
    open_snapshots(tmp_path / "s.sqlite").close()
    with sqlite3.connect(tmp_path / "s.sqlite") as database:
        database.execute("UPDATE snapshots_about SET value = '9'")
    database.close()

    with pytest.raises(LedgerMismatch, match="got 'schema 9'; expected schema 1"):
        open_snapshots(tmp_path / "s.sqlite")


def test_a_store_that_is_only_read(tmp_path: Path) -> None:
    """Nothing new is kept in it, and a missing one is not made."""
    open_snapshots(tmp_path / "s.sqlite").close()
    with (
        open_snapshots(tmp_path / "s.sqlite", read_only=True) as store,
        pytest.raises(LedgerMismatch, match="were opened for reading alone"),
    ):
        done(lambda: KeptWeb(store, Host([good()])).fetch(URL))
    with pytest.raises(StoreError):
        open_snapshots(tmp_path / "none.sqlite", read_only=True)

    assert not (tmp_path / "none.sqlite").exists()


def test_where_a_ledgers_snapshots_are() -> None:
    """In its folder, or in its database."""
    assert snapshots_beside("runs/a.ledger") == "runs/snapshots.sqlite"
    assert snapshots_beside("postgresql://me@here/db") == "postgresql://me@here/db"


def test_a_database_that_is_not_supported() -> None:
    """As for the ledger."""
    with pytest.raises(ConfigError):
        open_snapshots("mysql://me@here/db")


@dataclass
class Finder:
    """A search that gives what it is told to."""

    gives: list[Hits]
    name: str = "serper"
    asked: int = 0

    async def search(self, query: str, limit: int = 10, *, language: str = "") -> Hits:
        """The next one; the last stays."""
        self.asked += 1
        return self.gives.pop(0) if len(self.gives) > 1 else self.gives[0]

    async def aclose(self) -> None:
        """Nothing to close."""


FOUND = Hits("ice", SearchState.OK, (Hit(URL, "Ice", "It floats."),), "serper", "2026-11-30")


def searched(store: Snapshots, inner: Finder | None, query: str = "ice", **more: object) -> Hits:
    """What a kept search gives."""
    return done(lambda: KeptSearch(store, "serper", inner).search(query, **more))  # type: ignore[arg-type]


def test_a_search_is_made_once(tmp_path: Path) -> None:
    """Another query, number or language is another search."""
    finder = Finder([FOUND])
    with open_snapshots(tmp_path / "s.sqlite") as store:
        found = [searched(store, finder), searched(store, finder), searched(store, None)]
        searched(store, finder, limit=5)
        searched(store, finder, language="zh")
        searched(store, finder, "sea ice")

    assert (found, finder.asked) == ([FOUND] * 3, 4)
    assert [one.is_kept for one in found] == [False, True, True]


def test_a_failed_search_is_made_again(tmp_path: Path) -> None:
    """It is met again in replay alone."""
    failed = replace(FOUND, state=SearchState.RATE_LIMITED, results=())
    with open_snapshots(tmp_path / "s.sqlite") as store:
        finder = Finder([failed, FOUND])
        found = [searched(store, finder), searched(store, None), searched(store, finder)]

    assert found == [failed, failed, FOUND]


def test_a_search_that_would_need_the_network(tmp_path: Path) -> None:
    """It is named."""
    with open_snapshots(tmp_path / "s.sqlite") as store:
        search = KeptSearch(store, "serper", None)
        found = done(lambda: search.search("ice"))

    assert (found.state, found.results, search.skipped) == (SearchState.OFFLINE, (), ["ice"])


def test_an_archive_is_asked_for_what_is_gone(tmp_path: Path) -> None:
    """Its copy is the snapshot, its origin and the live state are told; off, nobody asks it."""
    with LoopbackWeb({}) as site:
        copy = site.url("/web/20150101005634/https://site.test/ice", "web.archive.test")
        said = (
            '{"url": "x", "archived_snapshots": {"closest": {"status": "200", "available": true, '
            f'"url": "{copy}", "timestamp": "20150101005634"}}}}}}'
        )
        site.script = by_path(
            {
                "/wayback/available": Answer(said.encode(), kind="application/json"),
                "/web/20150101005634id_/https://site.test/ice": page(f"<p>{ICE}</p>", "Old ice"),
            }
        )
        archive = Archive(site.url("/wayback/available", "archive.test"))
        url = site.url("/ice")

        async def both() -> list[Snapshot]:
            web = site.web("site.test", "archive.test", "web.archive.test")
            found = []
            for name, asked in (("with", archive), ("without", None)):
                with open_snapshots(tmp_path / name) as store:
                    found.append(await KeptWeb(store, web, asked).fetch(url))
            await web.aclose()
            return found

        with_it, without = done(both)
        asked = [one.query.get("url") for one in site.asked if one.path == "/wayback/available"]

    assert (with_it.state, with_it.origin, with_it.title) == (FetchState.OK, "archive", "Old ice")
    assert (with_it.url, "live: not_found" in with_it.notes) == (url, True)
    assert "20150101005634id_" in with_it.final_url
    assert (without.state, asked) == (FetchState.NOT_FOUND, [url])


@pytest.mark.parametrize(
    "said",
    [
        Answer(b'{"archived_snapshots": {}}', kind="application/json"),
        Answer(b"<html>busy</html>"),
        Answer(b"", 503),
        Answer(
            b'{"archived_snapshots": {"closest": {"url": "http://127.0.0.1/", "available": true}}}'
        ),
    ],
    ids=["nothing", "garbage", "failed", "hostile"],
)
def test_an_archive_that_does_not_help(tmp_path: Path, said: Answer) -> None:
    """What the web said stays; an address out of its answer is checked like any other."""

    async def fetched(site: LoopbackWeb) -> Snapshot:
        web = site.web("site.test", "archive.test")
        archive = Archive(site.url("/wayback/available", "archive.test"))
        with open_snapshots(tmp_path / "s.sqlite") as store:
            found = await KeptWeb(store, web, archive).fetch(site.url("/ice"))
        await web.aclose()
        return found

    with LoopbackWeb({"/wayback/available": said}) as site:
        found = done(lambda: fetched(site))

    assert (found.state, found.origin) == (FetchState.NOT_FOUND, "web")


def test_a_page_that_lives_is_not_looked_for_in_an_archive(tmp_path: Path) -> None:
    """Nor one that is only too large."""
    with LoopbackWeb(in_turn(page(f"<p>{ICE}</p>"))) as site:

        async def fetched() -> Snapshot:
            web = site.web("site.test", "archive.test")
            archive = Archive(site.url("/wayback/available", "archive.test"))
            with open_snapshots(tmp_path / "s.sqlite") as store:
                found = await KeptWeb(store, web, archive).fetch(site.url("/ice"))
            await web.aclose()
            return found

        assert (done(fetched).state, len(site.asked)) == (FetchState.OK, 1)
