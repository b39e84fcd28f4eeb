"""Drawing tasks again: the resamples behind bootstrap intervals and rank stability.

Every resample comes from `random.Random(seed).random()`, the one call whose sequence Python
keeps across versions, so results are the same everywhere. What is resampled is sorted
first by the caller, so the order in which scores arrived is irrelevant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import fsum, inf, sqrt
from random import Random
from typing import TypeVar

from veridical.stats.distributions import NORMAL
from veridical.stats.exact import gap, is_same, mean

C = TypeVar("C")
RESAMPLES = 2000


def resamples(clusters: Sequence[C], *, seed: int, count: int = RESAMPLES) -> Iterator[list[C]]:
    """`count` draws of as many clusters, with replacement."""
    draw, n = Random(seed).random, len(clusters)
    for _ in range(count):
        yield [clusters[int(draw() * n)] for _ in range(n)]


def quantile(ordered: Sequence[float], share: float) -> float:
    """The `share`-quantile of sorted values, linear between its two neighbors.

    Source:
        Hyndman & Fan, Am. Stat. 50 (1996) 361, definition 7.
    """
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    if ordered[below] == ordered[above]:
        return ordered[below]
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def percentile_ends(replicates: Sequence[float], level: float) -> tuple[float, float]:
    """The middle `level` of the replicates.

    Source:
        Efron & Tibshirani, An Introduction to the Bootstrap, 13.3.
    """
    ordered, tail = sorted(replicates), (1 - level) / 2
    return quantile(ordered, tail), quantile(ordered, 1 - tail)


def bca_ends(
    replicates: Sequence[float], jackknife: Sequence[float], *, value: float, level: float
) -> tuple[float, float]:
    r"""Bias-corrected and accelerated ends.

    .. math:: \Phi\!\left(z_0 + \frac{z_0 + z}{1 - a (z_0 + z)}\right),\quad
        a = \frac{\sum d_i^3}{6 (\sum d_i^2)^{3/2}},\quad d_i = \bar\theta - \theta_{(i)}

    z₀ is the normal quantile of the share of replicates below `value`, ties half.

    Args:
        replicates: the statistic of each resample.
        jackknife: the statistic without each cluster in turn; not all the same.
        value: the statistic of all clusters.
        level: in (0, 1).

    Source:
        Efron, JASA 82 (1987) 171; Efron & Tibshirani, 14.3.
    """
    ordered, count = sorted(replicates), len(replicates)
    below = (sum(r < value for r in ordered) + sum(r <= value for r in ordered)) / 2
    z0 = NORMAL.inv_cdf(min(max(below, 0.5), count - 0.5) / count)
    center = mean(jackknife)
    gaps = [center - theta for theta in jackknife]
    a = fsum(d**3 for d in gaps) / (6 * fsum(d * d for d in gaps) ** 1.5)
    ends = []
    for tail in ((1 - level) / 2, (1 + level) / 2):
        z = z0 + NORMAL.inv_cdf(tail)
        ends.append(quantile(ordered, NORMAL.cdf(z0 + z / max(1e-9, 1 - a * z))))
    return ends[0], ends[1]


def studentized_ends(values: Sequence[float], *, level: float, seed: int) -> tuple[float, float]:
    r"""Ends of the mean from resampled t statistics; infinite where these run away.

    .. math:: [\bar x - t^*_{1-\alpha/2}\, s,\ \bar x - t^*_{\alpha/2}\, s],\quad
        t^* = (\bar x^* - \bar x) / s^*

    Source:
        Efron & Tibshirani, 12.5 (bootstrap-t); Hall, Ann. Stat. 16 (1988) 927.
    """
    center, error = mean_and_error(values)
    ts = sorted(_student(sample, center) for sample in resamples(sorted(values), seed=seed))
    tail = (1 - level) / 2
    return center - quantile(ts, 1 - tail) * error, center - quantile(ts, tail) * error


def _student(sample: Sequence[float], center: float) -> float:
    drawn, error = mean_and_error(sample)
    off = gap(drawn, center)
    if error == 0.0:
        return inf * off if off else 0.0
    return off / error


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error, s/√n; values equal up to rounding have none."""
    n, center = len(values), mean(values)
    if is_same(min(values), max(values)):
        return center, 0.0
    return center, sqrt(fsum((x - center) ** 2 for x in values) / (n * (n - 1)))


def leaving_one_out(
    clusters: Sequence[C], statistic: Callable[[Sequence[C]], float | None]
) -> list[float] | None:
    """The statistic without each cluster in turn; None where one of them is undefined."""
    found: list[float] = []
    for at in range(len(clusters)):
        value = statistic([*clusters[:at], *clusters[at + 1 :]])
        if value is None:
            return None
        found.append(value)
    return found
