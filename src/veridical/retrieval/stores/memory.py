"""Vectors in memory, searched exactly; kept in one file that is replaced whole."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from veridical.errors import StoreError
from veridical.retrieval.index.port import Found, ranked
from veridical.retrieval.stores.port import Row, directions, last_of_each

if TYPE_CHECKING:
    from veridical.retrieval.stores.port import Vectors

FILE = "vectors.bin"
_FIRST = b"veridical vectors 1\n"
_NUMBER, _ALIGNED = 8, 64


class _Head(msgspec.Struct, frozen=True):
    """What the file says before its vectors."""

    dimension: int
    ids: list[str]
    kinds: list[str]
    digests: list[str]


class MemoryStore:
    """A `VectorStore` of numpy, up to some 10^5 rows.

    Args:
        folder: where it is kept; None = nowhere.
        dimension: of its vectors.

    Raises:
        StoreError: what is kept there is no store, or one of another dimension.
    """

    def __init__(self, folder: Path | None, dimension: int) -> None:
        import numpy as np

        self._path = folder / FILE if folder is not None else None
        self._head = _Head(dimension, [], [], [])
        self._vectors: Vectors = np.zeros((0, dimension), np.float32)
        if self._path is not None and self._path.is_file():
            self._head, self._vectors = _opened(self._path)
        if self._head.dimension != dimension:
            directions(self._where, [range(dimension)], self._head.dimension)
        self._at = {id_: n for n, id_ in enumerate(self._head.ids)}

    @property
    def name(self) -> str:
        """It looks at all rows."""
        return "memory, exact"

    @property
    def _where(self) -> str:
        return f'vectors "{self._path or "in memory"}"'

    def __len__(self) -> int:
        """How many rows it holds."""
        return len(self._head.ids)

    def digests(self) -> Mapping[str, str]:
        """The digest of each row, by id."""
        return dict(zip(self._head.ids, self._head.digests, strict=True))

    def add(self, rows: Iterable[Row]) -> None:
        """Keep rows, all or none; one of a known id takes its place."""
        import numpy as np

        new = last_of_each(rows)
        if not new:
            return
        added = directions(self._where, [row.vector for row in new], self._head.dimension)
        stays = self._other_than({row.id for row in new})
        old = self._head
        head = _Head(
            old.dimension,
            [old.ids[n] for n in stays] + [row.id for row in new],
            [old.kinds[n] for n in stays] + [row.kind for row in new],
            [old.digests[n] for n in stays] + [row.digest for row in new],
        )
        self._keep(head, np.concatenate([self._vectors[stays], added]))

    def delete(self, ids: Collection[str]) -> None:
        """Forget rows; ids that it does not hold are no error."""
        stays = self._other_than(set(ids))
        if len(stays) == len(self):
            return
        old = self._head
        head = _Head(
            old.dimension,
            [old.ids[n] for n in stays],
            [old.kinds[n] for n in stays],
            [old.digests[n] for n in stays],
        )
        self._keep(head, self._vectors[stays])

    def settle(self) -> None:
        """It always is ready."""

    def search(
        self, vector: Sequence[float], k: int, *, kind: str = "", without: Collection[str] = ()
    ) -> tuple[Found, ...]:
        """The rows that point most alike, by the cosine."""
        import numpy as np

        asked = directions(self._where, [vector], self._head.dimension)[0]
        alike = np.asarray(self._vectors @ asked)
        unwanted = [self._at[id_] for id_ in without if id_ in self._at]
        if kind:
            unwanted += [n for n, one in enumerate(self._head.kinds) if one != kind]
        alike[unwanted] = -np.inf
        k = min(k, len(alike) - len(set(unwanted)))
        if k <= 0:
            return ()
        least = np.partition(alike, len(alike) - k)[len(alike) - k]
        reached = np.flatnonzero(alike >= least)
        return ranked([(self._head.ids[n], float(alike[n])) for n in reached], k)

    def _other_than(self, ids: set[str]) -> list[int]:
        return [n for n, id_ in enumerate(self._head.ids) if id_ not in ids]

    def _keep(self, head: _Head, vectors: Vectors) -> None:
        if self._path is not None:
            _write(self._path, head, vectors)
        self._head, self._vectors = head, vectors
        self._at = {id_: n for n, id_ in enumerate(head.ids)}


def _opened(path: Path) -> tuple[_Head, Vectors]:
    """The head and the vectors, which are read from the disk when they are looked at."""
    import numpy as np

    try:
        with path.open("rb") as file:
            is_ours = file.read(len(_FIRST)) == _FIRST
            length = int.from_bytes(file.read(_NUMBER), "little")
            if not is_ours or length > path.stat().st_size:
                raise ValueError("it does not begin as one")
            head = msgspec.json.decode(file.read(length), type=_Head)
            shape = (len(head.ids), head.dimension)
            if not shape[0]:
                return head, np.zeros(shape, np.float32)
            at = file.tell()
            return head, np.memmap(file, np.float32, "r", at, shape)
    except (OSError, ValueError, msgspec.DecodeError) as e:
        raise StoreError(
            f'vectors "{path}"',
            f"cannot be read: {e}",
            expected="a store of vectors",
            fix="Delete the file: it is made anew.",
        ) from e


def _write(path: Path, head: _Head, vectors: Vectors) -> None:
    """Replace the file, so that a reader sees the old one or the new one."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    said = msgspec.json.encode(head)
    # blanks up to where numbers may begin
    said += b" " * (-(len(_FIRST) + _NUMBER + len(said)) % _ALIGNED)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            file.writelines((_FIRST, len(said).to_bytes(_NUMBER, "little"), said))
            vectors.astype("float32", copy=False).tofile(file)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as e:
        raise StoreError(
            f'vectors "{path}"',
            f"could not be written: {e.strerror or e}",
            expected="room, and the right to do so",
            fix="Mend that and run the same command again.",
        ) from e
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
