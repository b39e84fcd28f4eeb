"""What every statistic obeys, whatever the numbers; SciPy and scikit-learn are the yardstick."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from veridical.score import Bounds, Measured, Reason, Score, Undefined
from veridical.stats.agreement import raw_agreement
from veridical.stats.alpha import alpha, nominal_alpha
from veridical.stats.bootstrap import bca_ends, leaving_one_out
from veridical.stats.bradley_terry import Strengths, bradley_terry
from veridical.stats.correlation import kendall, middle_ranks, pearson, spearman
from veridical.stats.distributions import (
    beta_cdf,
    beta_quantile,
    noncentral_student_cdf,
    student_quantile,
    student_two_sided,
)
from veridical.stats.holm import holm
from veridical.stats.icc import icc_one_way, icc_two_way_fixed, icc_two_way_random
from veridical.stats.intervals import Estimate, Interval, mean_interval, statistic_estimate
from veridical.stats.kappa import cohen_kappa, fleiss_kappa, weighted_kappa
from veridical.stats.noise import variance_components
from veridical.stats.paired import Comparison, Shown, compare
from veridical.stats.power import power
from veridical.stats.ppi import Powered, prediction_powered_mean
from veridical.stats.preference import PreferencePair, pairwise_agreement
from veridical.stats.proportion import proportion_estimate
from veridical.stats.ranking import RankStability, rank_stability
from veridical.stats.sign_flips import sign_flip_test
from veridical.stats.win_rate import Duel, Outcome, both_orders, win_rates

np = pytest.importorskip("numpy")
special = pytest.importorskip("scipy.special")
stats = pytest.importorskip("scipy.stats")
optimize = pytest.importorskip("scipy.optimize")
sklearn = pytest.importorskip("sklearn.metrics")

T = TypeVar("T")
law = settings(max_examples=80, deadline=None, derandomize=True)
fewer = settings(max_examples=25, deadline=None, derandomize=True)

GRID = st.integers(0, 8).map(lambda k: k / 4)
LABELS = st.integers(0, 3)
READINGS = st.one_of(LABELS, st.sampled_from([Reason.TIMEOUT, Reason.REFUSED]))
SEEDS = st.integers(0, 2**32)
PAIRS = st.lists(st.tuples(GRID, GRID), min_size=2, max_size=30)
LABEL_PAIRS = st.lists(st.tuples(LABELS, LABELS), min_size=1, max_size=30)
NUMBERS = st.lists(st.floats(-100, 100).map(lambda x: round(x, 3)), min_size=5, max_size=30)
SPREADS = NUMBERS.filter(lambda xs: len(set(xs)) > 1)
TABLES = st.integers(2, 5).flatmap(
    lambda k: st.lists(st.lists(GRID, min_size=k, max_size=k), min_size=2, max_size=10)
)
ROWS = st.lists(st.lists(READINGS, min_size=1, max_size=5), min_size=1, max_size=12)


def shuffled(items: Sequence[T], seed: int) -> list[T]:
    """The same items in another order."""
    return random.Random(seed).sample(list(items), len(items))


def by_task(numbers: Sequence[float]) -> dict[str, Score]:
    """One score a task."""
    return {f"t{at:02}": Measured(number) for at, number in enumerate(numbers)}


def near(value: float, *, tolerance: float = 1e-9) -> object:
    """The number, save for rounding."""
    return pytest.approx(value, rel=tolerance, abs=tolerance)


# Distributions


@law
@given(st.floats(0, 1), st.floats(0.1, 400), st.floats(0.1, 400))
def test_beta_is_scipys(x: float, a: float, b: float) -> None:
    """I_x(a, b)."""
    assert beta_cdf(x, a, b) == near(special.betainc(a, b, x))


@law
@given(st.floats(1e-4, 1 - 1e-4), st.integers(1, 400), st.integers(1, 400))
def test_beta_quantile_is_scipys(share: float, a: int, b: int) -> None:
    """The inverse of I_x(a, b)."""
    assert beta_quantile(share, a, b) == near(special.betaincinv(a, b, share))


@law
@given(st.floats(1e-4, 1 - 1e-4), st.floats(1, 1e4))
def test_student_quantile_is_scipys(share: float, df: float) -> None:
    """Student's t."""
    assert student_quantile(share, df) == near(stats.t.ppf(share, df), tolerance=1e-8)


