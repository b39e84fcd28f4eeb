"""What a source said before: older snapshots that differ in words, and how they come about."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.unit.sources.test_snapshots import Host, good
from veridical.sources import Snapshot
from veridical.sources.download import Download
from veridical.sources.kept import KeptWeb, add_file
from veridical.sources.reading import read
from veridical.sources.snapshots import Snapshots, open_snapshots

URL = "https://site.test/ice"
WORDS = "The sea ice of the Arctic reached {} million square kilometres in September. " * 20


def page_at(day: int, area: float, url: str = URL, origin: str = "web") -> Download:
    """A page as it came on a day."""
    body = f"<title>Ice</title><p>{WORDS}</p>".replace("{}", str(area))
    kind = {"content-type": "text/html"}
    time = f"2026-11-{day:02d}T00:00:00.000+00:00"
    return Download(url, url, (), 200, kind, body.encode(), time=time, origin=origin)


async def keep(store: Snapshots, *came: Download) -> list[Snapshot]:
    """What was kept, in order."""
    found = []
    for one in came:
        snapshot = read(one)
        await store.keep(one, snapshot)
        found.append(snapshot)
    return found


def test_other_words_of_the_same_source(tmp_path: Path) -> None:
    """The newest first; the same words twice once; not what is as old, younger or elsewhere."""

    async def run() -> None:
        with open_snapshots(tmp_path / "s.sqlite") as store:
            kept = await keep(
                store,
                page_at(1, 4.1),
                page_at(2, 4.2, "http://www.site.test/ice/?utm_source=x"),
                page_at(3, 4.2),
                page_at(4, 4.9, "https://site.test/other"),
                page_at(5, 4.5),
                page_at(6, 4.7),
            )
            assert [s.text for s in await store.older(kept[4])] == [kept[2].text, kept[0].text]
            assert await store.older(kept[0]) == ()
            assert len(await store.older(kept[5], most=1)) == 1

    asyncio.run(run())


def test_nothing_is_older_than_a_copy_from_an_archive(tmp_path: Path) -> None:
    """It may be of any day."""

    async def run() -> None:
        with open_snapshots(tmp_path / "s.sqlite") as store:
            kept = await keep(store, page_at(1, 4.1), page_at(2, 4.2, origin="archive"))
            assert await store.older(kept[1]) == ()

    asyncio.run(run())


def test_fetched_anew(tmp_path: Path) -> None:
    """What is kept is asked for again, and the older one stays; without the network it answers."""
    host = Host([good(WORDS.replace("{}", "4.1")), good(WORDS.replace("{}", "4.7"))])

    async def run() -> None:
        with open_snapshots(tmp_path / "s.sqlite") as store:
            first = await KeptWeb(store, host).fetch(URL)
            again = await KeptWeb(store, host).fetch(URL)
            anew = await KeptWeb(store, host, fetches_anew=True).fetch(URL)
            replayed = await KeptWeb(store, None, fetches_anew=True).fetch(URL)
            assert (first == again, "4.1" in first.text, "4.7" in anew.text) == (True, True, True)
            assert replayed == anew
            assert len(await store.listing()) == 2

    asyncio.run(run())


def test_a_file_that_somebody_put_in_stands(tmp_path: Path) -> None:
    """Fetching anew does not take its place: the page could not be fetched."""
    (tmp_path / "saved.html").write_text(f"<p>{WORDS}</p>", "utf-8")
    host = Host([good()])

    async def run() -> None:
        with open_snapshots(tmp_path / "s.sqlite") as store:
            put_in = await add_file(store, URL, tmp_path / "saved.html")
            assert await KeptWeb(store, host, fetches_anew=True).fetch(URL) == put_in
            assert host.asked == []

    asyncio.run(run())
