"""What was searched for and not found, and what looks like a citation in a writer's words."""

from __future__ import annotations

import pytest

from tests.unit.agents.release.release_cases import found, item, released, texts
from veridical.agents.release.searched import not_found
from veridical.agents.research.draft import Sentence
from veridical.agents.research.own_citations import without
from veridical.report.identity import identify
from veridical.trajectory import Step, StepKind

LAKE = item("lake", "The lake is 214 metres deep. Its water is fresh all year.")
DEEP = Sentence("The lake is 214 metres deep.", (1,))


def test_a_search_without_a_find_is_told_once() -> None:
    """Searches of tables are told by their analyses."""
    steps = [
        Step(1, StepKind.SEARCH, query="lake"),
        Step(2, StepKind.RETRIEVE, item="lake"),
        Step(3, StepKind.SEARCH, query="ships"),
        Step(4, StepKind.SEARCH, query="ships"),
        Step(5, StepKind.SEARCH, query="fish", note="tables"),
        Step(6, StepKind.SEARCH, query="kings"),
    ]
    assert not_found(steps) == ("ships", "kings")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Searched for, and not answered by what was found: “Which ships sail there”."),
        ("zh", "检索过，但找到的内容没有回答：“Which ships sail there”。"),
    ],
)
def test_a_question_without_a_statement_is_told_in_the_report(language: str, said: str) -> None:
    """In its own language, and in what is kept."""
    draft, record = released(
        found([LAKE], DEEP, questions=("How deep is the lake", "Which ships sail there")),
        language=language,
    )
    assert record.not_answered == ("Which ships sail there",)
    assert texts(draft)[-1] == said


def test_a_report_that_lacks_nothing_says_nothing_of_itself() -> None:
    """No section of limits."""
    draft, record = released(found([LAKE], DEEP, questions=("How deep is the lake",)))
    assert texts(draft) == [DEEP.text]
    assert not record.not_answered


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("It is deep [3].", "It is deep."),
        ("It is deep [3, 4] and cold【5】.", "It is deep and cold."),
        ("It is deep【12†L3】.", "It is deep."),
        ("It is deep ^5^.", "It is deep."),
        ("See (https://invented.example/a?b=1) for more.", "See for more."),
        ("It is deep, doi:10.1234/invented.5.", "It is deep."),
        ("See https://known.example/x for more.", "See https://known.example/x for more."),
        ("In [brackets] it is as it was.", "In [brackets] it is as it was."),
        ("湖很深【3】。", "湖很深。"),
    ],
)
def test_words_lose_what_looks_like_a_citation(text: str, left: str) -> None:
    """But addresses that the evidence holds."""
    assert without(text, {identify("https://known.example/x").key}) == left
