"""What a report's page shows of key points: each with its words at their place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.golden.test_kdr import REPORT, TASK, Panel, built, evaluated, quoted
from veridical.ask import Quote
from veridical.checks.key_point import Coverage, Supportiveness
from veridical.diagnosis import ExhibitRow, Standing
from veridical.methods.kdr.exhibits import exhibits, placed_quote
from veridical.report import parse_report
from veridical.score import Measured, Reason, Undefined

NOT, PARTLY, ALL = Coverage
AGAINST, IN_PART, ENTAILS = Supportiveness


def rows(panel: Panel, text: str = REPORT) -> list[ExhibitRow]:
    """The conclusion's row, then one a key point."""
    found = evaluated(built(text, panel))
    (exhibit,) = found.exhibits
    return list(exhibit.rows)


def test_each_key_point_has_a_row_with_both_marks_and_its_words() -> None:
    """The quote stands in the report as it is written, its marker included."""
    panel = Panel({"Rents": quoted("Rents in Arvo rose by 12 percent in 2021.", ALL, ENTAILS)})
    conclusion, first, *others = rows(panel)
    report = parse_report(REPORT)

    assert (conclusion.text, conclusion.group) == (TASK.gold.main_conclusion, "Main conclusion")
    assert conclusion.marks[0].score == Measured(8.0)
    assert [m.label for m in first.marks] == ["coverage", "supportiveness"]
    assert [m.score for m in first.marks] == [Measured(1.0), Measured(1.0)]
    assert first.quotes[0].text == "Rents in Arvo rose by 12 percent in 2021 [1]."
    assert report.source[first.quotes[0].start : first.quotes[0].end] == first.quotes[0].text
    assert [r.verdict for r in others] == ["not taken up"] * 2


@pytest.mark.parametrize(
    ("c", "u", "verdict", "standing"),
    [
        (ALL, ENTAILS, "taken up, agreed with", Standing.GOOD),
        (ALL, AGAINST, "taken up, not agreed with", Standing.BAD),
        (PARTLY, ENTAILS, "partly taken up, agreed with", Standing.PARTLY),
        (ALL, IN_PART, "taken up, agreed with in part", Standing.PARTLY),
    ],
)
def test_what_is_taken_up_to_say_the_opposite_is_not_good(
    c: Coverage, u: Supportiveness, verdict: str, standing: Standing
) -> None:
    """The worse of both says how it stands."""
    row = rows(Panel({"Rents": quoted("Rents in Arvo rose", c, u)}))[1]

    assert (row.verdict, row.standing) == (verdict, standing)


def test_a_point_without_a_verdict_is_unknown() -> None:
    """No number, and why."""
    row = rows(Panel({"Rents": quoted("Nothing of the sort", ALL, ENTAILS)}))[1]

    assert (row.verdict, row.standing, row.quotes) == ("", Standing.UNKNOWN, ())
    assert row.marks[0].score == Undefined(Reason.UNREADABLE)


def test_an_empty_report_has_no_rows() -> None:
    """Nothing was asked."""
    assert rows(Panel(), "") == []


def test_a_quote_over_statements_is_their_whole_stretch() -> None:
    """Two sentences, a marker between them; the repeated one elsewhere is not taken."""
    text = "It rained [1].\n\nBees visit clover [1]. It rained [2]. They fly far.\n"
    report = parse_report(text)
    found = placed_quote(Quote("report", 0, 0, "Bees visit clover. It rained."), report)

    assert found is not None
    assert found.text == "Bees visit clover [1]. It rained [2]."


def test_words_that_are_no_statement_have_no_place() -> None:
    """A heading is quoted."""
    assert placed_quote(Quote("report", 0, 0, "Rents"), parse_report("# Rents\n\nUp.")) is None
    assert placed_quote(Quote("report", 0, 0, " "), parse_report(REPORT)) is None


def test_exhibits_rest_on_what_was_counted_alone() -> None:
    """Without tallies there is nothing to show."""
    context = replace(built(REPORT), asker=Panel())

    (exhibit,) = exhibits(context, {}, {})
    assert exhibit.rows == ()
