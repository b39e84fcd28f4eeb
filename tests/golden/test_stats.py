"""Statistics by hand: every number is worked in the comment above it, or is a published one."""

from __future__ import annotations

from math import log, sqrt

import pytest

from veridical.score import Bounds, Measured, Reason, Score, Undefined
from veridical.stats.agreement import raw_agreement
from veridical.stats.alpha import alpha, nominal_alpha
from veridical.stats.bradley_terry import Strengths, bradley_terry
from veridical.stats.correlation import kendall, pearson, spearman
from veridical.stats.holm import holm
from veridical.stats.human_consistency import (
    FilteredAverage,
    filtered_average_pearson,
    filtered_average_spearman,
    overall_pearson,
)
from veridical.stats.icc import icc_one_way, icc_two_way_fixed, icc_two_way_random
from veridical.stats.intervals import Estimate, Interval, mean_interval, pooled_estimate
from veridical.stats.kappa import cohen_kappa, fleiss_kappa, weighted_kappa
from veridical.stats.leave_one_out import leave_one_judge_out, plurality
from veridical.stats.noise import (
    Component,
    Repeats,
    judge_floor,
    noise_floor,
    variance_components,
)
from veridical.stats.paired import Comparison, Shown, compare, describe
from veridical.stats.power import detectable_difference, planned_tasks, power
from veridical.stats.ppi import Powered, prediction_powered_mean
from veridical.stats.preference import (
    PreferencePair,
    between_experts,
    expert_pairs,
    majority_pairs,
    pairwise_agreement,
)
from veridical.stats.proportion import proportion_estimate
from veridical.stats.ranking import RankStability, rank_stability
from veridical.stats.sign_flips import sign_flip_test
from veridical.stats.win_rate import Duel, Outcome, both_orders, win_rates

LOST = Reason.TIMEOUT


def near(value: float) -> object:
    """The number, save for rounding of the last bits."""
    return pytest.approx(value, rel=1e-12, abs=1e-12)


def value(score: Score) -> float:
    """The number of a measured score."""
    assert isinstance(score, Measured)
    return score.value


def ends(interval: Interval | Undefined) -> tuple[float, float]:
    """The ends of an interval that there is."""
    assert isinstance(interval, Interval)
    return interval.low, interval.high


def scores(*numbers: float) -> dict[str, Score]:
    """One score a task."""
    return {f"t{at}": Measured(number) for at, number in enumerate(numbers)}


# Agreement


def test_raw_agreement_counts_each_label() -> None:
    """Same: yes, no and no again = 3 of 4; one item lost: 3/5 at worst, 4/5 at best."""
    # yes: first 2, second 1, both 1 → 2·1/(2+1) = 2/3; no: first 2, second 3, both 2 → 4/5
    found = raw_agreement([("y", "y"), ("y", "n"), ("n", "n"), ("n", "n"), ("n", LOST)])

    assert isinstance(found.rate, Measured)
    assert (found.rate.value, found.rate.n, found.rate.bounds) == (0.75, 4, Bounds(0.6, 0.8))
    assert {label: value(a.specific) for label, a in found.labels.items()} == {
        "n": near(4 / 5),
        "y": near(2 / 3),
    }


def test_cohen_kappa() -> None:
    """20 both yes, 5 and 10 apart, 15 both no."""
    # agree 35/50 = .7; by chance (25·30 + 25·20)/2500 = .5; κ = (.7 − .5)/(1 − .5) = .4
    pairs = [("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15

    assert value(cohen_kappa(pairs)) == near(0.4)


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        # observed |i−j|: 1 + 1 + 2 = 4; chance Σ|i−j|·r·c = 3·(1+2·2) + 1·(3+2) + 2·(2·3+1) = 34
        # κ = 1 − 6·4/34 = 10/34
        ("linear", 10 / 34),
        # observed 1 + 1 + 4 = 6; chance 3·(1+4·2) + 1·(3+2) + 2·(4·3+1) = 58; κ = 1 − 36/58
        ("quadratic", 22 / 58),
    ],
)
def test_weighted_kappa(weights: str, expected: float) -> None:
    """Six items on a scale of three: counts 3, 1, 2 for both raters."""
    pairs = [(1, 1), (1, 1), (1, 2), (2, 3), (3, 3), (3, 1)]

    found = weighted_kappa(pairs, order=[1, 2, 3], weights=weights)  # type: ignore[arg-type]

    assert value(found) == near(expected)


