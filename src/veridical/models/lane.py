"""How many calls one endpoint gets at a time, and when: learned from what it answers.

A lane opens with a few places and doubles them each round until the endpoint complains; from
then on a place is added each round and half of them are taken away at each complaint (once for
all calls that were under way together). Where the endpoint says how long to wait, nobody starts
before. None of this can change a result: it decides when a call is made, never what it says.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

FEWEST = 1.0


class Lane:
    """The places of one endpoint, shared by all models there, in one event loop."""

    def __init__(self, *, most: int = 64, start: int = 32) -> None:
        """Open the lane.

        Args:
            most: places that are never exceeded.
            start: places to begin with.
        """
        self._most = float(most)
        self._places = float(min(start, most))
        self._taken = 0
        self._is_doubling = True
        self._complaints = 0
        self._in_a_row = 0
        self._refused_since: float | None = None
        self._opens_at = 0.0
        self._waiting: deque[asyncio.Future[None]] = deque()

    @property
    def places(self) -> int:
        """How many calls may be under way now."""
        return int(self._places)

    @property
    def taken(self) -> int:
        """How many are under way."""
        return self._taken

    @property
    def rounds_refused(self) -> int:
        """How many rounds of calls in a row were complained about, with none that went well."""
        return self._in_a_row

    @property
    def refused_s(self) -> float:
        """For how long every call has been complained about, in seconds."""
        if self._refused_since is None:
            return 0.0
        return asyncio.get_running_loop().time() - self._refused_since

    @asynccontextmanager
    async def place(self) -> AsyncIterator[int]:
        """Hold a place; yields the lane's age, which `complain` wants back.

        Places are handed out in the order in which they were asked for.
        """
        await self._take()
        try:
            yield self._complaints
        finally:
            self._taken -= 1
            self._wake()

    def praise(self) -> None:
        """A call went well: a place more for each, or for each round."""
        self._in_a_row, self._refused_since = 0, None
        gain = 1.0 if self._is_doubling else 1.0 / self._places
        self._places = min(self._places + gain, self._most)
        self._wake()

    def complain(self, age: int) -> None:
        """The endpoint asks for fewer calls.

        Args:
            age: what `place` yielded; complaints of one round count once.
        """
        self._is_doubling = False
        if self._refused_since is None:
            self._refused_since = asyncio.get_running_loop().time()
        if age == self._complaints:
            self._complaints += 1
            self._in_a_row += 1
            self._places = max(self._places / 2, FEWEST)

    def close_for(self, seconds: float) -> None:
        """Nobody starts for that long."""
        now = asyncio.get_running_loop().time()
        self._opens_at = max(self._opens_at, now + seconds)
        self._wake_when_open()

    async def _take(self) -> None:
        if not self._waiting and self._is_free():
            self._taken += 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        self._wake()
        self._wake_when_open()
        try:
            await turn
        except asyncio.CancelledError:
            # the place may have come at the same moment; else the turn is skipped
            self._taken -= 0 if turn.cancelled() else 1
            self._wake()
            raise

    def _is_free(self) -> bool:
        now = asyncio.get_running_loop().time()
        return now >= self._opens_at and self._taken < int(self._places)

    def _wake(self) -> None:
        while self._waiting and self._is_free():
            turn = self._waiting.popleft()
            if not turn.done():
                self._taken += 1
                turn.set_result(None)

    def _wake_when_open(self) -> None:
        loop = asyncio.get_running_loop()
        if loop.time() < self._opens_at:
            loop.call_at(self._opens_at, self._wake)
