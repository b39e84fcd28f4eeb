"""The bench of the built-in verifier: halves, pairs, swaps, and the figures it prints."""

import pytest

from bench.verifier import KINDS
from bench.verifier.chinese import REPORTS, constructed
from bench.verifier.data import SETS, TEST, TUNING, Pair, half_of, is_present, pairs
from bench.verifier.scored import auc, interval, macro_f1, overlap, rarity, scored
from bench.verifier.swapped import swapped

needs_sets = pytest.mark.skipif(not is_present(), reason="../shared/data/labelled is absent")
needs_reports = pytest.mark.skipif(not REPORTS.is_file(), reason="../shared/data is absent")


def test_a_claim_is_in_one_half() -> None:
    """By its hash alone, about half of them in each."""
    halves = [half_of(f"claim {n}") for n in range(1000)]

    assert half_of("claim 1") == half_of("claim 1")
    assert 400 < halves.count(TUNING) < 600


@needs_sets
@pytest.mark.parametrize("name", SETS)
def test_each_set_has_both_labels_in_both_halves(name: str) -> None:
    """No claim stands in both, and every pair has evidence."""
    tuning, test = pairs(name, TUNING), pairs(name, TEST)

    assert {p.claim for p in tuning}.isdisjoint(p.claim for p in test)
    for half in (tuning, test):
        labels = {p.label for p in half}
        assert "supported" in labels
        assert labels & {"refuted", "neither"}
        assert all(p.evidence for p in half)


def test_auc_counts_ties_half() -> None:
    """By hand: of four pairs of pairs, two are won, one is a tie, one is lost."""
    assert auc([(0.9, True), (0.5, True), (0.5, False), (0.7, False)]) == 0.625


def test_macro_f1_by_hand() -> None:
    """F1 of yes is 2/3, of no 2/3."""
    said = [(True, True), (True, False), (False, False)]

    assert macro_f1(said) == pytest.approx(2 / 3)


def test_the_baseline_weighs_rare_words() -> None:
    """A word in every passage says less than a word in one."""
    one = Pair("rare common", ("rare words",), "supported", "a")
    other = Pair("rare common", ("common words",), "neither", "b")
    rare = rarity([one, other, Pair("x", ("common things",), "neither", "c")])

    assert overlap(one, rare) > overlap(other, rare) > 0


def test_a_swap_is_typed_and_false() -> None:
    """A number, a date, a unit; a limit that still holds is no swap, and names stay."""
    text = "The GPT-4 dam, opened in 1936, is 221 meters high and holds 35 billion liters."
    found = list(swapped([Pair(text, (text,), "supported", "a")]))

    assert {one.kind for one in found} == set(KINDS)
    assert all(one.pair.claim != text and "GPT-4" in one.pair.claim for one in found)
    held = Pair("It weighs more than 40 tonnes.", ("It weighs 82 tonnes.",), "supported", "a")
    assert not [one for one in swapped([held]) if one.kind == "number"]


def test_swapped_figures_of_near_copies_are_seen() -> None:
    """Each is called contradicted by its kind; the sentence itself is not."""
    text = "The old dam on the river was opened in March 1936 and is 221 meters high."
    whole = Pair(text, (text,), "supported", "a")
    found = list(swapped([whole]))

    assert scored([whole])[0].clash is None
    for row, one in zip(scored([s.pair for s in found]), found, strict=True):
        assert row.clash in KINDS[one.kind], one.pair.claim


def test_an_interval_holds_its_figure() -> None:
    """Drawn by clusters, the same each time."""
    rows = scored([Pair(f"word {n}", (f"word {n % 3}",), "supported", str(n)) for n in range(9)])

    low, high = interval(rows, lambda drawn: sum(r.score for r in drawn) / len(drawn))
    assert low <= sum(r.score for r in rows) / 9 <= high


def test_chinese_pairs_are_constructed_from_the_demo() -> None:
    """A claim and its edited form share the evidence and differ."""
    demo = [p for p in constructed() if p.cluster.startswith("demo")]

    assert {p.label for p in demo} == {"supported", "refuted", "neither"}
    assert demo == [p for p in constructed() if p.cluster.startswith("demo")]


@needs_reports
def test_there_are_enough_chinese_pairs() -> None:
    """At least 200, each claim Chinese."""
    found = constructed()

    assert len(found) >= 200
    assert all(any("\u4e00" <= c <= "\u9fff" for c in p.claim) for p in found)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        # the evidence allows the figure and does not state it
        ("The virus lives for 7 days on a mask.", "The virus lives for up to one month."),
        # what is over 6 million is over 6 thousand as well
        ("The war took more than 6 million lives.", "The war took 6 million lives."),
        # who was rich by 2014 was rich by 2016
        ("By 2014 he was rich.", "He was rich in 2014."),
    ],
)
def test_no_swap_where_another_figure_may_be_true(claim: str, evidence: str) -> None:
    """A swap is labelled wrong, so it must be."""
    assert not list(swapped([Pair(claim, (evidence,), "supported", "c")]))
