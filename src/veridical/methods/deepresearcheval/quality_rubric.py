"""What reports on a task are marked by: four general dimensions, one to three of its own.

A rubric is asked of the examiner by the query alone, before any report is seen: so it is the same
for all systems of a run, and is found again by its content. What the examiner does not bring is
absent, never made up: no equal weights, no criterion in general, no task without its own side.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from veridical.ask import Answer, Asker, Draw, NoVerdict
from veridical.checks.criteria import Criteria
from veridical.checks.quality_sides import MOST_OWN, OWN_IDS, General, Side, general_sides
from veridical.checks.side_criteria import SideCriteriaAsk
from veridical.checks.side_weights import SideWeights, SideWeightsAsk
from veridical.checks.task_sides import TaskSides, TaskSidesAsk
from veridical.methods.rubrics import PURPOSE, Weighted, rubric_in, weighted
from veridical.score import Reason


@dataclass(frozen=True, slots=True)
class RubricSide:
    """A dimension with its criteria.

    Attributes:
        side: which.
        weight: its share of the whole; None if the weights are missing.
        criteria: why there are none, where there are none.
    """

    side: Side
    weight: float | None
    criteria: tuple[Weighted, ...] | Reason


@dataclass(frozen=True, slots=True)
class QualityRubric:
    """What reports on one task are marked by.

    Attributes:
        sides: the general dimensions, then the task's own.
        no_own: why the task's own are missing; None if they are there.
        no_weights: why the weights are missing; None if they are there, or were not asked since
            the task's own dimensions are missing.
    """

    sides: tuple[RubricSide, ...]
    no_own: Reason | None = None
    no_weights: Reason | None = None


async def drawn_rubric(asker: Asker, query: str, language: str) -> QualityRubric:
    """The rubric that the examiner writes.

    Args:
        asker: who is asked.
        query: what reports answer.
        language: of the query.
    """
    general = general_sides(language)
    written, own = await asyncio.gather(
        _criteria(asker, query, general, language),
        asker.ask(TaskSidesAsk(query, language), Draw(PURPOSE)),
    )
    sides = _own(own)
    if isinstance(sides, Reason):
        return QualityRubric(_together(general, written, {}), sides)
    weights = SideWeightsAsk(query, (*general, *sides), language)
    more, said = await asyncio.gather(
        _criteria(asker, query, sides, language), asker.ask(weights, Draw(PURPOSE))
    )
    shares = _shares(weights, said)
    known, missing = ({}, shares) if isinstance(shares, Reason) else (shares, None)
    every = _together((*general, *sides), [*written, *more], known)
    return QualityRubric(every, None, missing)


def _own(said: Answer[TaskSides] | NoVerdict) -> tuple[Side, ...] | Reason:
    if isinstance(said, NoVerdict):
        return said.reason
    found = said.value.sides
    if not 1 <= len(found) <= MOST_OWN:
        return Reason.UNREADABLE
    return tuple(
        Side(id_, one.name, one.definition) for id_, one in zip(OWN_IDS, found, strict=False)
    )


async def _criteria(
    asker: Asker, query: str, sides: Iterable[Side], language: str
) -> list[tuple[Weighted, ...] | Reason]:
    asks = [SideCriteriaAsk(query, side, language) for side in sides]
    said = await asyncio.gather(*(asker.ask(ask, Draw(PURPOSE)) for ask in asks))
    return [_weighted(ask.side.id, one) for ask, one in zip(asks, said, strict=True)]


def _weighted(side: str, said: Answer[Criteria] | NoVerdict) -> tuple[Weighted, ...] | Reason:
    if isinstance(said, NoVerdict):
        return said.reason
    return weighted(side, said.value.criteria) or Reason.UNREADABLE


def _shares(
    ask: SideWeightsAsk, said: Answer[SideWeights] | NoVerdict
) -> Mapping[str, float] | Reason:
    if isinstance(said, NoVerdict):
        return said.reason
    return ask.normalized(said.value) or Reason.UNREADABLE


def _together(
    sides: Iterable[Side],
    criteria: Iterable[tuple[Weighted, ...] | Reason],
    weights: Mapping[str, float],
) -> tuple[RubricSide, ...]:
    pairs = zip(sides, criteria, strict=True)
    return tuple(RubricSide(side, weights.get(side.id), own) for side, own in pairs)


def written_rubric(path: str, sha256: str, query: str, language: str) -> QualityRubric | None:
    """The rubric of a query out of a file; None if the file has none.

    Args:
        path: of the file.
        sha256: of the file, as the run began with it.
        query: what reports answer.
        language: of the query.

    Raises:
        InputError: the file cannot be read, is another one, or holds what is no rubric.
    """
    line = rubric_in(
        path, query, sha256=sha256, dimensions=tuple(g.value for g in General), own=OWN_IDS
    )
    if line is None:
        return None
    shares = line.shares()
    own = (
        Side(id_, line.definitions[id_].name, line.definitions[id_].definition)
        for id_ in OWN_IDS
        if id_ in shares
    )
    sides = (*general_sides(language), *own)
    return QualityRubric(_together(sides, [line.criteria(s.id) for s in sides], shares))
