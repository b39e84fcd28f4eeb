"""Arithmetic that neither order nor the last bits can sway.

Every float is an integer over a power of two. Over the largest of these powers all values
become integers, whose sums of squares and products are exact: "no spread" is then exact too.
Numbers that were computed, such as .3 − .1 and .2, count as equal up to rounding: a tie must
not become a preference by 3e-17.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum, isclose

ROUNDING = 1e-12
"""Computed numbers that differ by this share are the same."""


def as_integers(values: Iterable[float]) -> tuple[list[int], int]:
    """The values as whole multiples of 1/denominator, and the denominator.

    Args:
        values: finite numbers.

    Example:
        >>> as_integers([0.5, 3.0, 0.25])
        ([2, 12, 1], 4)
    """
    ratios = [float(value).as_integer_ratio() for value in values]
    denominator = max((below for _, below in ratios), default=1)
    return [above * (denominator // below) for above, below in ratios], denominator


def centered_products(xs: Sequence[int], ys: Sequence[int]) -> int:
    """n·Σ(x − x̄)(y − ȳ), an integer for integers: n·Σxy − Σx·Σy."""
    return len(xs) * sum(x * y for x, y in zip(xs, ys, strict=True)) - sum(xs) * sum(ys)


def mean(values: Sequence[float]) -> float:
    """The mean, its sum rounded once; of equal values exactly theirs.

    Args:
        values: at least one.

    Example:
        >>> mean([0.1, 0.1, 0.1])
        0.1
    """
    return min(max(fsum(values) / len(values), min(values)), max(values))


def is_same(first: float, second: float) -> bool:
    """Whether two computed numbers are equal up to rounding."""
    return isclose(first, second, rel_tol=ROUNDING)


def gap(first: float, second: float) -> float:
    """`first` less `second`; 0 where they are equal up to rounding.

    Example:
        >>> gap(0.1 + 0.2, 0.3)
        0.0
    """
    return 0.0 if is_same(first, second) else first - second


def tidied(value: float) -> float:
    """The number to 12 digits, so that means computed in other ways can tie."""
    return float(f"{value:.12g}")
