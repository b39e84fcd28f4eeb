"""What can be looked up, by the rules, and why the rest cannot."""

from __future__ import annotations

import pytest

from veridical.checks.worth import WHY, Worth, is_page, worth_of

QUERY = "How has the share of wind power in Denmark changed between 2010 and 2023?"


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("Wind gave 57% of Denmark's power in 2023.", Worth.CHECKABLE),
        ("Water expands when it freezes.", Worth.CHECKABLE),
        ("Acme said that it should have acted sooner.", Worth.CHECKABLE),
        ("丹麦2023年的风电占比达到57%。", Worth.CHECKABLE),
        ("华为技术有限公司总部位于深圳。", Worth.CHECKABLE),
        ("Governments should invest in grids.", Worth.OPINION),
        ("我们认为各国应该加强合作，共同应对气候变化。", Worth.OPINION),
        ("Why did it grow so fast?", Worth.QUESTION),
        ("中产阶级的人数究竟有多少？", Worth.QUESTION),
        ("The main findings are as follows:", Worth.HEADING),
        ("Wind Power In Denmark", Worth.HEADING),
        ("主要的结论有以下几个方面：", Worth.HEADING),
        ("Let me search for the latest figures.", Worth.PROCEDURE),
        ("(3) Analyze how prices have changed.", Worth.PROCEDURE),
        ("我需要继续搜索更多关于风电的数据。", Worth.PROCEDURE),
        ("Here's a research plan for that topic.", Worth.RESIDUE),
        (QUERY, Worth.RESIDUE),
        ("This underscores a profound shift.", Worth.VAGUE),
        ("这体现了极其深远的意义。", Worth.VAGUE),
        ("Indeed so.", Worth.FRAGMENT),
        ("如上。", Worth.FRAGMENT),
        ("", Worth.FRAGMENT),
    ],
)
def test_worth_of_a_sentence(text: str, worth: Worth) -> None:
    """English and Chinese, one of each kind and more."""
    assert worth_of(text, query=QUERY) is worth


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("Denmark: 2023: 57%", Worth.CHECKABLE),
        ("Denmark: high", Worth.FRAGMENT),
        ("Risk: the grid of the country is old and will have to be renewed", Worth.CHECKABLE),
    ],
)
def test_a_cell_needs_a_figure_or_a_sentence(text: str, worth: Worth) -> None:
    """A word in a cell says too little."""
    assert worth_of(text, is_cell=True) is worth


def test_a_sentence_that_shares_words_with_the_query_is_no_residue() -> None:
    """Only the query itself is."""
    said = "The share of wind power in Denmark changed between 2010 and 2023 from 22% to 57%."

    assert worth_of(said, query=QUERY) is Worth.CHECKABLE


def test_a_short_query_makes_no_residue() -> None:
    """A report that answers in the words of a short query keeps them."""
    assert worth_of("Danish wind power grew by 10%.", query="Danish wind") is Worth.CHECKABLE


def test_every_kind_has_its_reason() -> None:
    """A reader is told why."""
    assert set(WHY) == set(Worth)


def test_words_of_a_page() -> None:
    """Its buttons are told from a report's words."""
    assert is_page("Edit plan Start research")
    assert not is_page("The plan was edited in 2019.")