def test_fleiss_kappa_of_the_textbook_table() -> None:
    """Ten items, fourteen raters, five labels: P̄ = .378, P̄e = .213, κ = .210."""
    table = [
        (0, 0, 0, 0, 14),
        (0, 2, 6, 4, 2),
        (0, 0, 3, 5, 6),
        (0, 3, 9, 2, 0),
        (2, 2, 8, 1, 1),
        (7, 7, 0, 0, 0),
        (3, 2, 6, 3, 0),
        (2, 5, 3, 2, 2),
        (6, 5, 2, 1, 0),
        (0, 2, 2, 3, 7),
    ]
    rows = [[label for label, count in enumerate(row) for _ in range(count)] for row in table]

    # Σ n(n−1) = 182+46+56+80+60+84+44+32+52+52 = 688, P̄ = 688/(10·14·13) = .37802
    # columns 20, 28, 39, 21, 32 of 140: P̄e = (400+784+1521+441+1024)/19600 = .21276
    expected = (688 / 1820 - 4170 / 19600) / (1 - 4170 / 19600)
    assert value(fleiss_kappa(rows)) == near(expected)
    assert round(expected, 3) == 0.21


def test_nominal_alpha() -> None:
    """Three items with two readings, one of them apart, and one with a single reading."""
    # readings 1, 1, 1, 2, 2, 2: n = 6; Do = (1/6)·2/(2−1) = 1/3
    # De = (36 − 9 − 9)/(6·5) = 18/30; α = 1 − (1/3)/(3/5) = 4/9
    found = nominal_alpha([(1, 1), (1, 2), (2, 2), (2, LOST)])

    assert isinstance(found, Measured)
    assert (found.value, found.n, found.missing.counts) == (near(4 / 9), 3, ((LOST, 1),))


@pytest.mark.parametrize(
    ("level", "expected"),
    [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)],
)
def test_alpha_of_krippendorffs_example(level: str, expected: float) -> None:
    """Four observers, twelve units, seven readings absent (Krippendorff 2011)."""
    n = LOST
    observers = [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, n, n, n],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, n, 3],
        [n, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, n],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, n],
    ]
    rows = list(zip(*observers, strict=True))

    found = nominal_alpha(rows) if level == "nominal" else alpha(rows, level=level)  # type: ignore[arg-type]

    assert isinstance(found, Measured)
    assert (round(found.value, 3), found.n, found.missing.total) == (expected, 11, 7)


SHROUT_FLEISS = [
    [9, 2, 5, 8],
    [6, 1, 3, 2],
    [8, 4, 6, 8],
    [7, 1, 2, 6],
    [10, 5, 6, 9],
    [6, 2, 4, 7],
]
"""Six items, four raters: MSB 11.24, MSW 6.26, MSJ 32.49, MSE 1.02."""


def test_icc_one_way() -> None:
    """Shrout & Fleiss 1979: (11.24 − 6.26)/(11.24 + 3·6.26) = .17."""
    assert round(value(icc_one_way(SHROUT_FLEISS)), 2) == 0.17


def test_icc_two_way_random() -> None:
    """Shrout & Fleiss 1979: (11.24 − 1.02)/(11.24 + 3·1.02 + 4·(32.49 − 1.02)/6) = .29."""
    assert round(value(icc_two_way_random(SHROUT_FLEISS)), 2) == 0.29


def test_icc_two_way_fixed() -> None:
    """Shrout & Fleiss 1979: (11.24 − 1.02)/(11.24 + 3·1.02) = .71."""
    assert round(value(icc_two_way_fixed(SHROUT_FLEISS)), 2) == 0.71


# Correlation


