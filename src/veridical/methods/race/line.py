"""The rubric that a report was marked by, as a line of a file of rubrics."""

from __future__ import annotations

from collections.abc import Mapping

from veridical.checks.dimensions import Dimension
from veridical.methods.race.sums import mean_weights
from veridical.methods.race.tally import RaceTally
from veridical.methods.rubrics import Weighted, rubric_line


def race_line(query: str, tallies: Mapping[str, object]) -> bytes | None:
    """The line, with the mean of the drawn weights; None where a part of the rubric is missing.

    Args:
        query: what reports answer.
        tallies: of one report, by measure.
    """
    tally = next((t for t in tallies.values() if isinstance(t, RaceTally)), None)
    weights = None if tally is None else mean_weights(tally.draws)
    if tally is None or weights is None or tally.missing_draws.total:
        return None
    if any(not d.criteria for d in tally.dimensions):
        return None
    criteria = {
        d.name.value: [Weighted(c.id, c.criterion, c.explanation, c.weight) for c in d.criteria]
        for d in tally.dimensions
    }
    names = [d.value for d in Dimension]
    return rubric_line(query, dict(zip(names, weights, strict=True)), criteria)
