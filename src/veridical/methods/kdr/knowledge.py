r"""KDR's knowledge-centric measures (arXiv:2604.07720, Sec. 4.2.2): what a report says.

For a question with main conclusion M and key points :math:`k \in K` let :math:`a` be how well
the report's conclusion agrees with M, from 0 to 10; :math:`c_k` whether the report takes k up
(0 no, 0.5 partly, 1 substantially); and :math:`u_k` whether what it says there agrees with k and
backs it (0 no, 0.5 in part, 1 entails it). What a report does not take up it does not support:
:math:`u_k = 0` where :math:`c_k = 0`.

Deviations and choices:
The paper names the three measures and prints neither definition, scale nor prompt; what stands
here is ours, after its words and the range of its numbers. A point counts as taken up only with
words of the report, located in it by the parser; without them it is unverified, and missing. A
judge that fails is missing, never 0. A report that says nothing has no score here, and counts 0
in the published totals. The benchmark's number is the mean over questions; beside it stands the
mean over all key points (``…pooled``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum

from veridical.measure import Law, Measure, Need, Paper, Scale
from veridical.methods.kdr.collect import Collector
from veridical.methods.kdr.points import POINTS
from veridical.methods.kdr.tally import AlignmentTally, KeyPointsTally, PointSeen
from veridical.score import Bounds, Measured, Missing, Reason, Score, Undefined

SAYS_NOTHING = "the report says nothing"
NO_VERDICT = "no key point has a verdict"
NOT_RATED = "its conclusion has no mark"
NONE_COVERED = "the report takes up no key point"
_TENTH = 10


def alignment(t: AlignmentTally) -> Score:
    r"""How well the report's conclusion agrees with the main conclusion.

    .. math:: A = 10 a

    Args:
        t: the mark.

    Returns:
        Measured in [0, 100], n = 1.

    Undefined:
        The report says nothing, or its conclusion has no mark.

    Source:
        Knowledgeable Deep Research, arXiv:2604.07720, Sec. 4.2.2, main conclusion alignment.

    Deviates:
        Named in the paper, not defined: mark and anchors (0, 3, 5, 8, 10) are ours.
    """
    if t.is_empty:
        return Undefined(Reason.NOTHING_TO_CHECK, SAYS_NOTHING)
    if t.alignment is None:
        reason = t.missing or Reason.UNREADABLE
        return Undefined(reason, NOT_RATED, Missing.of([reason]), Bounds(0.0, float(POINTS)))
    return Measured(float(_TENTH * t.alignment))


def coverage(t: KeyPointsTally) -> Score:
    r"""How many of the key points the report takes up.

    .. math:: C = \frac{100}{|K|} \sum_{k \in K} c_k

    Args:
        t: the key points with their verdicts.

    Returns:
        Measured in [0, 100], n = the key points with a verdict.

    Undefined:
        The report says nothing, or no key point has a verdict.

    Source:
        Knowledgeable Deep Research, arXiv:2604.07720, Sec. 4.2.2, key point coverage.

    Deviates:
        Named in the paper, not defined: the three steps of c are ours, and c > 0 needs words of
        the report that a program finds in it.
    """
    return _mean(t, [p.c for p in t.points if p.c is not None])


def supportiveness(t: KeyPointsTally) -> Score:
    r"""How far what the report says agrees with the key points and backs them.

    .. math:: U = \frac{100}{|K|} \sum_{k \in K} u_k, \quad u_k = 0 \text{ where } c_k = 0

    Args:
        t: the key points with their verdicts.

    Returns:
        Measured in [0, 100], n = the key points with a verdict.

    Undefined:
        The report says nothing, or no key point has a verdict.

    Source:
        Knowledgeable Deep Research, arXiv:2604.07720, Sec. 4.2.2, key point supportiveness.

    Deviates:
        Named in the paper, not defined: the three steps of u are ours. It could also mean that
        covered points are backed by evidence in the report; its explanation fits that less.
    """
    return _mean(t, [_support(p) for p in t.points if p.c is not None])


def supportiveness_of_covered(t: KeyPointsTally) -> Score:
    r"""The same over the key points that the report takes up.

    .. math:: U_{+} = \frac{100}{|\{k : c_k > 0\}|} \sum_{c_k > 0} u_k

    Args:
        t: the key points with their verdicts.

    Returns:
        Measured in [0, 100], n = the key points that are taken up.

    Undefined:
        The report says nothing, takes up no key point, or none has a verdict.

    Source:
        Ours, after Knowledgeable Deep Research, arXiv:2604.07720, Sec. 4.2.2.
    """
    lost, ends = t.missing, None
    backed = [_support(p) for p in t.points if p.c]
    whole = len(backed) + lost.total
    if whole:
        ends = Bounds(*(POINTS * (fsum(backed) + more) / whole for more in (0, lost.total)))
    if t.is_empty:
        return Undefined(Reason.NOTHING_TO_CHECK, SAYS_NOTHING)
    if backed:
        return Measured(POINTS * fsum(backed) / len(backed), len(backed), lost, ends)
    if lost.total:
        return Undefined(lost.counts[0][0], NO_VERDICT, lost, ends)
    return Undefined(Reason.NOTHING_TO_CHECK, NONE_COVERED)


def _support(point: PointSeen) -> float:
    """u, forced to 0 where nothing is taken up."""
    return (point.u or 0.0) if point.c else 0.0


def _mean(t: KeyPointsTally, known: Sequence[float]) -> Score:
    """The mean over the key points with a verdict, and with the others at either end."""
    if t.is_empty:
        return Undefined(Reason.NOTHING_TO_CHECK, SAYS_NOTHING)
    lost = t.missing
    whole = len(known) + lost.total
    ends = Bounds(*(POINTS * (fsum(known) + more) / whole for more in (0, lost.total)))
    if not known:
        return Undefined(lost.counts[0][0], NO_VERDICT, lost, ends)
    return Measured(POINTS * fsum(known) / len(known), len(known), lost, ends)


_Row = tuple[str, str, Callable[[KeyPointsTally], Score], bool]
_PAPER = Paper("Knowledgeable Deep Research", "2604.07720", "Sec. 4.2.2")
_BESIDE = Paper("Knowledgeable Deep Research", "2604.07720", "after Sec. 4.2.2")
_ROWS: tuple[_Row, ...] = (
    ("key_point_coverage", "Key point coverage", coverage, False),
    ("key_point_coverage.pooled", "Key point coverage, over all points", coverage, True),
    ("key_point_supportiveness", "Key point supportiveness", supportiveness, False),
    (
        "key_point_supportiveness.pooled",
        "Key point supportiveness, over all points",
        supportiveness,
        True,
    ),
    (
        "key_point_supportiveness.of_covered",
        "Supportiveness of covered points",
        supportiveness_of_covered,
        False,
    ),
)


def knowledge_measures(
    collect: Collector,
) -> tuple[Measure[AlignmentTally] | Measure[KeyPointsTally], ...]:
    """Main conclusion alignment, then what concerns key points."""
    first = Measure(
        name="kdr.main_conclusion_alignment",
        title="Main conclusion alignment",
        aspect="answer",
        scale=Scale(0, POINTS),
        source=_PAPER,
        tally_type=AlignmentTally,
        needs=frozenset({Need.KEY_POINTS}),
        laws=frozenset({Law.ORDER_FREE}),
        collect=collect.alignment,
        equation=alignment,
    )
    return first, *(_measure(row, collect) for row in _ROWS)


def _measure(row: _Row, collect: Collector) -> Measure[KeyPointsTally]:
    name, title, equation, is_pooled = row
    is_printed = name.count(".") == 0
    return Measure(
        name=f"kdr.{name}",
        title=title,
        aspect="claim",
        scale=Scale(0, POINTS),
        source=_PAPER if is_printed else _BESIDE,
        tally_type=KeyPointsTally,
        needs=frozenset({Need.KEY_POINTS}),
        laws=frozenset({Law.ORDER_FREE}),
        collect=collect.key_points,
        equation=equation,
        is_pooled=is_pooled,
    )
