"""Calls are made again where that may help, and every call ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from tests.model_requests import QUICK, error_of, replies, reply, saying_to
from veridical.ask import NoVerdict
from veridical.errors import (
    ModelError,
    Overloaded,
    RateLimited,
    Refused,
    Rejected,
    TimedOut,
    Unavailable,
)
from veridical.models.lane import Lane
from veridical.models.limited import Deadline, Limited, Patience, Stuck
from veridical.models.port import Reply, Request
from veridical.models.scripted import Scripted
from veridical.score import Reason

ONCE = Patience(attempts=1, attempts_when_limited=1)


def failing(
    kind: type[ModelError], times: int, wait_s: float | None = None
) -> Callable[[Request], str]:
    """Fails so often, then says yes."""
    left = [times]

    def script(request: Request) -> str:
        if left[0]:
            left[0] -= 1
            error = kind("model", "failed")
            error.wait_s = wait_s
            raise error
        return "yes"

    return script


class Silent(Scripted):
    """Never answers."""

    async def complete(self, request: Request) -> Reply:
        """Wait for ever."""
        self.calls += 1
        await asyncio.Event().wait()
        raise AssertionError


@pytest.mark.parametrize("kind", [RateLimited, Overloaded, Unavailable, TimedOut])
def test_what_passes_is_tried_again(kind: type[ModelError]) -> None:
    """Until it goes well."""
    inner = Scripted(failing(kind, 1))

    assert reply(Limited(inner, patience=QUICK), saying_to()).text == "yes"
    assert inner.calls == 2


@pytest.mark.parametrize("kind", [Rejected, Refused])
def test_what_stays_is_not_tried_again(kind: type[ModelError]) -> None:
    """It would fail the same way."""
    inner = Scripted(failing(kind, 2))

    assert isinstance(error_of(Limited(inner, patience=QUICK), saying_to()), kind)
    assert inner.calls == 1


@pytest.mark.parametrize(
    ("kind", "attempts"),
    [(Unavailable, 4), (TimedOut, 2), (RateLimited, 12), (Overloaded, 12), (Rejected, 1)],
)
def test_the_last_error_is_raised(kind: type[ModelError], attempts: int) -> None:
    """After more attempts where waiting helps, after fewer where each takes long."""
    inner = Scripted(failing(kind, 99))
    patience = Patience(first_pause_s=0.0001, longest_pause_s=0.0001)

    assert isinstance(error_of(Limited(inner, patience=patience), saying_to()), kind)
    assert inner.calls == attempts


def test_an_endpoint_that_refuses_everything_is_left_alone_for_a_while() -> None:
    """Without any wish: after three rounds of complaints the others wait too."""
    lane = Lane()
    patience = Patience(first_pause_s=0.05, attempts_when_limited=1)
    refused = Limited(Scripted(failing(RateLimited, 99)), lane, patience)

    async def run() -> list[bool]:
        loop = asyncio.get_running_loop()
        waits = []
        for _ in range(5):
            begin = loop.time()
            with pytest.raises(RateLimited):
                await refused.complete(saying_to())
            waits.append(loop.time() - begin)
        return [wait >= least for wait, least in zip(waits, (0, 0, 0, 0.049, 0.099), strict=True)]

    assert asyncio.run(run()) == [True] * 5
    assert lane.rounds_refused == 5


def test_a_complaint_among_successes_holds_up_nobody() -> None:
    """Only the call that met it waits."""
    lane = Lane()
    patience = Patience(first_pause_s=0.2)
    refused = Limited(Scripted(failing(RateLimited, 1)), lane, patience)

    async def run() -> float:
        loop = asyncio.get_running_loop()
        begin = loop.time()
        waiting = asyncio.create_task(refused.complete(saying_to()))
        await asyncio.sleep(0.01)
        await Limited(Scripted(lambda r: "yes"), lane).complete(saying_to())
        took = loop.time() - begin
        await waiting
        return took

    assert asyncio.run(run()) < 0.1


def test_a_long_outage_ends_calls_at_once() -> None:
    """A run of a thousand asks does not wait a thousand times."""
    inner = Scripted(failing(RateLimited, 10_000))
    patience = Patience(first_pause_s=0.01, longest_pause_s=0.02, outage_s=0.05)
    limited = Limited(inner, Lane(start=4), patience)
    replies(limited, *(saying_to(str(n)) for n in range(8)))
    before = inner.calls
    replies(limited, *(saying_to(str(n)) for n in range(50)))

    assert inner.calls - before == 50


def test_a_wish_to_wait_is_honored() -> None:
    """The second attempt does not start before."""
    limited = Limited(Scripted(failing(RateLimited, 1, wait_s=0.08)), patience=QUICK)

    async def run() -> float:
        loop = asyncio.get_running_loop()
        begin = loop.time()
        await limited.complete(saying_to())
        return loop.time() - begin

    assert asyncio.run(run()) >= 0.079


def test_a_wish_closes_the_lane_for_all() -> None:
    """Another model at the same endpoint waits too."""
    lane = Lane()
    first = Limited(Scripted(failing(RateLimited, 1, wait_s=0.08)), lane, QUICK)
    second = Limited(Scripted(lambda r: "yes"), lane, QUICK)

    async def run() -> float:
        loop = asyncio.get_running_loop()
        begin = loop.time()
        waiting = asyncio.create_task(first.complete(saying_to()))
        await asyncio.sleep(0.01)
        await second.complete(saying_to())
        took = loop.time() - begin
        await waiting
        return took

    assert asyncio.run(run()) >= 0.079


def test_a_wish_beyond_our_patience_ends_the_call() -> None:
    """At once, and others are not held up by it."""
    inner = Scripted(failing(RateLimited, 1, wait_s=3600.0))
    limited = Limited(inner, patience=QUICK)

    found = replies(limited, saying_to("a"), saying_to("b"))
    assert [type(r).__name__ for r in found] == ["NoVerdict", "Reply"]


def test_overload_narrows_the_lane() -> None:
    """Other failures do not."""
    narrow, wide = Lane(start=8), Lane(start=8)
    error_of(Limited(Scripted(failing(Overloaded, 1)), narrow, ONCE), saying_to())
    error_of(Limited(Scripted(failing(Unavailable, 1)), wide, ONCE), saying_to())

    assert (narrow.places, wide.places) == (4, 8)


def test_an_attempt_ends_in_time() -> None:
    """Each of them, and then the call."""
    inner = Silent(lambda r: "")
    patience = Patience(attempts=2, call_s=0.02, first_pause_s=0.001)
    error = error_of(Limited(inner, patience=patience), saying_to())

    expected = 'model "scripted" at "scripted": no reply came in time; expected one in 0.02 s.'
    assert (str(error), inner.calls) == (expected, 2)


def test_the_runs_time_ends_every_call() -> None:
    """Those under way, those that pause and those that wait for a place."""
    limited = Limited(Silent(lambda r: ""), Lane(start=1), deadline=Deadline(0.05))
    found = replies(limited, *(saying_to(str(n)) for n in range(5)))

    message = (
        'model "scripted" at "scripted": the run\'s time is over; expected an end within 0.05 s. '
        "Run the same command again: what was kept stays kept."
    )
    assert found == [NoVerdict(Reason.TIMEOUT, message)] * 5


def test_the_runs_time_is_shared() -> None:
    """It starts with the first call of any model."""
    deadline = Deadline(0.03)
    first = Limited(Scripted(lambda r: "yes"), deadline=deadline)
    second = Limited(Scripted(lambda r: "yes"), deadline=deadline)

    async def run() -> None:
        await first.complete(saying_to())
        await asyncio.sleep(0.05)
        with pytest.raises(TimedOut):
            await second.complete(saying_to())

    asyncio.run(run())


def test_a_timeout_of_somebody_else_is_not_ours() -> None:
    """Whoever sets a time around the call gets his own error."""

    async def run() -> None:
        async with asyncio.timeout(0.02):
            await Limited(Silent(lambda r: "")).complete(saying_to())

    with pytest.raises(TimeoutError):
        asyncio.run(run())


def test_the_watchdog_names_the_stuck_call() -> None:
    """Model, request, attempt and how long."""
    told: list[Stuck] = []
    patience = Patience(attempts=2, call_s=0.05, stuck_s=0.01, first_pause_s=0.001)
    limited = Limited(Silent(lambda r: ""), patience=patience, on_stuck=told.append)
    error_of(limited, saying_to(label="support, report r-07"))

    where = 'model "scripted" at "scripted"'
    assert told == [Stuck(where, "support, report r-07", n, 0.01) for n in (1, 2)]
    assert str(told[0]) == (f'{where}: call "support, report r-07", attempt 1: no reply for 0.01 s')


def test_the_watchdog_is_silent_on_quick_calls() -> None:
    """Nothing to name."""
    told: list[Stuck] = []
    limited = Limited(
        Scripted(lambda r: "yes"), patience=Patience(stuck_s=0.0), on_stuck=told.append
    )
    reply(limited, saying_to())

    assert told == []


def test_pauses_grow_and_differ() -> None:
    """Doubling from the first, never beyond the longest, jittered in their upper half."""
    patience = Patience(attempts=9, first_pause_s=1.0, longest_pause_s=5.0)
    limited = Limited(Scripted(lambda r: ""), patience=patience)
    error = Unavailable("model", "failed")
    pauses = [[limited._pause(error, attempt) for _ in range(50)] for attempt in range(1, 6)]

    longest = [1.0, 2.0, 4.0, 5.0, 5.0]
    assert [max(p) <= m and min(p) >= m / 2 for p, m in zip(pauses, longest, strict=True)] == [
        True
    ] * 5
    assert all(len(set(p)) > 40 for p in pauses)
