r"""Adaptive point-wise quality of DeepResearchEval (arXiv:2601.09688): marks by a task's rubric.

For a criterion c of dimension d let :math:`w_{d,c}` be its weight inside the dimension and
:math:`s_{d,c}` the report's mark from 0 to 10; :math:`W_d` is the weight of the dimension. Whether
statements are true is no part of it: factuality is measured apart.

Deviations: the released code keeps equal weights, one criterion in general or no dimension of the
task's own where a reply cannot be read, counts a dimension without marks as 0, takes any number
for a mark, finds marks by the words of a criterion and leaves reports at 0 out of the mean. Here
what is absent is counted, with bounds; a criterion has an id; a mark outside 0 to 10 is none; a
report at 0 is in the mean. A report that says nothing has no score here, and counts 0 in the
published total. Where a dimension lacks some marks, the weights of the others are
normalized as printed, and what could have been stands beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import fsum

from veridical.checks.criterion_marks import HIGHEST, LOWEST
from veridical.checks.quality_sides import General
from veridical.measure import Law, Measure, Paper, Scale
from veridical.methods.deepresearcheval.quality_collect import QualityCollector
from veridical.methods.deepresearcheval.quality_tally import MarkedSide, QualityTally
from veridical.methods.deepresearcheval.settings import DEFAULTS, Settings
from veridical.score import Bounds, Measured, Missing, Reason, Score, Undefined

NO_OWN = "the task's own dimensions are missing"
NO_WEIGHTS = "the weights of the dimensions are missing"
NO_MARKS = "not every dimension that counts has a mark"
Known = Measured | Undefined
_ANYTHING = Bounds(float(LOWEST), float(HIGHEST))


@dataclass(frozen=True, slots=True)
class _Sum:
    """One dimension's mark, what it could be, and what it rests on."""

    mark: float | None
    low: float
    high: float
    n: int
    missing: Missing


def _sum(side: MarkedSide) -> _Sum:
    if side.missing is not None:
        return _Sum(None, LOWEST, HIGHEST, 0, Missing.of([side.missing]))
    marked = [(c.weight, c.mark) for c in side.criteria if c.mark is not None]
    lost = [c for c in side.criteria if c.mark is None]
    whole = fsum(c.weight for c in side.criteria)
    known, counted = fsum(w * m for w, m in marked), fsum(w for w, _ in marked)
    open_ = fsum(c.weight for c in lost)
    return _Sum(
        known / counted if counted > 0 else None,
        (known + LOWEST * open_) / whole,
        (known + HIGHEST * open_) / whole,
        len(marked),
        Missing.of(c.missing or Reason.NOT_ASSESSED for c in lost),
    )


def total(t: QualityTally) -> Score:
    r"""The weighted mean of a report's dimensions, general and the task's own.

    .. math:: S = \sum_d W_d S_d

    Args:
        t: the tally of one report.

    Returns:
        Measured in [0, 10]; n = the criteria that have a mark.

    Undefined:
        The report says nothing, there is no rubric, the task's own dimensions or the weights
        are missing, or a dimension that counts has no mark.

    Source:
        DeepResearchEval, arXiv:2601.09688, adaptive point-wise quality, the overall score.

    Deviates:
        The code counts a dimension without marks as 0 and leaves reports at 0 out of the mean.
    """
    if t.absent is not None:
        return Undefined(t.absent, t.why)
    sums = [_sum(side) for side in t.sides]
    missing = _missing(t, sums)
    if t.no_own is not None:
        return Undefined(t.no_own, NO_OWN, missing, _ANYTHING)
    if t.no_weights is not None:
        ends = Bounds(min(s.low for s in sums), max(s.high for s in sums))
        return Undefined(t.no_weights, NO_WEIGHTS, missing, ends)
    weights = [side.weight or 0.0 for side in t.sides]
    return _mean(sums, weights, missing)


