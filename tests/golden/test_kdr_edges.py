"""KDR's equations where a part is undefined: by hand, from marks and from counts."""

from __future__ import annotations

import pytest

from veridical.checks.dimensions import Dimension
from veridical.methods.kdr import figures, general
from veridical.methods.kdr.figures import FiguresTally
from veridical.methods.kdr.points import in_points
from veridical.methods.race.rubric import WeightDraw
from veridical.methods.race.tally import Marked, MarkedDimension, RaceTally, Seen
from veridical.score import Bounds, Gated, Measured, Missing, Reason, Undefined

TIMEOUT = Reason.TIMEOUT
COMPREHENSIVENESS, INSIGHT, FOLLOWING, READABILITY = Dimension


def race(**marks: tuple[float, float] | Reason) -> RaceTally:
    """A tally with one criterion a dimension, marked the same in both orders, or missing."""
    return RaceTally(
        "r/t", (WeightDraw((0.25,) * 4),), tuple(_dimension(d, marks[d]) for d in Dimension)
    )


def _dimension(name: Dimension, given: tuple[float, float] | Reason) -> MarkedDimension:
    if isinstance(given, Reason):
        return MarkedDimension(name, (), given)
    seen = Seen(*given)
    return MarkedDimension(name, (Marked(f"{name}-1", "x", 1.0, seen, seen),))


def test_sec4_2_1_a_dimension_of_zeros_is_no_average_and_has_no_bounds() -> None:
    """0:0 is no share, whatever the other three are; nothing is missing that could mend it."""
    t = race(
        comprehensiveness=(0, 0), insight=(6, 4), instruction_following=(5, 5), readability=(9, 1)
    )

    assert general.average(t) == Undefined(Reason.NOTHING_TO_CHECK, general.NOT_ALL)


def test_sec4_2_1_what_is_missing_beside_a_dimension_of_zeros_bounds_nothing() -> None:
    """Of four shares ? .6 .5 and one from 0 to 1: with one of no value at all the mean of four
    lies nowhere; that of the other three, from 36.7 to 70, is none of it.
    """
    t = race(
        comprehensiveness=(0, 0), insight=(6, 4), instruction_following=(5, 5), readability=TIMEOUT
    )
    found = general.average(t)

    assert found == Undefined(Reason.NOTHING_TO_CHECK, general.NOT_ALL, Missing.of([TIMEOUT]), None)


def test_sec4_2_1_an_average_of_which_nothing_is_missing_is_its_own_bounds() -> None:
    """Shares .8 .6 .5 .9: 100 · 2.8 / 4 = 70, from 70 to 70."""
    t = race(
        comprehensiveness=(8, 2), insight=(6, 4), instruction_following=(5, 5), readability=(9, 1)
    )
    found = general.average(t)

    assert isinstance(found, Measured)
    assert found.bounds == Bounds(found.value, found.value)
    assert found.value == pytest.approx(70.0)


def test_sec4_2_1_points_are_a_hundred_times_the_share_with_its_bounds() -> None:
    """.25 in [.125, .5] is 25 in [12.5, 50]; what a gate closed stays closed."""
    lost = Missing.of([TIMEOUT])

    assert in_points(Measured(0.25, 3, lost, Bounds(0.125, 0.5))) == Measured(
        25.0, 3, lost, Bounds(12.5, 50.0)
    )
    assert in_points(Undefined(TIMEOUT, "x", lost)) == Undefined(TIMEOUT, "x", lost)
    assert in_points(Gated("a gate")) == Gated("a gate")


def test_sec5_2_3_figures_that_the_writer_was_given_count_among_all() -> None:
    """2 made, 1 from the web, 4 given, 3 tables: 10."""
    assert figures.figures_and_tables(FiguresTally(2, 1, 4, 3)) == Measured(10.0)
