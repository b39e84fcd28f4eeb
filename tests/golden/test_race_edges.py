"""RACE at the edges of its equations: zeros, absences, weights of 0; all worked out by hand.

The equations are counted as in `tests.golden.test_race`.
"""

from __future__ import annotations

import pytest

from tests.golden.race_built import (
    COMP,
    EVEN,
    FOL,
    INS,
    READ,
    TIMEOUT,
    four,
    lost,
    part,
    tally,
)
from veridical.methods.race import position, score, sums
from veridical.methods.race.rubric import WeightDraw
from veridical.methods.race.tally import MarkedDimension, RaceTally
from veridical.score import Bounds, Measured, Reason, Undefined

NO_CRITERIA = MarkedDimension(READ, (), Reason.UNREADABLE)
"""Readability, whose criteria did not come."""


# ---- 1, the weights of the dimensions -------------------------------------------------------


def test_race_eq1_mean_weights_are_together_1() -> None:
    """(.2+.4)/2 = .3, (.5+.3)/2 = .4, .2, .1; a drawing that did not come is in no mean."""
    draws = [
        WeightDraw((0.2, 0.5, 0.2, 0.1)),
        WeightDraw(None, TIMEOUT),
        WeightDraw((0.4, 0.3, 0.2, 0.1)),
    ]

    assert sums.mean_weights(draws) == pytest.approx((0.3, 0.4, 0.2, 0.1))
    assert sums.mean_weights(draws[1:2]) is None


def test_race_eq1_corners_are_means_too() -> None:
    """One of two is lost: (.2 .5 .2 .1) and 1 in one place, halved."""
    draws = [WeightDraw((0.2, 0.5, 0.2, 0.1)), WeightDraw(None, TIMEOUT)]

    assert list(sums.possible_weights(draws)) == [
        pytest.approx((0.6, 0.25, 0.1, 0.05)),
        pytest.approx((0.1, 0.75, 0.1, 0.05)),
        pytest.approx((0.1, 0.25, 0.6, 0.05)),
        pytest.approx((0.1, 0.25, 0.1, 0.55)),
    ]


# ---- 2, a dimension's weighted marks --------------------------------------------------------


def test_race_eq2_a_criterion_with_one_order_is_in_no_sum() -> None:
    """8:2 in both orders, 2:8 in one alone: 8/10; at worst (4+0)/(4+6), at best (4+5)/(9+1)."""
    t = tally(part(COMP, (0.5, (8, 2), None), (0.5, (2, 8), TIMEOUT)))
    found = score.dimension(t, name=COMP)

    # the lost one at 0:10 gives T = .5·8 = 4, R = .5·2 + .5·10 = 6; at 10:0, T = 9, R = 1
    assert found == Measured(0.8, 1, lost(TIMEOUT), Bounds(0.4, 0.9))


def test_race_eq2_a_dimension_of_zeros_is_no_number() -> None:
    """0:0 is 0/0; with half of it lost the share could be anything, with nothing lost nothing."""
    zeros = tally(part(COMP, (1.0, (0, 0), None)))
    half = tally(part(COMP, (0.5, (0, 0), None), (0.5, TIMEOUT, None)))

    assert score.dimension(zeros, name=COMP) == Undefined(Reason.NOTHING_TO_CHECK, score.BOTH_ZERO)
    # at worst 0:5, at best 5:0
    assert score.dimension(half, name=COMP) == Undefined(
        TIMEOUT, score.BOTH_ZERO, lost(TIMEOUT), Bounds(0.0, 1.0)
    )


def test_race_eq2_with_nothing_missing_both_ends_are_the_score() -> None:
    """8:6 twice, by .3 and .3: T = 4.8/.6 = 8, R = 3.6/.6 = 6: 8/14, to the last bit."""
    t = tally(part(COMP, (0.3, (8, 6), None), (0.3, (8, 6), None)))

    found = score.dimension(t, name=COMP)
    assert isinstance(found, Measured)
    assert found.value == pytest.approx(8 / 14)
    assert found.bounds == Bounds(found.value, found.value)


# ---- 3, the share of both -------------------------------------------------------------------


def test_race_eq3_marks_below_1_are_marks() -> None:
    """.2:.6 everywhere: T = .2, R = .6, together .8: 1/4."""
    t = tally(*four((0.2, 0.6)))

    found = score.overall(t)
    assert isinstance(found, Measured)
    assert found.value == pytest.approx(0.25)


