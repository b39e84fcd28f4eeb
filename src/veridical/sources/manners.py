"""How often a host is asked: few at a time, not too fast, and later when it says so."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from veridical.retry_after import wait_asked_s

SILENCES = 3
"""After so many timeouts in a row a host is not asked again."""


@dataclass(frozen=True, slots=True)
class Manners:
    """How a host is treated. All times in seconds.

    Attributes:
        at_a_time: requests to one host under way at most, from 1.
        pause_s: from the start of one request to a host to the start of the next.
        tries: requests for one address at most, from 1.
        first_wait_s: before the second try; doubled before each further one.
        longest_wait_s: no wait is longer. A host that asks for a longer one is not asked
            again.
        deadline_s: for one address with all its hops, tries and waits.
        connect_s: for one connection.
    """

    at_a_time: int = 2
    pause_s: float = 0.1
    tries: int = 4
    first_wait_s: float = 0.5
    longest_wait_s: float = 20.0
    deadline_s: float = 60.0
    connect_s: float = 10.0

    def wait_s(self, tried: int, headers: Mapping[str, str]) -> float | None:
        """How long to wait before the next try; None = no further try is worth it.

        Args:
            tried: how many were made, from 1.
            headers: of the answer that failed; the wait that they ask for is obeyed.
        """
        if tried >= self.tries:
            return None
        asked = wait_asked_s(headers)
        if asked is not None:
            return asked if asked <= self.longest_wait_s else None
        grown = self.first_wait_s * 2.0 ** min(tried - 1, 20)
        return min(grown * random.uniform(0.75, 1.25), self.longest_wait_s)


@dataclass
class _Host:
    """The turns of one host; first come, first served."""

    room: int
    under_way: int = 0
    next_start: float = 0.0
    not_before: float = 0.0
    silences: int = 0
    waiting: deque[asyncio.Future[None]] = field(default_factory=deque)

    async def enter(self) -> None:
        if self.under_way < self.room and not self.waiting:
            self.under_way += 1
            return
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self.leave()  # the place had come, and nobody is there to take it
            else:
                self.waiting.remove(place)
            raise

    def leave(self) -> None:
        self.under_way -= 1
        self.admit()

    def admit(self) -> None:
        while self.waiting and self.under_way < self.room:
            place = self.waiting.popleft()
            if not place.done():
                self.under_way += 1
                place.set_result(None)


class Hosts:
    """All hosts that are being asked, each with its own turns; of one event loop."""

    def __init__(self, manners: Manners) -> None:
        self._manners = manners
        self._hosts: dict[str, _Host] = {}

    @asynccontextmanager
    async def turn(self, host: str) -> AsyncIterator[None]:
        """Wait for a turn at a host, and hold it until the block ends."""
        at = self._at(host)
        await at.enter()
        try:
            await self._pace(at)
            yield
        finally:
            at.leave()

    def is_given_up(self, host: str) -> bool:
        """Whether a host let so many requests in a row time out that no more are made."""
        return self._at(host).silences >= SILENCES

    def silent(self, host: str) -> None:
        """A request to the host timed out."""
        self._at(host).silences += 1

    def overloaded(self, host: str, wait_s: float) -> None:
        """The host had too much to do: one request at a time from now on, after a break."""
        at = self._at(host)
        at.room = 1
        at.not_before = max(at.not_before, _now() + wait_s)

    def served(self, host: str) -> None:
        """The host answered: it may get one more request at a time, up to the limit."""
        at = self._at(host)
        at.silences = 0
        if at.room < self._manners.at_a_time:
            at.room += 1
            at.admit()

    def _at(self, host: str) -> _Host:
        return self._hosts.setdefault(host, _Host(self._manners.at_a_time))

    async def _pace(self, at: _Host) -> None:
        start = max(_now(), at.next_start, at.not_before)
        at.next_start = start + self._manners.pause_s
        await asyncio.sleep(max(0.0, start - _now()))


def _now() -> float:
    return asyncio.get_running_loop().time()
