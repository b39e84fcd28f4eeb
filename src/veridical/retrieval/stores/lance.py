"""Vectors in LanceDB (Apache-2.0, the extra ``lancedb``): on disk, for more than memory holds.

Up to `INDEX_FROM` rows all are looked at; beyond, `settle` makes an index of lists (IVF), of
which a search looks at those nearest, and the name says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from veridical.errors import ConfigError, StoreError
from veridical.retrieval.index.port import Found, ranked
from veridical.retrieval.parts import in_parts
from veridical.retrieval.stores.port import Row, directions, last_of_each

if TYPE_CHECKING:
    from veridical.retrieval.stores.port import Vectors

INDEX_FROM = 50_000
PROBED = 0.1
"""Share of the lists that a search looks at."""
_TABLE = "items"
_TIES = 16
"""So many more are asked for, so that ties are cut by id."""
_MANY = 10_000
"""Ids in one condition."""


class LanceStore:
    """A `VectorStore` on disk.

    Args:
        folder: where it is kept.
        dimension: of its vectors.
        index_from: from how many rows on a search looks at a part of them only.

    Raises:
        ConfigError: the extra ``lancedb`` is not installed.
        StoreError: what is kept there is no store, or one of another dimension.
    """

    def __init__(self, folder: Path, dimension: int, *, index_from: int = INDEX_FROM) -> None:
        self._dimension, self._index_from = dimension, index_from
        self._where = f'vectors "{folder}"'
        self._table = self._opened(folder)
        found = self._table.schema.field("vector").type.list_size
        if found != dimension:
            directions(self._where, [range(dimension)], found)

    @property
    def name(self) -> str:
        """Whether it looks at all rows."""
        lists = self._lists
        return f"lancedb, IVF, {PROBED:g} of {lists} lists" if lists else "lancedb, exact"

    def __len__(self) -> int:
        """How many rows it holds."""
        return int(self._table.count_rows())

    def digests(self) -> Mapping[str, str]:
        """The digest of each row, by id."""
        rows = self._table.search().select(["id", "digest"]).limit(len(self) or 1).to_arrow()
        return dict(zip(rows["id"].to_pylist(), rows["digest"].to_pylist(), strict=True))

    def add(self, rows: Iterable[Row]) -> None:
        """Keep rows, all or none; one of a known id takes its place."""
        new = last_of_each(rows)
        if not new:
            return
        vectors = directions(self._where, [row.vector for row in new], self._dimension)
        self._told(
            lambda: (
                self._table.merge_insert("id")
                .when_matched_update_all()
                .when_not_matched_insert_all()
                .execute(self._batch(new, vectors))
            )
        )

    def delete(self, ids: Collection[str]) -> None:
        """Forget rows; ids that it does not hold are no error."""
        for some in in_parts(sorted(set(ids)), _MANY):
            self._told(lambda some=some: self._table.delete(f"id IN ({_listed(some)})"))

    def settle(self) -> None:
        """After many additions: make the files few, and the index where there are enough rows.

        Raises:
            StoreError: the disk refuses.
        """
        self._told(self._table.optimize)
        many = len(self)
        if many >= self._index_from and not self._lists:
            self._told(lambda: self._table.create_index("vector", config=_lists_of(many)))

    def search(
        self, vector: Sequence[float], k: int, *, kind: str = "", without: Collection[str] = ()
    ) -> tuple[Found, ...]:
        """The rows that point most alike, by the cosine."""
        asked = directions(self._where, [vector], self._dimension)[0]
        left_out = set(without)
        wanted = k + len(left_out) + _TIES
        if k <= 0 or not len(self):
            return ()
        query = self._table.search(asked, vector_column_name="vector").distance_type("cosine")
        if lists := self._lists:
            query = query.nprobes(max(1, round(lists * PROBED)))
        if kind:
            query = query.where(f"kind = {_quoted(kind)}", prefilter=True)
        rows = query.select(["id", "_distance"]).limit(wanted).to_arrow()
        pairs = zip(rows["id"].to_pylist(), rows["_distance"].to_pylist(), strict=True)
        return ranked([(id_, 1 - far) for id_, far in pairs if id_ not in left_out], k)

    @property
    def _lists(self) -> int:
        """In how many lists the index has the rows; 0 = there is none."""
        has_index = any(one.columns == ["vector"] for one in self._table.list_indices())
        return isqrt(len(self)) if has_index else 0

    def _opened(self, folder: Path) -> Any:
        try:
            import lancedb
            import pyarrow as pa
        except ImportError as e:
            raise ConfigError(
                "vectors in LanceDB",
                "it is not installed",
                expected="the extra lancedb",
                fix="Install it, as with `pip install 'veridical[lancedb]'`.",
            ) from e
        texts = [pa.field(name, pa.string()) for name in ("id", "kind", "digest")]
        vector = pa.field("vector", pa.list_(pa.float32(), self._dimension))
        schema = pa.schema([*texts, vector])
        try:
            folder.mkdir(parents=True, exist_ok=True)
            base = lancedb.connect(folder)
            if (folder / f"{_TABLE}.lance").exists():
                return base.open_table(_TABLE)
            return base.create_table(_TABLE, schema=schema)
        except (OSError, RuntimeError, ValueError) as e:
            raise self._broken(e) from e

    def _batch(self, rows: Sequence[Row], vectors: Vectors) -> Any:
        import pyarrow as pa

        flat = pa.array(vectors.reshape(-1), pa.float32())
        return pa.table(
            {
                "id": [row.id for row in rows],
                "kind": [row.kind for row in rows],
                "digest": [row.digest for row in rows],
                "vector": pa.FixedSizeListArray.from_arrays(flat, self._dimension),
            }
        )

    def _told(self, doing: Any) -> None:
        try:
            doing()
        except (OSError, RuntimeError) as e:
            raise self._broken(e) from e

    def _broken(self, error: Exception) -> StoreError:
        said = str(error).splitlines()[0] if str(error) else type(error).__name__
        return StoreError(
            self._where,
            f"LanceDB refuses: {said}",
            expected="a store of vectors, and room beside it",
            fix="Delete the folder: it is made anew.",
        )


def _lists_of(many: int) -> Any:
    from lancedb.index import IvfFlat

    return IvfFlat(distance_type="cosine", num_partitions=isqrt(many))


def _quoted(text: str) -> str:
    """A text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"


def _listed(ids: Iterable[str]) -> str:
    return ", ".join(map(_quoted, ids))
