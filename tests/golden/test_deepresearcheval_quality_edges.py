"""Adaptive quality at the edges of its equations: absences and weights of 0, all by hand."""

from __future__ import annotations

import pytest

from tests.golden.quality_built import (
    CLARITY,
    COVERAGE,
    INSIGHT,
    TIMEOUT,
    WORKED,
    side,
)
from veridical.checks.quality_sides import General
from veridical.methods.deepresearcheval import quality
from veridical.methods.deepresearcheval.quality_tally import QualityTally
from veridical.score import Bounds, Measured, Missing, Reason, Undefined

LOST = Missing.of([TIMEOUT])
GENERAL = tuple(side(d, 0.25, (1.0, 6.0)) for d in General)
"""Four general dimensions, all at 6."""


def test_eq_dimension_is_over_the_weights_there_are() -> None:
    """By 1, .5 and .5: 8, 4 and a lost one.

    (8 + 2) / 1.5 = 6.667; at worst (8 + 2 + 0) / 2 = 5, at best (8 + 2 + 5) / 2 = 7.5.
    """
    t = QualityTally((side(COVERAGE, 1.0, (1.0, 8.0), (0.5, 4.0), (0.5, TIMEOUT)),))

    found = quality.dimension(t, name=COVERAGE)
    assert isinstance(found, Measured)
    assert (found.value, found.n, found.missing) == (pytest.approx(20 / 3), 2, LOST)
    assert found.bounds == Bounds(5.0, 7.5)


@pytest.mark.parametrize("marks", [((0.0, 8.0), (1.0, TIMEOUT)), ((1.0, TIMEOUT),)])
def test_eq_dimension_without_a_mark_that_counts(marks: tuple[tuple[float, float], ...]) -> None:
    """What has a mark weighs 0, or nothing has: 0/0, from 0 to 10."""
    found = quality.dimension(QualityTally((side(COVERAGE, 1.0, *marks),)), name=COVERAGE)

    assert found == Undefined(TIMEOUT, quality.NO_MARKS, LOST, Bounds(0.0, 10.0))


def test_eq_total_counts_the_criteria_that_have_a_mark() -> None:
    """.5·8 + .5·6 = 7 of two; the dimension of weight 0 has none."""
    t = QualityTally(
        (side(COVERAGE, 0.5, (1.0, 8.0)), side(INSIGHT, 0.5, (1.0, 6.0)), side(CLARITY, 0.0))
    )

    assert quality.total(t) == Measured(7.0, 2, LOST, Bounds(7.0, 7.0))


def test_eq_gap_rests_on_all_criteria() -> None:
    """7.6 − 5.8 = 1.8 of 8 general and 3 own criteria."""
    found = quality.gap(WORKED)

    assert isinstance(found, Measured)
    assert (found.value, found.n) == (pytest.approx(1.8), 11)


def test_eq_task_specific_without_a_dimension_is_nothing_to_check() -> None:
    """Of no dimension there is no mean, and no gap to it; the general dimensions stand at 6."""
    t = QualityTally(GENERAL)
    nothing = Undefined(Reason.NOTHING_TO_CHECK, "the rubric has no dimension of the task's own")

    assert quality.task_specific(t) == quality.pooled_task_specific(t) == nothing
    assert quality.gap(t) == nothing
    assert quality.general(t) == Measured(6.0, 4)


def test_eq_task_specific_pooled_without_a_whole_dimension_is_no_number() -> None:
    """Both own dimensions lack marks: the mean of both lies between 0 and 10."""
    own = side("task-1", 0.5, (0.5, 4.0), (0.5, TIMEOUT)), side("task-2", 0.5)

    assert quality.pooled_task_specific(QualityTally(GENERAL + own)) == Undefined(
        TIMEOUT, quality.NO_MARKS, Missing.of([TIMEOUT] * 2), Bounds(0.0, 10.0)
    )


def test_eq_where_nothing_was_marked_every_score_says_why() -> None:
    """There is no rubric: that is the reason, and no bound."""
    t = QualityTally(absent=Reason.NO_GOLD, why="no rubric")
    equations = (
        quality.total,
        quality.general,
        quality.task_specific,
        quality.pooled_task_specific,
        quality.gap,
    )

    assert {equation(t) for equation in equations} == {Undefined(Reason.NO_GOLD, "no rubric")}
