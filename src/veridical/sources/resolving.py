"""Names → numbers, once for each connection: what is checked is what is connected to."""

from __future__ import annotations

import socket

from aiohttp import ThreadedResolver
from aiohttp.abc import AbstractResolver, ResolveResult

from veridical.sources.guard import Guard


class RefusedNumbers(OSError):  # noqa: N818 - says what is the case
    """A name led to numbers that are not connected to."""


class GuardedResolver(AbstractResolver):
    """Gives the numbers of a name only if each of them may be connected to."""

    def __init__(self, guard: Guard, inner: AbstractResolver) -> None:
        self._guard = guard
        self._inner = inner

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """The numbers of `host`.

        Raises:
            RefusedNumbers: one of them may not be connected to.
            OSError: there are none.
        """
        found = await self._inner.resolve(host, port, family)
        if wrong := self._guard.numbers_refusal(host, port, [one["host"] for one in found]):
            raise RefusedNumbers(wrong)
        return found

    async def close(self) -> None:
        """Let go of the inner one."""
        await self._inner.close()


def guarded(guard: Guard, inner: AbstractResolver | None) -> AbstractResolver:
    """A guarded resolver; by default over the system's."""
    return GuardedResolver(guard, inner or ThreadedResolver())
