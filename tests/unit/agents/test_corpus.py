"""A fixed corpus as a web."""

from __future__ import annotations

import asyncio

from veridical.agents.corpus import Corpus
from veridical.sources import FetchState, SearchState
from veridical.task import Item

CORPUS = Corpus.of(
    [
        Item("b", "Rivers of Europe.", title="Rivers", source="https://www.b.example/rivers"),
        Item("a", "Rivers of Europe.", title="Rivers"),
        Item("c", "Towers of Asia."),
        Item("d", " "),
    ]
)


def found(query: str, limit: int = 10) -> tuple[SearchState, list[str]]:
    """The state and the addresses."""
    hits = asyncio.run(CORPUS.search(query, limit))
    return hits.state, [hit.url for hit in hits.results]


def test_items_are_found_by_their_words() -> None:
    """Of equal ones the first id first."""
    assert found("rivers") == (SearchState.OK, ["a", "b"])
    assert found("rivers", 1) == (SearchState.OK, ["a"])
    assert found("deserts") == (SearchState.EMPTY, [])


def test_items_are_read_by_id_and_by_their_own_address() -> None:
    """In any of its spellings; both are one source."""
    for address in ("b", "https://www.b.example/rivers", "http://b.example/rivers/"):
        read = asyncio.run(CORPUS.fetch(address))
        assert (read.url, read.state, read.text) == ("b", FetchState.OK, "Rivers of Europe.")


def test_what_is_not_there() -> None:
    """An unknown id, an item without words."""
    assert asyncio.run(CORPUS.fetch("z")).state is FetchState.NOT_FOUND
    assert asyncio.run(CORPUS.fetch("d")).state is FetchState.EMPTY
