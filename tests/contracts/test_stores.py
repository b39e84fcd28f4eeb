"""What a store of vectors promises, in memory and in LanceDB."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.requirements import require
from veridical.errors import StoreError
from veridical.retrieval.stores import MemoryStore, Row, VectorStore

Opener = Callable[[Path, int], VectorStore]
EAST = Row("east", (1.0, 0.0), "text", "d1")
NORTH = Row("north", (0.0, 3.0), "image", "d2")
BETWEEN = Row("between", (1.0, 1.0), "text", "d3")


@pytest.fixture(params=["memory", "lance"])
def opened(request: pytest.FixtureRequest) -> Opener:
    """How a store of each kind is opened."""
    if request.param == "memory":
        return MemoryStore
    require("lancedb")
    from veridical.retrieval.stores.lance import LanceStore

    return LanceStore


def ids(store: VectorStore, vector: tuple[float, ...], k: int = 9, **more: object) -> list[str]:
    """What is found, the best first."""
    return [one.id for one in store.search(vector, k, **more)]  # type: ignore[arg-type]


def test_by_the_cosine(opened: Opener, tmp_path: Path) -> None:
    """To (2, 1): between 3/√10, east 2/√5, north 1/√5; lengths do not count."""
    store = opened(tmp_path / "s", 2)
    store.add([EAST, NORTH, BETWEEN])
    found = store.search((2.0, 1.0), 9)
    assert [(one.id, one.rank) for one in found] == [("between", 1), ("east", 2), ("north", 3)]
    assert [one.score for one in found] == pytest.approx([3 / 10**0.5, 2 / 5**0.5, 1 / 5**0.5])
    assert ids(store, (2.0, 1.0), 1) == ["between"]


def test_an_empty_store_finds_nothing(opened: Opener, tmp_path: Path) -> None:
    """Neither before the first row nor after the last is gone."""
    store = opened(tmp_path / "s", 2)
    assert (len(store), store.search((1.0, 0.0), 5), dict(store.digests())) == (0, (), {})
    store.add([])
    store.add([EAST])
    store.delete(["east"])
    assert (len(store), store.search((1.0, 0.0), 5)) == (0, ())
    assert opened(tmp_path / "s", 2).search((1.0, 0.0), 5) == ()


def test_a_row_of_a_known_id_takes_its_place(opened: Opener, tmp_path: Path) -> None:
    """In a later call, and in the same."""
    store = opened(tmp_path / "s", 2)
    store.add([EAST, NORTH])
    store.add([Row("east", (-1.0, 0.0), "text", "d9"), Row("east", (0.0, -1.0), "text", "d8")])
    assert len(store) == 2
    assert dict(store.digests()) == {"east": "d8", "north": "d2"}
    assert ids(store, (0.0, -1.0), 1) == ["east"]


def test_deleted_rows_are_gone(opened: Opener, tmp_path: Path) -> None:
    """Unknown ids are no error, and no id can be more than an id."""
    store = opened(tmp_path / "s", 2)
    store.add([EAST, NORTH, Row("o'neil') OR ('1'='1", (1.0, 0.1))])
    store.delete(["north", "unknown", "x') OR ('1'='1"])
    assert sorted(store.digests()) == ["east", "o'neil') OR ('1'='1"]
    store.delete(["o'neil') OR ('1'='1"])
    assert sorted(store.digests()) == ["east"]


def test_narrowed_by_kind_and_without_ids(opened: Opener, tmp_path: Path) -> None:
    """The others take the places of those left out."""
    store = opened(tmp_path / "s", 2)
    store.add([EAST, NORTH, BETWEEN])
    assert ids(store, (2.0, 1.0), 1, kind="image") == ["north"]
    assert ids(store, (2.0, 1.0), 2, kind="text") == ["between", "east"]
    assert ids(store, (2.0, 1.0), 2, without=["between", "unknown"]) == ["east", "north"]
    assert ids(store, (2.0, 1.0), 2, kind="x' OR '1'='1") == []


def test_equal_rows_stand_by_their_ids(opened: Opener, tmp_path: Path) -> None:
    """Whatever the order in which they came, where the answer is cut too."""
    store = opened(tmp_path / "s", 2)
    store.add([Row(id_, (1.0, 0.0)) for id_ in "dbac"])
    assert ids(store, (1.0, 0.0), 3) == ["a", "b", "c"]


def test_kept_and_opened_again(opened: Opener, tmp_path: Path) -> None:
    """In another process too, with ids of any script."""
    store = opened(tmp_path / "s", 2)
    store.add([EAST, Row("水|\n", (0.0, 1.0), "text", "d4")])
    again = opened(tmp_path / "s", 2)
    assert dict(again.digests()) == {"east": "d1", "水|\n": "d4"}
    assert ids(again, (0.0, 1.0), 1) == ["水|\n"]
    code = (
        f"from {opened.__module__} import {opened.__name__} as S\n"  # type: ignore[attr-defined]
        f"from pathlib import Path\nprint(len(S(Path({str(tmp_path / 's')!r}), 2)))"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "2"


@pytest.mark.parametrize("vector", [(1.0,), (1.0, 2.0, 3.0), ()])
def test_a_vector_of_another_length_is_refused(
    vector: tuple[float, ...], opened: Opener, tmp_path: Path
) -> None:
    """Added, asked for, or opened with; nothing of the same call is kept."""
    store = opened(tmp_path / "s", 2)
    with pytest.raises(StoreError, match=r"another length .* got \d; expected 2 numbers"):
        store.add([EAST, Row("x", vector)])
    with pytest.raises(StoreError, match="another length"):
        store.search(vector, 3)
    assert len(store) == 0
    store.add([EAST])
    with pytest.raises(StoreError, match="another length"):
        opened(tmp_path / "s", len(vector) + 5)


@pytest.mark.parametrize("vector", [(0.0, 0.0), (float("nan"), 1.0), (float("inf"), 1.0)])
def test_a_vector_without_a_direction_is_refused(
    vector: tuple[float, ...], opened: Opener, tmp_path: Path
) -> None:
    """It would be alike to nothing, or to all."""
    store = opened(tmp_path / "s", 2)
    with pytest.raises(StoreError, match="no direction"):
        store.add([EAST, Row("x", vector)])
    assert len(store) == 0


def test_read_by_others_while_rows_are_added(opened: Opener, tmp_path: Path) -> None:
    """A reader of another process sees whole additions of ten, never a part, and ends with all."""
    folder = tmp_path / "s"
    store = opened(folder, 4)
    store.add(_ten(0))
    code = (
        f"from {opened.__module__} import {opened.__name__} as S\n"  # type: ignore[attr-defined]
        "from pathlib import Path\nimport time\nseen, end = [], time.time() + 60\n"
        "while (not seen or seen[-1] < 120) and time.time() < end:\n"
        f"    store = S(Path({str(folder)!r}), 4)\n"
        "    seen.append(len(store))\n"
        "    found = len(store.search((1, 0, 0, 0), 1000))\n"
        "    assert found >= seen[-1] and found % 10 == 0, (found, seen)\n"
        "print(*seen)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
    ) as reader:
        for n in range(1, 12):
            store.add(_ten(n))
        said, _ = reader.communicate(timeout=90)
    seen = list(map(int, said.split()))
    assert reader.returncode == 0
    assert seen == sorted(seen)
    assert all(one % 10 == 0 for one in seen)
    assert seen[-1] == 120


def _ten(n: int) -> list[Row]:
    vectors = np.random.default_rng(n).normal(size=(10, 4))
    return [Row(f"{n}-{k}", vector.tolist()) for k, vector in enumerate(vectors)]


def test_the_same_answers_from_both(tmp_path: Path) -> None:
    """Of a thousand rows, and an index over lists finds most of what is nearest."""
    require("lancedb")
    from veridical.retrieval.stores.lance import LanceStore

    vectors = np.random.default_rng(7).normal(size=(1_000, 16)).astype(np.float32)
    rows = [Row(f"{n:04d}", vector) for n, vector in enumerate(vectors)]
    exact = MemoryStore(None, 16)
    lance = LanceStore(tmp_path / "s", 16, index_from=1_000)
    for store in (exact, lance):
        store.add(rows)
    asked = np.random.default_rng(8).normal(size=(20, 16)).tolist()
    for vector in asked:
        assert ids(lance, vector, 10) == ids(exact, vector, 10)
    assert lance.name == "lancedb, exact"
    lance.settle()
    assert lance.name == "lancedb, IVF, 0.1 of 31 lists"
    alike = [len({*ids(lance, v, 10)} & {*ids(exact, v, 10)}) for v in asked]
    assert 40 < sum(alike) <= 200


@pytest.mark.parametrize("content", [b"", b"no store", b"veridical vectors 1\n" + b"\xff" * 40])
def test_a_file_that_is_no_store(content: bytes, tmp_path: Path) -> None:
    """One line, with what to do."""
    (tmp_path / "vectors.bin").write_bytes(content)
    with pytest.raises(StoreError, match="cannot be read"):
        MemoryStore(tmp_path, 2)


def test_a_kill_while_it_is_written_leaves_the_old(tmp_path: Path) -> None:
    """A file that was begun beside it is none."""
    MemoryStore(tmp_path, 2).add([EAST])
    (tmp_path / ".vectors.bin.1.tmp").write_bytes(b"veridical vectors 1\n\x10")
    assert dict(MemoryStore(tmp_path, 2).digests()) == {"east": "d1"}
