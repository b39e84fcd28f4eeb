"""Why reports fail Vef.: EMI, RMD, DTE, LKC, STO (arXiv:2601.12346, failure analysis).

The paper does not say who gives the labels, nor whether a task may have several. Here a report
that fails has one, given by the judge who is shown the ground truth, the report and what the
reader who failed it said; if several fit, the first in the order above.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from veridical.ask import NoVerdict
from veridical.checks.reading import reading_text
from veridical.measure import Context, Law, Measure, Paper, Scale
from veridical.methods.mmdr.asks.failure import FailureAsk
from veridical.methods.mmdr.vef import FailureLabel, VefTally, failure_label, passes
from veridical.methods.mmdr.vef import collect as collect_vef
from veridical.score import Bounds, Measured, Missing, Reason, Score, Undefined

PASSED = "the report passes Vef."
_SAID = 2_000
"""Characters of what the reader said that are shown."""


@dataclass(frozen=True, slots=True)
class FailureTally:
    """What went wrong with one report.

    Attributes:
        passed: whether it passes Vef.; None if that is missing.
        label: what went wrong; None where it passes or nobody could say.
        missing: why it is not known; None where it is, or where nothing went wrong.
        why: the grounds.
    """

    passed: bool | None
    label: FailureLabel | None = None
    missing: Reason | None = None
    why: str = ""


TITLES = {
    FailureLabel.EMI: "Entity mis-identified",
    FailureLabel.RMD: "Reference or label mixed up",
    FailureLabel.DTE: "Detail misread",
    FailureLabel.LKC: "Logic or knowledge in conflict",
    FailureLabel.STO: "Task left out",
}


def labelled(t: FailureTally, *, label: FailureLabel) -> Score:
    """Whether a failing report failed for this reason; over reports, the share of those that did.

    Args:
        t: the tally of one report.
        label: the reason.

    Returns:
        Measured 0 or 1, n = 1.

    Undefined:
        The report passes Vef., Vef. is missing, or nobody could say why it fails.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, failure analysis.

    Deviates:
        Who gives the labels is not said; here it is the judge, one label a report.
    """
    if t.passed:
        return Undefined(Reason.NOTHING_TO_CHECK, PASSED)
    if t.label is None:
        reason = t.missing or Reason.UNREADABLE
        return Undefined(reason, t.why, Missing.of([reason]), Bounds(1.0, 0.0))
    return Measured(1.0 if t.label is label else 0.0)


async def collect(context: Context) -> FailureTally:
    """Ask what went wrong, of a report that fails Vef."""
    seen = await collect_vef(context)
    passed = passes(seen)
    told = failure_label(seen)
    if told is None:
        return FailureTally(passed, missing=seen.missing, why=seen.why)
    said = await context.asker.ask(_ask(context, seen, told))
    if isinstance(said, NoVerdict):
        return FailureTally(False, missing=said.reason, why=said.detail)
    return FailureTally(False, said.value, why=said.why)


def _ask(context: Context, seen: VefTally, told: FailureLabel) -> FailureAsk:
    truth = context.task.gold.visual
    places = "\n".join(f"{f.kind}: {f.quote} / {f.shown}" for f in seen.failures)
    return FailureAsk(
        truth=truth.text if truth else "",
        question=context.task.query.text,
        report=reading_text(context.report),
        said=f"{seen.why}\n{places}".strip()[:_SAID],
        told=told,
        language=context.report.language,
    )


def measures() -> tuple[Measure[FailureTally], ...]:
    """One a label, in their order; fewer is better."""
    return tuple(
        Measure(
            name=f"mmdr.failure.{label.value.lower()}",
            title=TITLES[label],
            aspect="pictures",
            scale=Scale(0, 1, higher_is_better=False),
            source=Paper("MMDeepResearch-Bench", "2601.12346", "failure analysis"),
            tally_type=FailureTally,
            laws=frozenset({Law.ORDER_FREE}),
            collect=collect,
            equation=partial(labelled, label=label),
        )
        for label in FailureLabel
    )
