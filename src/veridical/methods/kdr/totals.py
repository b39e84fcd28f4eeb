"""KDR's totals: its knowledge-centric numbers, a report that says nothing counting 0."""

from __future__ import annotations

from functools import partial

from veridical.measure import Scale, Scorecard, Total
from veridical.methods.kdr.knowledge import SAYS_NOTHING
from veridical.methods.kdr.points import POINTS
from veridical.score import Bounds, Measured, Score, Undefined


def published(scores: Scorecard, *, name: str) -> Score:
    """A knowledge-centric number where a report that says nothing counts 0.

    Args:
        scores: the scorecard of one report.
        name: of the measure.

    Returns:
        Measured in [0, 100].

    Undefined:
        The report says something, and the measure is undefined.

    Source:
        Ours, after Knowledgeable Deep Research, arXiv:2604.07720, Sec. 4.2.2.

    Deviates:
        The paper does not say what an empty report counts; 0 is our reading of a benchmark's
        mean over all questions.
    """
    found = scores[name]
    if isinstance(found, Undefined) and found.detail == SAYS_NOTHING:
        return Measured(0.0, 0, bounds=Bounds(0.0, 0.0))
    return found


_OF = {
    "published": "key_point_supportiveness",
    "published_coverage": "key_point_coverage",
    "published_alignment": "main_conclusion_alignment",
}


def totals() -> tuple[Total, ...]:
    """Of supportiveness, by which systems are ranked; of coverage; of alignment.

    Coverage alone would rank a report that takes up every point to say the opposite.
    """
    return tuple(
        Total(
            name,
            f"{measure.replace('_', ' ').capitalize()}; a report that says nothing counts 0.",
            Scale(0, POINTS),
            partial(published, name=f"kdr.{measure}"),
        )
        for name, measure in _OF.items()
    )
