"""The rubric that a report was marked by, as a line of a file of rubrics."""

from __future__ import annotations

from collections.abc import Mapping

from veridical.methods.deepresearcheval.quality_tally import QualityTally
from veridical.methods.rubrics import Definition, Weighted, rubric_line


def quality_line(query: str, tallies: Mapping[str, object]) -> bytes | None:
    """The line; None where a part of the rubric is missing.

    Args:
        query: what reports answer.
        tallies: of one report, by measure.
    """
    tally = next((t for t in tallies.values() if isinstance(t, QualityTally)), None)
    if tally is None or tally.absent or tally.no_own or tally.no_weights:
        return None
    if any(not side.criteria for side in tally.sides):
        return None
    criteria = {
        side.id: [Weighted(c.id, c.criterion, c.explanation, c.weight) for c in side.criteria]
        for side in tally.sides
    }
    own = {s.id: Definition(s.name, s.definition) for s in tally.sides if not s.is_general}
    weights = {side.id: side.weight or 0.0 for side in tally.sides}
    return rubric_line(query, weights, criteria, own)
