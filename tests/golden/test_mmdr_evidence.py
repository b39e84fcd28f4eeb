"""EVI of MMDeepResearch-Bench by hand: bounds, weights, and what is left out."""

from __future__ import annotations

from dataclasses import replace
from math import e

import pytest

from tests.golden.mmdr_built import lost, pair, said, tally
from veridical.methods.mmdr import evidence as ev
from veridical.methods.mmdr.asks.evidence import Found
from veridical.methods.mmdr.domains import Category
from veridical.methods.mmdr.settings import Weighing
from veridical.score import Bounds, Gated, Measured, Reason, Score, Undefined

TIMEOUT = Reason.TIMEOUT
PROHIBITED, GOOD = Category.PROHIBITED, Category.AUTHORITATIVE
UNEVEN = (0.5, 0.3, 0.2)


def value(score: Score) -> float:
    """Of a measured score."""
    assert isinstance(score, Measured), score
    return score.value


def ends(score: Score) -> tuple[float, float]:
    """The bounds of a score."""
    assert not isinstance(score, Gated)
    assert score.bounds is not None
    return score.bounds.worst, score.bounds.best


# ---- Con. ------------------------------------------------------------------------------------


def test_a2_consistency_with_a_prohibited_and_a_missing_pair() -> None:
    """W 1, 1, 2; s .8, .5 (prohibited), ?: 1.3/2 · (1 − 1/3) = .4333; at worst the lost one is
    0 and prohibited too, 1.3/4 · (1 − 2/3) = .1083; at best (1.3 + 2)/4 · (1 − 1/3) = .55.
    """
    t = tally(pair(said(0.8)), pair(said(0.5), category=PROHIBITED), pair(TIMEOUT, weight=2.0))
    found = ev.consistency(t)

    assert value(found) == pytest.approx(1.3 / 2 * 2 / 3)
    assert ends(found) == pytest.approx((1.3 / 4 / 3, 0.55))


def test_a2_consistency_counts_a_missing_pair_prohibited_by_its_sites_name() -> None:
    """.8 and a lost pair on a prohibited site: .8 · (1 − 1/2) = .4, at best 1.8/2 = .9."""
    found = ev.consistency(tally(pair(said(0.8)), pair(TIMEOUT, category=PROHIBITED)))

    assert value(found) == pytest.approx(0.4)
    assert ends(found) == pytest.approx((0.2, 0.9))


# ---- Cov. ------------------------------------------------------------------------------------


def test_a2_coverage_with_a_missing_pair_has_bounds() -> None:
    """.45 and .225 of τ = .45, and one lost: 1.5/2; at worst 1.5/3, at best 2.5/3."""
    keys = (pair(j, is_key=True) for j in (said(0.45), said(0.225), TIMEOUT))
    found = ev.coverage(tally(*keys))

    assert value(found) == pytest.approx(0.75)
    assert ends(found) == pytest.approx((0.5, 2.5 / 3))


def test_a2_what_failed_is_told_before_what_had_nothing_to_check() -> None:
    """Pages without a word and one that timed out: it may yet come. Without that: nothing."""
    nothing = pair(Reason.NOTHING_TO_CHECK)

    for given, reason in (((nothing, pair(TIMEOUT)), TIMEOUT), ((nothing,), nothing.missing)):
        found = ev.consistency(tally(*given))
        assert isinstance(found, Undefined)
        assert found.reason is reason


# ---- diversity -------------------------------------------------------------------------------


def test_a2_diversity_with_a_missing_pair_has_bounds() -> None:
    """A site of standing and b, lost, one pair each, H = 1: as its name says (1 + .5)/3 = .5;
    at worst b is prohibited, 1/3; at best it has standing too, 2/3.
    """
    found = ev.diversity(
        tally(pair(said(1), domain="a.gov", category=GOOD), pair(TIMEOUT, domain="b.org"))
    )

    assert isinstance(found, Measured)
    assert (found.value, found.n, found.missing) == (pytest.approx(0.5), 2, lost(TIMEOUT))
    assert ends(found) == pytest.approx((1 / 3, 2 / 3))


def test_a2_diversity_of_two_sites_of_standing_and_an_acceptable_one() -> None:
    """H = ln 3/ln 3 = 1; (2 + .5 · 1)/3 = .8333."""
    t = tally(*(pair(said(1), domain=d, category=GOOD) for d in ("a", "b")), pair(said(1)))

    assert value(ev.diversity(t)) == pytest.approx(2.5 / 3)


def test_a2_diversity_counts_no_more_than_three_good_sites() -> None:
    """Four of standing: H = 1, min(1, 4/3) = 1."""
    t = tally(*(pair(said(1), domain=d, category=GOOD) for d in "abcd"))

    assert value(ev.diversity(t)) == pytest.approx(1.0)


def test_a2_diversity_is_over_pairs_whose_page_has_an_address() -> None:
    """A, b and one without: as a and b alone, H = 1, (1 + .5)/3 = .5. None with one: no number."""
    none = pair(said(1), domain="", category=Category.UNKNOWN)
    two = tally(pair(said(1), domain="a", category=GOOD), pair(said(1), domain="b"), none)
    found = ev.diversity(tally(none))

    assert ev.diversity(two) == Measured(0.5, 2)
    assert isinstance(found, Undefined)
    assert found.reason is Reason.NOTHING_TO_CHECK


# ---- weights ---------------------------------------------------------------------------------


