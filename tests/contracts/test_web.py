"""What every web and every search promises, whatever it is made of."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.loopback_web import QUICK, Answer, Asked, LoopbackWeb, page
from veridical.retrieval.corpus import CorpusSearch
from veridical.sources import (
    Fetched,
    FetchState,
    Hit,
    Hits,
    LocalSources,
    Search,
    SearchState,
    Snapshot,
    Web,
)
from veridical.sources.download import Download
from veridical.sources.folder import FolderWeb
from veridical.sources.kept import KeptSearch, KeptWeb
from veridical.sources.reading import read
from veridical.sources.search import PROVIDERS, open_search
from veridical.sources.snapshots import open_snapshots

URL = "https://site.test/ice"
WORDS = "The sea ice of the Arctic reached its lowest extent in September. " * 5
ODD = [
    "",
    " ",
    "a5612f0f61c30b47",
    "http://",
    "http://[",
    "http://%00/",
    "file:///etc/passwd",
    "../../etc/passwd",
    "javascript:alert(1)",
    "http://127.0.0.1/",
    "http://" + "a" * 300 + ".test/",
    "http://a.test/" + "b" * 9000,
    "\ud800",
    "http://\ud800.test/",
    "x" * 100_000,
    "海冰",
    "\0",
]


@dataclass
class Place:
    """A web, and an address of it that has text."""

    web: Web
    good: str


def live(stack: ExitStack, folder: Path) -> Place:
    """Over HTTP."""
    site = stack.enter_context(LoopbackWeb({"/a": page(f"<p>{WORDS}</p>", "Ice")}))
    return Place(site.web(), site.url("/a"))


def kept(stack: ExitStack, folder: Path) -> Place:
    """Over HTTP, and kept."""
    place = live(stack, folder)
    store = stack.enter_context(open_snapshots(folder / "s.sqlite"))
    return Place(KeptWeb(store, place.web), place.good)  # type: ignore[arg-type]


def replayed(stack: ExitStack, folder: Path) -> Place:
    """Out of the store alone."""
    place = kept(stack, folder)

    async def once() -> None:
        await place.web.fetch(place.good)
        await place.web.aclose()

    asyncio.run(once())
    store = stack.enter_context(open_snapshots(folder / "s.sqlite", read_only=True))
    return Place(KeptWeb(store, None), place.good)


def local(stack: ExitStack, folder: Path) -> Place:
    """Out of a folder."""
    (folder / "texts").mkdir()
    (folder / "texts" / "ice.md").write_text(f"# Ice\n\n{WORDS}")
    return Place(FolderWeb(LocalSources(folder / "texts")), "ice.md")


@pytest.fixture(params=[live, kept, replayed, local], ids=lambda f: f.__name__)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """A web of each kind."""
    make: Callable[[ExitStack, Path], Place] = request.param
    with ExitStack() as stack:
        yield make(stack, tmp_path)


def fetched(web: Web, *urls: str) -> list[Snapshot]:
    """The snapshots of addresses; the web is closed twice after it."""

    async def all_of_them() -> list[Snapshot]:
        try:
            return [await web.fetch(url) for url in urls]
        finally:
            await web.aclose()
            await web.aclose()

    return asyncio.run(all_of_them())


def test_what_is_there_has_text(place: Place) -> None:
    """Title, text and the address as asked for; a source to judge by."""
    (found,) = fetched(place.web, place.good)

    assert (found.url, found.state, found.title) == (place.good, FetchState.OK, "Ice")
    assert WORDS.strip() in found.text
    assert found.source("1") == Fetched("1", FetchState.OK, found.text, "Ice", found.final_url)


def test_the_same_address_gives_the_same_text(place: Place) -> None:
    """Also the second time."""
    first, second = fetched(place.web, place.good, place.good)

    assert (first.text, first.sha256) == (second.text, second.sha256)


def test_no_text_but_with_the_state_that_says_so(place: Place) -> None:
    """Whatever is asked for, nothing is raised, and absence has no words."""
    found = fetched(place.web, *ODD)

    assert [one.url for one in found] == ODD
    assert {(one.state is FetchState.OK, one.text) for one in found} == {(False, "")}


def test_offsets_are_places_in_the_text(place: Place) -> None:
    """Of headings, tables, figures, marks and pages."""
    (found,) = fetched(place.web, place.good)
    stretches = [one.at for one in (*found.headings, *found.tables, *found.pages)]

    assert all(0 <= at.start <= at.end <= len(found.text) for at in stretches)
    assert all(found.text[h.at.start : h.at.end] == h.text for h in found.headings)


RESULT = {"url": "https://a.example/ice", "link": "https://a.example/ice", "title": "Ice"}


def provider_answer(asked: Asked) -> Answer:
    """One result in every provider's format; none for a query of volcanoes."""
    said = (
        asked.query.get("q") or json.loads(asked.body).get("q") or json.loads(asked.body)["query"]
    )
    results = [] if "volcano" in said else [RESULT]
    every = {"type": "search", "organic": results, "results": results, "web": {"results": results}}
    return Answer(json.dumps(every).encode(), kind="application/json")