def test_pearson() -> None:
    """Σdxdy = 2.25 − .25 − .25 + 2.25 = 4; Σdx² = Σdy² = 5; r = 4/5."""
    assert value(pearson([(1, 1), (2, 3), (3, 2), (4, 4)])) == near(0.8)


def test_spearman_ranks_ties_in_the_middle() -> None:
    """Ranks 1.5, 1.5, 3 and 1, 2, 3."""
    # dx = −.5, −.5, 1; dy = −1, 0, 1: Σdxdy = 1.5; Σdx² = 1.5; Σdy² = 2; ρ = 1.5/√3
    assert value(spearman([(7, 10), (7, 20), (90, 21)])) == near(1.5 / sqrt(3))


def test_kendall_discounts_ties() -> None:
    """Six pairs of items: 4 concordant, 1 tied in x, 1 tied in y: 4/√(5·5)."""
    assert value(kendall([(1, 1), (1, 2), (2, 2), (3, 3)])) == near(0.8)


# Intervals


def test_t_interval() -> None:
    """Mean .6, s² = .1, s/√n = √.02 = .1414214, t₄ = 2.7764451: ± .3926486."""
    interval = mean_interval([0.2, 0.4, 0.6, 0.8, 1.0])

    assert ends(interval) == pytest.approx((0.6 - 0.3926486, 0.6 + 0.3926486), abs=1e-7)


def test_interval_of_tasks_that_all_score_the_same() -> None:
    """Ten tasks at 1: with confidence .95 at most 1 − .05^(1/10) = .2588656 score less."""
    interval = mean_interval([1.0] * 10, scale=Bounds(0, 1))

    assert ends(interval) == pytest.approx((0.7411344, 1.0), abs=1e-7)


def test_pooled_mean_weighs_items() -> None:
    """Tasks of 1, 1, 1, 1 and 4 items: 0, 1, 0, 1 and 4·1 = 6/8, not 3/5."""
    items = {"a": [Measured(0.0)], "b": [Measured(1.0)], "c": [Measured(0.0)]}
    items |= {"d": [Measured(1.0)], "e": [Measured(1.0)] * 4}

    found = pooled_estimate(items)

    # without a or c 6/7; without b or d 5/7; without e 2/4. Their mean is (24/7 − 2/7 + .5)/5 =
    # 51/70; Σ squares = 2(9/70)² + 2(−1/70)² + (−16/70)² = 420/4900; · 4/5 = .0685714
    # half = 2.7764451·√.0685714 = .7270440
    assert isinstance(found, Estimate)
    assert (found.value, found.tasks, found.n) == (0.75, 5, 8)
    assert ends(found.interval) == pytest.approx((0.75 - 0.7270440, 0.75 + 0.7270440), abs=1e-6)


def test_exact_interval_of_a_share() -> None:
    """0 of 10: the upper end x solves (1 − x)^10 = .025: 1 − .025^(1/10) = .3084971."""
    found = proportion_estimate(0, 10)

    assert isinstance(found, Estimate)
    assert ends(found.interval) == pytest.approx((0.0, 0.3084971), abs=1e-7)


# Comparison


@pytest.mark.parametrize(
    ("differences", "expected"),
    [
        # only all + and all − reach 21: 2/64
        ([1, 2, 3, 4, 5, 6], 2 / 64),
        # sums of ±3 ± 1 ± 2: ±6, ±2, ±4, 0, 0; at least 4 apart from 0: 4 of 8
        ([3, -1, 2], 0.5),
        # zeros cannot be reversed: 2/4
        ([1, 0, 2, 0], 0.5),
        # a sum of 0 is reached by all
        ([2, -2], 1.0),
    ],
)
def test_sign_flips(differences: list[float], expected: float) -> None:
    """All reversals counted."""
    found = sign_flip_test(differences)

    assert (found.p, found.exact) == (expected, True)


def test_holm() -> None:
    """.01·3 = .03; .03·2 = .06; .04·1 = .04, but not below .06."""
    found = holm({"a": 0.01, "b": 0.04, "c": 0.03})

    assert found == {"a": near(0.03), "b": near(0.06), "c": near(0.06)}