def test_race_eq3_rests_on_normalized_dimensions() -> None:
    """8:2 and a lost one by .5 each, three times 5:5.

    T = .25·8 + .75·5 = 5.75, R = .25·2 + 3.75 = 4.25: .575. The lost one at 0:10 gives
    T = .25·4 + 3.75 = 4.75, R = .25·6 + 3.75 = 5.25; at 10:0 T = 6, R = 4.
    """
    rest = [part(d, (1.0, (5, 5), None)) for d in (INS, FOL, READ)]
    t = tally(part(COMP, (0.5, (8, 2), None), (0.5, TIMEOUT, None)), *rest)

    found = score.overall(t)
    assert isinstance(found, Measured)
    assert (found.value, found.n, found.missing) == (pytest.approx(0.575), 4, lost(TIMEOUT))
    assert found.bounds == Bounds(0.475, 0.6)


def test_race_eq3_with_nothing_missing_both_ends_are_the_score() -> None:
    """T_d is over the weights there are: 8:2 by .5 and .4 is 8:2, so T = 5.75, R = 4.25."""
    rest = [part(d, (1.0, (5, 5), None)) for d in (INS, FOL, READ)]
    t = tally(part(COMP, (0.5, (8, 2), None), (0.4, (8, 2), None)), *rest)

    found = score.overall(t)
    assert isinstance(found, Measured)
    assert found.value == pytest.approx(0.575)
    assert found.bounds == Bounds(found.value, found.value)


def test_race_eq3_a_dimension_of_weight_0_may_lack_marks() -> None:
    """W = .5 .25 .25 0; 6:4 in the three that count: .6 of 3 criteria, and 0·10 moves nothing."""
    t = tally(*four((6, 4))[:3], NO_CRITERIA, draws=[WeightDraw((0.5, 0.25, 0.25, 0.0))])

    assert score.overall(t) == Measured(0.6, 3, lost(Reason.UNREADABLE), Bounds(0.6, 0.6))


def test_race_eq3_a_corner_without_marks_bounds_nothing() -> None:
    """No drawing came: all weight may lie on 0:0, which is no share, on 2:8, 6:4 or 9:1."""
    marks = {COMP: (0, 0), INS: (2, 8), FOL: (6, 4), READ: (9, 1)}
    t = tally(
        *(part(d, (1.0, given, None)) for d, given in marks.items()),
        draws=[WeightDraw(None, TIMEOUT)],
    )

    assert score.overall(t) == Undefined(TIMEOUT, score.NO_WEIGHTS, lost(TIMEOUT), Bounds(0.2, 0.9))


def test_race_eq3_zeros_with_something_lost_have_bounds() -> None:
    """0:0 in three, a lost criterion in the fourth beside 0:0: 0/0, at the ends 0 and 1."""
    half = part(READ, (0.5, (0, 0), None), (0.5, TIMEOUT, None))
    t = tally(*four((0, 0))[:3], half)

    assert score.overall(t) == Undefined(TIMEOUT, score.BOTH_ZERO, lost(TIMEOUT), Bounds(0.0, 1.0))


# ---- beside the equations: the order of the reports ------------------------------------------


def test_position_a_mark_of_0_is_a_mark() -> None:
    """0:4 then 2:0 are leads of −4 and 2: a flip, moved by 6/2 = 3."""
    t = tally(part(COMP, (1.0, (0, 4), (2, 0))))

    assert position.flips(t) == Measured(1.0, 1)
    assert position.difference(t) == Measured(3.0, 1)


def test_position_a_lost_dimension_leaves_the_ends_open() -> None:
    """How many criteria it would have had is not known: from all flipped, by 10, to none."""
    t = tally(part(COMP, (1.0, (8, 4), None)), NO_CRITERIA)
    missing = lost(Reason.UNREADABLE)

    assert position.flips(t) == Measured(0.0, 1, missing, Bounds(1.0, 0.0))
    assert position.difference(t) == Measured(0.0, 1, missing, Bounds(10.0, 0.0))


def test_position_without_a_pair_is_no_number() -> None:
    """One order lost: why, and from 1 of 1, by 10, to none; no criterion at all: nothing."""
    t = tally(part(COMP, (1.0, (8, 4), TIMEOUT)))
    nothing = Undefined(Reason.NOTHING_TO_CHECK, position.NO_PAIR)

    for equation, most in ((position.flips, 1.0), (position.difference, 10.0)):
        assert equation(t) == Undefined(TIMEOUT, position.NO_PAIR, lost(TIMEOUT), Bounds(most, 0.0))
        assert equation(tally()) == nothing


def test_position_where_nothing_was_compared_says_why() -> None:
    """There is no reference: that is the reason, and no bound."""
    t = RaceTally("", (EVEN,), (), Reason.NO_GOLD, "no report to compare with")
    expected = Undefined(Reason.NO_GOLD, "no report to compare with")

    assert position.flips(t) == position.difference(t) == expected
