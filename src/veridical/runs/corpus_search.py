"""Search in a corpus: by words, by meaning, by both; then, where wanted, in a better order."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO
from weakref import finalize

import msgspec

from veridical.ask import Attachment
from veridical.errors import ConfigError, InputError
from veridical.retrieval.embedding import Content, Embedder
from veridical.retrieval.index import Found, Hybrid, Index
from veridical.retrieval.index.dense import Dense
from veridical.retrieval.index.rerank import Reranker, reranked
from veridical.runs.corpus import ITEMS, corpus_items, no_corpus
from veridical.runs.corpus_index import FOLDER, Words, kept_words, stamp_of, words_of
from veridical.runs.corpus_vectors import Piece, StoreKind, Tell, Vectors
from veridical.sources.eyes import Eyes
from veridical.sources.inside import file_inside
from veridical.task import Item, Modality

RERANKED = 30
"""So many of what was found are put into a better order."""


class Retriever(StrEnum):
    """How pieces are found."""

    BM25 = "bm25"
    DENSE = "dense"
    HYBRID = "hybrid"


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """How to search.

    Attributes:
        retriever: how pieces are found.
        embedder: who makes vectors; None for BM25 alone.
        store: where vectors are kept.
        reranker: who puts what was found into a better order; None = nobody.
        eyes: read what is written in pictures, so that it counts as their words; None = nobody.
        tell: told how many pieces are embedded, and of how many.
    """

    retriever: Retriever = Retriever.BM25
    embedder: Embedder | None = None
    store: StoreKind = StoreKind.AUTO
    reranker: Reranker | None = None
    eyes: Eyes | None = None
    tell: Tell = field(default=lambda _done, _total: None)

    @property
    def name(self) -> str:
        """What a run records: retriever, embedder, and who puts in order."""
        made = self.embedder.name if self.embedder is not None else ""
        order = self.reranker.name if self.reranker is not None else ""
        return ", ".join(filter(None, (self.retriever.value, made, order)))


class OpenCorpus:
    """A corpus that is open for searching; its index is kept beside it.

    Args:
        folder: a corpus, or a bench with one.
        wanted: how to search.

    Raises:
        InputError: there is no corpus, or it cannot be read.
        ConfigError: the extra ``research`` is not installed, or no embedder is named.
        StoreError, ModelError: no vectors can be made or kept.
    """

    def __init__(self, folder: Path, wanted: Wanted | None = None) -> None:
        self._folder, self._wanted = folder, wanted or Wanted()
        if self._wanted.retriever is not Retriever.BM25 and self._wanted.embedder is None:
            raise ConfigError(
                f"retriever {self._wanted.retriever}",
                "has nobody who makes vectors",
                expected="an embedder: a model's folder, or ENDPOINT:MODEL",
                fix="Name one, as with --embedder.",
            )
        try:
            self._file: BinaryIO = (folder / ITEMS).open("rb")
        except OSError as e:
            raise no_corpus(folder) from e
        finalize(self, self._file.close)
        self._stamp = stamp_of(self._file, has_ocr=self._wanted.eyes is not None)
        self._words: Words = kept_words(folder, self._stamp, self._read)
        self._place = {id_: n for n, id_ in enumerate(self._words.places.ids)}

    def __enter__(self) -> OpenCorpus:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._file.close()

    def search(self, query: str, k: int = 10, *, modality: str = "") -> list[tuple[Found, Item]]:
        """The pieces that fit a query best.

        Args:
            query: in any language.
            k: how many at most.
            modality: only pieces of that one; "" = all.

        Raises:
            ConfigError, ModelError: the embedder's.
        """
        places = self._words.places
        others: Sequence[str] = ()
        if modality:
            pairs = zip(places.ids, places.kinds, strict=True)
            others = [id_ for id_, kind in pairs if kind != modality]
        return [(one, self.item(one.id)) for one in self.found(query, k, without=others)]

    def found(self, query: str, k: int, *, without: Collection[str] = ()) -> tuple[Found, ...]:
        """The ids of the pieces that fit a query best; the arguments are those of an `Index`.

        Raises:
            ConfigError, ModelError: the embedder's.
        """
        reranker = self._wanted.reranker
        many = k if reranker is None else max(k, RERANKED)
        found = self._index.search(query, many, without=without)
        if reranker is not None:
            texts = [(one.id, words_of(self.item(one.id))) for one in found]
            found = reranked(reranker, query, texts, k)
        return found

    @property
    def ids(self) -> Sequence[str]:
        """Of all pieces, in the order of the corpus."""
        return self._words.places.ids

    def item(self, id_: str) -> Item:
        """A piece by its id."""
        n = self._place[id_]
        self._file.seek(self._words.places.starts[n])
        return msgspec.json.decode(self._file.read(self._words.places.lengths[n]), type=Item)

    @cached_property
    def _index(self) -> Index:
        words: Index = self._words.index
        if self._wanted.retriever is Retriever.BM25 or self._wanted.embedder is None:
            return words
        wanted, embedder = self._wanted, self._wanted.embedder
        vectors = Vectors(self._folder, embedder, self._stamp, wanted.store, wanted.tell)
        dense = Dense(embedder, vectors.opened(self._pieces))
        return dense if wanted.retriever is Retriever.DENSE else Hybrid(words, dense)

    def _pieces(self) -> list[Piece]:
        found = []
        for _, _, item, words in self._read():
            picture = self._picture(item)
            found.append(Piece(item.id, item.modality.value, Content(words, picture)))
        return found

    def _read(self) -> Iterator[tuple[int, int, Item, str]]:
        """Each piece with the place and length of its line, and its words."""
        self._file.seek(0)
        start = 0
        for line in self._file:
            if line.strip(b"\xef\xbb\xbf \t\r\n"):
                item = self._decoded(line)
                yield start, len(line), item, words_of(item, self._seen)
            start += len(line)

    def _decoded(self, line: bytes) -> Item:
        try:
            return msgspec.json.decode(line.removeprefix(b"\xef\xbb\xbf"), type=Item)
        except (msgspec.DecodeError, UnicodeDecodeError) as e:
            corpus_items(self._folder)  # names the line and what is wrong with it
            raise InputError(str(self._folder), "was changed meanwhile", fix="Try again.") from e

    def _picture(self, item: Item) -> Attachment | None:
        """The picture of a piece, where it stands in the corpus's folder."""
        if item.modality is not Modality.IMAGE or not item.image_path:
            return None
        path = file_inside(self._folder, item.image_path)
        if path is None:
            return None
        return Attachment(str(path), sha256(path.read_bytes()).hexdigest())

    def _seen(self, item: Item) -> str:
        """What is written in a picture."""
        picture = self._picture(item) if self._wanted.eyes is not None else None
        if picture is None or self._wanted.eyes is None:
            return ""
        read = self._wanted.eyes.read(picture)
        return read.text if read is not None else ""


def search_corpus(
    folder: Path, query: str, k: int = 10, *, modality: str = "", wanted: Wanted | None = None
) -> list[tuple[Found, Item]]:
    """The pieces of a corpus that fit a query best; the arguments and errors of `OpenCorpus`."""
    with OpenCorpus(folder, wanted) as corpus:
        return corpus.search(query, k, modality=modality)


def kept_readings(folder: Path) -> Path:
    """Where what was read in a corpus's pictures is kept."""
    return folder / FOLDER / "read"
