"""Means over tasks: absence is counted, never averaged."""

from __future__ import annotations

import random

import pytest

from veridical.score import Bounds, Gated, Measured, Missing, Reason, Score, Undefined
from veridical.stats.summary import Summary, pooled, summarize

UNIT = Bounds(0, 1)
TIMEOUT = Undefined(Reason.TIMEOUT)


def test_dropped_items_do_not_inflate_the_mean() -> None:
    """10 units, 4 right, 2 wrong, 4 failed: 4/6 scored, 4/10 at worst, 8/10 at best."""
    scores: list[Score] = [Measured(1.0)] * 4 + [Measured(0.0)] * 2 + [TIMEOUT] * 4
    found = summarize(scores, scale=UNIT)

    expected = Summary(
        mean=4 / 6,
        n=6,
        gated=0,
        undefined=Missing(((Reason.TIMEOUT, 4),)),
        items=Missing(),
        bounds=Bounds(0.4, 0.8),
    )
    assert expected == found
    assert found.total == 10


def test_a_failed_judge_is_no_zero() -> None:
    """Three judges say 4, 5 and garbage: 4.5 over 2, never 3."""
    found = summarize(
        [Measured(4.0), Measured(5.0), Undefined(Reason.UNREADABLE)], scale=Bounds(0, 10)
    )

    assert (found.mean, found.n, found.total) == (4.5, 2, 3)


def test_gated_scores_are_in_no_mean_and_in_no_bound() -> None:
    """They are counted apart."""
    found = summarize([Measured(1.0), Gated("claim")], scale=UNIT)

    assert (1.0, 1, 1, Bounds(1, 1)) == (found.mean, found.n, found.gated, found.bounds)


def test_nothing_measured_has_no_mean() -> None:
    """An empty list has neither a mean nor bounds."""
    assert Summary(None, 0, 0, Missing(), Missing(), None) == summarize([], scale=UNIT)


def test_everything_failed_has_the_scale_as_bounds() -> None:
    """No mean, but it lies somewhere."""
    found = summarize([TIMEOUT, TIMEOUT], scale=Bounds(1, 5))

    assert (None, Bounds(1, 5)) == (found.mean, found.bounds)


@pytest.mark.parametrize("reason", [Reason.NOTHING_TO_CHECK, Reason.NO_GOLD])
def test_where_there_is_no_value_no_bound_widens(reason: Reason) -> None:
    """Nothing to check is neither 0 nor 1, not even in the worst case."""
    found = summarize([Measured(0.5), Undefined(reason)], scale=UNIT)

    assert Bounds(0.5, 0.5) == found.bounds
    assert Missing(((reason, 1),)) == found.undefined


def test_an_undefined_score_with_bounds_of_its_own_keeps_them() -> None:
    """What is known of it narrows the whole."""
    known = Undefined(Reason.NOTHING_TO_CHECK, bounds=Bounds(0.5, 0.75))
    found = summarize([Measured(1.0), known], scale=UNIT)

    assert Bounds(0.75, 0.875) == found.bounds


def test_a_score_without_bounds_leaves_the_mean_without() -> None:
    """Where one equation is not monotone nothing is claimed."""
    loose = Measured(0.5, 2, Missing.of([Reason.TIMEOUT]))

    assert summarize([Measured(1.0), loose], scale=UNIT).bounds is None


def test_missing_items_are_summed_over_all_scores() -> None:
    """Those inside measured and inside undefined scores."""
    missing = Missing.of([Reason.TIMEOUT])
    scores = [
        Measured(0.5, 2, missing, Bounds(0.4, 0.6)),
        Undefined(Reason.REFUSED, "", Missing.of([Reason.REFUSED, Reason.TIMEOUT])),
    ]

    expected = Missing(((Reason.REFUSED, 1), (Reason.TIMEOUT, 2)))
    assert expected == summarize(scores, scale=UNIT).items


def test_the_order_of_tasks_is_irrelevant() -> None:
    """To the last bit."""
    scores = [Measured(n / 7) for n in range(50)] + [TIMEOUT, Gated("x")]
    shuffled = scores[:]
    random.Random(3).shuffle(shuffled)

    assert summarize(scores, scale=UNIT) == summarize(shuffled, scale=UNIT)


def test_on_a_scale_where_lower_is_better_the_worst_is_the_highest() -> None:
    """The ends of the scale are given as worst and best."""
    found = summarize([Measured(2.0), TIMEOUT], scale=Bounds(worst=10, best=0))

    assert Bounds(6, 1) == found.bounds


def test_pooled_scores_weigh_their_items() -> None:
    """1 of 1 and 1 of 3 are 2 of 4; with one item missing beside them, 2 to 3 of 5."""
    scores = [
        Measured(1.0, 1),
        Measured(1 / 3, 3, Missing.of([Reason.TIMEOUT]), Bounds(1 / 4, 2 / 4)),
    ]
    found = pooled(scores, scale=Bounds(0.0, 1.0))

    assert found.mean == 0.5
    assert found.bounds == Bounds(2 / 5, 3 / 5)
    assert pooled(reversed(scores), scale=Bounds(0.0, 1.0)) == found


def test_nothing_to_check_weighs_nothing_in_a_pool() -> None:
    """A report that cites nothing is in no pooled share; one that is not there may be anything."""
    nothing = Undefined(Reason.NOTHING_TO_CHECK)
    absent = Undefined(Reason.UNAVAILABLE, bounds=Bounds(0.0, 1.0))

    assert pooled([Measured(0.5, 2), nothing], scale=Bounds(0.0, 1.0)).bounds == Bounds(0.5, 0.5)
    assert pooled([Measured(0.5, 2), absent], scale=Bounds(0.0, 1.0)).bounds is None
    assert pooled([nothing], scale=Bounds(0.0, 1.0)).mean is None


def test_lost_items_alone_bound_a_pool() -> None:
    """Two judged, two lost in another report: 1 of 4 to 3 of 4."""
    lost = Undefined(
        Reason.TIMEOUT, missing=Missing.of([Reason.TIMEOUT] * 2), bounds=Bounds(0.0, 1.0)
    )

    assert pooled([Measured(0.5, 2), lost], scale=Bounds(0.0, 1.0)).bounds == Bounds(0.25, 0.75)
