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

    _flying: dict[str, Future[_Landed | None]] = field(default_factory=dict)
    _guard: threading.Lock = field(default_factory=threading.Lock)

    async def once(self, key: str, work: Callable[[], Awaitable[T]]) -> T:
        """The result of `work`, or of the twin that is already under way.

        A twin that fails or is cancelled fails alone: whoever waited for it does the
        work itself.
        """
        while True:
            flight, is_mine = self._board(key)
            if is_mine:
                return await self._fly(key, flight, work)
            # shielded, since cancelling one waiter must not cancel the twin's future
            landed = await asyncio.shield(asyncio.wrap_future(flight))
            if landed is not None:
                return cast("T", landed.result)

    def _board(self, key: str) -> tuple[Future[_Landed | None], bool]:
        with self._guard:
            if key in self._flying:
                return self._flying[key], False
            return self._flying.setdefault(key, Future()), True

    async def _fly(
        self, key: str, flight: Future[_Landed | None], work: Callable[[], Awaitable[T]]
    ) -> T:
        landed: _Landed | None = None
        try:
            result = await work()
            landed = _Landed(result)
        finally:
            with self._guard:
                del self._flying[key]
            flight.set_result(landed)
        return result