@law
@given(st.floats(-50, 50), st.floats(1, 1e4))
def test_student_tail_is_scipys(t: float, df: float) -> None:
    """P(|T| > |t|)."""
    assert student_two_sided(t, df) == near(2 * stats.t.sf(abs(t), df))


@law
@given(st.floats(-5, 8), st.integers(1, 300), st.floats(0.01, 6))
def test_noncentral_t_is_scipys(t: float, df: int, shift: float) -> None:
    """P(T ≤ t) with a shift."""
    theirs = float(stats.nct.cdf(t, df, shift))
    assume(theirs == theirs)  # SciPy has a NaN in its far tails

    assert noncentral_student_cdf(t, df, shift) == near(theirs, tolerance=1e-6)


# Correlation


@law
@given(PAIRS)
@pytest.mark.parametrize(
    ("ours", "theirs"),
    [(pearson, "pearsonr"), (spearman, "spearmanr"), (kendall, "kendalltau")],
)
def test_correlations_are_scipys(
    ours: Callable[[object], Score], theirs: str, pairs: list[tuple[float, float]]
) -> None:
    """Equal where SciPy has a number; undefined exactly where one side never varies."""
    xs, ys = [x for x, _ in pairs], [y for _, y in pairs]
    found = ours(pairs)

    if len(set(xs)) == 1 or len(set(ys)) == 1:
        assert isinstance(found, Undefined)
    else:
        assert isinstance(found, Measured)
        assert found.value == near(getattr(stats, theirs)(xs, ys)[0])


@law
@given(PAIRS, SEEDS)
@pytest.mark.parametrize("correlation", [pearson, spearman, kendall])
def test_correlations_know_no_order_and_no_first(
    correlation: Callable[[object], Score], pairs: list[tuple[float, float]], seed: int
) -> None:
    """Shuffled items and exchanged raters give the same to the last bit, inside [-1, 1]."""
    found = correlation(pairs)

    assert correlation(shuffled(pairs, seed)) == found
    assert correlation([(y, x) for x, y in pairs]) == found
    assert not isinstance(found, Measured) or -1 <= found.value <= 1


@law
@given(PAIRS)
@pytest.mark.parametrize("correlation", [pearson, spearman, kendall])
def test_correlations_turn_with_a_turned_scale(
    correlation: Callable[[object], Score], pairs: list[tuple[float, float]]
) -> None:
    """Reversing one scale reverses the sign and nothing else."""
    found, turned = correlation(pairs), correlation([(x, -y) for x, y in pairs])

    if isinstance(found, Measured):
        assert isinstance(turned, Measured)
        assert turned.value == -found.value
    else:
        assert isinstance(turned, Undefined)


@law
@given(st.lists(GRID, max_size=30))
def test_middle_ranks_are_scipys(values: list[float]) -> None:
    """Ties share the middle of their ranks."""
    assert middle_ranks(values) == list(stats.rankdata(values))


# Agreement


@law
@given(LABEL_PAIRS)
@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_cohen_kappa_is_scikit_learns(weights: str | None, pairs: list[tuple[int, int]]) -> None:
    """Equal where scikit-learn has a number; undefined where both use one label alone."""
    first, second = [x for x, _ in pairs], [y for _, y in pairs]
    if weights is None:
        found = cohen_kappa(pairs)
    else:
        found = weighted_kappa(pairs, order=range(4), weights=weights)  # type: ignore[arg-type]

    if len(set(first) | set(second)) == 1:
        assert isinstance(found, Undefined)
    else:
        theirs = sklearn.cohen_kappa_score(first, second, labels=range(4), weights=weights)
        assert isinstance(found, Measured)
        assert found.value == near(theirs)


