"""Tail areas at their edges, against tables."""

from __future__ import annotations

import pytest

from veridical.stats.bootstrap import quantile
from veridical.stats.distributions import (
    beta_cdf,
    noncentral_student_cdf,
    student_quantile,
    student_two_sided,
)


@pytest.mark.parametrize(
    ("df", "expected"), [(1, 12.7062), (4, 2.7764), (9, 2.2622), (40, 2.0211), (99, 1.9842)]
)
def test_student_quantiles_of_the_printed_table(df: int, expected: float) -> None:
    """Two-sided 95 %."""
    assert round(student_quantile(0.975, df), 4) == expected
    assert student_quantile(0.025, df) == -student_quantile(0.975, df)


def test_the_middle_of_students_distribution_is_zero() -> None:
    """Half lies below."""
    assert student_quantile(0.5, 7) == pytest.approx(0.0, abs=1e-9)
    assert student_two_sided(0.0, 7) == 1.0


@pytest.mark.parametrize(("x", "expected"), [(0.0, 0.0), (-1.0, 0.0), (1.0, 1.0), (0.25, 0.25)])
def test_beta_at_its_ends(x: float, expected: float) -> None:
    """The beta distribution of shapes 1 and 1 is even."""
    assert beta_cdf(x, 1, 1) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("df", [1, 2, 9])
def test_the_shifted_t_without_a_shift_is_students(df: int) -> None:
    """Also with one degree of freedom, where the density does not start at 0."""
    found = noncentral_student_cdf(student_quantile(0.975, df), df, 0.0)

    assert found == pytest.approx(0.975, abs=1e-7)


def test_quantiles_lie_between_their_neighbors() -> None:
    """.25 of 1, 2, 4 lies halfway between 1 and 2; infinite neighbors stay what they are."""
    infinite = float("inf")

    assert quantile([1.0, 2.0, 4.0], 0.25) == 1.5
    assert quantile([0.0, infinite, infinite], 0.75) == infinite
