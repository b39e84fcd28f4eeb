"""What a set of ratings is worth on average, and at worst and best where some are missing.

Eqs. 6 and 11 to 13 average ratings in the same way; they differ in what is averaged. A
missing rating is in no sum; the bounds put it at 1 and at 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from veridical.checks.ratings import HIGHEST, LOWEST, Rated, missing, values
from veridical.methods.hievidr.settings import Norm
from veridical.score import Missing

POINTS = 20
"""What each of the five parts is worth at most."""


@dataclass(frozen=True, slots=True)
class Grade:
    """The average share of the points, in [0, 1].

    Attributes:
        mean: over those rated; None if none was.
        worst: over all, the missing at 1.
        best: over all, the missing at 5.
        n: how many were rated.
        missing: how many were not, by reason.
    """

    mean: float | None
    worst: float
    best: float
    n: int
    missing: Missing


def grade(rated: Sequence[Rated], norm: Norm) -> Grade:
    """The average of at least one rating, as shares under `norm`."""
    found = values(rated)
    lost = len(rated) - len(found)
    total = sum(found)
    return Grade(
        mean=norm.share(total / len(found)) if found else None,
        worst=norm.share((total + lost * LOWEST) / len(rated)),
        best=norm.share((total + lost * HIGHEST) / len(rated)),
        n=len(found),
        missing=missing(rated),
    )