@law
@given(LABEL_PAIRS)
def test_raw_agreement_is_accuracy(pairs: list[tuple[int, int]]) -> None:
    """The share of equal labels, and each label's F1."""
    first, second = [x for x, _ in pairs], [y for _, y in pairs]
    found = raw_agreement(pairs)

    assert isinstance(found.rate, Measured)
    assert found.rate.value == near(sklearn.accuracy_score(first, second))
    theirs = sklearn.f1_score(first, second, labels=list(found.labels), average=None)
    ours = [label.specific for label in found.labels.values()]
    assert [s.value for s in ours if isinstance(s, Measured)] == [near(x) for x in theirs]


@law
@given(LABEL_PAIRS, st.permutations(range(4)))
def test_labels_are_names(pairs: list[tuple[int, int]], names: list[int]) -> None:
    """Other names for the labels change no κ and no nominal α."""
    renamed = [(names[x], names[y]) for x, y in pairs]

    assert cohen_kappa(renamed) == cohen_kappa(pairs)
    assert fleiss_kappa(renamed) == fleiss_kappa(pairs)
    assert nominal_alpha(renamed) == nominal_alpha(pairs)


@law
@given(TABLES)
def test_fleiss_and_alpha_differ_by_the_sample(rows: list[list[float]]) -> None:
    """Complete data: 1 − α = (1 − κ)(Nk − 1)/(Nk), since α draws pairs without replacement."""
    kappa, found = fleiss_kappa(rows), nominal_alpha(rows)
    size = len(rows) * len(rows[0])

    if isinstance(kappa, Measured):
        assert isinstance(found, Measured)
        assert 1 - found.value == near((1 - kappa.value) * (size - 1) / size)
    else:
        assert isinstance(found, Undefined)


@law
@given(ROWS, SEEDS)
def test_alpha_knows_no_order(rows: list[list[int | Reason]], seed: int) -> None:
    """Neither of items nor of raters; at most 1."""
    turned = [shuffled(row, seed + at) for at, row in enumerate(shuffled(rows, seed))]

    for level in ("ordinal", "interval", "ratio"):
        found = alpha(rows, level=level)  # type: ignore[arg-type]
        assert alpha(turned, level=level) == found  # type: ignore[arg-type]
        assert not isinstance(found, Measured) or found.value <= 1
    assert nominal_alpha(turned) == nominal_alpha(rows)


@law
@given(ROWS)
def test_alpha_keeps_to_its_level(rows: list[list[int | Reason]]) -> None:
    """Interval ignores origin and unit, ratio the unit, ordinal any rising change."""

    def changed(change: Callable[[int], float]) -> list[list[float | Reason]]:
        return [[x if isinstance(x, Reason) else change(x) for x in row] for row in rows]

    assert alpha(changed(lambda x: 2 * x - 7), level="interval") == alpha(rows, level="interval")
    assert alpha(changed(lambda x: 4 * x), level="ratio") == alpha(rows, level="ratio")
    assert alpha(changed(lambda x: x**3 + x), level="ordinal") == alpha(rows, level="ordinal")


@law
@given(ROWS)
def test_alpha_from_every_pair_of_readings(rows: list[list[int | Reason]]) -> None:
    """The definition written out: every two readings of an item against every two of all."""
    units = [[x for x in row if not isinstance(x, Reason)] for row in rows]
    units = [unit for unit in units if len(unit) > 1]
    every = [x for unit in units for x in unit]

    def apart(c: int, k: int) -> float:
        low, high = min(c, k), max(c, k)
        between = sum(low <= x <= high for x in every)
        return float((between - (every.count(c) + every.count(k)) / 2) ** 2) if c != k else 0.0

    observed = sum(apart(c, k) / (len(unit) - 1) for unit in units for c in unit for k in unit)
    expected = sum(apart(c, k) for c in every for k in every)
    found = alpha(rows, level="ordinal")

    if expected == 0:
        assert isinstance(found, Undefined)
    else:
        assert isinstance(found, Measured)
        assert found.value == near(1 - observed / expected * (len(every) - 1))


