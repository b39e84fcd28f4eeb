"""The same question asked twice at the same time is put once."""

from __future__ import annotations

import asyncio

import pytest

from veridical.ledger.flights import Flights


def test_one_does_the_work_for_all() -> None:
    """Five wait, one works."""
    flights, done = Flights(), []

    async def work() -> int:
        done.append(1)
        await asyncio.sleep(0)
        return 7

    async def five() -> list[int]:
        return await asyncio.gather(*(flights.once("k", work) for _ in range(5)))

    assert asyncio.run(five()) == [7] * 5
    assert len(done) == 1


def test_nothing_is_remembered_after_landing() -> None:
    """That is the ledger's part."""
    flights, done = Flights(), []

    async def work() -> int:
        done.append(1)
        return len(done)

    assert [asyncio.run(flights.once("k", work)) for _ in range(2)] == [1, 2]


def test_other_keys_fly_alone() -> None:
    """A key is a question."""
    flights = Flights()

    async def work(value: int) -> int:
        await asyncio.sleep(0)
        return value

    async def both() -> list[int]:
        one = flights.once("a", lambda: work(1))
        return await asyncio.gather(one, flights.once("b", lambda: work(2)))

    assert asyncio.run(both()) == [1, 2]


def test_an_error_is_its_own() -> None:
    """Who waited tries for itself, and may succeed."""
    flights, tries = Flights(), []

    async def work() -> str:
        tries.append(1)
        first = len(tries) == 1
        await asyncio.sleep(0)
        if first:
            raise ValueError("the first fails")
        return "fine"

    async def both() -> list[object]:
        flying = [flights.once("k", work) for _ in range(3)]
        return await asyncio.gather(*flying, return_exceptions=True)

    found = asyncio.run(both())
    with pytest.raises(ValueError, match="the first fails"):
        raise next(one for one in found if isinstance(one, ValueError))
    assert [one for one in found if not isinstance(one, ValueError)] == ["fine", "fine"]
    assert len(tries) == 2
