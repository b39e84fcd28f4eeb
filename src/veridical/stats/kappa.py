"""Agreement beyond chance on labels: Cohen's κ for two raters, Fleiss' κ for several.

κ falls where one label dominates although the raters err no more often; show the base rates
of `agreement` beside it. For raters who miss items use `alpha`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal

from veridical.score import Measured, Missing, Reason, Score, Undefined
from veridical.stats.readings import Label, complete_pairs, complete_rows

Weights = Literal["linear", "quadratic"]


def cohen_kappa(pairs: Iterable[tuple[Label | Reason, Label | Reason]]) -> Score:
    r"""Cohen's κ of two raters on unordered labels.

    .. math:: \kappa = 1 - \frac{\sum_{i \ne j} o_{ij}}{\sum_{i \ne j} r_i c_j / n}

    with o the counts of label pairs, r and c each rater's own counts.

    Args:
        pairs: two readings of each item; items without either are missing.

    Returns:
        Measured in [-1, 1]; 0 is chance.

    Undefined:
        No complete pair, or both raters used one and the same label throughout.

    Source:
        Cohen, Educ. Psychol. Meas. 20 (1960) 37.
    """
    kept, missing = complete_pairs(pairs)
    first, second = Counter(x for x, _ in kept), Counter(y for _, y in kept)
    differing = sum(x != y for x, y in kept)
    chance = len(kept) ** 2 - sum(count * second[label] for label, count in first.items())
    return _beyond_chance(differing * len(kept), chance, n=len(kept), missing=missing)


def weighted_kappa(
    pairs: Iterable[tuple[Label | Reason, Label | Reason]],
    *,
    order: Sequence[Label],
    weights: Weights = "linear",
) -> Score:
    r"""Cohen's κ with near misses counted less, on labels in an order.

    .. math:: \kappa_w = 1 - \frac{\sum w_{ij} o_{ij}}{\sum w_{ij} r_i c_j / n}

    with w_ij = \|i − j\| (linear) or (i − j)² (quadratic), i and j the labels' places.

    Args:
        pairs: two readings of each item; items without either are missing.
        order: all labels that may occur, from one end of the scale to the other.
        weights: how the distance of two labels counts.

    Returns:
        Measured in [-1, 1]; 0 is chance.

    Undefined:
        As for `cohen_kappa`.

    Raises:
        ValueError: a label is not in `order`.

    Source:
        Cohen, Psychol. Bull. 70 (1968) 213.
    """
    kept, missing = complete_pairs(pairs)
    places = {label: place for place, label in enumerate(order)}
    strange = [label for pair in kept for label in pair if label not in places]
    if strange:
        raise ValueError(
            f"weighted_kappa: label is not in the order, got {strange[0]!r}; "
            f"expected one of {list(order)!r}. Name every label in `order`."
        )
    power = 1 if weights == "linear" else 2
    observed = sum(abs(places[x] - places[y]) ** power for x, y in kept)
    first, second = Counter(places[x] for x, _ in kept), Counter(places[y] for _, y in kept)
    chance = sum(abs(i - j) ** power * r * c for i, r in first.items() for j, c in second.items())
    return _beyond_chance(observed * len(kept), chance, n=len(kept), missing=missing)


def fleiss_kappa(rows: Iterable[Sequence[Label | Reason]]) -> Score:
    r"""Fleiss' κ: several ratings an item, whoever gave them.

    .. math:: \kappa = \frac{\bar P - \bar P_e}{1 - \bar P_e},\quad
        \bar P = \frac{1}{N k (k-1)} \sum_i \sum_j n_{ij}(n_{ij} - 1),\quad
        \bar P_e = \sum_j p_j^2

    Args:
        rows: the k readings of each item, k ≥ 2; an item without one of them is missing.

    Returns:
        Measured in [-1, 1]; 0 is chance.

    Undefined:
        No complete item, or one label throughout.

    Raises:
        ValueError: rows of different lengths, or of fewer than two readings.

    Source:
        Fleiss, Psychol. Bull. 76 (1971) 378.
    """
    kept, missing = complete_rows(rows)
    lengths = {len(row) for row in kept}
    if len(lengths) > 1 or min(lengths, default=2) < 2:
        raise ValueError(
            f"fleiss_kappa: rows must be equally long, got lengths {sorted(lengths)!r}; "
            "expected one length of at least 2. Give a reason for each absent reading."
        )
    size, k = len(kept), max(lengths, default=2)
    same = sum(count * (count - 1) for row in kept for count in Counter(row).values())
    labels = Counter(label for row in kept for label in row)
    squares = sum(count * count for count in labels.values())
    differing = (size * k * (k - 1) - same) * size * k
    chance = ((size * k) ** 2 - squares) * (k - 1)
    return _beyond_chance(differing, chance, n=size, missing=missing)


def _beyond_chance(observed: int, chance: int, *, n: int, missing: Missing) -> Score:
    """1 − observed/chance disagreement, both in the same unit."""
    if chance == 0:
        detail = "every rating is the same label" if n else "no item was rated by all"
        return Undefined(Reason.NOTHING_TO_CHECK, detail, missing)
    return Measured(float(1 - Fraction(observed, chance)), n=n, missing=missing)