@law
@given(TABLES)
def test_icc_is_the_analysis_of_variance(rows: list[list[float]]) -> None:
    """Each design from mean squares made by NumPy and SciPy's F."""
    table = np.array(rows)
    n, k = table.shape
    msb = k * table.mean(1).var(ddof=1)
    msj = n * table.mean(0).var(ddof=1)
    residual = table - table.mean(1, keepdims=True) - table.mean(0) + table.mean()
    mse = (residual**2).sum() / ((n - 1) * (k - 1))
    assume(mse > 1e-9)
    f = stats.f_oneway(*rows).statistic

    expected = {
        icc_one_way: (f - 1) / (f + k - 1),
        icc_two_way_random: (msb - mse) / (msb + (k - 1) * mse + k * (msj - mse) / n),
        icc_two_way_fixed: (msb - mse) / (msb + (k - 1) * mse),
    }
    for icc, theirs in expected.items():
        found = icc(rows)
        assert not isinstance(found, Measured) or found.value == near(theirs)
        assert isinstance(found, Measured) or icc is icc_two_way_random


@law
@given(TABLES, SEEDS)
@pytest.mark.parametrize("icc", [icc_one_way, icc_two_way_random, icc_two_way_fixed])
def test_icc_knows_no_order(
    icc: Callable[[object], Score], rows: list[list[float]], seed: int
) -> None:
    """Neither of items nor of raters, nor origin nor unit."""
    columns = shuffled(range(len(rows[0])), seed)
    turned = [[3 - 2 * row[at] for at in columns] for row in shuffled(rows, seed)]

    assert icc(turned) == icc(rows)


# Intervals


@law
@given(SPREADS)
def test_t_interval_is_scipys(values: list[float]) -> None:
    """Up to 100 tasks."""
    theirs = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    found = mean_interval(values)

    assert isinstance(found, Interval)
    assert (found.low, found.high) == (near(theirs.low), near(theirs.high))


@law
@given(SPREADS, SEEDS)
def test_intervals_know_no_order(values: list[float], seed: int) -> None:
    """Shuffled tasks give the same to the last bit, resampled or not."""
    turned = shuffled(values, seed)

    assert mean_interval(turned) == mean_interval(values)


@fewer
@given(SPREADS, SEEDS, st.booleans())
def test_resampled_intervals_know_no_order(values: list[float], seed: int, many: bool) -> None:
    """Nor do the studentized and the bias-corrected bootstrap."""
    every = values * 22 if many else values
    turned = shuffled(every, seed)

    assert mean_interval(turned, studentized=True) == mean_interval(every, studentized=True)


@fewer
@given(SPREADS, st.floats(0.5, 0.99))
def test_bca_ends_are_scipys(values: list[float], level: float) -> None:
    """From SciPy's own resamples."""
    theirs = stats.bootstrap(
        (values,), np.mean, confidence_level=level, n_resamples=400, method="BCa", rng=7
    )
    drawn = [float(x) for x in theirs.bootstrap_distribution]
    mean = float(np.mean(values))
    without = leaving_one_out(values, lambda xs: float(np.mean(xs)))
    assert without is not None

    found = bca_ends(drawn, without, value=mean, level=level)

    assert found == tuple(near(x, tolerance=1e-6) for x in theirs.confidence_interval)


@law
@given(st.integers(0, 60), st.integers(1, 60), st.floats(0.5, 0.99))
def test_exact_share_is_scipys(part: int, more: int, level: float) -> None:
    """Clopper and Pearson."""
    whole = part + more
    theirs = stats.binomtest(part, whole).proportion_ci(level, "exact")
    found = proportion_estimate(part, whole, level=level)

    assert isinstance(found, Estimate)
    assert isinstance(found.interval, Interval)
    assert (found.interval.low, found.interval.high) == (near(theirs.low), near(theirs.high))


