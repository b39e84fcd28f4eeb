"""Every candidate leaves with a reason, in one order, whatever runs beside it and how often."""

from __future__ import annotations

import asyncio
import tracemalloc
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pytest

from veridical.ask import NoVerdict
from veridical.construction.funnel import Funnel, share
from veridical.construction.pipeline import (
    Became,
    Candidate,
    Dropped,
    Fate,
    Outcome,
    selected,
    through,
)
from veridical.score import Reason


@dataclass(frozen=True)
class Twice:
    """Splits a candidate in two; the later one is slower, so that arrival is not the order."""

    name: str = "twice"

    async def __call__(self, candidate: Candidate[object], /) -> Outcome:
        """Two of it."""
        await asyncio.sleep(0.002 if str(candidate.value).endswith("0") else 0)
        return tuple(Candidate(f"{candidate.id}/{n}", n) for n in range(2))


@dataclass(frozen=True)
class Sieve:
    """Drops the ids of one list, and cannot settle those of another."""

    name: str = "sieve"
    drops: frozenset[str] = frozenset()
    fails: frozenset[str] = frozenset()

    async def __call__(self, candidate: Candidate[object], /) -> Outcome:
        """Itself, or why not."""
        if candidate.id in self.fails:
            return NoVerdict(Reason.RATE_LIMITED, "429")
        return Dropped("odd", "it is odd") if candidate.id in self.drops else (candidate,)


@dataclass(frozen=True)
class FirstOnly:
    """Keeps as many as it says."""

    most: int
    name: str = "first only"

    def __call__(self, candidates: Sequence[Candidate[object]], /) -> dict[str, Dropped]:
        """All after the first."""
        return {c.id: Dropped("enough", f"{self.most} are there") for c in candidates[self.most :]}


def seeds(count: int) -> Iterator[Candidate[object]]:
    """So many, by number."""
    return (Candidate(f"s{n}", n) for n in range(count))


@dataclass
class Ran:
    """What a run told and kept."""

    fates: list[Fate] = field(default_factory=list)
    kept: list[Candidate[object]] = field(default_factory=list)


def run(count: int, *stages: Twice | Sieve, at_once: int = 4) -> Ran:
    """All seeds through all stages."""
    ran = Ran()

    async def go() -> None:
        async for one in through(seeds(count), stages, ran.fates.append, at_once=at_once):
            ran.kept.append(one)

    asyncio.run(go())
    return ran


def test_each_candidate_has_a_fate_at_each_stage_that_it_came_to() -> None:
    """Three seeds make six; s0/1 falls, s1/0 is unsettled, four come through."""
    ran = run(3, Twice(), Sieve(drops=frozenset({"s0/1"}), fails=frozenset({"s1/0"})))

    assert [c.id for c in ran.kept] == ["s0/0", "s1/1", "s2/0", "s2/1"]
    assert [(f.candidate, f.stage, f.became) for f in ran.fates] == [
        ("s0", "twice", Became.KEPT),
        ("s0/0", "sieve", Became.KEPT),
        ("s0/1", "sieve", Became.DROPPED),
        ("s1", "twice", Became.KEPT),
        ("s1/0", "sieve", Became.UNSETTLED),
        ("s1/1", "sieve", Became.KEPT),
        ("s2", "twice", Became.KEPT),
        ("s2/0", "sieve", Became.KEPT),
        ("s2/1", "sieve", Became.KEPT),
    ]


@pytest.mark.parametrize("at_once", [1, 2, 7, 100])
def test_order_does_not_depend_on_what_runs_beside(at_once: int) -> None:
    """Slow candidates do not fall behind quick ones."""
    assert run(10, Twice(), Sieve(), at_once=at_once) == run(10, Twice(), Sieve(), at_once=1)


def test_a_failure_is_no_drop() -> None:
    """One of three failed: of two decided one came through; the other end is two of three."""
    ran = run(3, Sieve(drops=frozenset({"s0"}), fails=frozenset({"s1"})))
    funnel = Funnel(["sieve", "never"])
    funnel.add_each(ran.fates)
    sieve, never = funnel.stages

    assert (sieve.came, sieve.passed, funnel.unsettled) == (3, 1, 1)
    assert (dict(sieve.dropped), dict(sieve.unsettled)) == ({"odd": 1}, {"rate_limited": 1})
    assert sieve.example == {"odd": "it is odd", "rate_limited": "429"}
    assert share(sieve.yielded) == "50.0 % (33.3–66.7)"
    assert (never.came, share(never.yielded)) == (0, "nothing_to_check")


def test_a_selection_sees_all_and_names_those_that_fall() -> None:
    """Of four, two are enough; a second selection sees what is left."""
    fates: list[Fate] = []
    left = selected([*seeds(4)], [FirstOnly(2), FirstOnly(1, "second")], fates.append)

    assert [c.id for c in left] == ["s0"]
    assert [(f.candidate, f.stage) for f in fates if f.became is Became.DROPPED] == [
        ("s2", "first only"),
        ("s3", "first only"),
        ("s1", "second"),
    ]


def test_memory_does_not_grow_with_the_number_of_candidates() -> None:
    """20,000 take less than half a megabyte, in which no list of them would have room."""

    async def peak(count: int) -> int:
        funnel = Funnel(["sieve"])
        tracemalloc.start()
        async for _ in through(seeds(count), [Sieve()], funnel.add):
            pass
        try:
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert asyncio.run(peak(20_000)) < 500_000


def test_seeds_are_read_as_they_are_needed() -> None:
    """No more than the window ahead, and what is under way ends with who leaves."""
    read: list[str] = []

    def watched() -> Iterator[Candidate[object]]:
        for one in seeds(100):
            read.append(one.id)
            yield one

    async def first() -> str:
        found = through(watched(), [Sieve()], lambda _: None, at_once=3)
        async for one in found:
            await found.aclose()  # type: ignore[attr-defined]
            return one.id
        return ""

    assert asyncio.run(first()) == "s0"
    assert len(read) <= 4
