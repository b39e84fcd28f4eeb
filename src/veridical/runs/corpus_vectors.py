"""The vectors of a corpus, kept beside it: only what is new is embedded.

``index/dense-…`` is the store of one embedder's vectors, ``index/embedded.db`` whatever any
embedder has made, by the hash of what it was shown. Two that want the same vectors at the same
time do not both make them: one waits.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

import msgspec

from veridical.errors import StoreError
from veridical.retrieval.embedding import Content, Embedder
from veridical.retrieval.embedding.kept import KeptVectors
from veridical.retrieval.parts import in_parts
from veridical.retrieval.stores import MemoryStore, Row, VectorStore
from veridical.runs.corpus_index import FOLDER
from veridical.runs.files import refused, write_whole
from veridical.runs.lock import locked

MEMORY_ITEMS = 100_000
"""With more items, vectors are kept in LanceDB where it is installed."""
WAIT_S = 1_800.0
"""How long one waits for another who makes the same vectors, in seconds."""
_PAUSE_S = 0.1
_ADDED = 4_096
Tell = Callable[[int, int], None]


class StoreKind(StrEnum):
    """Where vectors are kept."""

    AUTO = "auto"
    """In memory up to `MEMORY_ITEMS`, beyond in LanceDB where it is installed."""
    MEMORY = "memory"
    LANCEDB = "lancedb"


@dataclass(frozen=True, slots=True)
class Piece:
    """What is embedded of an item.

    Attributes:
        id: of the item.
        kind: its modality.
        content: its words, and its picture.
    """

    id: str
    kind: str
    content: Content


class _Done(msgspec.Struct, frozen=True):
    """That a store holds a corpus.

    Attributes:
        stamp: of the corpus's file.
        asked: the kind of store that was asked for.
        kind: the kind that it is.
        dimension: of its vectors.
    """

    stamp: str
    asked: StoreKind
    kind: StoreKind
    dimension: int


@dataclass(frozen=True)
class Vectors:
    """The vectors of a corpus by one embedder.

    Attributes:
        folder: of the corpus.
        embedder: who makes them.
        stamp: of the corpus's file, and of what else changes the words.
        store: where they are kept.
        tell: told how many are done, and of how many.
    """

    folder: Path
    embedder: Embedder
    stamp: str
    store: StoreKind = StoreKind.AUTO
    tell: Tell = lambda _done, _total: None

    def opened(self, pieces: Callable[[], Sequence[Piece]]) -> VectorStore:
        """The store, brought up to the corpus.

        Args:
            pieces: gives what the corpus holds, where that has to be known.

        Raises:
            StoreError: the disk refuses, or somebody else makes them for too long.
            ConfigError, ModelError: the embedder's.
        """
        done = self._done()
        if done is None or (done.stamp, done.asked) != (self.stamp, self.store):
            index = self.folder / FOLDER
            try:
                index.mkdir(parents=True, exist_ok=True)
            except OSError as e:
                raise refused(index, e) from e
            with _waited(index):
                done = self._done()
                if done is None or (done.stamp, done.asked) != (self.stamp, self.store):
                    done = self._made(pieces(), done)
        return MemoryStore(None, 1) if done is None else self._at(done.kind, done.dimension)

    @property
    def _own(self) -> Path:
        key = sha256(self.embedder.name.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        return self.folder / FOLDER / f"dense-{key}"

    def _done(self) -> _Done | None:
        try:
            return msgspec.json.decode((self._own / "done.json").read_bytes(), type=_Done)
        except (OSError, msgspec.DecodeError):
            return None

    def _at(self, kind: StoreKind, dimension: int) -> VectorStore:
        if kind is StoreKind.MEMORY:
            return MemoryStore(self._own, dimension)
        from veridical.retrieval.stores.lance import LanceStore

        return LanceStore(self._own / "lance", dimension)

    def _made(self, pieces: Sequence[Piece], before: _Done | None) -> _Done | None:
        """Bring the store up to the pieces; None where there is nothing to embed."""
        kind = self.store if self.store is not StoreKind.AUTO else _fitting(len(pieces))
        digests = {one.id: one.content.digest(sees=self.embedder.sees) for one in pieces}
        if before is not None and before.kind is kind:
            old = self._at(kind, before.dimension).digests()
        else:
            old, before = {}, None
            shutil.rmtree(self._own, ignore_errors=True)
        new = [one for one in pieces if old.get(one.id) != digests[one.id]]
        rows = self._rows(new, digests)
        dimension = before.dimension if before is not None else 0
        if not dimension:
            first = next(rows, None)
            if first is None:
                return None
            dimension, rows = len(first.vector), chain([first], rows)
        store = self._at(kind, dimension)
        # the memory's file is written whole each time
        for some in in_parts(rows, len(new) if kind is StoreKind.MEMORY else _ADDED) if new else ():
            store.add(some)
        store.delete([id_ for id_ in old if id_ not in digests])
        store.settle()
        done = _Done(self.stamp, self.store, kind, dimension)
        write_whole(self._own / "done.json", msgspec.json.encode(done))
        return done

    def _rows(self, pieces: Sequence[Piece], digests: dict[str, str]) -> Iterator[Row]:
        kept = KeptVectors(self.embedder, self.folder / FOLDER / "embedded.db")
        for n, vector in kept.of([one.content for one in pieces], self.tell):
            yield Row(pieces[n].id, vector, pieces[n].kind, digests[pieces[n].id])


def _fitting(many: int) -> StoreKind:
    has_lance = find_spec("lancedb") is not None
    return StoreKind.LANCEDB if many > MEMORY_ITEMS and has_lance else StoreKind.MEMORY


@contextmanager
def _waited(folder: Path) -> Iterator[None]:
    """Hold a folder, after whoever holds it now."""
    end = time.monotonic() + WAIT_S
    while True:
        held = locked(folder)
        try:
            held.__enter__()
        except StoreError:
            if time.monotonic() > end:
                raise
            time.sleep(_PAUSE_S)
            continue
        break
    try:
        yield
    finally:
        held.__exit__(None, None, None)
