"""How far marks hang on which report is shown first. Ours, beside RACE (arXiv:2506.11763)."""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum

from veridical.checks.criterion_marks import HIGHEST
from veridical.methods.race.tally import RaceTally, Seen
from veridical.score import Bounds, Measured, Missing, Reason, Score, Undefined

NO_PAIR = "no criterion has marks in both orders"


def flips(t: RaceTally) -> Score:
    """The share of criteria at which another report is ahead once the two change places.

    Args:
        t: the tally of one report.

    Returns:
        Measured in [0, 1], 0 is best; n = the criteria with marks in both orders. Equal marks
        are ahead of nothing.

    Undefined:
        Nothing was compared, or no criterion has marks in both orders.

    Source:
        Ours, after the reversal test of DeepResearch Bench, arXiv:2506.11763.
    """
    turned = [one.lead * other.lead < 0 for one, other in _pairs(t)]
    return _over(t, sum(turned), len(turned), most=1)


def difference(t: RaceTally) -> Score:
    r"""How many marks a report's lead over the other moves with its place, halved.

    .. math:: \frac{1}{n} \sum_c \frac{|(t_c - r_c) - (t'_c - r'_c)|}{2}

    Args:
        t: the tally; t' and r' are the marks where the reference was shown first.

    Returns:
        Measured in [0, 10], 0 is best; n = the criteria with marks in both orders.

    Undefined:
        Nothing was compared, or no criterion has marks in both orders.

    Source:
        Ours, after the reversal test of DeepResearch Bench, arXiv:2506.11763.
    """
    moved = [abs(one.lead - other.lead) / 2 for one, other in _pairs(t)]
    return _over(t, fsum(moved), len(moved), most=HIGHEST)


class _Lead:
    """By how many marks the report under test is ahead."""

    def __init__(self, seen: Seen) -> None:
        self.lead = (seen.target or 0.0) - (seen.reference or 0.0)


def _pairs(t: RaceTally) -> Iterator[tuple[_Lead, _Lead]]:
    for one in (c for d in t.dimensions for c in d.criteria):
        if one.target_first.missing is None and one.reference_first.missing is None:
            yield _Lead(one.target_first), _Lead(one.reference_first)


def _missing(t: RaceTally) -> Missing:
    lost = [d.missing for d in t.dimensions if d.missing is not None]
    for one in (c for d in t.dimensions for c in d.criteria):
        reason = one.target_first.missing or one.reference_first.missing
        if reason is not None:
            lost.append(reason)
    return Missing.of(lost)


def _over(t: RaceTally, found: float, n: int, *, most: float) -> Score:
    if t.absent is not None:
        return Undefined(t.absent, t.why)
    missing = _missing(t)
    # how many criteria a dimension would have had that has none is not known
    is_open = any(d.missing is not None for d in t.dimensions)
    every = n + missing.total
    ends = Bounds((found + most * missing.total) / every, found / every) if every else None
    if is_open:
        ends = Bounds(most, 0.0)
    if not n:
        reason = missing.counts[0][0] if missing.counts else Reason.NOTHING_TO_CHECK
        return Undefined(reason, NO_PAIR, missing, ends)
    return Measured(found / n, n, missing, ends)
