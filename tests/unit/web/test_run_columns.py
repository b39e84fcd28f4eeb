"""Columns of a run: a part with its other readings."""

from __future__ import annotations

from dataclasses import replace

from tests.unit.web.sample import leaderboard_page
from veridical.runs.records import Manifest, MeasureRecord, RunStatus
from veridical.score import Bounds, Measured, Reason, Undefined
from veridical.stats.summary import summarize
from veridical.web.pages.leaderboard import LeaderboardPage
from veridical.web.pages.scores import Cell
from veridical.web.render import render
from veridical.web.run_columns import mean_cell, measure_column, readings_of


def _measure(name: str, title: str, highest: float = 20.0) -> MeasureRecord:
    return MeasureRecord(name, title, "writing", 0.0, highest, True, "A paper, eq. 6")


PART = _measure("paper.report", "Report")
RATIO = _measure("paper.report.ratio", "Report, as the site counts")
INNER = _measure("paper.report.words", "Words", highest=1.0)


def _manifest(*measures: MeasureRecord) -> Manifest:
    return Manifest(
        schema=1,
        run="r",
        method="m",
        method_version="1",
        settings={},
        measures=measures,
        gates=(),
        totals=(),
        respondents={"judge": "rules/2"},
        is_indicative=True,
        bench="",
        bench_sha256="",
        reports="",
        reports_sha256="",
        systems=("a",),
        tasks=("t",),
        date="2026-01-15",
        veridical="0",
        status=RunStatus.COMPLETE,
    )


def _page(cell: Cell) -> LeaderboardPage:
    page = leaderboard_page()
    row = replace(page.rows[0], cells=(cell, *page.rows[0].cells[1:]))
    return replace(page, rows=(row, *page.rows[1:]), judged="Judged by m, 2026-01-15")


def test_a_part_is_followed_by_its_other_readings() -> None:
    """By how they are counted; its inner numbers are none."""
    assert readings_of(_manifest(PART, RATIO, INNER)) == {
        "paper.report": {"paper.report.ratio": "as the site counts"}
    }


def test_a_cell_holds_the_mean_of_each_reading() -> None:
    """Side by side with the part's own."""
    ends = Bounds(0.0, 20.0)
    means = {
        "paper.report": summarize([Measured(10.0), Measured(20.0)], scale=ends),
        "paper.report.ratio": summarize([Measured(12.0), Measured(20.0)], scale=ends),
    }
    cell = mean_cell(measure_column(PART), means, {"paper.report.ratio": "as the site counts"})

    assert isinstance(cell.score, Measured)
    ((said, other),) = cell.readings
    assert isinstance(other, Measured)
    assert (cell.score.value, said, other.value) == (15.0, "as the site counts", 16.0)


def test_another_reading_is_shown_where_it_differs() -> None:
    """An absent one says so in a word."""
    own = Measured(15.0)
    shown = render(_page(Cell(score=own, readings=(("as the site counts", Measured(16.0)),))))
    alike = render(_page(Cell(score=own, readings=(("as the site counts", own),))))
    absent = (("as the site counts", Undefined(Reason.TIMEOUT, "")),)
    lost = render(_page(Cell(score=own, readings=absent)))

    assert "<b>16.00</b> as the site counts" in shown
    assert "as the site counts" not in alike
    assert "<b>undefined</b> as the site counts" in lost


def test_the_table_says_who_judged_and_when() -> None:
    """Below it, so that it goes with a picture of the table."""
    assert "Judged by m, 2026-01-15." in render(_page(Cell(score=Measured(15.0))))
