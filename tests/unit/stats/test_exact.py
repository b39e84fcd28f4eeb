"""Rounding decides nothing: no tie becomes a preference, no constant gets a spread."""

from __future__ import annotations

from veridical.score import Measured, Score, Undefined
from veridical.stats.exact import as_integers, gap, is_same, mean, tidied
from veridical.stats.human_consistency import overall_pearson
from veridical.stats.intervals import mean_interval, pooled_estimate
from veridical.stats.paired import Comparison, Shown, compare
from veridical.stats.preference import PreferencePair, expert_pairs


def test_no_values_have_no_denominator() -> None:
    """Over 1."""
    assert as_integers([]) == ([], 1)


def test_computed_numbers_can_be_equal() -> None:
    """.1 + .2 is .3; 1e-12 apart of 1 is not the same."""
    assert (gap(0.1 + 0.2, 0.3), gap(1.0, 0.5), is_same(1.0, 1 + 3e-12)) == (0.0, 0.5, False)
    assert tidied(0.1 + 0.2) == 0.3
    assert mean([0.1, 0.1, 0.1]) == 0.1


def test_rounding_is_no_difference_between_systems() -> None:
    """Twenty tasks of .1 + .2 against .3: 5e-17 each is not "better in all twenty"."""
    first: dict[str, Score] = {f"t{k}": Measured(0.1 + 0.2) for k in range(20)}
    second: dict[str, Score] = {f"t{k}": Measured(0.3) for k in range(20)}

    found = compare(first, second)

    assert isinstance(found, Comparison)
    assert (found.difference, found.p, found.shown) == (0.0, 1.0, Shown.NOTHING)


def test_rounding_is_no_spread() -> None:
    """An interval of width 1e-17 would claim certainty."""
    assert isinstance(mean_interval([0.3, 0.1 + 0.2, 0.3, 0.3, 0.3]), Undefined)
    pooled = pooled_estimate({f"t{k}": [Measured(0.1)] * k for k in range(1, 7)})
    assert not isinstance(pooled, Undefined)
    assert isinstance(pooled.interval, Undefined)


def test_rounding_is_no_preference() -> None:
    """A tie of computed scores stays a tie."""
    judge = {"t": {"a": Measured(0.1 + 0.2), "b": Measured(0.3)}}
    human: dict[str, dict[str, list[Score]]] = {"t": {"a": [Measured(1)], "b": [Measured(2)]}}

    assert expert_pairs(judge, human) == [PreferencePair("t", 0.0, -1)]


def test_rounding_is_no_correlation() -> None:
    """Experts' means .2 of (.1, .2, .3) and of (.2, .2, .2) do not vary."""
    rows = {"a": [0.1, 0.2, 0.3], "b": [0.2, 0.2, 0.2]}
    human = {"t": {s: [Measured(x) for x in row] for s, row in rows.items()}}

    found = overall_pearson({"t": {"a": Measured(1.0), "b": Measured(2.0)}}, human)

    assert isinstance(found, Undefined)
    assert found.detail == "one side never varies"