@law
@given(SPREADS)
def test_a_mean_as_a_statistic_has_the_mean_interval(values: list[float]) -> None:
    """Leaving one task out gives the mean's own standard error."""

    def mean(xs: Sequence[float]) -> Score:
        return Measured(float(np.mean(xs)))

    found = statistic_estimate({f"t{at}": x for at, x in enumerate(values)}, mean)
    expected = mean_interval(values)

    assert isinstance(found, Estimate)
    assert isinstance(found.interval, Interval)
    assert isinstance(expected, Interval)
    slack = 1e-6 * (1 + max(map(abs, values)))
    assert found.interval.low == pytest.approx(expected.low, abs=slack)
    assert found.interval.high == pytest.approx(expected.high, abs=slack)


@law
@given(st.lists(st.floats(0, 1), min_size=5, max_size=20))
def test_intervals_stay_on_the_scale(values: list[float]) -> None:
    """Cut to the scale, and around the mean."""
    found = mean_interval(values, scale=Bounds(0, 1))

    assert isinstance(found, Interval)
    assert 0 <= found.low <= found.high <= 1
    assert found.low - 1e-12 <= float(np.mean(values)) <= found.high + 1e-12


# Comparison


@fewer
@given(st.lists(st.integers(-5, 5), min_size=2, max_size=9).filter(any))
def test_exact_sign_flips_are_scipys(differences: list[int]) -> None:
    """All reversals, two-sided."""
    zeros = [0] * len(differences)

    def gap(x: object, y: object, axis: int) -> object:
        return np.mean(x, axis=axis) - np.mean(y, axis=axis)

    theirs = stats.permutation_test(
        (differences, zeros), gap, permutation_type="samples", n_resamples=np.inf, vectorized=True
    )

    assert sign_flip_test(differences).p == near(min(1.0, theirs.pvalue))


@fewer
@given(st.lists(st.floats(-1, 1).filter(bool), min_size=17, max_size=30), SEEDS)
def test_random_sign_flips_know_no_order_and_no_first(values: list[float], seed: int) -> None:
    """Shuffled tasks and exchanged systems give the same p."""
    found = sign_flip_test(values)

    assert sign_flip_test(shuffled(values, seed)) == found
    assert sign_flip_test([-x for x in values]) == found
    assert not found.exact
    assert 0 < found.p <= 1


@settings(max_examples=5, deadline=None, derandomize=True)
@given(st.lists(st.integers(-9, 9).filter(bool), min_size=17, max_size=17))
def test_random_sign_flips_are_near_the_exact_share(values: list[int]) -> None:
    """Ten thousand draws come within four standard errors of the exact p."""
    sums = np.array([0])
    for value in values:
        sums = np.concatenate([sums + value, sums - value])
    exact = float(np.mean(np.abs(sums) >= abs(sum(values))))
    slack = 4 * (exact * (1 - exact) / 9999) ** 0.5 + 2e-4

    assert sign_flip_test(values).p == pytest.approx(exact, abs=slack)


@fewer
@given(NUMBERS, NUMBERS, SEEDS)
def test_comparison_is_fair(first: list[float], second: list[float], seed: int) -> None:
    """Exchanging the systems turns the difference and the verdict; task order is irrelevant."""
    a, b = by_task(first), by_task(second)
    found, turned = compare(a, b), compare(b, a)
    assert isinstance(found, Comparison)
    assert isinstance(turned, Comparison)
    other = {Shown.FIRST: Shown.SECOND, Shown.SECOND: Shown.FIRST}

    assert compare({task: a[task] for task in shuffled(list(a), seed)}, b) == found
    assert turned.difference == -found.difference
    assert (turned.p, turned.spread) == (found.p, near(found.spread or 0.0))
    assert turned.shown == other.get(found.shown, found.shown)


@fewer
@given(NUMBERS)
def test_a_system_equals_itself(values: list[float]) -> None:
    """No difference is shown between a system and itself."""
    found = compare(by_task(values), by_task(values))

    assert isinstance(found, Comparison)
    assert found.shown in (Shown.NOTHING, Shown.TOO_FEW)
    assert (found.difference, found.p) == (0.0, 1.0)


