"""Search queries for a statement."""

from __future__ import annotations

import pytest

from veridical.ask import Answer, NoVerdict
from veridical.checks.queries import Queries, QueriesAsk
from veridical.score import Reason

STATEMENT = "Tesla sold 1.8 million cars in 2023, up 38% from 2022."


def queries_in_turn(statement: str, language: str) -> list[str]:
    """What the rules offer, one turn after the other."""
    tried: tuple[str, ...] = ()
    while isinstance(
        answer := QueriesAsk(statement, tried=tried, language=language).by_rule(), Answer
    ):
        tried += answer.value.queries
    return list(tried)


def test_rules_offer_terms_then_names_and_dates_then_all_words() -> None:
    """Three queries, each once; then none is known."""
    assert queries_in_turn(STATEMENT, "en") == [
        "Tesla sold 1.8 million cars 2023 38 2022",
        "Tesla 2023 2022",
        STATEMENT,
    ]


def test_rules_cut_chinese_at_its_small_words() -> None:
    """Terms, not single characters."""
    found = queries_in_turn("甲公司在2020年的营收增长了20%，达到30亿元。", "zh")

    assert found[0] == "甲公司 2020年 营收增长 30亿元"


def test_rules_end_by_saying_so() -> None:
    """No other query is no failure."""
    tried = tuple(queries_in_turn(STATEMENT, "en"))
    answer = QueriesAsk(STATEMENT, tried=tried).by_rule()

    assert answer == NoVerdict(Reason.NOTHING_TO_CHECK, "the rules know no other query")


def test_the_prompt_shows_date_task_and_what_was_tried() -> None:
    """All of it fenced; the statement last."""
    ask = QueriesAsk(
        STATEMENT, "around it", "How does Tesla do?", "2026-11-30", ("tesla cars",), "en"
    )
    untrusted = {part.title: part.text for part in ask.prompt() if part.untrusted}

    assert untrusted == {
        "query": "How does Tesla do?",
        "today": "2026-11-30",
        "context": "around it",
        "tried": "tesla cars",
        "statement": STATEMENT,
    }


@pytest.mark.parametrize(
    ("queries", "objection"),
    [(("tesla",), ""), ((), "it holds no query"), (("  ",), "it holds no query")],
)
def test_an_answer_needs_a_query(queries: tuple[str, ...], objection: str) -> None:
    """Blank ones are none."""
    assert QueriesAsk(STATEMENT).objection(Queries(queries)) == objection
