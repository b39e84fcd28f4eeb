"""Holm's correction: many comparisons, one chance of a false alarm in all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

K = TypeVar("K")


def holm(p_values: Mapping[K, float]) -> dict[K, float]:
    r"""Adjusted p values that keep the chance of any false alarm below the level.

    .. math:: \tilde p_{(i)} = \max_{j \le i} \min(1, (m - j + 1)\, p_{(j)})

    Args:
        p_values: by comparison, each in [0, 1].

    Returns:
        By comparison in the order given; never below its own p value, equal ones alike.

    Source:
        Holm, Scand. J. Stat. 6 (1979) 65.
    """
    adjusted: dict[K, float] = {}
    highest = 0.0
    for place, (key, p) in enumerate(sorted(p_values.items(), key=lambda item: item[1])):
        highest = max(highest, min(1.0, (len(p_values) - place) * p))
        adjusted[key] = highest
    return {key: adjusted[key] for key in p_values}
