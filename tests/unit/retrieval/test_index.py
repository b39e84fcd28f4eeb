"""Finding items: scores by hand, order, languages, what is left out."""

import math

import pytest

from veridical.retrieval.index import Bm25, Found, Hybrid, fused

ITEMS = [
    ("a", "Water boils at 100 degrees."),
    ("b", "Water water water everywhere"),
    ("c", "The iris has three species."),
    ("d", "水的沸点是一百度。"),
]


def test_score_by_hand() -> None:
    """One word of the query, in one item of two: ln(1 + 1.5/1.5) * 1/(1 + 1.5).

    N = 2, df = 1: idf = ln(1 + (2 - 1 + 0.5)/(1 + 0.5)) = ln 2. Both have two tokens, so the
    length is the mean and tf 1 gives 1 / (1 + 1.5 * (0.25 + 0.75)) = 0.4.
    """
    index = Bm25([("x", "granite hills"), ("y", "sandy beaches")])
    (found,) = index.search("granite", 5)
    assert found == Found("x", pytest.approx(0.4 * math.log(2), rel=1e-5), 1)


def test_best_first_and_no_item_without_a_shared_word() -> None:
    """More of a word, in a shorter text."""
    assert [one.id for one in Bm25(ITEMS).search("water", 9)] == ["b", "a"]


def test_chinese_by_pairs_of_characters() -> None:
    """No spaces are needed."""
    assert [one.id for one in Bm25(ITEMS).search("水的沸点", 9)] == ["d"]


def test_other_forms_of_a_word() -> None:
    """By their stem."""
    assert [one.id for one in Bm25(ITEMS).search("degree", 9)] == ["a"]


@pytest.mark.parametrize("query", ["", "  ", "the of", "zebra", "?!", "\x00"])
def test_nothing_fits(query: str) -> None:
    """No item is made up."""
    assert Bm25(ITEMS).search(query, 3) == ()


def test_ties_are_cut_by_id() -> None:
    """Whatever the order in which they came."""
    items = [(id_, "same words here") for id_ in "dcbaf"] + [("z", "other things stand here")]
    assert [one.id for one in Bm25(items).search("same words", 3)] == ["a", "b", "c"]
    assert [one.id for one in Bm25(items[::-1]).search("same words", 3)] == ["a", "b", "c"]


def test_unwanted_items_give_way() -> None:
    """And others take their places."""
    found = Bm25(ITEMS).search("water", 1, without=["b", "unknown"])
    assert found == (Found("a", found[0].score, 1),)


@pytest.mark.parametrize("items", [[], [("a", "")], [("a", "the"), ("b", "…")]])
def test_an_empty_corpus_finds_nothing(items: list[tuple[str, str]]) -> None:
    """It is no error."""
    assert Bm25(items).search("water", 3) == ()


def test_fusion_by_hand() -> None:
    """x: 1/61 + 1/62; y: 1/62; z: 1/61."""
    first = (Found("x", 9.0, 1), Found("y", 8.0, 2))
    second = (Found("z", 0.9, 1), Found("x", 0.8, 2))
    found = fused([first, second], 9)
    assert [one.id for one in found] == ["x", "z", "y"]
    assert [one.score for one in found] == pytest.approx([1 / 61 + 1 / 62, 1 / 61, 1 / 62])


def test_hybrid_of_one_keeps_its_order() -> None:
    """And its name."""
    index = Bm25(ITEMS)
    found = Hybrid(index).search("water", 2)
    assert [one.id for one in found] == [one.id for one in index.search("water", 2)]
    assert Hybrid(index, index).name == f"{index.name} + {index.name}"
