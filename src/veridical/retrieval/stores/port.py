"""What a store of vectors promises, and what each of them refuses alike."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from veridical.errors import StoreError
from veridical.retrieval.index.port import Found

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Row:
    """An item's vector.

    Attributes:
        id: of the item, unique in its store.
        vector: of any length above 0; only its direction counts.
        kind: by which a search can be narrowed.
        digest: of what was embedded, so that a change is seen.
    """

    id: str
    vector: Sequence[float] | Vectors
    kind: str = ""
    digest: str = ""


class VectorStore(Protocol):
    """Vectors that are found by their direction. One writes at a time; others may read."""

    @property
    def name(self) -> str:
        """Which store, and whether it searches all or a part."""
        ...

    def __len__(self) -> int:
        """How many rows it holds."""
        ...

    def digests(self) -> Mapping[str, str]:
        """The digest of each row, by id."""
        ...

    def add(self, rows: Iterable[Row]) -> None:
        """Keep rows, all or none; one of a known id takes its place.

        Raises:
            StoreError: a vector of another length than the store's, or one without a direction;
                the disk refuses.
        """
        ...

    def delete(self, ids: Collection[str]) -> None:
        """Forget rows; ids that it does not hold are no error.

        Raises:
            StoreError: the disk refuses.
        """
        ...

    def settle(self) -> None:
        """After many additions: make it ready to be searched.

        Raises:
            StoreError: the disk refuses.
        """
        ...

    def search(
        self, vector: Sequence[float], k: int, *, kind: str = "", without: Collection[str] = ()
    ) -> tuple[Found, ...]:
        """The rows that point most alike, by the cosine, from -1 to 1; equal ones by their ids.

        Args:
            vector: of the store's length.
            k: how many at most.
            kind: only rows of that one; "" = all.
            without: ids that are not wanted.

        Raises:
            StoreError: a vector of another length, or without a direction.
        """
        ...


def directions(where: str, vectors: Sequence[Any], dimension: int) -> Vectors:
    """Vectors of length 1.

    Args:
        where: the store, for the message.
        vectors: one or more.
        dimension: of the store.

    Raises:
        StoreError: one has another length, is no number somewhere, or is 0 everywhere.
    """
    import numpy as np

    for vector in vectors:
        if len(vector) != dimension:
            raise StoreError(
                where,
                "a vector has another length than the store's",
                got=len(vector),
                expected=f"{dimension} numbers",
                fix="Name the embedder that the store was made with, or make it anew.",
            )
    found = np.asarray(vectors, dtype=np.float32).reshape(len(vectors), dimension)
    lengths = np.linalg.norm(found, axis=1, keepdims=True)
    if not (np.isfinite(lengths).all() and (lengths > 0).all()):
        raise StoreError(
            where,
            "a vector has no direction",
            expected="numbers that are finite, and not all 0",
            fix="Look at what the embedder answers.",
        )
    unit: Vectors = found / lengths
    return unit


def last_of_each(rows: Iterable[Row]) -> list[Row]:
    """Rows, of each id the last."""
    return list({row.id: row for row in rows}.values())
