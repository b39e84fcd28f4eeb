"""Which items a reference names that a task blocks."""

from __future__ import annotations

import pytest

from veridical.agents.research.withheld import References
from veridical.task import Item

ITEMS = [
    Item("a", "x", title="The Deep Sea", source="https://news.example.org/sea?utm_source=x"),
    Item("b", "x", title="深海的秘密", source="https://www.zhihu.com/question/1"),
    Item("c", "x", title="On ice", source="https://arxiv.org/abs/2601.12346v2 (CC BY)"),
    Item("d", "x", title="Salt", source="https://doi.org/10.1000/salt.1", document="sea.pdf"),
    Item("e", "x", title="", source="my own notes"),
]
REFERENCES = References(ITEMS)


@pytest.mark.parametrize(
    ("reference", "ids"),
    [
        ("https://news.example.org/sea", "a"),
        ("http://news.example.org/sea#top", "a"),
        ("example.org", "a"),
        ("news.example.org", "a"),
        ("other.example.org", ""),
        ("ample.org", ""),
        ("zhihu.com", "b"),
        ("the deep sea!", "a"),
        ("深海的秘密", "b"),
        ("arXiv:2601.12346", "c"),
        ("10.1000/salt.1", "d"),
        ("sea.pdf", "d"),
        ("e", "e"),
        ("Sea", ""),
        ("", ""),
        ("https://news.example.org/", ""),
        ("not a reference at all", ""),
    ],
)
def test_what_a_reference_names(reference: str, ids: str) -> None:
    """Address, site, title, number, document, id; never a part of a word."""
    assert REFERENCES.ids_of([reference]) == set(ids)


def test_several() -> None:
    """Together."""
    assert REFERENCES.ids_of(["e", "zhihu.com", "nothing"]) == {"b", "e"}
    assert References([]).ids_of(["a"]) == frozenset()
