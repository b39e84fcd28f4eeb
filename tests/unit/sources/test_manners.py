"""How often a host is asked."""

from __future__ import annotations

import asyncio

from veridical.sources.manners import SILENCES, Hosts, Manners


def test_waits_grow_to_a_limit_and_end() -> None:
    """Each about twice the last, none over the longest, none after the last try."""
    manners = Manners(tries=6, first_wait_s=1.0, longest_wait_s=5.0)
    waits = [manners.wait_s(tried, {}) for tried in range(1, 7)]

    assert [0.75 * 2**n <= (waits[n] or 0) <= 1.25 * 2**n for n in range(2)] == [True, True]
    assert all(wait is not None and wait <= 5.0 for wait in waits[:5])
    assert waits[5] is None


def test_a_host_that_asks_for_too_long_a_wait() -> None:
    """It is not asked again."""
    manners = Manners(longest_wait_s=5.0)

    assert manners.wait_s(1, {"retry-after": "4"}) == 4.0
    assert manners.wait_s(1, {"retry-after": "6"}) is None


def test_turns_are_given_back_when_a_task_is_cancelled() -> None:
    """Whether it holds one, waits for one, or is just given one."""

    async def run() -> int:
        hosts = Hosts(Manners(at_a_time=1, pause_s=0.0))
        done = 0

        async def one(hold_s: float) -> None:
            nonlocal done
            async with hosts.turn("a"):
                await asyncio.sleep(hold_s)
                done += 1

        tasks = [asyncio.create_task(one(60)) for _ in range(3)]
        last = asyncio.create_task(one(0))
        await asyncio.sleep(0.01)
        for task in tasks:
            task.cancel()
        await asyncio.wait_for(last, 5)
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.wait_for(one(0), 5)
        return done

    assert asyncio.run(run()) == 2


def test_a_pause_between_requests() -> None:
    """The n-th of them starts n pauses after the first could, or later."""

    async def run() -> list[float]:
        hosts = Hosts(Manners(at_a_time=9, pause_s=0.05))
        began = asyncio.get_running_loop().time()
        starts: list[float] = []

        async def one() -> None:
            async with hosts.turn("a"):
                starts.append(asyncio.get_running_loop().time() - began)

        await asyncio.gather(*(one() for _ in range(4)))
        return starts

    starts = asyncio.run(run())

    assert [start >= 0.05 * n - 0.001 for n, start in enumerate(starts)] == [True] * 4


def test_a_host_with_too_much_to_do_gets_one_at_a_time() -> None:
    """And more again once it answers."""

    async def run() -> list[int]:
        hosts = Hosts(Manners(at_a_time=3, pause_s=0.0))
        under_way = most = 0
        seen: list[int] = []

        async def one() -> None:
            nonlocal under_way, most
            async with hosts.turn("a"):
                under_way += 1
                most = max(most, under_way)
                await asyncio.sleep(0.005)
                under_way -= 1

        for change in (lambda: None, lambda: hosts.overloaded("a", 0.0), lambda: hosts.served("a")):
            change()
            most = 0
            await asyncio.gather(*(one() for _ in range(8)))
            seen.append(most)
        return seen

    assert asyncio.run(run()) == [3, 1, 2]


def test_a_silent_host_is_given_up_until_it_answers() -> None:
    """In a row, that is."""
    hosts = Hosts(Manners())
    for _ in range(SILENCES - 1):
        hosts.silent("a")
    hosts.served("a")
    hosts.silent("a")

    assert hosts.is_given_up("a") is False
    for _ in range(SILENCES - 1):
        hosts.silent("a")

    assert (hosts.is_given_up("a"), hosts.is_given_up("b")) == (True, False)