@pytest.mark.parametrize(("effect", "tasks", "expected"), [(0.5, 34, 0.8078), (0.25, 128, 0.8015)])
def test_power_of_published_plans(effect: float, tasks: int, expected: float) -> None:
    """The paired t test's textbook plans: effect .5 needs 34 pairs, .25 needs 128."""
    assert planned_tasks(effect, 1.0) == tasks
    assert power(effect, 1.0, tasks) == pytest.approx(expected, abs=5e-5)


def test_detectable_difference_undoes_the_plan() -> None:
    """What 34 tasks show with their own power is the difference they were planned for."""
    chance = power(0.5, 1.0, 34)

    assert detectable_difference(1.0, 34, chance=chance) == pytest.approx(0.5, abs=1e-9)


def test_a_difference_is_shown_in_words() -> None:
    """Eight tasks, differences .1 to .45 by .05."""
    # mean .275, s² = .015, s/√8 = .0433013, t₇ = 2.3646243: ± .1023912; p = 2/2⁸ = .0078
    first = scores(*(0.5 + 0.05 * k for k in range(2, 10)))
    second = scores(*[0.5] * 8)

    found = compare(first, second, scale=Bounds(0, 1))

    assert isinstance(found, Comparison)
    assert found.shown is Shown.FIRST
    assert describe(found, "A", "B") == (
        "A is better by 0.275 (difference +0.275; 95% interval +0.173 to +0.377; p 0.0078; 8 tasks)"
    )


def test_no_difference_is_said_with_what_could_have_been_shown() -> None:
    """Differences ±1, four times each: s² = 8/7, so eight tasks show 1.069·1.155."""
    # power of the paired t test with 8 pairs is .8 at an effect of 1.15544 (noncentral t)
    found = compare(scores(*[1, -1] * 4), scores(*[0.0] * 8))

    assert isinstance(found, Comparison)
    assert describe(found, "A", "B", floor=0.4) == (
        "no difference shown between A and B (difference +0; 95% interval -0.894 to +0.894; p 1; "
        "8 tasks; so many tasks show a true difference of 1.2 in 4 of 5 cases; "
        "difference below the noise floor of 0.4)"
    )


def test_missing_tasks_bound_a_difference() -> None:
    """.6 − .5 on one task; the other's first is lost: 0 − .2 to 1 − .2."""
    # worst (.1 − .2)/2 = −.05; best (.1 + .8)/2 = .45
    first: dict[str, Score] = {"t0": Measured(0.6), "t1": Undefined(LOST)}

    found = compare(first, scores(0.5, 0.2), scale=Bounds(0, 1))

    assert isinstance(found, Comparison)
    assert isinstance(found.bounds, Bounds)
    assert (found.bounds.worst, found.bounds.best) == (near(-0.05), near(0.45))
    assert found.missing.counts == ((LOST, 1),)


# Human consistency

EXPERTS = {
    "t1": {"a": (7, 8, 6), "b": (5, 8, 7), "c": (6, 5, 5)},
}
JUDGED = {"t1": {"a": Measured(50.0), "b": Measured(40.0), "c": Measured(40.0)}}


def human(table: dict[str, dict[str, tuple[float, ...]]]) -> dict[str, dict[str, list[Score]]]:
    """Experts' numbers as scores."""
    return {
        task: {system: [Measured(x) for x in row] for system, row in reports.items()}
        for task, reports in table.items()
    }


def test_par_against_each_expert() -> None:
    """Nine comparisons of two reports by an expert."""
    # a–b: judge +; experts +, 0, − → 1, ½, 0. a–c: judge +; +, +, + → 3.
    # b–c: judge tie; −, +, + → ½ each. In all 1.5 + 3 + 1.5 = 6 of 9
    found = pairwise_agreement(expert_pairs(JUDGED, human(EXPERTS)))

    assert isinstance(found.rate, Estimate)
    assert found.rate.value == near(6 / 9)
    assert (found.alike, found.judge_tied, found.human_tied, found.opposed) == (4, 3, 1, 1)


