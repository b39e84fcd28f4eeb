"""The sign-flip test: were two systems alike, each difference could as well be reversed.

Exact up to 16 differences, all reversals counted; beyond, seeded draws. It assumes that the
differences would lie symmetrically about 0, which holds when the two systems are
interchangeable; not that they are normal.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import fsum
from random import Random

EXACT_UP_TO = 16
DRAWS = 9999
_BLOCK = 10
_SLACK = 1e-12
"""Share of Σ|d| by which a sum may round."""


@dataclass(frozen=True, slots=True)
class SignFlips:
    """How rare the mean difference is among reversals.

    Attributes:
        p: two-sided p value, in (0, 1].
        exact: whether all reversals were counted.
        n: how many differences are not 0; only these can be reversed.
    """

    p: float
    exact: bool
    n: int


def sign_flip_test(differences: Sequence[float], *, seed: int = 0) -> SignFlips:
    r"""Two-sided sign-flip permutation test of mean 0.

    .. math:: p = P\left(\left|\sum \pm d_i\right| \ge \left|\sum d_i\right|\right)

    exactly over all 2^n signs where n ≤ 16; else (1 + hits)/(1 + draws) over random signs,
    which never is 0 and never errs on the small side. The order of the differences and which
    system comes first are irrelevant.

    Args:
        differences: one a task.
        seed: of the draws.

    Source:
        Fisher, The Design of Experiments (1935), 21; Phipson & Smyth, Stat. Appl. Genet.
        Mol. Biol. 9 (2010) 39 (the 1 + hits).
    """
    sizes = sorted(abs(d) for d in differences if d)
    if not sizes:
        return SignFlips(1.0, exact=True, n=0)
    bar = abs(fsum(differences)) - _SLACK * fsum(sizes)
    tables = [_signed_sums(sizes[at : at + _BLOCK]) for at in range(0, len(sizes), _BLOCK)]
    if len(sizes) <= EXACT_UP_TO:
        return SignFlips(_exact(tables, bar), exact=True, n=len(sizes))
    hits = sum(abs(total) >= bar for total in _random_sums(tables, seed))
    return SignFlips((1 + hits) / (1 + DRAWS), exact=False, n=len(sizes))


def _signed_sums(sizes: Sequence[float]) -> list[float]:
    """The sums under all 2^n signs, by the signs as bits."""
    sums = [0.0]
    for size in sizes:
        sums = [s + size for s in sums] + [s - size for s in sums]
    return sums


def _exact(tables: Sequence[list[float]], bar: float) -> float:
    """The share of totals at least `bar` from 0, one table against the other sorted."""
    others = sorted(tables[1]) if len(tables) > 1 else [0.0]
    if bar <= 0:
        return 1.0
    above = sum(len(others) - bisect_left(others, bar - s) for s in tables[0])
    return min(1.0, 2 * above / (len(others) * len(tables[0])))


def _random_sums(tables: Sequence[list[float]], seed: int) -> Iterator[float]:
    draw = Random(seed).random
    sized = [(table, len(table)) for table in tables]
    for _ in range(DRAWS):
        yield sum([table[int(draw() * size)] for table, size in sized])
