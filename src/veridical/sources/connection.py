"""One request to one checked address: its answer, or why there is none.

The only module of `sources` that imports aiohttp, and only once something is asked.
"""

from __future__ import annotations

import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING

from yarl import URL

from veridical.errors import ConfigError
from veridical.sources.decoding import BrokenEncoding, UnknownEncoding, Unpacker, accepted
from veridical.sources.download import KEPT_HEADERS
from veridical.sources.guard import Guard
from veridical.sources.result import FetchState
from veridical.version import __version__

if TYPE_CHECKING:
    import aiohttp
    from aiohttp.abc import AbstractResolver

AGENT = f"veridical/{__version__} (reads the sources of a report)"
_ACCEPT = "text/html,application/xhtml+xml,application/pdf,text/plain;q=0.9,*/*;q=0.5"
_PIECE = 65_536
_NEVER_READ = ("image/", "video/", "audio/", "font/")


@dataclass(frozen=True, slots=True)
class Came:
    """An answer, or why there is none.

    Attributes:
        status: of HTTP; None if no answer came.
        headers: those that are kept, in lower case; of a redirect also ``location``.
        body: as unpacked.
        state: why there is nothing to read; None if there is.
        detail: the same for a reader.
        is_final: asking again would change nothing.
        cookies: what the answer set, for the next hop of the same fetch.
    """

    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    state: FetchState | None = None
    detail: str = ""
    is_final: bool = True
    cookies: Mapping[str, str] = field(default_factory=dict)

    @property
    def location(self) -> str | None:
        """Where a redirect leads; None if this is none."""
        is_redirect = self.status in (301, 302, 303, 307, 308)
        return self.headers.get("location", "") if is_redirect else None


class Connections:
    """Asks addresses over connections that lead to checked numbers only."""

    def __init__(
        self,
        guard: Guard,
        *,
        largest_bytes: int,
        connect_s: float,
        resolver: AbstractResolver | None = None,
    ) -> None:
        """Open nothing yet.

        Args:
            guard: what may be connected to.
            largest_bytes: of a body, unpacked.
            connect_s: for one connection, in seconds.
            resolver: who turns names into numbers; by default the system.

        Raises:
            ConfigError: aiohttp is not installed.
        """
        if find_spec("aiohttp") is None:
            raise ConfigError(
                "web",
                "what reads the web is not installed",
                expected="the package aiohttp",
                fix="Run: pip install 'veridical[web]'.",
            )
        self._guard = guard
        self._largest_bytes = largest_bytes
        self._connect_s = connect_s
        self._resolver = resolver
        self._session: aiohttp.ClientSession | None = None

    async def get(self, url: URL, cookies: Mapping[str, str]) -> Came:
        """Ask once, without following redirects; the caller sets the deadline."""
        import aiohttp

        try:
            async with self._open().get(
                url, allow_redirects=False, cookies=dict(cookies)
            ) as response:
                return await self._answer(response)
        except aiohttp.ClientConnectorCertificateError:
            return _gone("its certificate is not valid", is_final=True)
        except aiohttp.ClientConnectorDNSError as e:
            return _unresolved(e.os_error)
        except aiohttp.InvalidURL:
            return Came(state=FetchState.INVALID_URL, detail="it is no address")
        except (aiohttp.ClientError, OSError, ValueError) as e:
            if isinstance(e, TimeoutError):
                return _gone("no connection in time")
            return _gone(_worded(e))

    async def aclose(self) -> None:
        """Close the session; safe to call twice."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    def _open(self) -> aiohttp.ClientSession:
        import aiohttp

        if self._session is None:
            from veridical.sources.resolving import guarded

            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(
                    limit=0, use_dns_cache=False, resolver=guarded(self._guard, self._resolver)
                ),
                cookie_jar=aiohttp.DummyCookieJar(),
                auto_decompress=False,
                headers={
                    "User-Agent": AGENT,
                    "Accept": _ACCEPT,
                    "Accept-Language": "en,zh;q=0.8,*;q=0.5",
                    "Accept-Encoding": accepted(),
                },
                timeout=aiohttp.ClientTimeout(total=None, sock_connect=self._connect_s),
            )
        return self._session

    async def _answer(self, response: aiohttp.ClientResponse) -> Came:
        wanted = (*KEPT_HEADERS, "location")
        headers = {n: response.headers[n][:2000] for n in wanted if n in response.headers}
        cookies = {name: one.value for name, one in response.cookies.items()}
        known = Came(response.status, headers, cookies=cookies)
        if known.location is not None:
            response.close()
            return known
        state, detail, body = await self._body(response)
        is_final = state is not FetchState.INCOMPLETE_FILE
        return Came(response.status, headers, body, state, detail, is_final, cookies)

    async def _body(self, response: aiohttp.ClientResponse) -> tuple[FetchState | None, str, bytes]:
        import aiohttp

        kind = response.headers.get("Content-Type", "").lower()
        if response.status == 200 and kind.startswith(_NEVER_READ):
            response.close()
            return FetchState.UNSUPPORTED_TYPE, kind[:80], b""
        if (response.content_length or 0) > self._largest_bytes:
            response.close()
            return self._too_large()
        try:
            body = await self._read(response)
        except UnknownEncoding as e:
            return FetchState.UNSUPPORTED_TYPE, f"packed as {e}", b""
        except BrokenEncoding as e:
            return FetchState.INCOMPLETE_FILE, f"packed wrongly: {e}", b""
        except aiohttp.ClientPayloadError:
            return FetchState.INCOMPLETE_FILE, "the connection broke off", b""
        return self._too_large() if body is None else (None, "", body)

    async def _read(self, response: aiohttp.ClientResponse) -> bytes | None:
        """All of the body; None if it is too large."""
        unpacker = Unpacker(response.headers.get("Content-Encoding", ""))
        pieces = bytearray()
        async for packed in response.content.iter_chunked(_PIECE):
            for piece in unpacker.unpacked(packed):
                pieces += piece
                if len(pieces) > self._largest_bytes:
                    response.close()
                    return None
        unpacker.finish()
        return bytes(pieces)

    def _too_large(self) -> tuple[FetchState, str, bytes]:
        return FetchState.TOO_LARGE, f"over {self._largest_bytes} bytes", b""


def _gone(detail: str, *, is_final: bool = False) -> Came:
    return Came(state=FetchState.UNAVAILABLE, detail=detail, is_final=is_final)


def _unresolved(error: OSError) -> Came:
    from veridical.sources.resolving import RefusedNumbers

    if isinstance(error, RefusedNumbers):
        return Came(state=FetchState.REFUSED_TARGET, detail=str(error))
    is_unknown = isinstance(error, socket.gaierror) and error.errno in (
        socket.EAI_NONAME,
        getattr(socket, "EAI_NODATA", socket.EAI_NONAME),
    )
    return _gone(
        "there is no such host" if is_unknown else "its name is not resolved", is_final=is_unknown
    )


def _worded(error: Exception) -> str:
    words = " ".join(str(error).split())
    return (words or type(error).__name__)[:200]