@law
@given(st.dictionaries(st.text(max_size=3), st.floats(0, 1), max_size=8))
def test_holm_rejects_what_the_steps_reject(ps: dict[str, float]) -> None:
    """Going down the sorted p values against α/(m − i) until the first that is above."""
    expected = set()
    for place, (name, p) in enumerate(sorted(ps.items(), key=lambda item: item[1])):
        if p > 0.05 / (len(ps) - place):
            break
        expected.add(name)
    found = holm(ps)

    assert {name for name, p in found.items() if p <= 0.05} == expected
    assert all(found[name] >= p for name, p in ps.items())


@fewer
@given(st.floats(0, 3), st.integers(5, 200))
def test_power_is_scipys(effect: float, tasks: int) -> None:
    """Both tails of the noncentral t."""
    critical, shift = stats.t.ppf(0.975, tasks - 1), effect * tasks**0.5
    theirs = stats.nct.sf(critical, tasks - 1, shift) + stats.nct.cdf(-critical, tasks - 1, shift)
    assume(theirs == theirs)  # SciPy has a NaN in its far tails

    assert power(effect, 1.0, tasks) == near(theirs, tolerance=1e-6)


# Preferences, duels, ranks


SIGNS = st.integers(-1, 1)
PREFERENCES = st.lists(
    st.builds(PreferencePair, st.sampled_from("abcdefg"), SIGNS, SIGNS), min_size=1, max_size=40
)


@law
@given(PREFERENCES, SEEDS)
def test_par_is_the_credit_of_each_pair(pairs: list[PreferencePair], seed: int) -> None:
    """1 for equal signs, half for a tie of one side; which report is first does not matter."""
    credit = [1 - abs(pair.judge - pair.human) / 2 for pair in pairs]  # type: ignore[operator]
    turned = [PreferencePair(p.task, -p.judge, -p.human) for p in pairs]  # type: ignore[operator]
    found = pairwise_agreement(pairs)

    assert isinstance(found.rate, Estimate)
    assert found.rate.value == near(sum(credit) / len(credit))
    assert pairwise_agreement(shuffled(turned, seed)) == found
    assert found.alike + found.judge_tied + found.human_tied + found.opposed == len(pairs)


def played(pairs: Sequence[tuple[int, int, Outcome]]) -> list[Duel]:
    """Duels between systems given as numbers, none against itself."""
    return [
        Duel(f"t{at}", f"s{i}", f"s{j}", outcome)
        for at, (i, j, outcome) in enumerate(pairs)
        if i != j
    ]


DUELS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.sampled_from(Outcome)), max_size=40
).map(played)


@law
@given(DUELS)
def test_win_rates_share_what_there_is(duels: list[Duel]) -> None:
    """One point a duel, whatever came of it."""
    found = win_rates(duels)

    points = sum(rate.wins + rate.ties / 2 for rate in found.values())
    assert points == len(duels)


@law
@given(DUELS, SEEDS)
def test_both_orders_agree_with_a_fair_judge(duels: list[Duel], seed: int) -> None:
    """A judge that turns with the reports flips never; one that always says "first" always."""
    swap = {Outcome.FIRST: Outcome.SECOND, Outcome.SECOND: Outcome.FIRST, Outcome.TIE: Outcome.TIE}
    turned = [Duel(d.task, d.second, d.first, swap[d.outcome]) for d in duels]  # type: ignore[index]
    fair = both_orders(shuffled(duels + turned, seed))
    biased = both_orders(
        [Duel(d.task, d.first, d.second, Outcome.FIRST) for d in duels + turned],
    )

    assert (fair.flips, fair.half_flips, fair.steady) == (0, 0, len(duels))
    assert (biased.flips, biased.steady) == (len(duels), 0)


