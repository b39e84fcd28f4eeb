"""Tallies of DeepResearchEval's quality built by hand, from marks and weights alone."""

from __future__ import annotations

from veridical.checks.quality_sides import General
from veridical.methods.deepresearcheval.quality_tally import (
    MarkedCriterion,
    MarkedSide,
    QualityTally,
)
from veridical.score import Measured, Reason, Score

TIMEOUT = Reason.TIMEOUT
COVERAGE, INSIGHT, FOLLOWING, CLARITY = General
Marked = tuple[float, float | Reason]
"""A criterion's weight, and its mark or why there is none."""


def side(id_: str, weight: float | None, *criteria: Marked) -> MarkedSide:
    """A dimension; without criteria, what was to bring them timed out."""
    found = tuple(
        MarkedCriterion(f"{id_}-{n}", "x", "", w, None, mark)
        if isinstance(mark, Reason)
        else MarkedCriterion(f"{id_}-{n}", "x", "", w, mark)
        for n, (w, mark) in enumerate(criteria, start=1)
    )
    is_general = id_ in set(General)
    return MarkedSide(id_, id_, "", is_general, weight, found, None if criteria else TIMEOUT)


def value(score: Score) -> float:
    """The number of a score that has one."""
    assert isinstance(score, Measured), score
    return score.value


WORKED = QualityTally(
    (
        side(COVERAGE, 0.25, (0.5, 8.0), (0.3, 6.5), (0.2, 7.25)),
        side(INSIGHT, 0.2, (0.6, 5.0), (0.4, 7.5)),
        side(FOLLOWING, 0.15, (1.0, 9.0)),
        side(CLARITY, 0.1, (0.5, 8.5), (0.5, 7.5)),
        side("task-1", 0.2, (0.7, 4.0), (0.3, 6.0)),
        side("task-2", 0.1, (1.0, 7.0)),
    )
)
"""S_d: .5·8 + .3·6.5 + .2·7.25 = 7.4; .6·5 + .4·7.5 = 6; 9; 8; .7·4 + .3·6 = 4.6; 7."""
