"""What was asked, on a card: the report is named, not repeated; searches say for what."""

from __future__ import annotations

import pytest

from veridical.ask import ONCE, Answer, NoVerdict, Quote
from veridical.asked import Exchange
from veridical.checks.reading import said
from veridical.methods.hievidr.asks.claim import ClaimAsk, Instantiation, InstantiationAsk
from veridical.report.parse import parse_report
from veridical.score import Reason
from veridical.web.asked import LONGEST, inputs_of, named_statements, sought_in

REPORT = parse_report("Ice floats on water. It is lighter. The sea is salt.")
SEARCH = InstantiationAsk("Ice floats.", said(REPORT), "en")


def test_the_report_is_not_repeated() -> None:
    """Its statements are counted; the rest is shown as it was put."""
    found = {fact.label: fact.value for fact in inputs_of(SEARCH, REPORT)}

    assert found == {
        "claim": "Ice floats.",
        "statements": "all 3 statements of the report",
        "language": "en",
    }


def test_a_long_text_is_cut_and_says_so() -> None:
    """How long it was is told."""
    ask = ClaimAsk("Why?", "Ice floats.", "Ice floats.", "x" * (LONGEST + 1), "en")
    around = next(f.value for f in inputs_of(ask, REPORT) if f.label == "around")

    assert len(around) < LONGEST + 100
    assert f"the report’s text, {LONGEST + 1} characters" in around


@pytest.mark.parametrize(
    "answer", [Answer(Instantiation(()), "no"), NoVerdict(Reason.TIMEOUT, "late")]
)
def test_a_search_that_found_nothing_quotes_nothing(answer: object) -> None:
    """It still says what was searched for, and among how much."""
    exchange = Exchange(SEARCH, ONCE, answer)  # type: ignore[arg-type]

    assert sought_in(exchange) == ("Ice floats.", 3)
    assert named_statements(exchange, REPORT) == ()


def test_statements_that_an_answer_names_are_quoted_from_the_report() -> None:
    """Their own words at their own place; a number that the report lacks is none."""
    exchange = Exchange(SEARCH, ONCE, Answer(Instantiation((0, 99)), "yes"))

    assert named_statements(exchange, REPORT) == (Quote("report", 0, 20, "Ice floats on water."),)


def test_an_ask_that_is_no_search_sought_nothing() -> None:
    """A rating has no place to look for."""
    ask = ClaimAsk("Why?", "Ice floats.", "Ice floats.", "", "en")

    assert sought_in(Exchange(ask, ONCE, NoVerdict(Reason.TIMEOUT, "late"))) == ("", 0)