def over_http(name: str) -> Callable[[ExitStack, Path], Search]:
    """A provider over HTTP."""

    def make(stack: ExitStack, folder: Path) -> Search:
        site = stack.enter_context(LoopbackWeb(provider_answer))
        keys = {one.key_env: "key" for one in PROVIDERS if one.key_env}
        endpoint = f"http://127.0.0.1:{site.port}"
        return open_search(name, endpoint=endpoint, manners=QUICK, environment=keys)

    return make


def in_folder(stack: ExitStack, folder: Path) -> Search:
    """A folder of one's own."""
    (folder / "ice.md").write_text("# Ice\n\nIt floats on the sea.")
    return CorpusSearch(folder)


def kept_search(stack: ExitStack, folder: Path) -> Search:
    """A provider whose results are kept."""
    store = stack.enter_context(open_snapshots(folder / "s.sqlite"))
    return KeptSearch(store, "serper", over_http("serper")(stack, folder))


MAKERS: dict[str, Callable[[ExitStack, Path], Search]] = {
    **{one.name: over_http(one.name) for one in PROVIDERS},
    "local": in_folder,
    "kept": kept_search,
}


@pytest.fixture(params=MAKERS)
def search(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Search]:
    """A search of each kind."""
    with ExitStack() as stack:
        yield MAKERS[request.param](stack, tmp_path)


def searched(search: Search, *queries: str) -> list[Hits]:
    """What a search gives; it is closed twice after it."""

    async def all_of_them() -> list[Hits]:
        try:
            return [await search.search(query, 3) for query in queries]
        finally:
            await search.aclose()
            await search.aclose()

    return asyncio.run(all_of_them())


def test_a_search_names_who_answered(search: Search) -> None:
    """With the query as asked, results and a time."""
    (found,) = searched(search, "ice of the sea")

    assert (found.query, found.state, found.provider) == (
        "ice of the sea",
        SearchState.OK,
        search.name,
    )
    assert 1 <= len(found.results) <= 3
    assert found.time.startswith("20")


def test_a_search_that_finds_nothing(search: Search) -> None:
    """It is a state of its own."""
    (found,) = searched(search, "volcano")

    assert (found.state, found.results) == (SearchState.EMPTY, ())


def test_odd_queries(search: Search) -> None:
    """Nothing is raised."""
    found = searched(search, "海冰", "a\nb", "x" * 5000, '"; DROP TABLE replies; --', "\ud800")

    assert all(isinstance(one, Hits) for one in found)


def test_snapshots_in_every_database(where: str, tmp_path: Path) -> None:
    """A SQLite file and PostgreSQL keep the same: rows, bodies, searches, odd signs."""
    body = f"<title>Ice\0 海冰</title><p>{WORDS}</p>".encode()
    came = Download(URL, URL, (), 200, {"content-type": "text/html"}, body, time="2026")
    hits = Hits("海冰", SearchState.OK, (Hit(URL),), "serper", "2026")

    async def keep_and_find() -> tuple[object, ...]:
        with open_snapshots(where) as store:
            await asyncio.gather(*(store.keep(came, read(came)) for _ in range(5)))
            await store.keep_search("k", hits)
        with open_snapshots(where) as store:
            return (
                await store.find(URL),
                await store.body(came.sha256),
                await store.find_search("k"),
                len(await store.listing()),
                await store.find(f"{URL}/other"),
            )

    assert asyncio.run(keep_and_find()) == (read(came), body, hits, 5, None)
