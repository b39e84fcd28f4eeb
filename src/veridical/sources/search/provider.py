"""A provider of search over HTTP: asks, waits where it should, and never raises for it.

The endpoint is the user's own configuration, so it may stand anywhere; no address out of an
answer is connected to here. The key is read from the environment and goes into one header.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from typing import TYPE_CHECKING

import msgspec
from yarl import URL

from veridical.errors import ConfigError
from veridical.sources.manners import Hosts, Manners
from veridical.sources.port import Hits, SearchState
from veridical.sources.search.brave import BRAVE
from veridical.sources.search.format import Format, Found, Question
from veridical.sources.search.searxng import SEARXNG
from veridical.sources.search.serper import SERPER
from veridical.sources.search.tavily import TAVILY

if TYPE_CHECKING:
    import aiohttp

PROVIDERS: tuple[Format, ...] = (SERPER, TAVILY, BRAVE, SEARXNG)
MOST_BYTES = 5_000_000
_REFUSED = frozenset({401, 402, 403})
_OVERLOADED = frozenset({429, 503, 529})


@dataclass(frozen=True, slots=True)
class _Came:
    status: int | None
    headers: Mapping[str, str]
    body: bytes
    found: Found | None = None


class HttpSearch:
    """A `Search` over HTTP; belongs to one event loop. Make one with `open_search`."""

    def __init__(self, spoken: Format, endpoint: URL, key: str, manners: Manners) -> None:
        self._format = spoken
        self._endpoint = endpoint
        self._key = key
        self._manners = manners
        self._hosts = Hosts(manners)
        self._session: aiohttp.ClientSession | None = None

    @property
    def name(self) -> str:
        """Who answers."""
        return self._format.name

    async def search(self, query: str, limit: int = 10, *, language: str = "") -> Hits:
        """Search; see `veridical.sources.port.Search`."""
        time = datetime.now(UTC).isoformat(timespec="milliseconds")
        words = " ".join(query.encode("utf-8", "replace").decode("utf-8").split())
        question = self._format.ask(words, max(limit, 1), language)
        try:
            async with asyncio.timeout(self._manners.deadline_s):
                found = await self._asked(question)
        except TimeoutError:
            detail = f"over {self._manners.deadline_s:g} s"
            found = Found(SearchState.TIMEOUT, detail=detail)
        return Hits(query, found.state, found.results[:limit], self.name, time, found.detail)

    async def aclose(self) -> None:
        """Let go of connections; safe to call twice."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def _asked(self, question: Question) -> Found:
        tried = 0
        host = self._endpoint.raw_host or ""
        while True:
            tried += 1
            async with self._hosts.turn(host):
                came = await self._once(question)
            is_passing = came.status is None or came.status >= 500 or came.status in _OVERLOADED
            wait_s = self._manners.wait_s(tried, came.headers) if is_passing else None
            if wait_s is None:
                return self._read(came)
            if came.status in _OVERLOADED:
                self._hosts.overloaded(host, wait_s)
            await asyncio.sleep(wait_s)

    def _read(self, came: _Came) -> Found:
        if came.found is not None:
            return came.found
        if came.status == 200:
            try:
                return self._format.read(came.body)
            except (msgspec.DecodeError, UnicodeDecodeError):
                return Found(SearchState.UNREADABLE, detail="its answer is not in its format")
        detail = f"status {came.status}"
        if came.status in _REFUSED or came.status in self._format.used_up:
            return Found(SearchState.REFUSED, detail=detail)
        state = SearchState.RATE_LIMITED if came.status == 429 else SearchState.UNAVAILABLE
        return Found(state, detail=detail)

    async def _once(self, question: Question) -> _Came:
        import aiohttp

        url = self._endpoint.joinpath(*question.path.strip("/").split("/"))
        headers = {"Accept": "application/json"}
        if self._key:
            headers[self._format.header] = f"{self._format.lead}{self._key}"
        try:
            async with self._open().request(
                question.method,
                url.update_query(dict(question.query)),
                json=question.body,
                headers=headers,
                allow_redirects=False,  # the key goes nowhere else
            ) as response:
                return await _answer(response)
        except (aiohttp.ClientError, OSError) as e:
            # the library's own words could hold the header with the key
            wrong = Found(SearchState.UNAVAILABLE, detail=f"no answer: {type(e).__name__}")
        return _Came(None, {}, b"", wrong)

    def _open(self) -> aiohttp.ClientSession:
        import aiohttp

        if self._session is None:
            self._session = aiohttp.ClientSession(
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=aiohttp.ClientTimeout(total=None, sock_connect=self._manners.connect_s),
            )
        return self._session


async def _answer(response: aiohttp.ClientResponse) -> _Came:
    body = bytearray()
    async for piece in response.content.iter_chunked(65_536):
        body += piece
        if len(body) > MOST_BYTES:
            response.close()
            wrong = Found(SearchState.UNREADABLE, detail=f"over {MOST_BYTES} bytes")
            return _Came(response.status, {}, b"", wrong)
    headers = {n.lower(): v for n, v in response.headers.items() if n.lower() == "retry-after"}
    return _Came(response.status, headers, bytes(body))


def open_search(
    name: str,
    *,
    endpoint: str = "",
    key_env: str = "",
    manners: Manners | None = None,
    environment: Mapping[str, str] | None = None,
) -> HttpSearch:
    """A provider by its name.

    Args:
        name: "serper", "tavily", "brave" or "searxng".
        endpoint: where it is; by default where the provider says. SearXNG has no default.
        key_env: the environment variable that holds the key; by default the provider's usual
            one. The key is never written anywhere.
        manners: how it is treated.
        environment: by default this process's.

    Raises:
        ConfigError: no such provider, no endpoint, no key, or the extra ``web`` is missing.
    """
    where = f'search "{name}"'
    spoken = next((one for one in PROVIDERS if one.name == name), None)
    if spoken is None:
        names = ", ".join(one.name for one in PROVIDERS)
        raise ConfigError(where, "is no provider", expected=names, fix="Name one of them.")
    if find_spec("aiohttp") is None:
        raise ConfigError(
            where,
            "what calls providers is not installed",
            expected="the package aiohttp",
            fix="Run: pip install 'veridical[web]'.",
        )
    return HttpSearch(
        spoken,
        _endpoint(where, endpoint or spoken.endpoint),
        _key(where, key_env or spoken.key_env, os.environ if environment is None else environment),
        manners or Manners(),
    )


def _endpoint(where: str, text: str) -> URL:
    try:
        url = URL(text)
        is_web = url.scheme in ("http", "https") and bool(url.raw_host) and url.user is None
    except ValueError:
        is_web = False
    if not is_web:
        raise ConfigError(
            where,
            "has no endpoint",
            got=text,
            expected="an address that begins with https:// or http://",
            fix="Set its endpoint.",
        )
    return url


def _key(where: str, variable: str, environment: Mapping[str, str]) -> str:
    key = environment.get(variable, "").strip() if variable else ""
    if variable and not (key and key.isascii() and key.isprintable()):
        raise ConfigError(
            where,
            f"{variable} holds no key",
            expected="the provider's key in that environment variable",
            fix=f"Run: export {variable}=…",
        )
    return key
