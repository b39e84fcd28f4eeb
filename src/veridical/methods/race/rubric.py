"""What reports on a query are judged by: weights of the dimensions, criteria with their weights.

A rubric is asked of the examiner by the query alone, before any report is seen: so it is the
same for all systems of a run, and is found again by its content. Criteria are named by
`dimension-number`, never by their words.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from veridical.ask import Answer, Asker, Draw, NoVerdict
from veridical.checks.criteria import Criteria, CriteriaAsk
from veridical.checks.dimension_weights import DimensionWeights, DimensionWeightsAsk
from veridical.checks.dimensions import Dimension
from veridical.methods.rubrics import PURPOSE, Weighted, weighted
from veridical.score import Reason


@dataclass(frozen=True, slots=True)
class WeightDraw:
    """One drawing of the dimensions' weights.

    Attributes:
        weights: in the order of the dimensions, together 1; None if there are none.
        missing: why; None if there are.
    """

    weights: tuple[float, ...] | None
    missing: Reason | None = None


@dataclass(frozen=True, slots=True)
class Rubric:
    """What reports on one query are judged by.

    Attributes:
        draws: of the dimensions' weights.
        criteria: by dimension; why there are none, where there are none.
    """

    draws: tuple[WeightDraw, ...]
    criteria: Mapping[Dimension, tuple[Weighted, ...] | Reason]


async def drawn_rubric(asker: Asker, query: str, language: str, draws: int) -> Rubric:
    """The rubric that the examiner writes.

    Args:
        asker: who is asked.
        query: what reports answer.
        language: of the query.
        draws: how many times the weights of the dimensions are drawn.
    """
    weights = DimensionWeightsAsk(query, language)
    asks = [CriteriaAsk(query, dimension, language) for dimension in Dimension]
    drawn = asyncio.gather(*(asker.ask(weights, Draw(PURPOSE, index=n)) for n in range(draws)))
    written = asyncio.gather(*(asker.ask(one, Draw(PURPOSE)) for one in asks))
    found = zip(Dimension, await written, strict=True)
    return Rubric(
        tuple(_draw(one) for one in await drawn), {d: _criteria(d, one) for d, one in found}
    )


def _draw(said: Answer[DimensionWeights] | NoVerdict) -> WeightDraw:
    if isinstance(said, NoVerdict):
        return WeightDraw(None, said.reason)
    weights = said.value.normalized()
    return WeightDraw(weights, None if weights else Reason.UNREADABLE)


def _criteria(
    dimension: Dimension, said: Answer[Criteria] | NoVerdict
) -> tuple[Weighted, ...] | Reason:
    if isinstance(said, NoVerdict):
        return said.reason
    return weighted(dimension, said.value.criteria) or Reason.UNREADABLE
