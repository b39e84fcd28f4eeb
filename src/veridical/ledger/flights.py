"""The same question asked twice at the same time is put once."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TypeVar, cast

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Landed:
    result: object


@dataclass
class Flights:
    """What is being asked right now, by key; shared by all threads of the process."""

    _flying: dict[str, Future[_Landed | None] | None] = field(default_factory=dict)
    _guard: threading.Lock = field(default_factory=threading.Lock)

    async def once(self, key: str, work: Callable[[], Awaitable[T]]) -> T:
        """The result of `work`, or of the twin that is already under way.

        A twin that fails or is cancelled fails alone: whoever waited for it does the
        work itself.
        """
        while (twin := self._board(key)) is not None:
            # shielded, since cancelling one waiter must not cancel the twin's future
            landed = await asyncio.shield(asyncio.wrap_future(twin))
            if landed is not None:
                return cast("T", landed.result)
        return await self._fly(key, work)

    def _board(self, key: str) -> Future[_Landed | None] | None:
        """The landing of a twin; None = there is none, and whoever asks now flies."""
        with self._guard:
            if key not in self._flying:
                # most fly alone, so a landing is prepared once somebody waits for it
                self._flying[key] = None
                return None
            twin = self._flying[key] or Future()
            self._flying[key] = twin
            return twin

    async def _fly(self, key: str, work: Callable[[], Awaitable[T]]) -> T:
        landed: _Landed | None = None
        try:
            result = await work()
            landed = _Landed(result)
        finally:
            with self._guard:
                waited_for = self._flying.pop(key)
            if waited_for is not None:
                waited_for.set_result(landed)
        return result
