"""Vectors kept by what they are of, in a SQLite file: the same content is embedded once.

Kept batch by batch, so that a kill loses no more than one; several processes may use the file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from veridical.errors import StoreError
from veridical.retrieval.embedding.port import Content, Embedder
from veridical.retrieval.parts import in_parts

if TYPE_CHECKING:
    from veridical.retrieval.stores.port import Vectors

BATCH = 256
_WAIT_S = 60.0
_ASKED = 500
_TABLE = """CREATE TABLE IF NOT EXISTS vectors (
    embedder TEXT NOT NULL, digest TEXT NOT NULL, vector BLOB NOT NULL,
    PRIMARY KEY (embedder, digest)) WITHOUT ROWID"""


class KeptVectors:
    """An embedder whose vectors are kept.

    Args:
        inner: who makes those that are not there.
        path: the file.

    Attributes:
        made: how many contents the embedder was given.
    """

    def __init__(self, inner: Embedder, path: Path) -> None:
        self.inner, self._path = inner, path
        self.made = 0

    def of(
        self,
        contents: Sequence[Content],
        tell: Callable[[int, int], None] = lambda _done, _total: None,
    ) -> Iterator[tuple[int, Vectors]]:
        """The vector of each content, with its place, batch by batch.

        Args:
            contents: whatever was embedded before is not embedded again.
            tell: told how many are done, and of how many.

        Raises:
            StoreError: the file cannot be used.
            ConfigError, ModelError: the embedder's.
        """
        done = 0
        for some in in_parts(range(len(contents)), BATCH):
            tell(done, len(contents))
            yield from self._batch({n: contents[n] for n in some})
            done += len(some)

    def _batch(self, contents: Mapping[int, Content]) -> Iterator[tuple[int, Vectors]]:
        digests = {n: one.digest(sees=self.inner.sees) for n, one in contents.items()}
        with _used(self._path) as base:
            kept = self._found(base, sorted(set(digests.values())))
            new = {digests[n]: one for n, one in contents.items() if digests[n] not in kept}
            if new:
                rows = self.inner.embed(list(new.values()))
                self.made += len(new)
                made = dict(zip(new, rows, strict=True))
                with base:
                    base.executemany(
                        "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)",
                        [(self.inner.name, digest, row.tobytes()) for digest, row in made.items()],
                    )
                kept |= made
        yield from ((n, kept[digest]) for n, digest in digests.items())

    def _found(self, base: sqlite3.Connection, digests: Sequence[str]) -> dict[str, Vectors]:
        import numpy as np

        found: dict[str, Vectors] = {}
        for some in in_parts(digests, _ASKED):
            marks = ", ".join("?" * len(some))
            rows = base.execute(
                f"SELECT digest, vector FROM vectors WHERE embedder = ? AND digest IN ({marks})",  # noqa: S608
                (self.inner.name, *some),
            )
            found |= {digest: np.frombuffer(row, np.float32) for digest, row in rows}
        return found


@contextmanager
def _used(path: Path) -> Iterator[sqlite3.Connection]:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(path, timeout=_WAIT_S)) as base:
            base.execute(_TABLE)
            yield base
    except (sqlite3.Error, OSError) as e:
        raise StoreError(
            f'vectors "{path}"',
            f"cannot be used: {e}",
            expected="a file of kept vectors, and room for it",
            fix="Delete it: the vectors are made anew.",
        ) from e