@fewer
@given(DUELS)
def test_strengths_are_the_most_likely(duels: list[Duel]) -> None:
    """A general optimizer finds no likelier strengths."""
    found = bradley_terry(duels)
    assume(isinstance(found, Strengths))
    assert isinstance(found, Strengths)
    names = sorted(found.logs)

    def unlikely(x: Sequence[float]) -> float:
        logs = dict(zip(names, x[:-1], strict=True))
        fit = Strengths(logs, float(np.exp(x[-1])) if found.ties else 0.0, 0, 0, found.missing)
        place = {Outcome.FIRST: 0, Outcome.TIE: 1, Outcome.SECOND: 2}
        return -sum(float(np.log(fit.chances(d.first, d.second)[place[d.outcome]])) for d in duels)  # type: ignore[index]

    ours = [found.logs[name] for name in names] + [float(np.log(found.tie or 1.0))]
    theirs = optimize.minimize(unlikely, np.zeros(len(ours)), options={"gtol": 1e-7})

    assert unlikely(ours) <= theirs.fun + 1e-6


@fewer
@given(DUELS, SEEDS)
def test_strengths_know_no_order(duels: list[Duel], seed: int) -> None:
    """Neither of duels nor of who is named first."""
    swap = {Outcome.FIRST: Outcome.SECOND, Outcome.SECOND: Outcome.FIRST, Outcome.TIE: Outcome.TIE}
    turned = [Duel(d.task, d.second, d.first, swap[d.outcome]) for d in shuffled(duels, seed)]  # type: ignore[index]

    assert bradley_terry(turned) == bradley_terry(duels)


@settings(max_examples=5, deadline=None, derandomize=True)
@given(st.lists(st.tuples(GRID, GRID, GRID), min_size=5, max_size=12), SEEDS)
def test_ranks_share_the_places(rows: list[tuple[float, float, float]], seed: int) -> None:
    """Ranks sum to 1 + 2 + 3, leads to 1; task order is irrelevant."""
    columns = {name: by_task([row[at] for row in rows]) for at, name in enumerate("abc")}
    turned = {
        name: {task: column[task] for task in shuffled(list(column), seed)}
        for name, column in columns.items()
    }
    found = rank_stability(columns)

    assert isinstance(found, RankStability)
    assert rank_stability(turned) == found
    assert sum(s.rank for s in found.standings.values()) == 6
    assert sum(s.first for s in found.standings.values()) == near(1.0)
    assert all(s.lowest <= s.highest for s in found.standings.values())


# Noise, people and judge

RUNS = st.lists(st.lists(GRID, min_size=3, max_size=3), min_size=2, max_size=2)


@law
@given(st.lists(RUNS, min_size=2, max_size=8))
def test_noise_is_the_analysis_of_variance(tasks: list[list[list[float]]]) -> None:
    """Balanced repeats: mean squares made by NumPy."""
    table = np.array(tasks)
    msj = table.var(axis=2, ddof=1).mean()
    msa = 3 * table.mean(2).var(axis=1, ddof=1).mean()
    mst = 6 * table.mean((1, 2)).var(ddof=1)
    found = variance_components(
        {f"t{at}": [[Measured(x) for x in run] for run in runs] for at, runs in enumerate(tasks)}
    )

    raw = [getattr(found, part).raw for part in ("judge", "agent", "task")]
    assert raw == [near(msj), near((msa - msj) / 3), near((mst - msa) / 6)]


@law
@given(SPREADS, NUMBERS, st.integers(-20, 20))
def test_a_constant_bias_of_the_judge_is_harmless(
    people: list[float], more: list[float], bias: int
) -> None:
    """A judge that is always so much higher gives the same estimate."""
    judged = [*(x / 2 for x in people), *more]
    plain = prediction_powered_mean(by_task(people), by_task(judged))
    biased = prediction_powered_mean(by_task(people), by_task([x + bias for x in judged]))

    assert isinstance(plain, Powered)
    assert isinstance(biased, Powered)
    assert biased.estimate.value == near(plain.estimate.value, tolerance=1e-7)
    assert biased.weight == near(plain.weight, tolerance=1e-7)
