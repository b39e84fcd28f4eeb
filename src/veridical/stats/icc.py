"""Intraclass correlation: how much of the spread of ratings is the items' own.

Three designs: each item rated by other people (1,1); all items by the same people, who
stand for any others (2,1); by the same people, who are the only ones meant (3,1).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from veridical.score import Measured, Missing, Reason, Score, Undefined
from veridical.stats.exact import as_integers
from veridical.stats.readings import complete_rows, refuse_non_finite

Rows = Iterable[Sequence[float | Reason]]
"""The ratings of each item, in the raters' order; an absent one is its reason."""


def icc_one_way(rows: Rows) -> Score:
    r"""ICC(1,1): one rating by anyone, one-way random effects.

    .. math:: \frac{MSB - MSW}{MSB + (k-1)\,MSW}

    with MSB the mean square between items, MSW within items, k ratings an item.

    Args:
        rows: items × k ratings; an item without one of them is missing.

    Returns:
        Measured in [-1/(k−1), 1], `n` the complete items.

    Undefined:
        Fewer than two items or two ratings an item, or no spread at all.

    Raises:
        ValueError: rows of different lengths, or a rating that is not finite.

    Source:
        Shrout & Fleiss, Psychol. Bull. 86 (1979) 420, ICC(1,1).
    """
    squares = _mean_squares(rows, "icc_one_way")
    if isinstance(squares, Undefined):
        return squares
    between, within, k = squares.between, squares.within, squares.k
    return squares.share(between - within, between + (k - 1) * within)


def icc_two_way_random(rows: Rows) -> Score:
    r"""ICC(2,1): absolute agreement of one rater out of many, two-way random effects.

    .. math:: \frac{MSB - MSE}{MSB + (k-1)\,MSE + k\,(MSJ - MSE)/n}

    with MSJ the mean square between raters, MSE the residual, n items.

    Args:
        rows: items × k raters, each rater in the same column throughout.

    Returns:
        Measured, at most 1, `n` the complete items.

    Undefined:
        As for `icc_one_way`, or a denominator that is not positive.

    Raises:
        ValueError: as for `icc_one_way`.

    Source:
        Shrout & Fleiss, Psychol. Bull. 86 (1979) 420, ICC(2,1).
    """
    squares = _mean_squares(rows, "icc_two_way_random")
    if isinstance(squares, Undefined):
        return squares
    between, error, k = squares.between, squares.error, squares.k
    below = between + (k - 1) * error + k * (squares.raters - error) / squares.n
    return squares.share(between - error, below)


def icc_two_way_fixed(rows: Rows) -> Score:
    r"""ICC(3,1): consistency of these raters, whose own levels do not count.

    .. math:: \frac{MSB - MSE}{MSB + (k-1)\,MSE}

    Args:
        rows: items × k raters, each rater in the same column throughout.

    Returns:
        Measured in [-1/(k−1), 1], `n` the complete items.

    Undefined:
        As for `icc_one_way`.

    Raises:
        ValueError: as for `icc_one_way`.

    Source:
        Shrout & Fleiss, Psychol. Bull. 86 (1979) 420, ICC(3,1).
    """
    squares = _mean_squares(rows, "icc_two_way_fixed")
    if isinstance(squares, Undefined):
        return squares
    between, error, k = squares.between, squares.error, squares.k
    return squares.share(between - error, between + (k - 1) * error)


@dataclass(frozen=True, slots=True)
class _MeanSquares:
    """Mean squares of an items × raters table, all in one unit."""

    n: int
    k: int
    between: Fraction
    within: Fraction
    raters: Fraction
    error: Fraction
    missing: Missing

    def share(self, above: Fraction, below: Fraction) -> Score:
        """`above` / `below`, where there is any spread."""
        if below <= 0:
            return Undefined(Reason.NOTHING_TO_CHECK, "no spread among the items", self.missing)
        return Measured(float(above / below), n=self.n, missing=self.missing)


def _mean_squares(rows: Rows, where: str) -> _MeanSquares | Undefined:
    kept, missing = complete_rows(rows)
    lengths = {len(row) for row in kept}
    if len(lengths) > 1:
        raise ValueError(
            f"{where}: rows must be equally long, got lengths {sorted(lengths)!r}; "
            "expected one. Give a reason for each absent rating."
        )
    n, k = len(kept), max(lengths, default=0)
    if n < 2 or k < 2:
        return Undefined(Reason.NOTHING_TO_CHECK, f"{n} items with {k} ratings each", missing)
    flat = [value for row in kept for value in row]
    refuse_non_finite(flat, where)
    numbers, _ = as_integers(flat)
    table = [numbers[at : at + k] for at in range(0, n * k, k)]
    return _decomposed(table, missing)


def _decomposed(table: Sequence[Sequence[int]], missing: Missing) -> _MeanSquares:
    n, k = len(table), len(table[0])
    correction = Fraction(sum(map(sum, table)) ** 2, n * k)
    total = sum(x * x for row in table for x in row) - correction
    items = Fraction(sum(sum(row) ** 2 for row in table), k) - correction
    columns = [sum(column) for column in zip(*table, strict=True)]
    raters = Fraction(sum(c * c for c in columns), n) - correction
    return _MeanSquares(
        n=n,
        k=k,
        between=items / (n - 1),
        within=(total - items) / (n * (k - 1)),
        raters=raters / (k - 1),
        error=(total - items - raters) / ((n - 1) * (k - 1)),
        missing=missing,
    )
