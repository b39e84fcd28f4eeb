"""Search by words without any package: the same formula, the same order."""

from __future__ import annotations

from math import log
from pathlib import Path

import pytest

from veridical.agents.research.library import Library, words_of
from veridical.retrieval.index import Bm25
from veridical.retrieval.index.plain import PlainBm25, by_words
from veridical.task import read_bench

BENCH = read_bench(Path(__file__).parents[3] / "src/veridical/runs/demo_bench")
PAIRS = [(item.id, words_of(item)) for item in BENCH.corpus.values()]


def test_score_by_hand() -> None:
    """Two of three items hold the word; the mean length is 2."""
    index = PlainBm25([("a", "ice water"), ("b", "ice lake stone"), ("c", "stone")])
    idf = log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    assert [(one.id, one.rank) for one in index.search("ice", 9)] == [("a", 1), ("b", 2)]
    first, second = (one.score for one in index.search("ice", 9))
    assert first == pytest.approx(idf / (1 + 1.5))
    assert second == pytest.approx(idf / (1 + 1.5 * (0.25 + 0.75 * 3 / 2)))


@pytest.mark.parametrize("task", BENCH.tasks, ids=lambda t: t.id)
def test_it_ranks_as_the_package_does(task) -> None:  # type: ignore[no-untyped-def]
    """English and Chinese."""
    plain, package = PlainBm25(PAIRS), Bm25(PAIRS)
    found, wanted = (index.search(task.query.text, 20) for index in (plain, package))
    assert [one.id for one in found] == [one.id for one in wanted]
    assert [one.score for one in found] == pytest.approx([one.score for one in wanted], rel=1e-5)


@pytest.mark.parametrize("items", [[], [("a", "")], [("a", "the"), ("b", "…")]])
def test_an_empty_corpus_finds_nothing(items: list[tuple[str, str]]) -> None:
    """No division by no words."""
    assert PlainBm25(items).search("water", 3) == ()


def test_unwanted_items_give_way_and_ties_are_cut_by_id() -> None:
    """As every index does it."""
    index = PlainBm25([(name, "ice water") for name in "dbca"])
    assert [one.id for one in index.search("ice", 2)] == ["a", "b"]
    assert [one.id for one in index.search("ice", 2, without={"a"})] == ["b", "c"]
    assert index.search("zebra", 3) == ()
    assert len(index) == 4


def test_an_agent_searches_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not installed is not imported."""
    monkeypatch.setattr("veridical.retrieval.index.plain.find_spec", lambda _: None)
    assert isinstance(by_words(PAIRS), PlainBm25)
    assert isinstance(Library.of(BENCH.corpus.values()).index, PlainBm25)
