"""Bars and funnels as inline SVG."""

from __future__ import annotations

import re

import pytest

from veridical.measure import Scale
from veridical.score import Bounds, Gated, Measured, Missing, Reason
from veridical.web.charts import FUNNEL_WIDTH, STEPS, bar, funnel, step

SCALE = Scale(0, 20)


def test_a_bar_covers_its_share_of_the_scale() -> None:
    """13.4 of 20 is 67 of 100."""
    assert '<rect class="value" x="0.0" width="67.0"' in bar(Measured(13.4), SCALE)


def test_a_scale_need_not_begin_at_zero() -> None:
    """3 on 1 to 5 is half way."""
    assert 'x="0.0" width="50.0"' in bar(Measured(3), Scale(1, 5))


def test_bounds_are_drawn_from_worst_to_best() -> None:
    """Between 10 and 15 of 20."""
    score = Measured(12, 3, Missing.of([Reason.TIMEOUT]), Bounds(10, 15))

    assert '<rect class="range" x="50.0" width="25.0"' in bar(score, SCALE)


def test_an_absent_score_has_no_bar() -> None:
    """Only the track is left; a bar of length 0 would claim a zero."""
    assert bar(Gated("claim"), SCALE).count("<rect") == 1


def test_a_funnel_fills_its_width() -> None:
    """The segments of 1, 3 and 2 reports start where the one before ends."""
    starts = re.findall(r'<rect x="([\d.]+)"', funnel((1, 3, 2), ("none", "citation", "claim")))

    assert [float(s) for s in starts] == [0.0, FUNNEL_WIDTH / 6, FUNNEL_WIDTH * 4 / 6]


def test_a_funnel_says_its_counts() -> None:
    """A reader who sees no colors gets the numbers, zeros included."""
    assert 'aria-label="0 none, 2 claim"' in funnel((0, 2), ("none", "claim"))


def test_an_empty_stage_draws_nothing() -> None:
    """No sliver for a count of zero."""
    assert funnel((0, 2), ("none", "claim")).count("<g ") == 1


def test_undecided_reports_stand_apart() -> None:
    """They are in the bar, in no stage, and said."""
    drawn = funnel((1, 1), ("none", "claim"), undecided=2)

    assert ("2 undecided" in drawn, 'x="90.0" width="89.0"' in drawn) == (True, True)


def test_stage_names_are_escaped() -> None:
    """A gate's name is text."""
    assert "<b>" not in funnel((1,), ("<b>",))


@pytest.mark.parametrize(
    ("index", "stages", "shade"), [(0, 4, 0), (3, 4, STEPS), (1, 2, STEPS), (0, 1, 0)]
)
def test_shades_run_from_nothing_to_all(index: int, stages: int, shade: int) -> None:
    """First and last stage always have the ends of the ramp."""
    assert step(index, stages) == shade


def test_a_count_has_no_bar() -> None:
    """Nothing says how long it should be."""
    assert not bar(Measured(7.0, 7, bounds=Bounds(5.0, 9.0)), Scale(0, None))