def test_par_against_the_majority() -> None:
    """Three pairs: a–b a human tie ½; a–c alike 1; b–c a judge's tie ½: 2 of 3."""
    found = pairwise_agreement(majority_pairs(JUDGED, human(EXPERTS)))

    assert isinstance(found.rate, Estimate)
    assert found.rate.value == near(2 / 3)


def test_par_of_experts_among_themselves() -> None:
    """Two experts on each of three pairs of reports."""
    # a–b: +, 0, −: +0 ½, +− 0, 0− ½ = 1; a–c: +, +, +: 3; b–c: −, +, +: 0, 0, 1 → 1: 5 of 9
    found = pairwise_agreement(between_experts(human(EXPERTS)))

    assert isinstance(found.rate, Estimate)
    assert found.rate.value == near(5 / 9)


@pytest.mark.parametrize(
    ("printed", "alike"),
    [(58.89, 530), (71.33, 642), (66.56, 599), (68.44, 616), (70.89, 638)],
)
def test_par_of_900_comparisons_prints_as_published(printed: float, alike: int) -> None:
    """50 tasks, 4 agents, 3 experts: 50 · 6 · 3 = 900 comparisons; 642/900 = 71.33 %."""
    # the judge always ranks a over b over c over d; an expert agrees with all six or with none
    # of a task's pairs, and in one task with the rest that is wanted
    orders = {6: (4, 3, 2, 1), 5: (4, 3, 1, 2), 4: (4, 2, 1, 3), 3: (4, 1, 2, 3), 2: (3, 1, 2, 4),
              1: (2, 1, 3, 4), 0: (1, 2, 3, 4)}  # fmt: skip
    left = alike
    table: dict[str, dict[str, tuple[float, ...]]] = {}
    for task in range(50):
        experts = []
        for _ in range(3):
            experts.append(orders[min(6, left)])
            left -= min(6, left)
        table[f"t{task}"] = {s: tuple(float(e[k]) for e in experts) for k, s in enumerate("abcd")}
    judged = {t: {s: Measured(40.0 - k) for k, s in enumerate("abcd")} for t in table}

    pairs = list(expert_pairs(judged, human(table)))
    found = pairwise_agreement(pairs)

    assert isinstance(found.rate, Estimate)
    assert (len(pairs), found.alike) == (900, alike)
    assert round(100 * found.rate.value, 2) == printed


def test_par_of_a_published_count() -> None:
    """69 pairs alike and 11 opposed print as 86.3 %."""
    pairs = [PreferencePair("t", 1, 1)] * 69 + [PreferencePair("t", 1, -1)] * 11

    found = pairwise_agreement(pairs)

    assert isinstance(found.rate, Estimate)
    assert found.rate.value == near(0.8625)


# t1: experts alike; t2: experts alike, judge not; t3: experts opposed (ICC < 0); t4: all the same
TABLE: dict[str, dict[str, tuple[float, ...]]] = {
    "t1": {"a": (1, 1), "b": (2, 2), "c": (4, 4)},
    "t2": {"a": (2, 2), "b": (3, 3), "c": (1, 1)},
    "t3": {"a": (1, 3), "b": (3, 1), "c": (2, 2)},
    "t4": {"a": (2, 2), "b": (2, 2), "c": (2, 2)},
}
JUDGE = {
    "t1": {"a": Measured(1.0), "b": Measured(2.0), "c": Measured(3.0)},
    "t2": {"a": Measured(3.0), "b": Measured(1.0), "c": Measured(2.0)},
    "t3": {"a": Measured(1.0), "b": Measured(1.0), "c": Measured(4.0)},
    "t4": {"a": Measured(5.0), "b": Measured(5.0), "c": Measured(5.0)},
}


def averaged(found: FilteredAverage) -> float:
    """The average that there is."""
    assert isinstance(found.average, Estimate)
    return found.average.value


