r"""Vef. of MMDeepResearch-Bench (arXiv:2601.12346): has the report seen the pictures rightly?

One ask a report, on the pictures of its question and what they show in words, and on nothing
else. A strict pass or fail.

Deviations and choices:
The paper names wrong identities and false presences as immediate failures; a swapped label is
one here, since it gives a part the identity of another. The released code tests the score alone,
so that a failing verdict of 6 or more passes; counts a failed judge and a task without ground
truth as 0; and sends some judges no picture. Here these are a failure, an absence and an absence.
What makes a report fail is named by its words, which must stand in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from veridical.ask import Answer, NoVerdict
from veridical.checks.picture_truth import (
    HIGHEST,
    LOWEST,
    FailureKind,
    PictureTruthAsk,
    VisualFailure,
    VisualVerdict,
    is_passed,
)
from veridical.checks.reading import reading_text
from veridical.measure import Context, Law, Measure, Paper, Scale
from veridical.methods.mmdr.settings import Regime, regime_of
from veridical.score import Bounds, Measured, Missing, Reason, Score, Undefined

WHOLE = 100.0
ANYTHING = Bounds(0.0, WHOLE)
NO_TRUTH = "the task does not say what its pictures show"
NO_PICTURES = "not every picture of the question is at hand"


class FailureLabel(StrEnum):
    """Why a report failed, in the paper's five words, first match first."""

    EMI = "EMI"
    RMD = "RMD"
    DTE = "DTE"
    LKC = "LKC"
    STO = "STO"


_LABELS: Mapping[FailureKind, FailureLabel] = {
    FailureKind.WRONG_IDENTITY: FailureLabel.EMI,
    FailureKind.FALSE_PRESENCE: FailureLabel.EMI,
    FailureKind.SWAPPED_LABELS: FailureLabel.RMD,
    FailureKind.MISREAD: FailureLabel.DTE,
}


@dataclass(frozen=True, slots=True)
class VefTally:
    """What was found of one report.

    Attributes:
        score: from 0 to 10; None without a verdict.
        failures: what the report says of the pictures that they do not show.
        confidence: the respondent's own, from 0 to 1; None without a verdict.
        why: its grounds, or why there is no verdict.
        missing: why there is none; None if there is one.
        truth_version: which writing of the ground truth it was held against.
        asks: identities of what was asked.
    """

    score: int | None
    failures: tuple[VisualFailure, ...] = ()
    confidence: float | None = None
    why: str = ""
    missing: Reason | None = None
    truth_version: str = ""
    asks: tuple[str, ...] = ()


def passes(t: VefTally) -> bool | None:
    """Whether the report has seen its question's pictures rightly; None without a verdict.

    τ_Vef is `PASS_SCORE`; an identity-critical failure fails it whatever the score.
    """
    return None if t.score is None else is_passed(t.score, t.failures)


def vef(t: VefTally) -> Score:
    r"""Whether the report passes, as 0 or 100; over reports, the share that pass.

    .. math:: \text{Vef.} = 100 \cdot [\, s \ge 6 \,] \cdot [\, \text{no identity-critical} \,]

    Args:
        t: the tally of one report.

    Returns:
        Measured 0 or 100, n = 1.

    Undefined:
        The task has no ground truth, not all pictures are at hand, or there is no verdict.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, Vef. of TRACE, decision rule of appendix A.

    Deviates:
        The released code looks at the score alone and gives 0 where the judge fails.
    """
    found = passes(t)
    if found is None:
        return _without(t, ANYTHING)
    return Measured(WHOLE if found else 0.0, 1)


def vef_score(t: VefTally) -> Score:
    """The judge's own mark, from 0 to 10; never to be read as Vef.

    Args:
        t: the tally of one report.

    Returns:
        Measured in [0, 10], n = 1.

    Undefined:
        As Vef.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, Vef. of TRACE, the score under the decision rule.
    """
    if t.score is None:
        return _without(t, Bounds(LOWEST, HIGHEST))
    return Measured(float(t.score), 1)


def _without(t: VefTally, bounds: Bounds) -> Undefined:
    reason = t.missing or Reason.UNREADABLE
    return Undefined(reason, t.why, Missing.of([reason]), bounds)


def failure_label(t: VefTally) -> FailureLabel | None:
    """Why the report failed, in one word; None where it passed or has no verdict.

    An identity before a label, a label before a detail. A report that fails without a place at
    which it says what is not shown either contradicts all of it (a score of 0) or leaves out
    what the task rests on.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, the failure analysis; which label comes first,
        and that there is one, are ours.
    """
    if passes(t) is not False:
        return None
    labels = [_LABELS[failure.kind] for failure in t.failures]
    if labels:
        return min(labels, key=list(FailureLabel).index)
    return FailureLabel.LKC if t.score == LOWEST else FailureLabel.STO


def vef_ask(context: Context) -> PictureTruthAsk | NoVerdict:
    """What is asked of a report, or why nothing can be."""
    truth = context.task.gold.visual
    if truth is None or not truth.text.strip():
        return NoVerdict(Reason.NO_GOLD, NO_TRUTH)
    pictures = context.query_pictures
    if not pictures:
        return NoVerdict(Reason.NOT_ASSESSED, NO_PICTURES)
    return PictureTruthAsk(
        truth=truth.text,
        question=context.task.query.text,
        report=reading_text(context.report),
        pictures=pictures,
        language=context.report.language,
        is_everyday=regime_of(context.task) is Regime.DAILY,
    )


async def collect(context: Context) -> VefTally:
    """Ask once, of a report whose task says what its pictures show."""
    ask = vef_ask(context)
    if isinstance(ask, NoVerdict):
        return VefTally(None, why=ask.detail, missing=ask.reason)
    truth = context.task.gold.visual
    return tally_of(ask, await context.asker.ask(ask), truth.version if truth else "")


def tally_of(
    ask: PictureTruthAsk, said: Answer[VisualVerdict] | NoVerdict, version: str = ""
) -> VefTally:
    """The tally of one answer, given against that writing of the ground truth."""
    asks = (ask.identity(),)
    if isinstance(said, NoVerdict):
        return VefTally(None, (), None, said.detail, said.reason, version, asks)
    found = said.value
    return VefTally(
        score=found.score,
        failures=found.failures,
        confidence=found.confidence,
        why=said.why,
        truth_version=version,
        asks=asks,
    )


_SOURCE = Paper("MMDeepResearch-Bench", "2601.12346", "TRACE, Vef.")

VEF: Measure[VefTally] = Measure(
    name="mmdr.vef",
    title="Vef.",
    aspect="pictures",
    scale=Scale(0, WHOLE),
    source=_SOURCE,
    tally_type=VefTally,
    laws=frozenset({Law.ORDER_FREE}),
    collect=collect,
    equation=vef,
)
VEF_SCORE: Measure[VefTally] = Measure(
    name="mmdr.vef.score",
    title="Mark under Vef.",
    aspect="pictures",
    scale=Scale(LOWEST, HIGHEST),
    source=_SOURCE,
    tally_type=VefTally,
    laws=frozenset({Law.ORDER_FREE}),
    collect=collect,
    equation=vef_score,
)
