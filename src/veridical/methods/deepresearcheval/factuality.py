"""Factuality of DeepResearchEval (arXiv:2601.09688): how much of what a report says is right.

Each checkable statement is searched for and is Right, Wrong or Unknown. The paper prints the
counts, averaged over reports, and the ratio of the right ones.

Deviations: the authors' repository computes no ratio. Here a failed statement is missing, never
lost: it is counted, and the bounds say what it could have been. What a report says twice counts
once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial

from veridical.checks.labels import CheckLabel
from veridical.measure import Law, Measure, Paper, Scale
from veridical.methods.deepresearcheval.settings import DEFAULTS, Settings
from veridical.methods.deepresearcheval.statements import Collector, FactTally
from veridical.score import Bounds, Measured, Missing, Reason, Score, Undefined, ratio
from veridical.sources import Search, Web

"""The end of the counts' scale; no report says more."""

FEWER = frozenset({CheckLabel.WRONG, CheckLabel.UNKNOWN})
"""The labels of which fewer are better."""


@dataclass(frozen=True, slots=True)
class _Counted:
    """Statements by label, and those that have none."""

    right: int
    wrong: int
    unknown: int
    missing: Missing

    @property
    def judged(self) -> int:
        return self.right + self.wrong + self.unknown


def _counted(t: FactTally) -> _Counted:
    labels = Counter(s.label for s in t.statements)
    lost = [s.missing or Reason.NOT_ASSESSED for s in t.statements if s.label is None]
    return _Counted(
        labels[CheckLabel.RIGHT],
        labels[CheckLabel.WRONG],
        labels[CheckLabel.UNKNOWN],
        Missing.of([*lost, *t.unread]),
    )


def factual_ratio(t: FactTally) -> Score:
    r"""The share of a report's statements that are right; Unknown counts against it.

    .. math:: \frac{N_{right}}{N_{statements}}, \quad
        N_{statements} = N_{right} + N_{wrong} + N_{unknown}

    Args:
        t: the tally.

    Returns:
        Measured in [0, 1], n = the number of judged statements. Statements without a verdict
        are missing; the bounds put all of them at wrong and at right. So are pieces of text of
        which nobody said whether they are statements.

    Undefined:
        No statement was judged.

    Source:
        DeepResearchEval, arXiv:2601.09688, active fact-checking, ratio.

    Deviates:
        The authors' code computes no ratio and loses failed statements without a word.
    """
    n = _counted(t)
    return ratio(n.right, n.judged, of="judged statement", missing=n.missing)


def decided_ratio(t: FactTally) -> Score:
    r"""The share of right ones among the decided statements; Unknown is left out.

    .. math:: \frac{N_{right}}{N_{right} + N_{wrong}}

    Args:
        t: the tally.

    Returns:
        Measured in [0, 1], n = the number of statements that are right or wrong.

    Undefined:
        No statement is right or wrong.

    Source:
        Ours, after DeepResearchEval, arXiv:2601.09688.

    Deviates:
        The paper counts Unknown against a report, which rewards few, safe statements.
    """
    n = _counted(t)
    return ratio(n.right, n.right + n.wrong, of="decided statement", missing=n.missing)


def count(t: FactTally, *, of: CheckLabel | None) -> Score:
    """How many statements a report has, or how many of a label.

    Args:
        t: the tally.
        of: the label; None = all that were judged.

    Returns:
        Measured, a number of statements, n = the number of judged ones. The bounds count none
        of the missing ones and all; of Wrong and Unknown all is the worst.

    Undefined:
        Nothing was judged, though there was something to judge.

    Source:
        DeepResearchEval, arXiv:2601.09688, active fact-checking, number of statements.
    """
    n = _counted(t)
    values = {
        None: n.judged,
        CheckLabel.RIGHT: n.right,
        CheckLabel.WRONG: n.wrong,
        CheckLabel.UNKNOWN: n.unknown,
    }
    value, lost = values[of], n.missing.total
    ends = (float(value), float(value + lost))
    bounds = Bounds(*(reversed(ends) if of in FEWER else ends))
    if lost and not n.judged:
        return Undefined(n.missing.counts[0][0], "no statement was judged", n.missing, bounds)
    return Measured(float(value), n.judged, n.missing, bounds)


def pooled_ratio(t: FactTally) -> Score:
    r"""The share of right statements over all reports of a system together.

    .. math:: \frac{\sum_r N_{right,r}}{\sum_r N_{statements,r}}

    Args:
        t: the tally of one report.

    Returns:
        Measured in [0, 1], n = the judged statements; over reports each weighs its n
        (`veridical.stats.summary.pooled`).

    Undefined:
        No statement was judged.

    Source:
        DeepResearchEval, arXiv:2601.09688, active fact-checking, ratio over all reports. The
        paper does not say whether it pools them or takes the mean of their ratios.
    """
    return factual_ratio(t)


def measures(
    settings: Settings = DEFAULTS, search: Search | None = None, web: Web | None = None
) -> tuple[Measure[FactTally], ...]:
    """The ratio in three readings, and the counts that it is made of."""
    collect = Collector(settings, search, web)
    share, number = Scale(0, 1), Scale(0, None)
    fewer = Scale(0, None, higher_is_better=False)
    rows = (
        ("", "Right of all statements", share, factual_ratio),
        (".pooled", "Right of all statements, pooled", share, pooled_ratio),
        (".decided", "Right of right and wrong", share, decided_ratio),
        (".statements", "Statements", number, partial(count, of=None)),
        (".right", "Right", number, partial(count, of=CheckLabel.RIGHT)),
        (".wrong", "Wrong", fewer, partial(count, of=CheckLabel.WRONG)),
        (".unknown", "Unknown", fewer, partial(count, of=CheckLabel.UNKNOWN)),
    )
    return tuple(
        Measure(
            name=f"deepresearcheval.factuality{suffix}",
            title=title,
            aspect="factuality",
            scale=scale,
            source=Paper("DeepResearchEval", "2601.09688", "active fact-checking"),
            tally_type=FactTally,
            laws=frozenset({Law.ORDER_FREE}),
            collect=collect,
            equation=equation,
            is_pooled=equation is pooled_ratio,
        )
        for suffix, title, scale, equation in rows
    )