def dimension(t: QualityTally, *, name: General) -> Score:
    r"""The weighted mean of a report's marks in one dimension.

    .. math:: S_d = \frac{\sum_c w_{d,c} s_{d,c}}{\sum_c w_{d,c}}

    Args:
        t: the tally of one report.
        name: of the dimension.

    Returns:
        Measured in [0, 10]; n = the criteria that have a mark. The sums are over these; the
        bounds put the others at 0 and at 10.

    Undefined:
        The report says nothing, there is no rubric, or the dimension has no mark.

    Source:
        DeepResearchEval, arXiv:2601.09688, adaptive point-wise quality, the score of a dimension.
    """
    if t.absent is not None:
        return Undefined(t.absent, t.why)
    found = next(_sum(side) for side in t.sides if side.id == name)
    return _mean([found], [1.0], found.missing)


def general(t: QualityTally) -> Known:
    r"""The mean of a report's four general dimensions, each counting the same.

    .. math:: S_{general} = \frac{1}{4} \sum_{d \in general} S_d

    Args:
        t: the tally of one report.

    Returns:
        Measured in [0, 10]; n = the criteria that have a mark.

    Undefined:
        The report says nothing, there is no rubric, or a general dimension has no mark.

    Source:
        Ours, after DeepResearchEval, arXiv:2601.09688, which sets the general dimensions against
        the task's own.
    """
    if t.absent is not None:
        return Undefined(t.absent, t.why)
    sums = [_sum(side) for side in t.sides if side.is_general]
    return _mean(sums, [1 / len(sums)] * len(sums), _lost(sums))


def task_specific(t: QualityTally) -> Known:
    r"""The mean of a report over the dimensions of its task's own, each counting the same.

    .. math:: S_{task} = \frac{1}{k} \sum_{d \in task} S_d

    Args:
        t: the tally of one report.

    Returns:
        Measured in [0, 10]; n = the criteria that have a mark.

    Undefined:
        The report says nothing, there is no rubric, the task's own dimensions are missing, or
        one of them has no mark.

    Source:
        DeepResearchEval, arXiv:2601.09688, adaptive point-wise quality, task-specific.

    Deviates:
        The code takes the mean over the names of dimensions of all tasks together; that is
        `pooled_task_specific` wherever no two tasks have a dimension of the same name.
    """
    if t.absent is not None:
        return Undefined(t.absent, t.why)
    sums = [_sum(side) for side in t.sides if not side.is_general]
    if t.no_own is not None:
        return Undefined(t.no_own, NO_OWN, Missing.of([t.no_own]), _ANYTHING)
    if not sums:
        return Undefined(Reason.NOTHING_TO_CHECK, "the rubric has no dimension of the task's own")
    return _mean(sums, [1 / len(sums)] * len(sums), _lost(sums))


def pooled_task_specific(t: QualityTally) -> Score:
    r"""The mean over all dimensions of tasks' own that a system's reports have together.

    .. math:: \frac{\sum_r \sum_{d \in task(r)} S_{r,d}}{\sum_r k_r}

    Args:
        t: the tally of one report.

    Returns:
        Measured in [0, 10], n = the task's own dimensions; over reports each weighs its n
        (`veridical.stats.summary.pooled`). A dimension that lacks a mark is missing; the bounds
        put it at 0 and at 10.

    Undefined:
        The report says nothing, there is no rubric, the task's own dimensions are missing, or
        none of them has all marks.

    Source:
        DeepResearchEval, arXiv:2601.09688, adaptive point-wise quality, task-specific over all
        reports.
    """
    sums = [_sum(side) for side in t.sides if not side.is_general]
    lost = [s.missing.counts[0][0] for s in sums if s.missing.total]
    whole = [s.mark for s in sums if not s.missing.total and s.mark is not None]
    known, missing = fsum(whole), Missing.of(lost)
    if not sums:
        return task_specific(t)
    ends = Bounds(known / len(sums), (known + HIGHEST * len(lost)) / len(sums))
    if not whole:
        return Undefined(missing.counts[0][0], NO_MARKS, missing, ends)
    return Measured(known / len(whole), len(whole), missing, ends)


