"""Sums of squares without rounding, so that order never matters and "no spread" is exact.

Every float is an integer over a power of two. Over the largest of these powers all values
become integers, whose sums of squares and products are exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


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
