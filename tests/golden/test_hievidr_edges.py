"""HiEviDR-Bench at the edges of its equations: ends, counts and absences, all by hand."""

from __future__ import annotations

import math

import pytest

from tests.golden.hievidr_built import FIGURE, LOST, card, of_claims, traced, value
from veridical.methods.hievidr import claim, claim_support, totals
from veridical.methods.hievidr import traceability as trace
from veridical.methods.hievidr import use_of_gold as use
from veridical.methods.hievidr.one_prompt import NAME, whole
from veridical.methods.hievidr.relevance import Similarity
from veridical.score import Bounds, Gated, Measured, Missing, Reason, Undefined
from veridical.task import Item


def test_eq3_the_total_is_the_one_number() -> None:
    """75 of eq. 3 is 75 in the table; a card without it has none, and no 0."""
    found = Measured(75.0, 3)

    assert whole({NAME: found, "hievidr.report": Measured(19.0)}) == found
    assert whole({}) == Undefined(Reason.NOT_ASSESSED, "hievidr.one_prompt was not scored")


# ---- eq. 5 ---------------------------------------------------------------------------------


def test_eq5_keeps_what_a_measured_part_lacks() -> None:
    """19 of Report, between 18 and 20 for the one rating that is lost: 42, from 41 to 43."""
    scores = card(report=Measured(19.0, 5, LOST, Bounds(18.0, 20.0)))

    assert totals.published(scores) == Measured(42.0, 5, LOST, Bounds(41.0, 43.0))
    assert totals.measured(scores) == Measured(42.0, 5, LOST, Bounds(41.0, 43.0))


def test_eq5_a_part_that_was_not_scored_is_not_in_the_measured_sum() -> None:
    """19 + 8 + 7 + 5 = 39 without Answer."""
    scores = {name: score for name, score in card().items() if name != "hievidr.answer"}

    assert totals.measured(scores) == Measured(39.0, 4)


def test_eq5_only_traceability_has_a_number_for_the_empty_set() -> None:
    """Report is lost: nothing stands in for it, though s3 is 0/0 too.

    The others: s3 as 1 gives 20 · (2 · .5 + .25 + 1)/4 = 11.25, and 7 + 5 + 3: 26.25 to 46.25.
    """
    lost = Undefined(Reason.TIMEOUT, bounds=Bounds(0.0, 20.0))
    empty = Undefined(Reason.NOTHING_TO_CHECK, trace.NOTHING_IRRELEVANT, bounds=Bounds(0.0, 1.0))
    whole_ = Undefined(
        Reason.NOTHING_TO_CHECK, trace.NOTHING_IRRELEVANT, bounds=Bounds(6.25, 11.25)
    )
    scores = card(report=lost, traceability=whole_, traceability__avoid=empty)

    assert totals.published(scores) == Undefined(Reason.TIMEOUT, "", LOST, Bounds(26.25, 46.25))


def test_eq5_without_a_measured_part_says_what_was_lost() -> None:
    """Four parts behind a closed gate, Report lost: its reason, from 0 to 20."""
    lost = Undefined(Reason.TIMEOUT, bounds=Bounds(0.0, 20.0))
    closed = {part: Gated("citation") for part in ("citation", "claim", "answer")}
    scores = card(report=lost, traceability=Gated("citation"), **closed)
    found = totals.measured(scores)

    assert isinstance(found, Undefined)
    assert (found.reason, found.missing, found.bounds) == (
        Reason.TIMEOUT,
        LOST,
        Bounds(0.0, 20.0),
    )


# ---- eqs. 7 to 10 --------------------------------------------------------------------------


def test_eq9_unread_items_that_are_cited_can_only_lower_it() -> None:
    """X irrelevant and cited: 0/1. Y and Z without text, Z cited.

    Worst: Z is irrelevant too: 0/2; best: Y is irrelevant and left out: 1/2.
    """
    tally = traced("E1", "E1 X Y Z", "X Z", {"Y": None, "Z": None})

    lost = Missing.of([Reason.NOT_ASSESSED] * 2)
    assert trace.avoid(tally) == Measured(0.0, 1, lost, Bounds(0.0, 0.5))


def test_eq9_similarity_rests_on_the_words_of_the_corpus() -> None:
    """IDF over three texts: "ice" in two, ln(4/3) + 1; "sea" in one, ln(4/2) + 1.

    The question is "ice"; "ice sea" has the cosine a / √(a² + b²) = 0.6053 with a = 1.2877,
    b = 1.6931. In another corpus, where each word stands in one of two texts, a = b: 1/√2.
    """
    similarity = Similarity()
    first = {i: Item(i, text) for i, text in {"1": "ice sea", "2": "ice", "3": "land"}.items()}
    other = {i: Item(i, text) for i, text in {"1": "ice sea", "2": "land"}.items()}
    a, b = math.log(4 / 3) + 1, math.log(4 / 2) + 1

    found = similarity.of("ice", ("1", "3", "4"), first)
    assert found == {"1": pytest.approx(a / math.sqrt(a * a + b * b)), "3": 0.0, "4": None}
    assert found["1"] == pytest.approx(0.6053, abs=5e-5)
    assert similarity.of("ice", ("1",), other) == {"1": pytest.approx(1 / math.sqrt(2))}


def test_eq10_in_the_variant_a_report_that_cites_earns_for_avoiding() -> None:
    """E1 retrieved and cited, X left out: 20 · (2 + 1 + 1)/4 = 20."""
    assert value(trace.traceability_if_cited(traced("E1", "E1 X", "E1"))) == 20.0


def test_f1_rests_on_what_is_gold_or_cited() -> None:
    """E1 to E5 and E7: six items; 2 · 2 / (5 + 3) = 1/2."""
    assert use.identify_f1(FIGURE) == Measured(0.5, 6)


# ---- eq. 12 --------------------------------------------------------------------------------


def test_eq12_no_claim_counts_and_one_is_open() -> None:
    """0 over three decided; the fourth with 5s would add 20/4. None decided: from 0 to 20."""
    assert claim.claim(of_claims("---?")) == Measured(0.0, 3, LOST, Bounds(0.0, 5.0))
    assert claim.claim(of_claims("??")) == Undefined(
        Reason.TIMEOUT, "no claim was decided", Missing.of([Reason.TIMEOUT] * 2), Bounds(0.0, 20.0)
    )


def test_eq12_share_of_claims_that_count() -> None:
    """One of two decided; the open one failing 1/3, holding 2/3. None open: 1 of 2."""
    open_ = claim_support.ChainTally(of_claims("+-?", [5] * 3).states)
    closed = claim_support.ChainTally(of_claims("+-", [5] * 3).states)

    assert claim_support.supported_claims(open_) == Measured(0.5, 2, LOST, Bounds(1 / 3, 2 / 3))
    assert claim_support.supported_claims(closed) == Measured(0.5, 2)
