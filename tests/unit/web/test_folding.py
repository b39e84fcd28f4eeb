"""Totals that show the same number take one column; what is alike in all rows is said once."""

from __future__ import annotations

from dataclasses import replace

from tests.unit.web.sample import PART, SCALE, TOTAL, leaderboard_page
from veridical.measure import Scale
from veridical.score import Bounds, Measured, Missing, Reason
from veridical.web.folding import folded
from veridical.web.pages.leaderboard import Stop, SystemRow
from veridical.web.pages.scores import Cell, Column
from veridical.web.render import render

OTHER = Column(name="measured", title="Measured total", scale=TOTAL.scale, is_total=True)
LOST = Missing.of([Reason.NOT_ASSESSED] * 8)


def _row(system: str, *values: float) -> SystemRow:
    cells = tuple(Cell(score=Measured(value)) for value in values)
    return SystemRow(system=system, cells=cells, stopped=(0, 1, 2), tasks=3)


def test_a_total_that_is_the_same_in_every_row_has_no_column() -> None:
    """The page says where it went."""
    rows = (_row("a", 80.0, 18.0, 80.0), _row("b", 60.0, 12.0, 60.0))
    found = folded((TOTAL, PART, OTHER), rows)

    assert found.columns == (TOTAL, PART)
    assert found.gone == ((OTHER, "The same as Total in every row."),)
    page = replace(
        leaderboard_page(), columns=found.columns, folded=found.gone, rows=found.rows, matrix=()
    )
    html = render(replace(page, breakdowns=()))
    assert "The same as Total in every row." in html
    assert "</b> Measured total" not in html


def test_it_is_shown_in_the_row_where_it_differs() -> None:
    """Under the number that it differs from."""
    rows = (_row("a", 80.0, 80.0), _row("b", 60.0, 60.0), _row("c", 50.0, 55.0))
    found = folded((TOTAL, OTHER), rows)
    page = replace(leaderboard_page(), columns=found.columns, rows=found.rows, matrix=())
    html = render(replace(page, breakdowns=()))

    assert found.gone == ((OTHER, "Shown under Total in the rows where it differs."),)
    assert html.count("</b> Measured total") == 1
    assert "<b>55.00</b> Measured total" in html


def test_totals_that_mostly_differ_keep_their_columns() -> None:
    """Likewise those of other scales, and parts, whatever they show."""
    differing = (_row("a", 80.0, 70.0), _row("b", 60.0, 60.0))
    alike = (_row("a", 15.0, 15.0),)
    smaller = replace(OTHER, scale=Scale(0.0, 80.0))
    part = replace(PART, name="example.other", scale=SCALE)

    assert folded((TOTAL, OTHER), differing).columns == (TOTAL, OTHER)
    assert folded((TOTAL, smaller), alike).columns == (TOTAL, smaller)
    assert folded((PART, part), alike).columns == (PART, part)
    assert folded((TOTAL, OTHER), ()).columns == (TOTAL, OTHER)


def _missing(*counts: Missing) -> str:
    rows = tuple(
        replace(
            _row(f"s{at}", 0.0, 12.0),
            cells=(Cell(score=Measured(50.0, 3, lost, Bounds(40.0, 60.0))),) * 2,
            missing=lost.total,
        )
        for at, lost in enumerate(counts)
    )
    return render(replace(leaderboard_page(), rows=rows, matrix=(), breakdowns=()))


def test_what_every_row_is_missing_is_said_once() -> None:
    """Below the table; the number stays in its column, the bounds in their cells."""
    html = _missing(LOST, LOST)

    assert html.count("8 not assessed") == 1
    assert "In every row: 8 not assessed." in html
    assert html.count("40.00–60.00") == 4


def test_what_rows_are_missing_apart_is_said_once_in_each() -> None:
    """Beside the number of missing items."""
    html = _missing(LOST, Missing.of([Reason.TIMEOUT]))

    assert (html.count("8 not assessed"), html.count("1 timed out")) == (1, 1)
    assert "In every row" not in html


def test_a_row_names_the_tasks_at_which_it_stopped() -> None:
    """With the gate, the reason and the way to the report."""
    page = leaderboard_page()
    stops = (Stop(task="t-water", stage=1, why="C1: not <said>"), Stop(task="t-x", stage=None))
    html = render(replace(page, rows=(replace(page.rows[0], stops=stops), *page.rows[1:])))

    assert "2 reports stopped" in html
    assert (
        '<a href="systems/atlas/t-water.html">t-water</a>: citation was the last gate that opened.'
        " C1: not &lt;said&gt;</li>" in html
    )
    assert '<a href="systems/atlas/t-x.html">t-x</a>: undecided</li>' in html
