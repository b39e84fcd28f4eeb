"""The rubric of a query out of a file, such as the authors of the paper publish."""

from __future__ import annotations

from veridical.checks.dimensions import Dimension
from veridical.methods.race.rubric import Rubric, WeightDraw
from veridical.methods.race.settings import Settings
from veridical.methods.rubrics import rubric_in


def published_rubric(settings: Settings, query: str) -> Rubric | None:
    """The rubric of a query; None if the file has none.

    Raises:
        InputError: the file cannot be read, is another one than the run began with, or holds
            what is no rubric.
    """
    line = rubric_in(
        settings.rubrics,
        query,
        sha256=settings.rubrics_sha256,
        dimensions=tuple(d.value for d in Dimension),
    )
    if line is None:
        return None
    shares = line.shares()
    weights = tuple(shares[d] for d in Dimension)
    return Rubric((WeightDraw(weights),), {d: line.criteria(d) for d in Dimension})
