"""Tail areas and quantiles that the intervals need, without SciPy.

Student's t and the beta distribution by the continued fraction of the incomplete beta
function, their quantiles by bisection, the noncentral t by Simpson's rule. Tests hold them
to SciPy's values.

Source:
    Press et al., Numerical Recipes, 3rd edition, 6.4 (continued fraction by Lentz's method).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import exp, fsum, lgamma, log, log1p, sqrt
from statistics import NormalDist

_TINY = 1e-300
_SETTLED = 1e-15
"""Two factors of the fraction may each round by 2.2e-16 for ever."""
_PANELS = 800
NORMAL = NormalDist()


def beta_cdf(x: float, a: float, b: float) -> float:
    """I_x(a, b): the share of a beta distribution below `x`.

    Args:
        x: in [0, 1].
        a: first shape, above 0.
        b: second shape, above 0.
    """
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(x, a, b) / a
    return 1.0 - front * _fraction(1.0 - x, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    c, d = 1.0, 1.0 / _kept_off_zero(1.0 - (a + b) * x / (a + 1.0))
    value, before, m = d, 0.0, 0
    while abs(value - before) > _SETTLED * abs(value):
        m, before = m + 1, value
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1.0 / _kept_off_zero(1.0 + term * d)
            c = _kept_off_zero(1.0 + term / c)
            value *= c * d
    return value


def _kept_off_zero(x: float) -> float:
    return x if abs(x) > _TINY else _TINY


@lru_cache(maxsize=4096)
def beta_quantile(share: float, a: float, b: float) -> float:
    """The x with I_x(a, b) = `share`."""
    return _root(lambda x: beta_cdf(x, a, b) - share, 0.0, 1.0)


def student_two_sided(t: float, df: float) -> float:
    """P(|T| > |t|) for Student's t with `df` degrees of freedom."""
    return beta_cdf(df / (df + t * t), df / 2, 0.5)


@lru_cache(maxsize=4096)
def student_quantile(share: float, df: float) -> float:
    """The t below which `share` of Student's distribution lies, `share` in (0, 1)."""
    if share < 0.5:
        return -student_quantile(1.0 - share, df)
    high = 1.0
    while student_two_sided(high, df) > 2 * (1.0 - share):
        high *= 2
    return _root(lambda t: 2 * (1.0 - share) - student_two_sided(t, df), 0.0, high)


def noncentral_student_cdf(t: float, df: float, shift: float) -> float:
    r"""P(T ≤ t) where T = (Z + shift) / √(χ²/df).

    .. math:: \int_0^\infty \Phi(t s - \delta)\, f(s)\, ds,\quad s = \sqrt{\chi^2_\nu/\nu}

    Args:
        t: the bound.
        df: ν, at least 1.
        shift: δ, the true mean over its standard error.
    """
    reach = 10 / sqrt(2 * df)
    low, high = max(0.0, 1 - reach), 1 + reach
    constant = log(2) + (df / 2) * log(df / 2) - lgamma(df / 2)

    def mass(s: float) -> float:
        if s <= 0.0:
            return exp(constant) * NORMAL.cdf(-shift) if df == 1 else 0.0
        density = exp(constant + (df - 1) * log(s) - df * s * s / 2)
        return density * NORMAL.cdf(t * s - shift)

    return min(1.0, max(0.0, _simpson(mass, low, high)))


def _simpson(f: Callable[[float], float], low: float, high: float) -> float:
    step = (high - low) / _PANELS
    weights = [1] + [4, 2] * (_PANELS // 2 - 1) + [4, 1]
    return fsum(w * f(low + k * step) for k, w in enumerate(weights)) * step / 3


def _root(f: Callable[[float], float], low: float, high: float) -> float:
    """Where the rising `f` crosses 0, to the last bit."""
    middle = (low + high) / 2
    while middle not in (low, high):
        low, high = (middle, high) if f(middle) < 0 else (low, middle)
        middle = (low + high) / 2
    return middle
