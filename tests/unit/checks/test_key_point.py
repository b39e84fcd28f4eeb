"""The ask about a key point, and the rule that answers it."""

from __future__ import annotations

import pytest

from veridical.ask import Answer, NoVerdict, Quote
from veridical.checks.key_point import (
    NOT_DISCUSSED,
    UNVERIFIED,
    Coverage,
    KeyPointAsk,
    KeyPointVerdict,
    Supportiveness,
    verified_point,
)
from veridical.retrieval.passages import whole
from veridical.score import Reason

NOT, PARTLY, ALL = Coverage
AGAINST, IN_PART, ENTAILS = Supportiveness
REPORT = (
    "Rents in Arvo rose by 12 percent in 2021. Wages there stood still. "
    "The council planned new homes, and little came of it."
)


def ask(point: str, text: str = REPORT, language: str = "en") -> KeyPointAsk:
    """About one report."""
    return KeyPointAsk((whole(text, source="report"),), point, language)


def by_rule(point: str, text: str = REPORT) -> Answer[KeyPointVerdict]:
    """The rule's answer."""
    found = ask(point, text).by_rule()
    assert isinstance(found, Answer)
    return found


@pytest.mark.parametrize(
    ("point", "c", "u"),
    [
        ("Rents in Arvo rose by 12 percent in 2021.", ALL, ENTAILS),
        ("In 2021 rents rose in Arvo by 12 percent.", ALL, ENTAILS),
        ("Rents in Arvo fell by 12 percent in 2021.", ALL, AGAINST),
        ("Rents in Arvo rose by 30 percent in 2021.", ALL, AGAINST),
        ("The council planned schools near the harbor, and a bridge.", PARTLY, IN_PART),
        ("Fishing fleets moved north as the sea warmed.", NOT, AGAINST),
    ],
)
def test_the_rule_weighs_words_figures_and_clashes(
    point: str, c: Coverage, u: Supportiveness
) -> None:
    """Taken up by words; agreed with by figures and without a clash."""
    assert by_rule(point).value == KeyPointVerdict(c, u)


def test_the_rule_quotes_the_reports_own_words() -> None:
    """At their place; nothing where nothing is said."""
    found = by_rule("Wages in Arvo stood still.")
    (quote,) = found.quotes

    assert REPORT[quote.start : quote.end] == quote.text
    assert "Wages there stood still." in quote.text
    assert by_rule("Fishing fleets moved north as the sea warmed.").quotes == ()


def test_the_rule_reads_chinese() -> None:
    """Character pairs; a number that differs is a clash."""
    text = "2021年阿沃市租金上涨了12%。工资没有变化。"

    assert by_rule("2021年阿沃市租金上涨了12%。", text).value == KeyPointVerdict(ALL, ENTAILS)
    assert by_rule("2021年阿沃市租金上涨了35%。", text).value == KeyPointVerdict(ALL, AGAINST)
    assert by_rule("海水变暖使渔船北移。", text).value == NOT_DISCUSSED


def test_without_words_there_is_no_verdict() -> None:
    """Neither of the point nor of the report."""
    assert ask("…").by_rule() == NoVerdict(Reason.NOTHING_TO_CHECK, "no words to compare")
    assert isinstance(KeyPointAsk((), "Rents rose.").by_rule(), NoVerdict)


@pytest.mark.parametrize("language", ["en", "zh", "de"])
def test_what_varies_stands_last(language: str) -> None:
    """The report first and fenced, so that all points of a report begin alike."""
    one, other = (ask(p, language=language).prompt() for p in ("Rents rose.", "Wages fell."))

    assert one[:-2] == other[:-2]
    assert [p.title for p in one if p.untrusted] == ["report", "key_point"]
    assert one[-1] == other[-1]


def test_a_quote_must_stand_in_the_report() -> None:
    """Found by its words; kept with its place; without one it is no verdict."""
    said = KeyPointVerdict(ALL, ENTAILS)
    passages = (whole(REPORT, source="report"),)
    good = Quote("report", 0, 0, "wages there  stood still")
    bad = Quote("report", 0, 0, "wages there fell")
    start = REPORT.index("Wages")
    placed = Quote("report", start, start + 23, "Wages there stood still")

    assert verified_point(Answer(said, "w", (bad, good)), passages) == Answer(said, "w", (placed,))
    assert verified_point(Answer(said, "w", (bad,)), passages) == NoVerdict(
        Reason.UNREADABLE, UNVERIFIED
    )
    assert verified_point(Answer(NOT_DISCUSSED, "w"), passages) == Answer(NOT_DISCUSSED, "w")
    lost = NoVerdict(Reason.TIMEOUT)
    assert verified_point(lost, passages) is lost
