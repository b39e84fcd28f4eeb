r"""The scores of RACE (arXiv:2506.11763): a report's share of the marks of two.

For a criterion c of dimension d let :math:`w_c` be its weight inside the dimension,
:math:`t_c` and :math:`r_c` the marks of the report under test and of the reference, from 0 to
10. :math:`T_d = \sum_c w_c t_c / \sum_c w_c`, :math:`R_d` likewise; :math:`W_d` is the mean of
the drawn weights of the dimension, :math:`T = \sum_d W_d T_d`, :math:`R` likewise.

Deviations and choices:
Both orders of the two reports are asked, and a criterion counts with the mean of both; the
paper shows the report under test first always. A score under that order alone stands beside it.
The released code takes the weights of criteria that came back for all there is, finds weights
by the words of a criterion, takes any number for a mark, and lets a missing mark count as 0:
here a criterion has an id, a mark outside 0 to 10 is none, and what lacks a mark is missing,
with bounds. The mean weights of the dimensions are not rounded to two decimals.
"""

from __future__ import annotations

from veridical.checks.dimensions import Dimension
from veridical.methods.race.sums import (
    Orders,
    bounds,
    mean_weights,
    possible_weights,
    share,
    sums_of,
    total,
)
from veridical.methods.race.tally import RaceTally
from veridical.score import NONE_MISSING, Bounds, Measured, Missing, Reason, Score, Undefined

BOTH_ZERO = "both reports have no mark above 0"
NO_MARKS = "not every dimension that counts has a mark"
NO_WEIGHTS = "no drawing of the dimensions' weights came"


def overall(t: RaceTally, *, orders: Orders = Orders.BOTH) -> Score:
    r"""A report's share of the marks that it and the reference have, over all dimensions.

    .. math:: S = \frac{T}{T + R}, \quad T = \sum_d W_d T_d, \quad R = \sum_d W_d R_d

    Args:
        t: the tally of one report.
        orders: whether both orders of the two reports count, or the published one alone.

    Returns:
        Measured in [0, 1], 0.5 = as good as the reference; n = the criteria with all marks.

    Undefined:
        There is no reference or no rubric, the report is the reference, a dimension that counts
        has no mark, no weights came, or all marks are 0.

    Source:
        DeepResearch Bench, arXiv:2506.11763, the overall score of RACE.

    Deviates:
        Both orders are asked and averaged; the paper asks one. The code gives 0 where all marks
        are 0; that is the published total alone. W_d is not rounded.
    """
    if t.absent is not None:
        return Undefined(t.absent, t.why)
    parts = [sums_of(d, orders) for d in t.dimensions]
    missing = sum((p.missing for p in parts), t.missing_draws)
    ends = bounds(parts, possible_weights(t.draws))
    weights = mean_weights(t.draws)
    if weights is None:
        return Undefined(_reason(missing), NO_WEIGHTS, missing, ends)
    found = total(parts, weights)
    if found is None:
        return Undefined(_reason(missing), NO_MARKS, missing, ends)
    score = share(*found)
    if score is None:
        return _all_zero(missing, ends)
    return Measured(score, sum(p.n for p in parts), missing, ends if missing.total else None)


def dimension(t: RaceTally, *, name: Dimension) -> Score:
    r"""A report's share of the marks that it and the reference have in one dimension.

    .. math:: S_d = \frac{T_d}{T_d + R_d}

    Args:
        t: the tally of one report.
        name: of the dimension.

    Returns:
        Measured in [0, 1], 0.5 = as good as the reference; n = the criteria with all marks.

    Undefined:
        There is no reference or no rubric, the report is the reference, the dimension has no
        mark, or all its marks are 0.

    Source:
        DeepResearch Bench, arXiv:2506.11763, the score of a dimension in RACE.

    Deviates:
        Both orders are asked and averaged; the paper asks one. The code gives 0 where all marks
        are 0.
    """
    if t.absent is not None:
        return Undefined(t.absent, t.why)
    part = next(sums_of(d, Orders.BOTH) for d in t.dimensions if d.name is name)
    ends = bounds([part], [(1.0,)])
    found = total([part], (1.0,))
    if found is None:
        return Undefined(_reason(part.missing), NO_MARKS, part.missing, ends)
    score = share(*found)
    if score is None:
        return _all_zero(part.missing, ends)
    return Measured(score, part.n, part.missing, ends if part.missing.total else None)


def _all_zero(missing: Missing, ends: Bounds | None) -> Undefined:
    return Undefined(_reason(missing), BOTH_ZERO, missing, ends)


def _reason(missing: Missing) -> Reason:
    return missing.counts[0][0] if missing != NONE_MISSING else Reason.NOTHING_TO_CHECK
