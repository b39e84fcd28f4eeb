"""The totals of FACT (arXiv:2506.11763): its accuracy with and without the paper's convention."""

from __future__ import annotations

from veridical.measure import Scale, Scorecard, Total
from veridical.score import Bounds, Measured, Reason, Score, Undefined


def published(scores: Scorecard) -> Score:
    """Citation accuracy where a report that cites nothing counts 0.

    Args:
        scores: the scorecard of one report.

    Returns:
        Measured in [0, 1].

    Undefined:
        The report cites pages, and none of its pairs was judged.

    Source:
        DeepResearch Bench, arXiv:2506.11763, Sec. 4.2, citation accuracy.
    """
    found = scores["fact.accuracy"]
    cites_nothing = (
        isinstance(found, Undefined)
        and found.reason is Reason.NOTHING_TO_CHECK
        and not found.missing.total
    )
    return Measured(0.0, 0, bounds=Bounds(0.0, 0.0)) if cites_nothing else found


def measured(scores: Scorecard) -> Score:
    """Citation accuracy of the reports that cite; nothing stands in for the others.

    Args:
        scores: the scorecard of one report.

    Returns:
        Measured in [0, 1].

    Undefined:
        The report cites no page, or none of its pairs was judged.

    Source:
        Ours, after DeepResearch Bench, arXiv:2506.11763, Sec. 4.2.
    """
    return scores["fact.accuracy"]


def totals() -> tuple[Total, ...]:
    """Both."""
    return (
        Total(
            "published", "A report that cites nothing counts 0, as printed.", Scale(0, 1), published
        ),
        Total("measured", "Nothing stands in for what is absent.", Scale(0, 1), measured),
    )
