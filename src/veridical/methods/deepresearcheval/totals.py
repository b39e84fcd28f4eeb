"""The total of DeepResearchEval: quality, a report that says nothing counting 0."""

from __future__ import annotations

from veridical.checks.criterion_marks import HIGHEST, LOWEST
from veridical.measure import Scale, Scorecard, Total
from veridical.methods.deepresearcheval.quality_collect import SAYS_NOTHING
from veridical.score import Bounds, Measured, Score, Undefined

QUALITY = "deepresearcheval.quality"


def published(scores: Scorecard) -> Score:
    """The quality of a report; one that says nothing counts 0.

    Args:
        scores: the scorecard of one report.

    Returns:
        Measured in [0, 10].

    Undefined:
        The report says something, and its quality is undefined.

    Source:
        Ours, after DeepResearchEval, arXiv:2601.09688, adaptive point-wise quality.

    Deviates:
        The paper does not say what an empty report counts; 0, the least mark, is our reading of
        a benchmark's mean over all tasks.
    """
    found = scores[QUALITY]
    if isinstance(found, Undefined) and found.detail == SAYS_NOTHING:
        worst = float(LOWEST)
        return Measured(worst, 0, bounds=Bounds(worst, worst))
    return found


def totals() -> tuple[Total, ...]:
    """Of quality alone: factuality is another kind of number, and is never added to it."""
    return (
        Total(
            "published",
            "Quality; a report that says nothing counts 0.",
            Scale(LOWEST, HIGHEST),
            published,
        ),
    )
