"""What is missing of MMDeepResearch-Bench's scores, by hand: why, and between which ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from tests.golden.mmdr_built import NO_FEATURES, flae_tally, lost, pair, said, tally
from veridical.methods.mmdr import evidence as ev
from veridical.methods.mmdr import flae, mosaic
from veridical.methods.mmdr import totals as tot
from veridical.methods.mmdr.gates import is_bare
from veridical.methods.mmdr.mosaic_kinds import Kind
from veridical.methods.mmdr.mosaic_tally import By, MosaicItem, MosaicTally
from veridical.methods.mmdr.mosaic_validity import Bucket, validity
from veridical.methods.mmdr.trace import TraceTally, trace
from veridical.methods.mmdr.vef import VefTally
from veridical.score import Bounds, Gated, Measured, Missing, Reason, Score, Undefined

TIMEOUT, NOTHING = Reason.TIMEOUT, Reason.NOTHING_TO_CHECK
GATED = Gated("FLAE and TRACE above 0")


def ends(score: Score) -> tuple[float, float]:
    """The bounds of a score."""
    assert not isinstance(score, Gated)
    assert score.bounds is not None
    return score.bounds.worst, score.bounds.best


def counted(score: Score) -> tuple[float, int]:
    """The value of a measured score, and of how many items it is."""
    assert isinstance(score, Measured), score
    return score.value, score.n


# ---- FLAE (App. A.2) -------------------------------------------------------------------------

CHANNELS = flae_tally(
    form=(0.8, 0.4, 0.0), judge=(0.4, 0.8, 1.0), weights=(0.5, 0.3, 0.2), alpha=0.25
)


def test_a2_flae_of_a_report_that_says_nothing_is_0_whatever_was_marked() -> None:
    """By rule: of channels .8 .4 0 and .4 .8 1 as of a judge that failed."""
    marked = replace(CHANNELS, features=replace(NO_FEATURES, is_empty=True))
    failed = replace(marked, judge=None, missing=(("judge", TIMEOUT),))

    for t in (marked, failed):
        assert flae.flae(t) == Measured(0.0, 3)
        assert [flae.dimension(t, at=n) for n in range(3)] == [Measured(0.0)] * 3


def test_a2_a_dimension_of_flae_needs_no_weights() -> None:
    """.25·.8 + .75·.4 = .5, though W is lost."""
    t = replace(CHANNELS, weights=None, missing=(("weights", TIMEOUT),))

    assert counted(flae.dimension(t, at=0)) == (pytest.approx(0.5), 1)


def test_a2_a_dimension_of_flae_without_its_mark_has_bounds_and_says_what_is_missing() -> None:
    """.25·.8 and .75 of anything: from .2 to .95. Both what is lost and why are told."""
    t = replace(CHANNELS, judge=None, missing=(("judge", TIMEOUT),))
    found = flae.dimension(t, at=0)

    assert isinstance(found, Undefined)
    assert (found.reason, found.detail) == (TIMEOUT, "missing: judge")
    assert found.missing == lost(TIMEOUT)
    assert ends(found) == pytest.approx((0.2, 0.95))


# ---- TRACE (App. A.2) ------------------------------------------------------------------------

FORTY = replace(
    tally(pair(said(0.4, 0.6, 0.6, 0.4), is_key=True)), tau=1.0, weights=(0.4, 0.3, 0.3)
)
"""Con. .4, Cov. .4, Fid. HM(.4, .4, .4) = .4: EVI 40."""


def test_a2_trace_is_made_of_two() -> None:
    """.4·100 + .6·40 = 64, of Vef. and EVI."""
    assert counted(trace(TraceTally(FORTY, VefTally(8)))) == (pytest.approx(64.0), 2)


def test_a2_trace_of_a_report_that_cites_nothing_lacks_its_words() -> None:
    """Vef. 100, EVI has nothing to check: from .4·100 = 40 to 100."""
    found = trace(TraceTally(tally(), VefTally(8)))

    assert found == Undefined(NOTHING, ev.NOTHING_CITED, lost(NOTHING), Bounds(40.0, 100.0))


def test_a2_trace_without_both_halves_lies_anywhere() -> None:
    """Both are told, what is said of pages first."""
    t = TraceTally(tally(pair(TIMEOUT)), VefTally(None, missing=Reason.NO_GOLD))
    found = trace(t)

    assert found == Undefined(
        TIMEOUT, ev.NOTHING_JUDGED, lost(TIMEOUT, Reason.NO_GOLD), Bounds(0.0, 100.0)
    )


# ---- MOSAIC (Table 6) ------------------------------------------------------------------------


def item(kind: Kind | None, *, missing: Reason | None = None, **marks: float) -> MosaicItem:
    """An item with f = 1 and these marks."""
    by = By.DEGREE if "vqa" in marks else None
    return MosaicItem("p", kind=kind, formatting=1.0, vqa_by=by, missing=missing, **marks)  # type: ignore[arg-type]


PHOTO = item(Kind.PHOTO, semantics=0.6, vqa=0.8)


def test_mosaic_vqa_of_a_lost_item_is_missing_whatever_its_kind() -> None:
    """All kinds have it: .8, at worst .8/2 = .4, at best 1.8/2; of degrees 1, at worst 2/2."""
    t = MosaicTally((PHOTO, item(Kind.DIAGRAM, missing=TIMEOUT)))

    assert mosaic.vqa(t) == Measured(80.0, 1, lost(TIMEOUT), Bounds(40.0, 90.0))
    assert mosaic.graded(t) == Measured(100.0, 1, lost(TIMEOUT), Bounds(100.0, 50.0))


def test_mosaic_marks_that_no_item_can_have_are_no_number() -> None:
    """A photo has no Acc. and nothing is looked for in it; no picture at all is told apart."""
    no_mark = Undefined(NOTHING, mosaic.NOT_APPLIED)

    assert mosaic.accuracy(MosaicTally((PHOTO,))) == no_mark
    assert mosaic.hallucination(MosaicTally((PHOTO,))) == no_mark
    assert mosaic.accuracy(MosaicTally(())) == Undefined(NOTHING, mosaic.NO_ITEMS)


def test_mosaic_of_which_nothing_is_missing_is_its_own_bounds() -> None:
    """.5·.6 + .5·.8 = .7: from 70 to 70."""
    found = mosaic.mosaic(MosaicTally((PHOTO,)))

    assert isinstance(found, Measured)
    assert ends(found) == (found.value, found.value)
    assert found.value == pytest.approx(70.0)


def test_mosaic_validity_has_the_scored_items_at_least() -> None:
    """Two of four scored, a timeout (.8), a dead one (.9): 92.5, from 2/4 to 1."""
    gone = [item(None, missing=reason) for reason in (TIMEOUT, Reason.UNREACHABLE)]

    assert validity(MosaicTally((PHOTO, PHOTO, *gone))) == Measured(
        92.5, 4, lost(TIMEOUT, Reason.UNREACHABLE), Bounds(50.0, 100.0)
    )
    assert validity(MosaicTally((PHOTO,))) == Measured(100.0, 1)


# ---- overall (Sec. 5) ------------------------------------------------------------------------


def card(
    gen: Score | float, evi: Score | float, vef: Score | float, mm: Score | float, **more: float
) -> Mapping[str, Score]:
    """A scorecard of these parts; EVI as published apart where it is named."""
    given = {
        "mmdr.flae": gen,
        "mmdr.evidence": evi,
        "mmdr.evidence.published": more.get("evi_published", evi),
        "mmdr.vef": vef,
        "mmdr.mosaic": mm,
        "mmdr.length": more.get("characters", 5000.0),
    }
    return {n: Measured(float(s)) if isinstance(s, int | float) else s for n, s in given.items()}


def test_sec5_the_published_total_takes_evi_as_published() -> None:
    """No key claim: EVI 100, as published 72. .2·60 + .3·72 + .2·100 + .3·50 = 68.6; of what
    was measured .2·60 + .3·100 + .2·100 + .3·50 = 77.
    """
    both = card(60, 100, 100, 50, evi_published=72)

    for found, wanted in ((tot.published(both), 68.6), (tot.measured(both), 77.0)):
        assert counted(found) == (pytest.approx(wanted), 4)
        assert ends(found) == pytest.approx((wanted, wanted))


def test_sec5_a_missing_part_counts_0_as_published_whatever_it_is_at_least() -> None:
    """EVI from 20 to 80: .2·60 + .2·100 + .3·50 = 47 without it, and with it 71 at best."""
    found = tot.published(card(60, Undefined(TIMEOUT, bounds=Bounds(20, 80)), 100, 50))

    assert isinstance(found, Measured)
    assert (found.value, found.n, found.missing) == (pytest.approx(47.0), 3, lost(TIMEOUT))
    assert ends(found) == pytest.approx((47.0, 71.0))


def test_sec5_what_is_missing_inside_a_part_is_missing_from_the_total() -> None:
    """MOSAIC 50 with a lost picture, from 40 to 60: 59, from 56 to 62, in both totals."""
    whole = card(60, 40, 100, Measured(50.0, 3, lost(TIMEOUT), Bounds(40, 60)))

    for found in (tot.published(whole), tot.measured(whole)):
        assert isinstance(found, Measured)
        assert (found.value, found.missing) == (pytest.approx(59.0), lost(TIMEOUT))
        assert ends(found) == pytest.approx((56.0, 62.0))


def test_sec5_a_closed_gate_is_0_and_nothing_is_missing() -> None:
    """.2·60 + .3·0 + .2·0 + .3·0 = 12, from 12 to 12."""
    shut = card(60, 0, 0, GATED)

    for found in (tot.published(shut), tot.measured(shut)):
        assert isinstance(found, Measured)
        assert (found.value, found.missing) == (pytest.approx(12.0), Missing())
        assert ends(found) == pytest.approx((12.0, 12.0))


def test_sec5_no_measured_part_says_why() -> None:
    """The reason that comes first by name; where all gates are closed nothing is to be checked."""
    both = (Undefined(Reason.UNREACHABLE), Undefined(TIMEOUT))
    found = tot.measured(card(*both, *both))
    shut = tot.measured(card(GATED, GATED, GATED, GATED))

    assert isinstance(found, Undefined)
    assert (found.reason, found.missing.total) == (TIMEOUT, 4)
    assert isinstance(shut, Undefined)
    assert (shut.reason, shut.missing, ends(shut)) == (NOTHING, Missing(), (0.0, 0.0))


def test_sec5_validity_lies_anywhere_where_something_is_missing() -> None:
    """A provider's failure: .8, from 0 to 1; where nothing is absent 1."""
    lacking = card(60, Undefined(TIMEOUT), 100, 50)

    assert tot.validity(lacking) == Measured(0.8, 1, lost(TIMEOUT), Bounds(0.0, 1.0))
    assert tot.validity(card(60, 40, 100, 50)) == Measured(1.0)


def test_sec5_a_report_that_is_too_short_is_the_reports_own_failure() -> None:
    """999 characters: bucket "model", validity 0, though every part has a score."""
    short = card(60, 40, 100, 50, characters=999)

    assert tot.bucket(short) is Bucket.MODEL
    assert tot.validity(short) == Measured(0.0)
    assert tot.bucket(card(60, 40, 100, 50, characters=1000)) is None


def test_sec5_no_truth_and_nothing_to_check_are_both_no_failure() -> None:
    """Bare, alone and together; not where something failed, or where items were to be checked."""
    assert is_bare(Undefined(Reason.NO_GOLD))
    assert is_bare(Undefined(Reason.NO_GOLD, missing=lost(NOTHING)))
    assert not is_bare(Undefined(Reason.NO_GOLD, missing=lost(TIMEOUT)))
    assert not is_bare(Undefined(NOTHING, missing=lost(NOTHING)))
    assert not is_bare(Measured(0.0))
