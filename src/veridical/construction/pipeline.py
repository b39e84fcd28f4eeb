"""Candidates pass stages one after the other; each is kept, split, or dropped with a reason.

A `Stage` turns one candidate into its successors, drops it, or says that it cannot be settled
now. A failed judge drops nothing: what it would have decided is *unsettled*, counted apart, and
put again by the next run. Stages hold no state and decide by the candidate and by answers, which
the ledger keeps: a killed run that is started again takes the same path and asks nothing twice.

Candidates stream: those of one seed are gone before the next but a few is begun, so memory does
not grow with their number. What has to see all of them together is a `Selection`.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Protocol, TypeAlias, TypeVar

import msgspec

from veridical.ask import NoVerdict

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

AT_ONCE = 16
"""How many seeds are under way together; it changes no result and no order."""


@dataclass(frozen=True, slots=True)
class Candidate(Generic[T_co]):
    """What may become a task.

    Attributes:
        id: unique in its pipeline, made of its seed's id and of what became of it.
        value: what is known of it so far.
    """

    id: str
    value: T_co


@dataclass(frozen=True, slots=True)
class Dropped:
    """A candidate that goes no further.

    Attributes:
        reason: a short name, the same for all that fall for it, such as ``no_graph``.
        detail: what exactly was wrong with this one.
    """

    reason: str
    detail: str = ""


Passed: TypeAlias = tuple[Candidate[object], ...]
Outcome: TypeAlias = Passed | Dropped | NoVerdict


class Stage(Protocol):
    """One step for one candidate."""

    @property
    def name(self) -> str:
        """What a funnel calls it."""
        ...

    async def __call__(self, candidate: Candidate[object], /) -> Outcome:
        """Its successors (itself among them, if it is only let through), or why there are none."""
        ...


class Selection(Protocol):
    """One step over all candidates that came so far; pure."""

    @property
    def name(self) -> str:
        """What a funnel calls it."""
        ...

    def __call__(self, candidates: Sequence[Candidate[T]], /) -> dict[str, Dropped]:
        """Those that fall, by their ids."""
        ...


class Became(StrEnum):
    """What a stage made of a candidate."""

    KEPT = "kept"
    DROPPED = "dropped"
    UNSETTLED = "unsettled"


class Fate(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one stage made of one candidate, as it is kept.

    Attributes:
        candidate: its id.
        stage: the stage's name.
        became: kept, dropped or unsettled.
        reason: of a drop its name, of an absence its reason; "" if it was kept.
        detail: what was wrong.
        successors: how many went on; 1 where a candidate was only let through.
    """

    candidate: str
    stage: str
    became: Became
    reason: str = ""
    detail: str = ""
    successors: int = 0


Tell = Callable[[Fate], None]


@dataclass(frozen=True, slots=True)
class _Way:
    """What became of a seed: the fates on its way, and what came through all stages."""

    fates: tuple[Fate, ...]
    kept: Passed


async def through(
    seeds: Iterable[Candidate[object]],
    stages: Sequence[Stage],
    tell: Tell,
    *,
    at_once: int = AT_ONCE,
) -> AsyncIterator[Candidate[object]]:
    """Those that come through all stages, in the order of their seeds.

    Args:
        seeds: as they are needed; a generator is read no further than `at_once` ahead.
        stages: in order.
        tell: is told the fate of each candidate at each stage, in the order of the seeds.
        at_once: how many seeds are under way together.
    """
    waiting: deque[asyncio.Task[_Way]] = deque()
    source = iter(seeds)
    try:
        while True:
            for seed in source:
                waiting.append(asyncio.create_task(_way(seed, stages)))
                if len(waiting) >= at_once:
                    break
            if not waiting:
                return
            way = await waiting.popleft()
            for fate in way.fates:
                tell(fate)
            for one in way.kept:
                yield one
    finally:
        for task in waiting:
            task.cancel()


async def _way(candidate: Candidate[object], stages: Sequence[Stage]) -> _Way:
    fates: list[Fate] = []
    for at, stage in enumerate(stages, start=1):
        found = await stage(candidate)
        fates.append(_fate(candidate, stage.name, found))
        if not isinstance(found, tuple):
            return _Way(tuple(fates), ())
        if len(found) != 1:
            ways = await asyncio.gather(*(_way(one, stages[at:]) for one in found))
            fates += (fate for way in ways for fate in way.fates)
            return _Way(tuple(fates), tuple(one for way in ways for one in way.kept))
        (candidate,) = found
    return _Way(tuple(fates), (candidate,))


def _fate(candidate: Candidate[object], stage: str, found: Outcome) -> Fate:
    if isinstance(found, Dropped):
        return Fate(candidate.id, stage, Became.DROPPED, found.reason, found.detail)
    if isinstance(found, NoVerdict):
        return Fate(candidate.id, stage, Became.UNSETTLED, found.reason.value, found.detail)
    return Fate(candidate.id, stage, Became.KEPT, successors=len(found))


def selected(
    candidates: Sequence[Candidate[T]], selections: Sequence[Selection], tell: Tell
) -> tuple[Candidate[T], ...]:
    """Those that every selection leaves, in their order.

    Args:
        candidates: all of them.
        selections: in order; each sees what those before it left.
        tell: is told the fate of each candidate at each selection.
    """
    left = tuple(candidates)
    for one in selections:
        fallen = one(left)
        for candidate in left:
            drop = fallen.get(candidate.id)
            tell(_fate(candidate, one.name, drop or (candidate,)))
        left = tuple(c for c in left if c.id not in fallen)
    return left
