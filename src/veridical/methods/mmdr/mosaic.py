r"""MOSAIC of MMDeepResearch-Bench (arXiv:2601.12346): do pictures and text say the same?

For a scored item i of a report let :math:`f_i` be how well it is set into the report, and Sem.,
Acc., VQA and :math:`h_i` what a judge of its kind found, all in [0, 1] (Table 6):

.. math::
   s_i = f_i (0.9\,\text{Acc}_i + 0.1\,\text{VQA}_i) \quad\text{datachart, ocrchart}

.. math::
   s_i = f_i (0.5\,\text{Sem}_i + 0.5\,\text{VQA}_i) \quad\text{photo}

.. math::
   s_i = f_i (0.5\,\text{VQA}_i + 0.5\,(1 - h_i)) \quad\text{diagram}

Deviations and choices:
The paper prints no :math:`f_i`; `mosaic_items.Form` is ours. A part that cannot be measured for an
item leaves its weight to the others. Sets of pictures that one sentence names are items too, with
:math:`s_i = f_i v_i`; the paper prints no row for them, :math:`v_i` is the released code's. That
code's main path adds up instead, so that a wholly wrong item still gets .10 to .18, compares the
text of a data chart with itself, never builds sets of pictures, and takes a lost answer for 0:
none of this is so here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import fsum

from veridical.methods.mmdr.mosaic_kinds import Kind
from veridical.methods.mmdr.mosaic_tally import By, MosaicItem, MosaicTally
from veridical.score import Bounds, Measured, Missing, Reason, Score, Undefined

WHOLE = 100.0
NO_ITEMS = "the report shows and cites no picture"
NOT_SCORED = "no picture of the report could be scored"
NOT_APPLIED = "no picture of the report has such a mark"

ACC, SEM, VQA, NOT_INVENTED = "accuracy", "semantics", "vqa", "not_invented"
WEIGHTS: dict[Kind, dict[str, float]] = {
    Kind.DATACHART: {ACC: 0.9, VQA: 0.1},
    Kind.OCRCHART: {ACC: 0.9, VQA: 0.1},
    Kind.PHOTO: {SEM: 0.5, VQA: 0.5},
    Kind.DIAGRAM: {VQA: 0.5, NOT_INVENTED: 0.5},
    Kind.TOGETHER: {VQA: 1.0},
}
"""Table 6; fixed per kind."""


def item_score(item: MosaicItem) -> float | None:
    r"""What an item is worth by the row of its kind in Table 6.

    Args:
        item: one item; parts that it lacks leave their weights to the others.

    Returns:
        In [0, 1]; None where the item has no mark at all.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, Table 6.

    Deviates:
        A part without a value is left out and the rest weighed anew; the released code takes
        it for 0 or for its fallback.
    """
    if item.missing is not None or item.kind is None:
        return None
    marks = {
        ACC: item.accuracy,
        SEM: item.semantics,
        VQA: item.vqa,
        NOT_INVENTED: None if item.hallucination is None else 1.0 - item.hallucination,
    }
    known = [(w, m) for name, w in WEIGHTS[item.kind].items() if (m := marks[name]) is not None]
    if not known:
        return None
    mark = fsum(w * m for w, m in known) / fsum(w for w, _ in known)
    return item.formatting * mark


def mosaic(t: MosaicTally) -> Score:
    r"""How far pictures and text of a report say the same.

    .. math:: \text{MOSAIC} = \frac{100}{|I|} \sum_{i \in I} s_i

    Args:
        t: the tally of one report.

    Returns:
        Measured in [0, 100]; n = the scored items.

    Undefined:
        The report shows and cites no picture, or no item could be scored.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, MOSAIC, Table 6.

    Deviates:
        An item that could not be scored is missing, with bounds; no total stands for it here.
    """
    return _mean(t, item_score, lambda _: True, NOT_SCORED)


def semantics(t: MosaicTally) -> Score:
    """How well the pictures belong to what is said beside them: Sem.

    Args:
        t: the tally of one report.

    Returns:
        Measured in [0, 100]; n = the items with such a mark.

    Undefined:
        No item has one.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, MOSAIC, Visual-Semantic Alignment.
    """
    return _mean(t, lambda i: i.semantics, lambda k: k is not Kind.TOGETHER, NOT_APPLIED)


def accuracy(t: MosaicTally) -> Score:
    r"""How much of what is said of charts and tables stands in them: Acc.

    .. math:: \text{Acc}_i = \frac{\sum_j c_{ij} [\, j \text{ agrees with the picture} \,]}{\sum_j c_{ij}}

    Args:
        t: the tally of one report; c is how sure the respondent is of a reading.

    Returns:
        Measured in [0, 100]; n = the charts and tables of which something is said.

    Undefined:
        No item is one, or nothing that can be held against one is said of it.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, MOSAIC, Visual Data Interpretation Accuracy.

    Deviates:
        The released code compares the words of a claim with themselves. Here what is read off
        the picture is; what cannot be made out in it counts for nothing, neither way.
    """  # noqa: E501 - the equation
    charts = frozenset({Kind.DATACHART, Kind.OCRCHART})
    return _mean(t, lambda i: i.accuracy, charts.__contains__, NOT_APPLIED)


def vqa(t: MosaicTally) -> Score:
    r"""How likely it is that the pictures show what is said of them: VQA.

    .. math:: \frac{P(\text{yes})}{P(\text{yes}) + P(\text{no})}

    Args:
        t: the tally of one report; where a reply tells no probabilities, the respondent's own
            degree stands in, and `graded` says of how many items.

    Returns:
        Measured in [0, 100]; n = the items with such a mark.

    Undefined:
        No item has one.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, MOSAIC, Complex Visual Question Answering Quality;
        by probabilities as in the released code.

    Deviates:
        The released code counts a reply without yes and no as 0, and sets Sem. to VQA.
    """
    return _mean(t, lambda i: i.vqa, lambda _: True, NOT_APPLIED)


def graded(t: MosaicTally) -> Score:
    """Of how many items VQA is a degree that was given, not a probability that was read off.

    Args:
        t: the tally of one report.

    Returns:
        Measured in [0, 100], a share of the items with VQA; 0 = all are probabilities.

    Undefined:
        No item has VQA.

    Source:
        Ours: it says which of the two VQA is.
    """

    def by_degree(item: MosaicItem) -> float | None:
        return None if item.vqa is None else float(item.vqa_by is By.DEGREE)

    return _mean(t, by_degree, lambda _: True, NOT_APPLIED, worst=1.0)


def hallucination(t: MosaicTally) -> Score:
    r"""How much of what is said to be in diagrams is not in them.

    .. math:: h_i = \frac{\text{things named and not seen}}{\text{things named and looked for}}

    Args:
        t: the tally of one report.

    Returns:
        Measured in [0, 100], 0 is best; n = the diagrams in which something was looked for.

    Undefined:
        No item is a diagram of which something is said to be in it.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, MOSAIC, the hallucination factor of Table 6.

    Deviates:
        The released code has the rate and never asks for it; where nothing is named it is 0.
    """
    return _mean(t, lambda i: i.hallucination, lambda k: k is Kind.DIAGRAM, NOT_APPLIED, worst=1.0)


def formatting(t: MosaicTally) -> Score:
    """How well the report's pictures are set into it: f, over all that it shows or cites.

    Args:
        t: the tally of one report; of each picture, how many of four questions are yes.

    Returns:
        Measured in [0, 100]; n = the pictures, also those that could not be scored.

    Undefined:
        The report shows and cites no picture.

    Source:
        Ours, after the factor of formatting and integration of Table 6, arXiv:2601.12346.
    """
    shares = [item.formatting for item in t.items if item.kind is not Kind.TOGETHER]
    if not shares:
        return Undefined(Reason.NOTHING_TO_CHECK, NO_ITEMS)
    return Measured(WHOLE * fsum(shares) / len(shares), len(shares))


def _mean(
    t: MosaicTally,
    mark: Callable[[MosaicItem], float | None],
    applies: Callable[[Kind], bool],
    without: str,
    *,
    worst: float = 0.0,
) -> Score:
    """100 times the mean of the items' marks, with those that are missing at both ends."""
    if not t.items:
        return Undefined(Reason.NOTHING_TO_CHECK, NO_ITEMS)
    marks = [m for item in t.items if (m := mark(item)) is not None]
    missing = Missing.of(_reasons(t.items, applies))
    ends = _bounds(marks, missing.total, worst)
    if marks:
        score = WHOLE * fsum(marks) / len(marks)
        return Measured(score, len(marks), missing, ends)
    if missing.total:
        return Undefined(missing.counts[0][0], without, missing, ends)
    return Undefined(Reason.NOTHING_TO_CHECK, without)


def _reasons(items: Iterable[MosaicItem], applies: Callable[[Kind], bool]) -> list[Reason]:
    """Why items lack a mark that they have, or may have."""
    return [
        item.missing
        for item in items
        if item.missing is not None and (item.kind is None or applies(item.kind))
    ]


def _bounds(marks: list[float], missing: int, worst: float) -> Bounds | None:
    every = len(marks) + missing
    if not every:
        return None
    ends = [WHOLE * (fsum(marks) + missing * end) / every for end in (worst, 1.0 - worst)]
    return Bounds(*ends)