def test_opc() -> None:
    """Judge's means 2.5, 2.25, 3.5; people's 1.75, 2.25, 2.25."""
    # Σdjdh = (−¼)(−⅓) + (−½)(1/6) + ¾·1/6 = 1/8; Σdj² = 7/8; Σdh² = 1/6: r = (1/8)/√(7/48)
    assert value(overall_pearson(JUDGE, human(TABLE))) == near(0.125 / sqrt(7 / 48))


def test_fap() -> None:
    """t1: r = 3/√(2·14/3); t2: r = −1/2; t3 dropped, t4 without any spread."""
    found = filtered_average_pearson(JUDGE, human(TABLE))

    assert averaged(found) == near((3 / sqrt(28 / 3) - 0.5) / 2)
    assert (found.kept, found.dropped, found.unrated) == (2, 1, 1)


def test_fas() -> None:
    """t1: ρ = 1; t2: ρ = −1/2; their mean .25."""
    assert averaged(filtered_average_spearman(JUDGE, human(TABLE))) == near(0.25)


# Duels


def test_a_preference_that_turns_with_the_order_is_a_tie() -> None:
    """t1: a in both orders; t2: the first shown in both; t3: a, then a tie; t4: one order lost."""
    first, second, tie = Outcome.FIRST, Outcome.SECOND, Outcome.TIE
    shown = [
        *(Duel("t1", "a", "b", first), Duel("t1", "b", "a", second)),
        *(Duel("t2", "a", "b", first), Duel("t2", "b", "a", first)),
        *(Duel("t3", "a", "b", first), Duel("t3", "b", "a", tie)),
        *(Duel("t4", "a", "b", first), Duel("t4", "b", "a", LOST)),
    ]

    found = both_orders(shown)

    assert [duel.outcome for duel in found.duels] == [first, tie, tie, LOST]
    assert (found.flips, found.half_flips, found.steady, found.missing.total) == (1, 1, 1, 1)
    # decided: t1 first, second; t2 first, first; t3 first; t4 first → 5 of 6 were shown first
    assert isinstance(found.first_shown, Estimate)
    assert found.first_shown.value == near(5 / 6)


def test_win_rate_counts_ties_half() -> None:
    """a: win, tie, loss, win = 2.5 of 4; b the rest."""
    outcomes = [Outcome.FIRST, Outcome.TIE, Outcome.SECOND, Outcome.FIRST]
    duels = [Duel(f"t{at}", "a", "b", outcome) for at, outcome in enumerate(outcomes)]

    found = win_rates(duels)

    assert isinstance(found["a"].rate, Estimate)
    assert isinstance(found["b"].rate, Estimate)
    assert (found["a"].rate.value, found["b"].rate.value) == (0.625, 0.375)
    assert (found["a"].wins, found["a"].ties, found["a"].losses) == (2, 1, 1)


def test_bradley_terry_of_two_reproduces_their_shares() -> None:
    """6 wins, 2 ties, 2 losses: π ratio 6/2 = 3, ν = .2/√(.6·.2)."""
    outcomes = [Outcome.FIRST] * 6 + [Outcome.TIE] * 2 + [Outcome.SECOND] * 2
    found = bradley_terry(Duel(f"t{at}", "a", "b", o) for at, o in enumerate(outcomes))

    assert isinstance(found, Strengths)
    assert found.logs == {"a": pytest.approx(log(3) / 2), "b": pytest.approx(-log(3) / 2)}
    assert found.tie == pytest.approx(0.2 / sqrt(0.12))
    assert found.chances("a", "b") == pytest.approx((0.6, 0.2, 0.2))


# Noise, panels, people and judge


def test_variance_components() -> None:
    """Two tasks, two runs each, two judgings each."""
    # reports [1,3] [5,7] [2,2] [4,6]: within 2 + 2 + 0 + 2 = 6, df 4: σ²J = 1.5
    # between reports: 2(2² + 2²) + 2(1.5² + 1.5²) = 25, df 2: σ²A = (12.5 − 1.5)/2 = 5.5
    # between tasks: 4(.25² + .25²) = .5, df 1: (.5 − 1.5 − 2·5.5)/4 = −3, shown as 0
    runs = {"t1": [[1, 3], [5, 7]], "t2": [[2, 2], [4, 6]]}
    noise = variance_components(
        {task: [[Measured(x) for x in run] for run in found] for task, found in runs.items()}
    )

    assert noise.judge == Component(1.5, 1.5, 4)
    assert noise.agent == Component(5.5, 5.5, 2)
    assert noise.rerun == Component(7.0, 7.0, 2)
    assert noise.task == Component(0.0, -3.0, 1)