def gap(t: QualityTally) -> Score:
    r"""How much better a report is in general than on its task's own dimensions.

    .. math:: S_{general} - S_{task}

    Args:
        t: the tally of one report.

    Returns:
        Measured in [-10, 10], less is better; n = the criteria that have a mark.

    Undefined:
        The report says nothing, there is no rubric, the task's own dimensions are missing, or
        a dimension has no mark.

    Source:
        Ours, after DeepResearchEval, arXiv:2601.09688, which finds task-specific marks below the
        general ones for all systems.
    """
    one, other = general(t), task_specific(t)
    absent = next((s for s in (one, other) if isinstance(s, Undefined)), None)
    ends = _difference(one.bounds, other.bounds)
    missing = one.missing + other.missing
    if isinstance(one, Measured) and isinstance(other, Measured):
        return Measured(one.value - other.value, one.n + other.n, missing, ends)
    assert absent is not None
    return Undefined(absent.reason, absent.detail, missing, ends)


def _difference(first: Bounds | None, second: Bounds | None) -> Bounds | None:
    """The worst is the largest gap."""
    if first is None or second is None:
        return None
    return Bounds(first.best - second.worst, first.worst - second.best)


def _mean(sums: Sequence[_Sum], weights: Sequence[float], missing: Missing) -> Known:
    """Of the dimensions by weights that are together 1; those without weight count nothing."""
    counted = [(w, s) for w, s in zip(weights, sums, strict=True) if w > 0]
    ends = Bounds(fsum(w * s.low for w, s in counted), fsum(w * s.high for w, s in counted))
    if any(s.mark is None for _, s in counted):
        return Undefined(missing.counts[0][0], NO_MARKS, missing, ends)
    found = fsum(w * (s.mark or 0.0) for w, s in counted)
    n = sum(s.n for s in sums)
    return Measured(found, n, missing, ends)


def _lost(sums: Sequence[_Sum]) -> Missing:
    return sum((s.missing for s in sums), Missing())


def _missing(t: QualityTally, sums: Sequence[_Sum]) -> Missing:
    absent = (reason for reason in (t.no_own, t.no_weights) if reason is not None)
    return _lost(sums) + Missing.of(absent)


_Row = tuple[str, str, Scale, Callable[[QualityTally], Score]]


def measures(settings: Settings = DEFAULTS) -> tuple[Measure[QualityTally], ...]:
    """The overall mark, each general dimension's, the task's own, and what lies between."""
    collect = QualityCollector(settings)
    marks = Scale(LOWEST, HIGHEST)
    between = Scale(LOWEST - HIGHEST, HIGHEST - LOWEST, higher_is_better=False)
    each: list[_Row] = [
        (f".{d.value}", d.value.replace("_", " ").capitalize(), marks, partial(dimension, name=d))
        for d in General
    ]
    rows: list[_Row] = [
        ("", "Quality", marks, total),
        *each,
        (".general", "General", marks, general),
        (".task_specific", "Task-specific", marks, task_specific),
        (".task_specific.pooled", "Task-specific, pooled", marks, pooled_task_specific),
        (".gap", "General over task-specific", between, gap),
    ]
    return tuple(
        Measure(
            name=f"deepresearcheval.quality{suffix}",
            title=title,
            aspect="writing",
            scale=scale,
            source=Paper("DeepResearchEval", "2601.09688", "adaptive point-wise quality"),
            tally_type=QualityTally,
            laws=frozenset({Law.ORDER_FREE}),
            collect=collect,
            equation=equation,
            is_pooled=equation is pooled_task_specific,
        )
        for suffix, title, scale, equation in rows
    )
