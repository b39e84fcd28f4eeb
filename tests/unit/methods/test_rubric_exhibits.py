"""What a report's page shows of marks by a rubric: each criterion, and what is missing."""

from __future__ import annotations

from typing import cast

from veridical.checks.dimensions import Dimension
from veridical.measure import Context
from veridical.methods.deepresearcheval.quality_exhibit import quality_exhibits
from veridical.methods.deepresearcheval.quality_tally import (
    MarkedCriterion,
    MarkedSide,
    QualityTally,
)
from veridical.methods.race.exhibit import race_exhibits
from veridical.methods.race.tally import Marked, MarkedDimension, RaceTally, Seen
from veridical.score import Measured, Reason, Undefined

CONTEXT = cast("Context", None)
"""Neither looks at it."""
TIMEOUT = Reason.TIMEOUT


def test_quality_shows_each_criterion_under_its_dimension() -> None:
    """The task's own named as such; a lost mark says why, and so does a lost list of criteria."""
    criteria = (
        MarkedCriterion("coverage-1", "wide", "all parts", 0.75, 7.25, None, "ask 1"),
        MarkedCriterion("coverage-2", "deep", "each part", 0.25, None, TIMEOUT, "ask 2"),
    )
    tally = QualityTally(
        (
            MarkedSide("coverage", "Coverage", "x", True, 0.4, criteria),
            MarkedSide("task-1", "Policy", "x", False, None, (), TIMEOUT),
        )
    )
    (exhibit,) = quality_exhibits(CONTEXT, {"m": tally}, {})
    wide, deep, policy = exhibit.rows

    assert [r.group for r in exhibit.rows] == [
        "Coverage, 40% of the whole",
        "Coverage, 40% of the whole",
        "Policy (this task alone)",
    ]
    assert (wide.text, wide.note, wide.asks) == ("wide", "all parts", ("ask 1",))
    assert [m.score for m in wide.marks] == [Measured(0.75), Measured(7.25)]
    assert deep.marks[1].score == Undefined(TIMEOUT)
    assert (policy.text, policy.marks[0].score) == ("no criteria", Undefined(TIMEOUT))


def test_race_shows_the_mean_of_both_orders() -> None:
    """Target 8 and 6, reference 5 and 4: 7 and 4.5; with one order lost, neither."""
    one, lost = Seen(8, 5, None, "a"), Seen(None, None, TIMEOUT, "b")
    whole = Marked("insight-1", "why", 0.6, one, Seen(6, 4, None, "c"), "causes")
    half = Marked("insight-2", "how", 0.4, one, lost)
    tally = RaceTally(
        "r/t",
        (),
        (
            MarkedDimension(Dimension.INSIGHT, (whole, half)),
            MarkedDimension(Dimension.READABILITY, (), TIMEOUT),
        ),
    )
    (exhibit,) = race_exhibits(CONTEXT, {"m": tally}, {})
    first, second, third = exhibit.rows

    assert "r/t" in exhibit.note
    assert [m.score for m in first.marks] == [Measured(0.6), Measured(7.0, 2), Measured(4.5, 2)]
    assert (first.asks, first.note) == (("a", "c"), "causes")
    assert [m.score for m in second.marks[1:]] == [Undefined(TIMEOUT)] * 2
    assert (third.group, third.text) == ("Readability", "no criteria")


def test_nothing_is_shown_where_nothing_was_marked() -> None:
    """No reference, no rubric."""
    absent = QualityTally(absent=Reason.NO_GOLD)

    assert quality_exhibits(CONTEXT, {"m": absent}, {}) == ()
    assert race_exhibits(CONTEXT, {"m": RaceTally("", absent=Reason.NO_GOLD)}, {}) == ()
    assert quality_exhibits(CONTEXT, {}, {}) == race_exhibits(CONTEXT, {}, {}) == ()
