"""The totals of RACE (arXiv:2506.11763): as it is published, and as we measure it."""

from __future__ import annotations

from veridical.measure import STAND_IN, Scale, Scorecard, Total
from veridical.methods.race.score import BOTH_ZERO
from veridical.methods.race.settings import Settings
from veridical.score import Bounds, Measured, Score, Undefined


def published(scores: Scorecard) -> Score:
    """The overall score with the report under test shown first, 0 where all marks are 0.

    Args:
        scores: the scorecard of one report.

    Returns:
        Measured in [0, 1].

    Undefined:
        There is no reference or no rubric, the report is the reference, or what counts has no
        mark or no weight.

    Source:
        DeepResearch Bench, arXiv:2506.11763, the overall score of RACE.

    Deviates:
        The code drops a report whose marks cannot be read; here it has no number and is counted.
    """
    found = scores["race.overall.target_first"]
    is_zero = isinstance(found, Undefined) and found.detail == BOTH_ZERO
    if is_zero and isinstance(found, Undefined) and not found.missing.total:
        return Measured(0.0, 0, bounds=Bounds(0.0, 0.0))
    return found


def measured(scores: Scorecard) -> Score:
    """The overall score over both orders of the two reports; nothing stands in for marks.

    Args:
        scores: the scorecard of one report.

    Returns:
        Measured in [0, 1].

    Undefined:
        As `veridical.methods.race.score.overall`.

    Source:
        Ours, after DeepResearch Bench, arXiv:2506.11763, the overall score of RACE.
    """
    return scores["race.overall"]


def totals(settings: Settings) -> tuple[Total, ...]:
    """Both; where a stand-in takes the reference's place, they say so."""
    note = _reference(settings)
    return (
        Total(
            "published",
            f"The report under test is shown first; all marks at 0 count 0, as printed.{note}",
            Scale(0, 1),
            published,
        ),
        Total(
            "measured",
            f"Both orders count, and nothing stands in for what is absent.{note}",
            Scale(0, 1),
            measured,
        ),
    )


def _reference(settings: Settings) -> str:
    if settings.rival == STAND_IN:
        return (
            " The reference is a stand-in, the same system's report on the next task in that "
            "language: no number can be compared with a published one."
        )
    return f" The reference: {settings.rival}." if settings.rival else ""