def test_noise_floor() -> None:
    """What two runs of the same system may differ by."""
    # each mean: (5.5/2 + 1.5/4)/2 = 1.5625; two: 3.125; t₂ = 4.3026527: 4.3026527·√3.125
    runs = {"t1": [[1, 3], [5, 7]], "t2": [[2, 2], [4, 6]]}
    noise = variance_components(
        {task: [[Measured(x) for x in run] for run in found] for task, found in runs.items()}
    )

    plan = Repeats(tasks=2, runs=2, judgings=2)

    assert noise_floor(noise, noise, plan) == pytest.approx(7.6060872, abs=1e-6)
    # the judge alone: 2·1.5/8 = .375; t₄ = 2.7764451: 2.7764451·√.375
    assert judge_floor(noise, noise, plan) == pytest.approx(1.7002185, abs=1e-6)


def test_leave_one_judge_out() -> None:
    """The third judge turns two of four items over."""
    # whole: n = 12, labels 6 and 6; Do = (4/2 + 4/2)/12 = 1/3; De = 72/132; α = 1 − 11/18
    # without 1: n = 8, labels 4 and 4; Do = 4/8; De = 32/56; α = 1 − 7/8. Without 3: all agree.
    rows = ["aaa", "aab", "bbb", "bba"]

    panel = leave_one_judge_out(
        rows, ["1", "2", "3"], among=nominal_alpha, between=cohen_kappa, together=plurality
    )

    assert value(panel.whole) == near(7 / 18)
    assert [value(left.without) for left in panel.judges] == [near(1 / 8), near(1 / 8), near(1.0)]
    # the third against the others' common word: same on 2 of 4, chance ½: κ = 0
    assert value(panel.judges[2].with_rest) == near(0.0)


def test_prediction_powered_mean() -> None:
    """People read five of ten reports; the judge gives what they give, and 3 to 7 on the rest."""
    # cov = s²f = 2.5, λ = 1/(1 + 5/5) = ½; θ = 3 + ½(5 − 3) = 4
    # residuals ½Y: s² = .625·4/3 = .8333, /5 = .1667; all f: s² = 30/9, ·¼/5 = .1667
    # se = √(1/3) = .5773503; t₃ = 3.1824463: ± 1.8373862
    people = scores(1, 2, 3, 4, 5)
    judge = scores(1, 2, 3, 4, 5, 3, 4, 5, 6, 7)

    found = prediction_powered_mean(people, judge)

    assert isinstance(found, Powered)
    assert (found.weight, found.estimate.value) == (0.5, 4.0)
    assert ends(found.estimate.interval) == pytest.approx((4 - 1.8373862, 4 + 1.8373862), abs=1e-6)
    assert (found.both, found.judge_only, found.people_only) == (5, 5, 0)


def test_ranks_that_never_change() -> None:
    """System a leads b on each of six tasks, and b leads c."""
    found = rank_stability(
        {
            "c": scores(*[0.1, 0.2] * 3),
            "b": scores(*[0.3, 0.4] * 3),
            "a": scores(*[0.5, 0.6] * 3),
        }
    )

    assert isinstance(found, RankStability)
    assert list(found.standings) == ["a", "b", "c"]
    ranks = {s: (x.rank, x.lowest, x.highest, x.first) for s, x in found.standings.items()}
    assert ranks == {"a": (1, 1, 1, 1), "b": (2, 2, 2, 0), "c": (3, 3, 3, 0)}
    assert found.ahead == {("a", "b"): 1.0, ("a", "c"): 1.0, ("b", "c"): 1.0}
    assert found.kendall == 1.0
