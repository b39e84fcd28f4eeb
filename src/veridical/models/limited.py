"""A model that is called as often as its endpoint bears, tried again, and never hangs.

Calls that failed in passing (429, 5xx, a cut connection, a timeout) are made again after a
growing, jittered pause or after what the endpoint asks for. Every call ends: after so many
attempts, after its own time, or with the run's time.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from veridical.errors import ModelError, TimedOut
from veridical.models.lane import Lane
from veridical.models.port import Model, Reply, Request

REFUSING = 3
"""So many rounds in a row without a success, and the endpoint takes nothing for now."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long and how often to try; times in seconds.

    Attributes:
        attempts: how often one call is tried in all, where the endpoint fails.
        attempts_when_late: the same, where it does not answer in time.
        attempts_when_limited: the same, where it asks for fewer calls.
        outage_s: after so long without any call that went well, calls that the endpoint
            asks not to make are given up at once.
        call_s: for one attempt, from its start to its reply.
        first_pause_s: before the second attempt; each later pause is twice as long.
        longest_pause_s: no pause of ours is longer.
        longest_wait_s: where the endpoint asks for a longer wait, the call is given up.
        stuck_s: an attempt under way for that long is named to the watchdog.
    """

    attempts: int = 4
    attempts_when_late: int = 2
    attempts_when_limited: int = 12
    outage_s: float = 300.0
    call_s: float = 600.0
    first_pause_s: float = 0.5
    longest_pause_s: float = 30.0
    longest_wait_s: float = 120.0
    stuck_s: float = 60.0

    def attempts_after(self, error: ModelError) -> int:
        """How often a call that met `error` is tried in all."""
        if not error.is_passing:
            return 1
        if error.is_overload:
            return self.attempts_when_limited
        return self.attempts_when_late if isinstance(error, TimedOut) else self.attempts


@dataclass(slots=True)
class Deadline:
    """When the whole run's time is over; shared by all of its models.

    Attributes:
        run_s: seconds from the first call; None = no end.
    """

    run_s: float | None = None
    _ends_at: float | None = field(default=None, repr=False)

    def ends_at(self) -> float | None:
        """By the loop's clock, which the first call starts; None = never."""
        if self._ends_at is None and self.run_s is not None:
            self._ends_at = asyncio.get_running_loop().time() + self.run_s
        return self._ends_at


@dataclass(frozen=True, slots=True)
class Stuck:
    """A call that has been under way for long.

    Attributes:
        where: the model and its endpoint.
        label: the request's.
        attempt: which attempt, from 1.
        seconds: how long it has been under way.
    """

    where: str
    label: str
    attempt: int
    seconds: float

    def __str__(self) -> str:
        """One line."""
        named = f' "{self.label}"' if self.label else ""
        return f"{self.where}: call{named}, attempt {self.attempt}: no reply for {self.seconds:g} s"


def warn(stuck: Stuck) -> None:
    """Log a stuck call as a warning."""
    log.warning("%s", stuck)


@dataclass
class Limited:
    """A model within its endpoint's limits.

    Attributes:
        inner: who is called; with its ledger, if there is one, so that a call holds its place
            until its reply is kept, and a kill loses no more than there are places.
        lane: the endpoint's places; models at one endpoint share it.
        patience: how long and how often to try.
        deadline: when the run's time is over.
        on_stuck: told of each attempt that takes long.
    """

    inner: Model
    lane: Lane = field(default_factory=Lane)
    patience: Patience = field(default_factory=Patience)
    deadline: Deadline = field(default_factory=Deadline)
    on_stuck: Callable[[Stuck], None] = warn
    _jitter: random.Random = field(default_factory=random.Random, repr=False)

    @property
    def endpoint(self) -> str:
        """The inner model's."""
        return self.inner.endpoint

    @property
    def model(self) -> str:
        """The inner model's."""
        return self.inner.model

    async def complete(self, request: Request) -> Reply:
        """Put one request, again where that may help.

        Raises:
            ModelError: the last attempt's, or `TimedOut` at the end of the run's time.
        """
        ends_at = self.deadline.ends_at()
        # a time that is over would be noticed at the next pause only
        if ends_at is None or asyncio.get_running_loop().time() < ends_at:
            try:
                async with asyncio.timeout_at(ends_at) as whole:
                    return await self._try(request)
            except TimeoutError:
                if not whole.expired():
                    raise
        raise TimedOut(
            self._where,
            "the run's time is over",
            expected=f"an end within {self.deadline.run_s:g} s",
            fix="Run the same command again: what was kept stays kept.",
        )

    async def aclose(self) -> None:
        """Close the inner model."""
        await self.inner.aclose()

    @property
    def _where(self) -> str:
        return f'model "{self.model}" at "{self.endpoint}"'

    async def _try(self, request: Request) -> Reply:
        attempt = 1
        while True:
            try:
                return await self._attempt(request, attempt)
            except ModelError as e:
                pause = self._pause(e, attempt)
                if pause is None:
                    raise
            attempt += 1
            await asyncio.sleep(pause)

    async def _attempt(self, request: Request, attempt: int) -> Reply:
        async with self.lane.place() as age, self._watched(request, attempt):
            try:
                reply = await self._in_time(request)
            except ModelError as e:
                if e.is_overload:
                    self._heed(e, age)
                raise
            if not reply.is_kept:
                self.lane.praise()
            return reply

    def _heed(self, error: ModelError, age: int) -> None:
        # while the place is still held, so that nobody slips through
        self.lane.complain(age)
        patience, rounds = self.patience, self.lane.rounds_refused
        if error.wait_s is not None:
            wait = error.wait_s if error.wait_s <= patience.longest_wait_s else 0.0
        else:
            # one complaint among successes is for its own call alone
            doublings = min(rounds - REFUSING, 20)
            longest = min(patience.first_pause_s * 2**doublings, patience.longest_pause_s)
            wait = longest if rounds >= REFUSING else 0.0
        self.lane.close_for(wait)

    async def _in_time(self, request: Request) -> Reply:
        try:
            async with asyncio.timeout(self.patience.call_s) as mine:
                return await self.inner.complete(request)
        except TimeoutError:
            if not mine.expired():
                raise
        raise TimedOut(
            self._where, "no reply came in time", expected=f"one in {self.patience.call_s:g} s"
        )

    def _pause(self, error: ModelError, attempt: int) -> float | None:
        """How long to wait before the next attempt; None = there is none."""
        patience = self.patience
        is_outage = error.is_overload and self.lane.refused_s > patience.outage_s
        if is_outage or attempt >= patience.attempts_after(error):
            return None
        if error.wait_s is not None:
            # a little later each, so that those who waited together do not start together
            waits = error.wait_s <= patience.longest_wait_s
            return error.wait_s + self._jitter.uniform(0, patience.first_pause_s) if waits else None
        longest = min(patience.first_pause_s * 2 ** (attempt - 1), patience.longest_pause_s)
        return self._jitter.uniform(longest / 2, longest)

    @asynccontextmanager
    async def _watched(self, request: Request, attempt: int) -> AsyncIterator[None]:
        stuck = Stuck(self._where, request.label, attempt, self.patience.stuck_s)
        loop = asyncio.get_running_loop()
        alarm = loop.call_later(self.patience.stuck_s, self.on_stuck, stuck)
        try:
            yield
        finally:
            alarm.cancel()
