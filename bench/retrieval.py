"""Finding items of a corpus: recall against exact search, time, memory, at 10^4 and 10^5 items.

Vectors are drawn, not embedded: each item's is one of 500 topics plus noise, of 384 numbers, as
small models' are; so the figures tell of the stores, not of a model. Texts are drawn from 20,000
words by Zipf's law, 60 a piece. Each store is measured in a process of its own, whose memory it
tells.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec
import numpy as np

from bench.row import Row
from veridical.retrieval.index import Bm25, Found
from veridical.retrieval.parts import in_parts
from veridical.retrieval.stores import MemoryStore, VectorStore
from veridical.retrieval.stores import Row as Kept
from veridical.retrieval.stores.lance import LanceStore

SIZES = (10_000, 100_000)
DIMENSION, TOPICS = 384, 500
QUERIES, K = 100, 10
WORDS, LENGTH = 20_000, 60
ADDED = 4_096
MOST_MS = {10_000: 50, 100_000: 200}
LEAST_RECALL = 0.9


class Figures(msgspec.Struct):
    """What measuring one index gave.

    Attributes:
        build_s: seconds to make it.
        open_s: seconds to open it again.
        query_ms: milliseconds of a query, the middle one.
        memory_mb: what the process holds after the queries, over what it held before; a file
            that is looked into counts as far as it was.
        recall: share of the exact answer's `K` that is found; None where nothing is exact.
    """

    build_s: float
    open_s: float
    query_ms: float
    memory_mb: float
    recall: float | None = None


def vectors(many: int) -> tuple[np.ndarray, np.ndarray]:
    """Those of items, and those of queries, which lie near some of them."""
    chance = np.random.default_rng(5)
    topics = chance.normal(size=(TOPICS, DIMENSION)).astype(np.float32)
    noise = chance.normal(size=(many, DIMENSION)).astype(np.float32)
    items = topics[chance.integers(0, TOPICS, many)] + noise
    asked = items[chance.integers(0, many, QUERIES)]
    return items, asked + 0.7 * chance.normal(size=asked.shape).astype(np.float32)


def texts(many: int) -> Iterator[str]:
    """Of items; words are numbers."""
    chance = random.Random(5)
    weights = [1 / (n + 1) for n in range(WORDS)]
    names = [f"w{n:05d}" for n in range(WORDS)]
    for some in in_parts(chance.choices(names, weights, k=many * LENGTH), LENGTH):
        yield " ".join(some)


def exact(items: np.ndarray, asked: np.ndarray) -> list[set[str]]:
    """The ids that are nearest by the cosine, all looked at."""
    unit = items / np.linalg.norm(items, axis=1, keepdims=True)
    near = asked @ unit.T
    return [{f"{n:06d}" for n in np.argpartition(-row, K)[:K]} for row in near]


def held_mb() -> float:
    """What this process holds in memory now, in megabytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def middle_ms(search: Callable[[int], object]) -> float:
    """The middle of the times of all queries, after one that warms."""
    search(0)
    times = []
    for n in range(QUERIES):
        begin = time.perf_counter()
        search(n)
        times.append(time.perf_counter() - begin)
    return sorted(times)[QUERIES // 2] * 1000


def of_store(kind: str, many: int) -> Figures:
    """A store of drawn vectors: built, opened again, asked."""
    items, asked = vectors(many)
    right = exact(items, asked)
    make = {"memory": MemoryStore, "lancedb": LanceStore}[kind]
    with folder() as place:
        before, begin = held_mb(), time.perf_counter()
        store: VectorStore = make(place, DIMENSION)
        size = many if kind == "memory" else ADDED
        for some in in_parts(range(many), size):
            store.add(Kept(f"{n:06d}", items[n]) for n in some)
        store.settle()
        built = time.perf_counter() - begin
        begin = time.perf_counter()
        store = make(place, DIMENSION)
        opened = time.perf_counter() - begin
        found = [ids(store.search(vector.tolist(), K)) for vector in asked]
        query = middle_ms(lambda n: store.search(asked[n].tolist(), K))
        recall = sum(len(a & b) for a, b in zip(found, right, strict=True)) / (K * QUERIES)
        return Figures(built, opened, query, held_mb() - before, recall)


def of_words(many: int) -> Figures:
    """BM25 of drawn texts: built, kept, opened again, asked."""
    pairs = [(f"{n:06d}", text) for n, text in enumerate(texts(many))]
    chance = random.Random(6)
    asked = [
        " ".join(chance.sample(pairs[chance.randrange(many)][1].split(), 5)) for _ in range(QUERIES)
    ]
    with folder() as place:
        before, begin = held_mb(), time.perf_counter()
        Bm25(pairs).keep(place)
        built = time.perf_counter() - begin
        begin = time.perf_counter()
        index = Bm25.opened(place)
        opened = time.perf_counter() - begin
        query = middle_ms(lambda n: index.search(asked[n], K))
        return Figures(built, opened, query, held_mb() - before)


def ids(found: Sequence[Found]) -> set[str]:
    """Of an answer."""
    return {one.id for one in found}


@contextmanager
def folder() -> Iterator[Path]:
    """An empty one."""
    with tempfile.TemporaryDirectory() as place:
        yield Path(place)


MEASURED: dict[str, Callable[[int], Figures]] = {
    "memory": partial(of_store, "memory"),
    "lancedb": partial(of_store, "lancedb"),
    "bm25": of_words,
}


def apart(what: str, many: int) -> Figures:
    """The same in a process of its own."""
    command = [sys.executable, "-m", "bench.retrieval", what, str(many)]
    return msgspec.json.decode(subprocess.check_output(command), type=Figures)


def rows(what: str, many: int, figures: Figures) -> Iterator[Row]:
    """What is told of one index."""
    name = f"{what}, {many:,} items"
    if figures.recall is not None:
        least = 1.0 if what == "memory" else LEAST_RECALL
        yield Row(f"{name}: recall@{K} against exact search", figures.recall, "", least, "more")
    yield Row(f"{name}: a query", figures.query_ms, "ms", MOST_MS[many])
    yield Row(f"{name}: built", figures.build_s, "s")
    yield Row(f"{name}: opened again", figures.open_s, "s")
    yield Row(f"{name}: memory", figures.memory_mb, "MB")


def measure() -> list[Row]:
    """Both stores and BM25, at each size."""
    return [
        row for many in SIZES for what in MEASURED for row in rows(what, many, apart(what, many))
    ]


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(MEASURED[sys.argv[1]](int(sys.argv[2]))))
