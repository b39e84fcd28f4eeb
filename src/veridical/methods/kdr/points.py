"""A score on RACE's scale in KDR's points, which run to 100."""

from __future__ import annotations

from dataclasses import replace

from veridical.score import Bounds, Gated, Measured, Score

POINTS = 100


def in_points(score: Score) -> Score:
    """The same score a hundred times as large, with its bounds.

    Args:
        score: on a scale from 0 to 1.
    """
    if isinstance(score, Gated):
        return score
    ends = score.bounds
    larger = None if ends is None else Bounds(POINTS * ends.worst, POINTS * ends.best)
    if isinstance(score, Measured):
        return replace(score, value=POINTS * score.value, bounds=larger)
    return replace(score, bounds=larger)
