"""The exact interval of a share of independent items, such as a judge's false alarms."""

from __future__ import annotations

from veridical.score import Reason, Undefined
from veridical.stats.distributions import beta_quantile
from veridical.stats.intervals import Estimate, Interval


def proportion_estimate(part: int, whole: int, *, level: float = 0.95) -> Estimate | Undefined:
    r"""A share of independent items with its exact (Clopper–Pearson) interval.

    .. math:: [B_{\alpha/2}(k,\,n-k+1),\ B_{1-\alpha/2}(k+1,\,n-k)]

    with B the quantiles of the beta distribution. Items of one report are not independent:
    for those take `intervals.pooled_estimate`.

    Args:
        part: k, how many items count, in [0, whole].
        whole: n, how many items there are.
        level: the confidence, in (0, 1); it is never less than claimed.

    Undefined:
        There is no item.

    Source:
        Clopper & Pearson, Biometrika 26 (1934) 404.
    """
    if whole == 0:
        return Undefined(Reason.NOTHING_TO_CHECK, "no item")
    tail = (1 - level) / 2
    low = beta_quantile(tail, part, whole - part + 1) if part else 0.0
    high = beta_quantile(1 - tail, part + 1, whole - part) if part < whole else 1.0
    return Estimate(part / whole, Interval(low, high, level, "exact"), whole, whole)
