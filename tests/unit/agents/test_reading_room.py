"""Searches and sources of one report: each once, several sites, nothing later than the run."""

from __future__ import annotations

import asyncio

import pytest

from tests.given_web import GivenWeb
from veridical.agents.reading_room import CHARACTERS, SHOWN, ReadingRoom, Shelf, site_of
from veridical.sources import Fetched, FetchState, Snapshot


def snapshot(url: str, text: str = "", state: FetchState = FetchState.OK) -> Snapshot:
    """A page."""
    return Snapshot(url, state, final_url=url, text=text or url)


def test_each_query_and_each_source_once() -> None:
    """However many ask for them at the same time, and however the address is spelled."""
    web = GivenWeb({"https://a.example/": "words"})
    room = ReadingRoom(web, web)

    async def run() -> None:
        await asyncio.gather(*(room.hits("q", 5, "en") for _ in range(3)))
        await asyncio.gather(room.read("https://a.example/"), room.read("https://a.example"))

    asyncio.run(run())

    assert (web.searched, web.fetched) == (["q"], ["https://a.example/"])
    assert (room.searches, room.fetches) == (1, 1)


def test_few_passages_of_a_long_source() -> None:
    """The most alike, short ones."""
    text = "\n".join(f"Sentence {n} on the height of tower {n}." for n in range(500))
    room = ReadingRoom(GivenWeb(), GivenWeb())
    found = room.passages("Tower 321", Fetched("a", FetchState.OK, text))

    assert len(found) == SHOWN
    assert any("tower 321." in p.text for p in found)
    assert all(len(p.text) <= CHARACTERS for p in found)


@pytest.mark.parametrize(
    ("published", "expected"),
    [
        ("2026-12-01", True),
        ("2027", True),
        ("2026-11-30", False),
        ("2025", False),
        ("", False),
        ("some day", False),
    ],
)
def test_what_is_later_than_the_run(published: str, *, expected: bool) -> None:
    """Only what is surely later; without the run's date nothing is."""
    web = GivenWeb()

    assert ReadingRoom(web, web, "2026-11-30").is_later(published) is expected
    assert not ReadingRoom(web, web).is_later(published)


def test_a_site_speaks_once_a_turn() -> None:
    """The second page of a site is left for the next turn, and does not come back in this one."""
    shelf = Shelf(3)
    first, second = "https://www.a.example/1", "https://a.example/2"
    waiting = [first, second]

    shelf.begin()
    assert shelf.fresh(waiting, 3) == waiting
    assert [shelf.take(snapshot(url)) for url in waiting] == [True, False]
    assert shelf.fresh(waiting, 3) == []
    shelf.begin()
    assert shelf.fresh(waiting, 3) == [second]
    assert shelf.take(snapshot(second))


def test_copies_of_a_text_are_one_source() -> None:
    """On another site, with other spacing and case; in no turn."""
    shelf = Shelf(3)
    shelf.begin()

    assert shelf.take(snapshot("https://a.example/", "The same words."))
    assert not shelf.take(snapshot("https://b.example/", "the  same words"))
    shelf.begin()
    assert not shelf.take(snapshot("https://c.example/", "The same words"))


def test_a_shelf_is_full_of_readable_sources() -> None:
    """What has no text is on record and takes no place."""
    shelf = Shelf(1)
    shelf.begin()

    assert shelf.take(snapshot("https://a.example/", state=FetchState.NOT_FOUND))
    assert not shelf.is_full
    assert shelf.take(snapshot("https://b.example/"))
    assert shelf.is_full
    assert not shelf.take(snapshot("https://c.example/"))


def test_whose_word_it_is() -> None:
    """The host, or the item of a corpus."""
    assert site_of(snapshot("https://www.a.example/x")) == "a.example"
    assert site_of(Snapshot("item-1", FetchState.OK, final_url="A book")) == "item-1"
