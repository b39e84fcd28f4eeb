"""A folder of one's own as a search: needs no key and no network.

Files that `veridical.sources.files` reads, and the items of a ``corpus.jsonl``; alike by TF-IDF
over titles and texts. Addresses of results name the item, so that the same folder resolves them.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from veridical.errors import InputError
from veridical.retrieval.passages import excerpt
from veridical.retrieval.tfidf import TfIdf, Vector, cosine
from veridical.sources.files import file_source, is_document, is_readable
from veridical.sources.inside import file_inside
from veridical.sources.local import CORPUS, MAP
from veridical.sources.port import Hit, Hits, SearchState
from veridical.task import Item, read_lines

EXCERPT_CHARACTERS = 400


@dataclass(frozen=True, slots=True)
class _Text:
    name: str
    title: str
    text: str
    vector: Vector


class CorpusSearch:
    """A `Search` over a folder of texts.

    Raises:
        InputError: no such folder, or a ``corpus.jsonl`` that cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise InputError(
                str(folder),
                "is no folder",
                expected="a folder of source texts",
                fix="Name the folder.",
            )
        read = [*_of_files(folder), *_of_items(folder)]
        self._model = TfIdf.fit(f"{title}\n{text}" for _, title, text in read)
        self._texts = [
            _Text(name, title, text, self._model.vector(f"{title}\n{text}"))
            for name, title, text in read
        ]

    @property
    def name(self) -> str:
        """Who answers."""
        return "local"

    async def search(
        self,
        query: str,
        limit: int = 10,
        *,
        language: str = "",  # noqa: ARG002 - the port's
    ) -> Hits:
        """The texts most alike to the query; `language` is not looked at.

        Returns:
            Results whose addresses are names in the folder: what `LocalSources` finds.
        """
        time = datetime.now(UTC).isoformat(timespec="milliseconds")
        results = await asyncio.to_thread(self._found, query, max(limit, 1))
        state = SearchState.OK if results else SearchState.EMPTY
        detail = "" if results else f"none of {len(self._texts)} texts shares a word with it"
        return Hits(query, state, results, self.name, time, detail)

    async def aclose(self) -> None:
        """Nothing to close."""

    def _found(self, query: str, limit: int) -> tuple[Hit, ...]:
        asked = self._model.vector(query)
        alike = [(cosine(asked, one.vector), one) for one in self._texts]
        best = sorted((a for a in alike if a[0] > 0), key=lambda a: (-a[0], a[1].name))
        return tuple(_hit(query, one) for _, one in best[:limit])


def _hit(query: str, one: _Text) -> Hit:
    shown = excerpt(query, one.text, source=one.name, limit=1)
    words = shown.passages[0].text if shown.passages else ""
    return Hit(one.name, one.title, words[:EXCERPT_CHARACTERS])


def _of_files(folder: Path) -> list[tuple[str, str, str]]:
    root = folder.resolve()
    found = []
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        is_list = parts in ((MAP,), (CORPUS,))
        if is_list or any(p.startswith(".") for p in parts):
            continue
        is_text = is_readable(path) or is_document(path)
        if is_text and path.is_file() and path.resolve().is_relative_to(root):
            name = path.relative_to(folder).as_posix().encode("utf-8", "backslashreplace").decode()
            source = file_source(path, name)
            if source.text:
                found.append((name, source.title, source.text))
    return found


def _of_items(folder: Path) -> list[tuple[str, str, str]]:
    path = file_inside(folder, CORPUS)
    if path is None:
        return []
    return [(one.id, one.title, one.text) for one in read_lines(path, Item) if one.text.strip()]
