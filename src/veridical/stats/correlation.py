"""How far two raters, or two measures, order the same items alike.

Not whether they agree: two raters a point apart correlate perfectly (see `agreement`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import sqrt

from veridical.score import Measured, Missing, Reason, Score, Undefined
from veridical.stats.exact import as_integers, centered_products
from veridical.stats.readings import complete_pairs, refuse_non_finite

Pairs = Iterable[tuple[float | Reason, float | Reason]]
"""Two readings of each item."""


def pearson(pairs: Pairs) -> Score:
    r"""Pearson's r, computed from exact sums and rounded once at the end.

    .. math:: r = \frac{\sum (x-\bar x)(y-\bar y)}{\sqrt{\sum (x-\bar x)^2 \sum (y-\bar y)^2}}

    Args:
        pairs: two readings of each item; items without either are missing.

    Returns:
        Measured in [-1, 1], `n` the complete pairs.

    Undefined:
        Fewer than two complete pairs, or one side never varies.

    Source:
        Pearson, Proc. R. Soc. Lond. 58 (1895) 240.
    """
    return _linear(*_finite(pairs, "pearson"))


def spearman(pairs: Pairs) -> Score:
    """Spearman's ρ: Pearson's r of the ranks, ties given the middle of theirs.

    Args:
        pairs: two readings of each item; items without either are missing.

    Returns:
        Measured in [-1, 1], `n` the complete pairs.

    Undefined:
        As for `pearson`.

    Source:
        Spearman, Am. J. Psychol. 15 (1904) 72; middle ranks after Kendall (1948).
    """
    kept, missing = _finite(pairs, "spearman")
    xs, ys = middle_ranks([x for x, _ in kept]), middle_ranks([y for _, y in kept])
    return _linear(list(zip(xs, ys, strict=True)), missing)


def kendall(pairs: Pairs) -> Score:
    r"""Kendall's τ-b: concordant less discordant pairs of items, with ties discounted.

    .. math:: \tau_b = \frac{C - D}{\sqrt{(n_0 - n_x)(n_0 - n_y)}}

    with n₀ = n(n−1)/2 pairs of items, n_x of them tied in x and n_y in y. Counted in
    n log n steps.

    Args:
        pairs: two readings of each item; items without either are missing.

    Returns:
        Measured in [-1, 1], `n` the complete pairs.

    Undefined:
        As for `pearson`.

    Source:
        Kendall, Biometrika 33 (1945) 239; counting after Knight, JASA 61 (1966) 436.
    """
    kept, missing = _finite(pairs, "kendall")
    ordered = sorted(kept)
    every = _choose_two(len(ordered))
    tied_x = _ties([x for x, _ in ordered])
    tied_y = _ties(sorted(y for _, y in ordered))
    if every in (tied_x, tied_y):
        return _without_spread(len(kept), missing)
    discordant = _inversions([y for _, y in ordered])[1]
    surplus = every - tied_x - tied_y + _ties(ordered) - 2 * discordant
    value = surplus / sqrt((every - tied_x) * (every - tied_y))
    return Measured(max(-1.0, min(1.0, value)), n=len(kept), missing=missing)


def middle_ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 1 for the smallest; equal values share the middle of their ranks.

    Example:
        >>> middle_ranks([10.0, 30.0, 10.0])
        [1.5, 3.0, 1.5]
    """
    ranks = [0.0] * len(values)
    before = 0
    for _, group in groupby(sorted(range(len(values)), key=values.__getitem__), values.__getitem__):
        places = list(group)
        for place in places:
            ranks[place] = before + (len(places) + 1) / 2
        before += len(places)
    return ranks


def _finite(pairs: Pairs, where: str) -> tuple[list[tuple[float, float]], Missing]:
    kept, missing = complete_pairs(pairs)
    refuse_non_finite((value for pair in kept for value in pair), where)
    return kept, missing


def _linear(kept: Sequence[tuple[float, float]], missing: Missing) -> Score:
    xs, _ = as_integers(x for x, _ in kept)
    ys, _ = as_integers(y for _, y in kept)
    spread = centered_products(xs, xs) * centered_products(ys, ys)
    if spread == 0:
        return _without_spread(len(kept), missing)
    shared = centered_products(xs, ys)
    value = sqrt(shared * shared / spread)
    return Measured(value if shared >= 0 else -value, n=len(kept), missing=missing)


def _without_spread(n: int, missing: Missing) -> Undefined:
    detail = f"only {n} complete pairs" if n < 2 else "one side never varies"
    return Undefined(Reason.NOTHING_TO_CHECK, detail, missing)


def _choose_two(n: int) -> int:
    return n * (n - 1) // 2


def _ties(ordered: Sequence[object]) -> int:
    return sum(_choose_two(sum(1 for _ in group)) for _, group in groupby(ordered))


def _inversions(values: list[float]) -> tuple[list[float], int]:
    """The values sorted, and how many pairs stood in the wrong order."""
    if len(values) < 2:
        return values, 0
    middle = len(values) // 2
    left, count_left = _inversions(values[:middle])
    right, count_right = _inversions(values[middle:])
    merged: list[float] = []
    count, at = count_left + count_right, 0
    for value in right:
        while at < len(left) and left[at] <= value:
            merged.append(left[at])
            at += 1
        count += len(left) - at
        merged.append(value)
    return merged + left[at:], count
