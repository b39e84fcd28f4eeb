"""Krippendorff's α: agreement beyond chance of any number of raters, who may miss items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from itertools import chain, combinations
from math import fsum
from typing import Literal, TypeVar

from veridical.score import Measured, Missing, Reason, Score, Undefined
from veridical.stats.correlation import middle_ranks
from veridical.stats.exact import as_integers
from veridical.stats.readings import present, refuse_non_finite

Level = Literal["ordinal", "interval", "ratio"]
Value = TypeVar("Value", bound=Hashable)


def nominal_alpha(rows: Iterable[Sequence[Value | Reason]]) -> Score:
    r"""Krippendorff's α on unordered labels.

    .. math:: \alpha = 1 - \frac{D_o}{D_e},\quad
        D_o = \frac1n \sum_u \frac{1}{m_u - 1} \sum_{i \ne j} \delta^2(v_{ui}, v_{uj}),\quad
        D_e = \frac{1}{n(n-1)} \sum_{c,k} n_c n_k \delta^2(c, k)

    where δ² is 1 for different labels and 0 for the same; n counts the pairable readings,
    m_u those of item u.

    Args:
        rows: all readings of each item; an absent one is its reason. Items with fewer than
            two readings can be compared with nothing and are left out.

    Returns:
        Measured in [-1, 1], `n` the items with at least two readings, `missing` the absent
        readings; 1 is perfect, 0 is chance.

    Undefined:
        No item has two readings, or all pairable readings are the same.

    Source:
        Krippendorff, Content Analysis, 2nd edition, 11.3; Hayes & Krippendorff, Commun.
        Methods Meas. 1 (2007) 77.
    """
    units, missing = _pairable(rows)
    counts = Counter(chain.from_iterable(units))
    n = counts.total()
    expected = n * n - sum(count * count for count in counts.values())
    observed = sum(
        (Fraction(_differing(Counter(unit)), len(unit) - 1) for unit in units), Fraction(0)
    )
    return _alpha(observed, Fraction(expected, max(1, n - 1)), len(units), missing)


def alpha(rows: Iterable[Sequence[float | Reason]], *, level: Level) -> Score:
    r"""Krippendorff's α on numbers.

    The formula is that of `nominal_alpha`, where δ² is

    - interval: (c − k)²;
    - ordinal: the square of how many readings lie between c and k, half of c's and k's own
      counted: (Σ_{g=c..k} n_g − (n_c + n_k)/2)², which is the interval's on middle ranks;
    - ratio: ((c − k)/(c + k))², 0 for c = k = 0.

    Args:
        rows: all readings of each item; an absent one is its reason.
        level: what a difference of two readings means.

    Returns:
        Measured, at most 1, `n` the items with at least two readings, `missing` the absent
        readings; 1 is perfect, 0 is chance.

    Undefined:
        As for `nominal_alpha`.

    Raises:
        ValueError: a reading is not finite, or negative at level "ratio".

    Source:
        As for `nominal_alpha`.
    """
    units, missing = _pairable(rows)
    values = list(chain.from_iterable(units))
    refuse_non_finite(values, "alpha")
    if level == "ratio":
        return _ratio_alpha(units, missing)
    numbers, _ = as_integers(values if level == "interval" else middle_ranks(values))
    rest = iter(numbers)
    groups = [[next(rest) for _ in unit] for unit in units]
    observed = sum((Fraction(_squares(g), len(g) - 1) for g in groups), Fraction(0))
    expected = Fraction(_squares(numbers), max(1, len(numbers) - 1))
    return _alpha(observed, expected, len(units), missing)


def _ratio_alpha(units: Sequence[Sequence[float]], missing: Missing) -> Score:
    numbers, _ = as_integers(chain.from_iterable(units))
    if any(number < 0 for number in numbers):
        raise ValueError(
            f'alpha: level "ratio" has no negative numbers, got {min(chain(*units))!r}; '
            'expected 0 or more. Use level="interval".'
        )
    rest = iter(numbers)
    groups = [Counter(next(rest) for _ in unit) for unit in units]
    observed = fsum(_ratio_squares(g) / (g.total() - 1) for g in groups)
    expected = _ratio_squares(Counter(numbers)) / max(1, len(numbers) - 1)
    return _alpha(observed, expected, len(units), missing)


def _pairable(
    rows: Iterable[Sequence[Value | Reason]],
) -> tuple[list[list[Value]], Missing]:
    split = [present(row) for row in rows]
    units = [said for said, _ in split if len(said) > 1]
    return units, Missing.of(chain.from_iterable(absent for _, absent in split))


def _differing(counts: Counter[Value]) -> int:
    return counts.total() ** 2 - sum(count * count for count in counts.values())


def _squares(numbers: Sequence[int]) -> int:
    """Σ(c − k)² over ordered pairs: 2(nΣx² − (Σx)²)."""
    return 2 * (len(numbers) * sum(x * x for x in numbers) - sum(numbers) ** 2)


def _ratio_squares(counts: Counter[int]) -> float:
    """Σ n_c n_k ((c − k)/(c + k))² over ordered pairs, each term and the sum rounded once."""
    return fsum(
        2 * (c - k) ** 2 * n_c * n_k / (c + k) ** 2
        for (c, n_c), (k, n_k) in combinations(counts.items(), 2)
    )


def _alpha(
    observed: Fraction | float, expected: Fraction | float, n: int, missing: Missing
) -> Score:
    if expected == 0:
        detail = "every rating is the same" if n else "no item has two ratings"
        return Undefined(Reason.NOTHING_TO_CHECK, detail, missing)
    return Measured(float(1 - observed / expected), n=n, missing=missing)
