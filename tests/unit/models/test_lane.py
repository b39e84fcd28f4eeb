"""Places are learned from complaints, and nobody waits for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from veridical.models.lane import Lane


def in_loop(work: Callable[[], Awaitable[object]]) -> object:
    """What `work` gives, in a loop."""

    async def run() -> object:
        return await work()

    return asyncio.run(run())


async def most_at_once(lane: Lane, calls: int) -> int:
    """How many of `calls` calls are under way together."""
    under_way = most = 0

    async def call() -> None:
        nonlocal under_way, most
        async with lane.place():
            under_way += 1
            most = max(most, under_way)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            under_way -= 1

    await asyncio.gather(*(call() for _ in range(calls)))
    return most


def test_no_more_calls_than_places() -> None:
    """However many come."""
    assert in_loop(lambda: most_at_once(Lane(most=8, start=3), 50)) == 3


def test_success_doubles_the_places_each_round() -> None:
    """A place for each success, up to the most."""

    async def run() -> list[int]:
        lane, seen = Lane(most=8, start=2), []
        for _ in range(8):
            lane.praise()
            seen.append(lane.places)
        return seen

    assert in_loop(run) == [3, 4, 5, 6, 7, 8, 8, 8]


def test_a_complaint_halves_and_success_then_adds_one_a_round() -> None:
    """Additive increase, multiplicative decrease."""

    async def run() -> list[int]:
        lane = Lane(most=64, start=8)
        lane.complain(0)
        seen = [lane.places]
        for _ in range(2):
            for _ in range(5):
                lane.praise()
            seen.append(lane.places)
        return seen

    assert in_loop(run) == [4, 5, 6]


def test_complaints_of_one_round_count_once() -> None:
    """Sixteen calls that went out together are one overload."""

    async def run() -> tuple[int, int]:
        lane = Lane(start=16)
        for _ in range(16):
            lane.complain(0)
        once = lane.places
        lane.complain(1)
        return once, lane.places

    assert in_loop(run) == (8, 4)


def test_rounds_without_a_success_are_counted() -> None:
    """And how long there was none."""

    async def run() -> tuple[int, bool, int, float]:
        lane = Lane()
        for age in (0, 0, 1, 2):
            lane.complain(age)
        await asyncio.sleep(0.01)
        rounds, is_long = lane.rounds_refused, lane.refused_s >= 0.009
        lane.praise()
        return rounds, is_long, lane.rounds_refused, lane.refused_s

    assert in_loop(run) == (3, True, 0, 0.0)


def test_one_place_always_stays() -> None:
    """So that a run goes on."""

    async def run() -> int:
        lane = Lane(start=4)
        for age in range(10):
            lane.complain(age)
        return lane.places

    assert in_loop(run) == 1


def test_nobody_starts_before_the_lane_opens() -> None:
    """Also those who come later; then all go on."""

    async def run() -> tuple[bool, float]:
        lane, loop = Lane(), asyncio.get_running_loop()
        begin = loop.time()
        lane.close_for(0.05)

        async def call() -> float:
            async with lane.place():
                return loop.time() - begin

        waits = await asyncio.gather(*(call() for _ in range(5)))
        return min(waits) >= 0.049, max(waits)

    is_closed, longest = in_loop(run)
    assert is_closed
    assert longest < 2


def test_a_longer_wish_holds_against_a_shorter() -> None:
    """The later opening counts."""

    async def run() -> float:
        lane, loop = Lane(), asyncio.get_running_loop()
        begin = loop.time()
        lane.close_for(0.06)
        lane.close_for(0.01)
        async with lane.place():
            return loop.time() - begin

    assert in_loop(run) >= 0.059


def test_places_are_handed_out_in_order() -> None:
    """First come, first served."""

    async def run() -> list[int]:
        lane, order = Lane(start=1), []

        async def call(number: int) -> None:
            async with lane.place():
                order.append(number)
                await asyncio.sleep(0)

        await asyncio.gather(*(call(n) for n in range(6)))
        return order

    assert in_loop(run) == [0, 1, 2, 3, 4, 5]


def test_a_cancelled_waiter_takes_no_place() -> None:
    """Nor does one that is cancelled just as its place comes."""

    async def run() -> tuple[int, str]:
        lane = Lane(start=1)

        async def hold() -> str:
            async with lane.place():
                return "held"

        async with lane.place():
            waiting = [asyncio.create_task(hold()) for _ in range(3)]
            await asyncio.sleep(0)
            waiting[0].cancel()
            await asyncio.sleep(0)
        waiting[1].cancel()
        said = await asyncio.wait_for(waiting[2], 1)
        await asyncio.gather(*waiting, return_exceptions=True)
        return lane.taken, said

    assert in_loop(run) == (0, "held")


def test_a_failed_call_gives_its_place_back() -> None:
    """Whatever it raised."""

    async def run() -> int:
        lane = Lane(start=1)
        for _ in range(3):
            try:
                async with lane.place():
                    raise ValueError
            except ValueError:
                pass
        return lane.taken

    assert in_loop(run) == 0


def test_a_lane_outlives_its_loop() -> None:
    """A second run of the process is not kept waiting by the first one's clock."""
    lane = Lane()

    async def close() -> None:
        lane.close_for(0.03)

    in_loop(close)
    assert in_loop(lambda: asyncio.wait_for(most_at_once(lane, 2), 2)) == 2
