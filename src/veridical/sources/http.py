"""The web itself: addresses → what came, politely, with checked targets and no hangs.

One fetch is: check the address, wait for a turn at its host, ask, and again for each hop and
each further try, all within one deadline. Time spent waiting for a turn that this program's own
requests take does not count against it.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from yarl import URL

from veridical.sources.connection import Came, Connections
from veridical.sources.download import KEPT_HEADERS, Download
from veridical.sources.guard import Guard, web_address
from veridical.sources.manners import Hosts, Manners
from veridical.sources.reading import read
from veridical.sources.refresh import refreshed_to
from veridical.sources.result import FetchState
from veridical.sources.snapshot import Hop, Snapshot

if TYPE_CHECKING:
    from aiohttp.abc import AbstractResolver

LARGEST_BYTES = 20_000_000
MOST_HOPS = 10
_GIVEN_UP = "the host has let others time out"
_OVERLOADED = frozenset({429, 503, 529})
_PASSING = _OVERLOADED | {408, 425, 500, 502, 504, *range(520, 528)}


class HttpWeb:
    """Reads addresses of the web; belongs to one event loop.

    Args:
        guard: what may be connected to.
        manners: how hosts are treated.
        largest_bytes: of a body, unpacked.
        resolver: who turns names into numbers; by default the system.

    Raises:
        ConfigError: the extra ``web`` is not installed.
    """

    def __init__(
        self,
        guard: Guard | None = None,
        manners: Manners | None = None,
        *,
        largest_bytes: int = LARGEST_BYTES,
        resolver: AbstractResolver | None = None,
    ) -> None:
        self._guard = guard or Guard()
        self._manners = manners or Manners()
        self._hosts = Hosts(self._manners)
        self._connections = Connections(
            self._guard,
            largest_bytes=largest_bytes,
            connect_s=self._manners.connect_s,
            resolver=resolver,
        )

    async def fetch(self, url: str) -> Snapshot:
        """What stands at an address now; see `veridical.sources.port.Web`."""
        came = await self.download(url)
        return await asyncio.to_thread(read, came)

    async def download(self, url: str) -> Download:
        """What comes from an address, unread."""
        time = datetime.now(UTC).isoformat(timespec="milliseconds")
        at = web_address(url)
        if at is None:
            wrong = Download(url, state=FetchState.INVALID_URL, detail="it is no address")
            return replace(wrong, time=time)
        return replace(await _Fetch(url, at, self._parts()).run(), time=time)

    async def aclose(self) -> None:
        """Let go of connections; safe to call twice."""
        await self._connections.aclose()

    def _parts(self) -> tuple[Guard, Manners, Hosts, Connections]:
        return self._guard, self._manners, self._hosts, self._connections


class _Fetch:
    """One address, with all its hops and tries."""

    def __init__(
        self, asked: str, at: URL, parts: tuple[Guard, Manners, Hosts, Connections]
    ) -> None:
        self._asked = asked
        self._at = at
        self._guard, self._manners, self._hosts, self._connections = parts
        self._hops: list[Hop] = []
        self._cookies: dict[str, dict[str, str]] = {}

    async def run(self) -> Download:
        try:
            async with asyncio.timeout(self._manners.deadline_s) as self._limit:
                return await self._follow()
        except TimeoutError:
            self._hosts.silent(self._at.raw_host or "")
            return self._ended(FetchState.TIMEOUT, f"over {self._manners.deadline_s:g} s")

    async def _follow(self) -> Download:
        been: set[tuple[URL, int]] = set()
        while True:
            if wrong := self._guard.refusal(self._at):
                return self._ended(FetchState.REFUSED_TARGET, wrong)
            step = (self._at, sum(map(len, self._cookies.values())))
            if step in been or len(self._hops) > MOST_HOPS:
                wrong = "in a circle" if step in been else f"on over {MOST_HOPS} hops"
                return self._ended(FetchState.REDIRECT, f"it leads {wrong}")
            been.add(step)
            came = await self._ask()
            target = came.location if came.location is not None else refreshed_to(came)
            if target is None:
                return self._finished(came)
            following = self._next(target)
            if following is None:
                return self._ended(FetchState.REDIRECT, "it leads to no address", came.status)
            self._hops.append(Hop(str(self._at), came.status or 200))
            self._at = following

    async def _ask(self) -> Came:
        tried = 0
        host = self._at.raw_host or ""
        while True:
            tried += 1
            came = await self._once(host)
            is_empty = came.status == 200 and came.state is None and not came.body
            is_overload = came.status in _OVERLOADED or is_empty
            if not (is_overload or came.status in _PASSING or not came.is_final):
                if came.status is not None:
                    self._hosts.served(host)
                return came
            is_challenge = "cf-mitigated" in came.headers
            wait_s = None if is_challenge else self._manners.wait_s(tried, came.headers)
            if wait_s is None:
                return came
            if is_overload:
                self._hosts.overloaded(host, wait_s)
            await asyncio.sleep(wait_s)

    async def _once(self, host: str) -> Came:
        left_s = (self._limit.when() or 0.0) - asyncio.get_running_loop().time()
        self._limit.reschedule(None)
        async with self._hosts.turn(host):
            if self._hosts.is_given_up(host):
                return Came(state=FetchState.TIMEOUT, detail=_GIVEN_UP)
            self._limit.reschedule(asyncio.get_running_loop().time() + max(left_s, 0.0))
            came = await self._connections.get(self._at, self._cookies.get(host, {}))
        if came.cookies:
            self._cookies.setdefault(host, {}).update(came.cookies)
        return came

    def _next(self, target: str) -> URL | None:
        try:
            joined = self._at.join(URL(target.strip())) if target.strip() else None
        except ValueError:
            return None
        return web_address(str(joined)) if joined is not None else None

    def _ended(self, state: FetchState, detail: str, status: int | None = None) -> Download:
        return Download(
            self._asked, str(self._at), tuple(self._hops), status, state=state, detail=detail
        )

    def _finished(self, came: Came) -> Download:
        kept = {name: came.headers[name] for name in KEPT_HEADERS if name in came.headers}
        return Download(
            self._asked,
            str(self._at),
            tuple(self._hops),
            came.status,
            kept,
            came.body,
            came.state,
            came.detail,
        )