def test_a2_what_moves_the_weights_is_the_mean_over_judged_pairs() -> None:
    """Key s .2, .1 and a lost one: min(1, s/.45) .4444, .2222, mean .3333; h̄ (.2 + .5)/2 = .35;
    v̄ (.1 + .2)/2 = .15; one of three pairs prohibited .3333; each to four places.
    """
    t = tally(
        pair(said(0.2, 0.2, 0.1), is_key=True),
        pair(said(0.1, 0.5, 0.2), is_key=True),
        pair(TIMEOUT, is_key=True, category=PROHIBITED),
    )

    assert ev.found_of(t) == Found(2, 3, 0.3333, 0.3333, 0.35, 0.15)


def test_a2_without_a_key_claim_no_coverage_moves_the_weights() -> None:
    """Nor 0 nor 1; where nothing was judged nothing moves them at all."""
    found = ev.found_of(tally(pair(said(0.2, 0.2, 0.1))))

    assert found == Found(1, 0, 0.0, None, 0.2, 0.1)
    assert ev.found_of(tally(pair(TIMEOUT))) is None


def test_a2_evidence_by_moved_weights() -> None:
    """H̄ = .6 is above .25: Fid. is moved by .8. Con. .5, Cov. 1, Fid. 3/(1/.4 + 1 + 1/.8) = .6316;
    by the priors alone .444 · .5 + .278 + .278 · .6316.
    """
    t = tally(pair(said(0.5, 0.6, 0.0, 0.8), is_key=True), weights=(1.0, 0.0, 0.0))
    raised = [0.444, 0.278, 0.278 * e**0.8]
    parts = [0.5, 1.0, 3 / (1 / 0.4 + 1 + 1 / 0.8)]

    assert value(ev.evidence(t, weights=Weighing.ADAPTIVE)) == pytest.approx(
        100 * sum(w * p for w, p in zip(raised, parts, strict=True)) / sum(raised)
    )
    assert value(ev.evidence(t, weights=Weighing.PRIOR)) == pytest.approx(
        100 * (0.444 * 0.5 + 0.278 + 0.278 * parts[2])
    )
    assert value(ev.evidence(t)) == pytest.approx(50.0)


@pytest.mark.parametrize("weights", list(Weighing))
def test_a2_evidence_of_pages_none_of_which_was_judged_is_missing(weights: Weighing) -> None:
    """Whoever weighs: anything from 0 to 100, for want of a verdict and not of weights."""
    found = ev.evidence(tally(pair(TIMEOUT), pair(Reason.UNREACHABLE)), weights=weights)

    assert found == Undefined(
        TIMEOUT, ev.NOTHING_JUDGED, lost(TIMEOUT, Reason.UNREACHABLE), Bounds(0.0, 100.0)
    )


def test_a2_evidence_with_verdicts_but_no_weights_says_so() -> None:
    """Con. .5, Fid. 3/(1/.8 + 1 + 1/.8) = .857; that nobody weighed is told, and what is lost."""
    t = replace(tally(pair(said(0.5, 0.2, 0.0, 0.8))), weights_missing=TIMEOUT)
    found = ev.evidence(t)

    assert isinstance(found, Undefined)
    assert (found.reason, found.detail) == (TIMEOUT, ev.NO_WEIGHTS)
    assert ends(found) == pytest.approx((50.0, 600 / 7))


def test_a2_evidence_of_which_a_part_lacks_every_verdict_is_missing() -> None:
    """Con. and Fid. have one of two verdicts, Cov., of the key claim, none: no number.

    Con. from .5 · (1 − 1/2) to 1, Cov. from 0 to 1, Fid. from .5 to 1: from 0 to 100.
    """
    t = tally(pair(said(1.0)), pair(TIMEOUT, is_key=True), weights=UNEVEN)
    found = ev.evidence(t)

    assert found == Undefined(TIMEOUT, ev.NOTHING_JUDGED, lost(TIMEOUT), Bounds(0.0, 100.0))


def test_a2_evidence_without_a_key_claim_has_the_bounds_of_the_other_two() -> None:
    """S .8, h .2, v 0, c .8 and a lost pair. Con. .8, from .4 · .5 = .2 to 1.8/2 = .9;
    Fid. 3/(1/.8 + 1 + 1/.8) = .857, from 3/(1/.4 + 1/.5 + 1/.4) to 3/(1/.9 + 1 + 1/.9) = .931.
    EVI 100 · (.5 · .8 + .2 · .857)/.7, from the least to the greatest of these.
    """
    found = ev.evidence(tally(pair(said(0.8, 0.2, 0.0, 0.8)), pair(TIMEOUT), weights=UNEVEN))

    assert value(found) == pytest.approx(100 * (0.5 * 0.8 + 0.2 * 6 / 7) / 0.7)
    assert ends(found) == pytest.approx((20.0, 300 / (2 / 0.9 + 1)))


def test_a2_evidence_of_which_nothing_is_missing_is_its_own_bounds() -> None:
    """Con. .5, Cov. 1, Fid. .857: 100 · (.25 + .3 + .1714) and nothing else."""
    found = ev.evidence(tally(pair(said(0.5, 0.2, 0.0, 0.8), is_key=True), weights=UNEVEN))

    assert ends(found) == (value(found), value(found))


def test_a2_weights_that_leave_nothing_to_what_is_there_are_none() -> None:
    """All is given to Cov., and no key claim cites: 0/0 is no number. Con. .5, Fid. .857."""
    found = ev.evidence(tally(pair(said(0.5, 0.2, 0.0, 0.8)), weights=(0.0, 1.0, 0.0)))

    assert isinstance(found, Undefined)
    assert (found.reason, found.detail) == (Reason.UNREADABLE, ev.NO_WEIGHTS)
    assert ends(found) == pytest.approx((50.0, 600 / 7))
