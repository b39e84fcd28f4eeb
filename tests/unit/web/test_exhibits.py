"""What a method shows of a report, on its page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.unit.web.sample import ASK_ID, IN_REPORT, report, report_page
from tests.unit.web.test_render import EVIL
from veridical.ask import Quote
from veridical.diagnosis import Exhibit, ExhibitMark, ExhibitRow, Standing
from veridical.report.parse import parse_report
from veridical.score import Measured
from veridical.web.exhibits import (
    exhibit_columns,
    exhibit_groups,
    exhibit_marks,
    mark_under,
    row_place,
)
from veridical.web.pages import ReportPage
from veridical.web.pages.frame import Tone
from veridical.web.render import render


def shown(*rows: ExhibitRow) -> str:
    """The page of a report with one exhibit."""
    return render(replace(report_page(), exhibits=(Exhibit(title="Shown", rows=rows),)))


def test_columns_stand_in_the_order_of_their_marks() -> None:
    """A row that lacks one, or has one more, moves none."""
    weight, ours, theirs = (ExhibitMark(label, Measured(0.5)) for label in ("w", "ours", "theirs"))
    rows = (ExhibitRow(text="a", marks=(weight, ours)), ExhibitRow(text="b", marks=(ours, theirs)))

    assert exhibit_columns(Exhibit(title="t", rows=rows)) == ("w", "ours", "theirs")
    assert [mark_under(rows[1], label) for label in ("w", "theirs")] == [None, theirs]


def test_groups_keep_the_order_of_rows() -> None:
    """Each row is known by its number in the exhibit."""
    rows = tuple(ExhibitRow(text=str(i), group=g) for i, g in enumerate("aab"))

    groups = exhibit_groups(Exhibit(title="t", rows=rows))

    assert [(g, [i for i, _ in found]) for g, found in groups] == [("a", [0, 1]), ("b", [2])]


def test_a_mark_and_its_absence_are_in_the_table() -> None:
    """The number stands beside its bar, the reason in the number's place."""
    html = render(report_page())

    assert [
        s for s in ("7.50", "undefined", "timed out: 60 s", "this report") if s not in html
    ] == []


def test_a_figure_stands_beside_what_was_read_off_it() -> None:
    """Its card is open; the picture says that it is not there where it is not."""
    html = render(report_page())

    assert '<details class="card bad" open>' in html
    assert "<dt>density</dt><dd>0.92</dd>" in html
    assert "The picture images/ice.png is not with these pages." in html
    assert "number differs" in html


def test_a_figure_of_the_report_is_found_by_its_index() -> None:
    """As a picture where it has a path, else by its number and words."""
    text = parse_report("Ice floats.\n\n![a *rising* line](ice.png)\n", name="r.md")
    row = ExhibitRow(text="Ice floats", figure=0)
    page = replace(report_page(), report=text, exhibits=(Exhibit(title="t", rows=(row,)),))

    assert "Figure 1 of the report, “a rising line”, is not with these pages." in render(page)
    assert "The picture ice.png is not" in render(replace(page, figures={0: "ice.png"}))


def test_a_row_leads_to_its_words_and_asks() -> None:
    """Both are on the page."""
    html = shown(ExhibitRow(text="x", quotes=(IN_REPORT,), asks=(ASK_ID,)))

    assert f'<li><a href="#ask-{ASK_ID}">' in html
    assert 'href="#s' in html


def test_an_exhibit_without_rows_says_so() -> None:
    """Nothing was looked at."""
    assert "There is nothing to show." in shown()


def test_a_page_without_exhibits_has_none() -> None:
    """Neither head nor legend."""
    assert 'id="exhibit-' not in render(replace(report_page(), exhibits=()))


def test_strangers_text_in_a_row_is_escaped() -> None:
    """In cards and in tables, in every field."""
    row = ExhibitRow(
        text=EVIL, group=EVIL, verdict=EVIL, note=EVIL, picture=EVIL, read=((EVIL, EVIL),),
        quotes=(replace_text(EVIL),), asks=(EVIL,),
    )  # fmt: skip
    marked = replace(row, marks=(ExhibitMark(EVIL, Measured(1.0)),))
    html = shown(row) + shown(marked)

    assert [tag for tag in ("<script>alert", "<img src=x") if tag in html] == []


def replace_text(text: str) -> Quote:
    """A quote of the report with other words."""
    return replace(IN_REPORT, text=text)


@pytest.mark.parametrize(
    ("standings", "tone"),
    [
        ((Standing.GOOD,), Tone.GOOD),
        ((Standing.GOOD, Standing.BAD), Tone.BAD),
        ((Standing.PARTLY, Standing.UNKNOWN), Tone.UNKNOWN),
        ((Standing.PLAIN, Standing.GOOD), Tone.GOOD),
    ],
)
def test_a_statement_is_marked_by_its_gravest_row(standings: tuple, tone: Tone) -> None:
    """And leads to that row; a plain one marks nothing."""
    rows = tuple(
        ExhibitRow(text=str(i), standing=s, quotes=(IN_REPORT,)) for i, s in enumerate(standings)
    )
    (mark,) = exhibit_marks((Exhibit(title="Pairs", rows=rows),), report()).values()
    gravest = [s.value for s in standings].index(tone.value)

    assert (mark.tone, mark.place) == (tone, row_place(0, gravest))
    assert mark.label == f"Pairs: {tone}"


def test_rows_mark_the_text_where_no_graph_does() -> None:
    """Nodes that were looked for mark it alone."""
    base: ReportPage = report_page()
    row = ExhibitRow(text="x", verdict="denied", standing=Standing.BAD, quotes=(IN_REPORT,))
    page = replace(base, exhibits=(Exhibit(title="Pairs", rows=(row,)),))

    assert ["Pairs: denied" in render(p) for p in (page, replace(page, diagnosis=None))] == [
        False,
        True,
    ]


def test_every_standing_has_its_tone() -> None:
    """And with it a sign and a color."""
    assert [Tone(standing) for standing in Standing] == list(Standing)
