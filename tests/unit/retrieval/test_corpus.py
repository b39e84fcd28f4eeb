"""A folder of one's own as a search, and as a web that reads what it finds."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from veridical.errors import InputError
from veridical.retrieval.corpus import EXCERPT_CHARACTERS, CorpusSearch
from veridical.sources import FetchState, Hits, LocalSources, SearchState
from veridical.sources.folder import FolderWeb


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of every kind of text."""
    made = tmp_path / "corpus"
    (made / "deep").mkdir(parents=True)
    (made / "ice.md").write_text("# Sea ice\n\nThe ice of the Arctic melts in summer.")
    (made / "deep" / "pilots.html").write_text("<title>Pilots</title><p>Wages of pilots.</p>")
    (made / "冰.txt").write_text("北极的海冰在夏季融化。")
    (made / ".hidden.md").write_text("ice ice ice")
    (made / "picture.png").write_bytes(b"\x89PNG")
    (made / "out.md").symlink_to(tmp_path / "secret.md")
    (tmp_path / "secret.md").write_text("ice secret")
    item = {"id": "D7", "text": "Bears hunt on the sea ice.", "title": "Bears"}
    (made / "corpus.jsonl").write_text(json.dumps(item) + "\n")
    return made


def searched(folder: Path, query: str, limit: int = 10) -> Hits:
    """What a search in a folder gives."""
    return asyncio.run(CorpusSearch(folder).search(query, limit))


def test_texts_that_speak_of_the_query(folder: Path) -> None:
    """Best first; files and items alike; nothing hidden, nothing from outside."""
    found = searched(folder, "Arctic ice in summer")

    assert (found.state, found.provider) == (SearchState.OK, "local")
    assert [hit.url for hit in found.results] == ["ice.md", "D7"]
    assert (found.results[0].title, found.results[0].excerpt.split()[0]) == ("Sea ice", "Sea")


def test_chinese(folder: Path) -> None:
    """By pairs of characters."""
    assert [hit.url for hit in searched(folder, "海冰融化").results] == ["冰.txt"]


def test_what_is_found_can_be_read(folder: Path) -> None:
    """Each address of a result names a text of the same folder."""
    web = FolderWeb(LocalSources(folder))

    async def read() -> list[str]:
        found = await CorpusSearch(folder).search("ice pilots wages 海冰 bears summer")
        return [(await web.fetch(hit.url)).text for hit in found.results]

    texts = asyncio.run(read())

    assert len(texts) == 4
    assert all(texts)
    assert any("Wages" in text for text in texts)


def test_an_address_that_the_folder_does_not_know(folder: Path) -> None:
    """It is not found; nothing outside is looked at."""
    web = FolderWeb(LocalSources(folder))
    states = [
        asyncio.run(web.fetch(url)).state
        for url in ("https://example.org/", "../secret.md", "out.md", "")
    ]

    assert states == [FetchState.NOT_FOUND] * 4


def test_nothing_speaks_of_it(folder: Path) -> None:
    """It is said so."""
    found = searched(folder, "volcano")

    assert (found.state, found.detail) == (
        SearchState.EMPTY,
        "none of 4 texts shares a word with it",
    )


def test_at_most_so_many(folder: Path) -> None:
    """And excerpts of a bounded length."""
    (folder / "long.txt").write_text("ice " * 5000)
    found = searched(folder, "ice", 1)

    assert [len(hit.excerpt) <= EXCERPT_CHARACTERS for hit in found.results] == [True]


def test_an_empty_folder(tmp_path: Path) -> None:
    """Nothing is found in it."""
    assert searched(tmp_path, "ice").state is SearchState.EMPTY


def test_no_folder(tmp_path: Path) -> None:
    """One line."""
    with pytest.raises(InputError, match="is no folder"):
        CorpusSearch(tmp_path / "none")
