"""One HTTP session to one endpoint: bytes out, status and bytes back, typed errors.

The only module that imports aiohttp, and only once something is sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING
from urllib.request import getproxies, proxy_bypass

from veridical.errors import ConfigError, ModelError, Rejected, TimedOut, Unavailable
from veridical.models.endpoint import Endpoint
from veridical.models.failures import Failed, without_keys

if TYPE_CHECKING:
    import aiohttp

MOST_BYTES = 32_000_000
"""Of a reply's body."""
_PIECE = 65_536
_ACCEPT = {"Content-Type": "application/json", "Accept": "application/json"}


@dataclass(frozen=True, slots=True)
class Came:
    """What came back, whatever its status."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def is_success(self) -> bool:
        """Whether the status says so."""
        return 200 <= self.status < 300

    def failed(self, status: int, secret: str) -> Failed:
        """The same as a failure of that status."""
        return Failed(status, self.headers, self.body, secret)


class Connection:
    """Posts to one endpoint over one session, in the event loop of its first post."""

    def __init__(self, place: Endpoint, where: str, *, url: str = "") -> None:
        """Open nothing yet.

        Args:
            place: the endpoint.
            where: the locator for messages.
            url: where to post; "" = where completions are asked for.

        Raises:
            ConfigError: aiohttp is not installed.
        """
        if find_spec("aiohttp") is None:
            raise ConfigError(
                where,
                "what calls endpoints is not installed",
                expected="the package aiohttp",
                fix="Run: pip install 'veridical[models]'.",
            )
        self._place = place
        self._where = where
        self._url = url or place.completions_url
        self._proxy = None if place.is_local else _proxy(self._url)
        self._session: aiohttp.ClientSession | None = None

    async def post(self, sent: bytes, key: str) -> Came:
        """Post once.

        Args:
            sent: the body.
            key: for the one header; "" = none.

        Raises:
            ModelError: nothing, or not all of an answer, came.
        """
        import aiohttp

        headers = {**_ACCEPT, "Authorization": f"Bearer {key}"} if key else _ACCEPT
        try:
            async with self._open().post(
                self._url, data=sent, headers=headers, allow_redirects=False, proxy=self._proxy
            ) as response:
                return Came(response.status, response.headers, await self._body(response))
        except TimeoutError:
            error: ModelError = self._late()
        except (aiohttp.ClientError, OSError) as e:
            cause = without_keys(str(e), key) or type(e).__name__
            error = Unavailable(self._where, "the endpoint cannot be reached", got=cause)
        # raised here, since the library's own error holds the header with the key
        raise error

    async def aclose(self) -> None:
        """Close the session; safe to call twice."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    def _open(self) -> aiohttp.ClientSession:
        import aiohttp

        if self._session is None:
            waits = self._place.timeouts
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=0, ttl_dns_cache=300),
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=aiohttp.ClientTimeout(
                    total=waits.total_s, sock_connect=waits.connect_s, sock_read=waits.read_s
                ),
            )
        return self._session

    async def _body(self, response: aiohttp.ClientResponse) -> bytes:
        pieces = bytearray()
        async for piece in response.content.iter_chunked(_PIECE):
            pieces += piece
            if len(pieces) > MOST_BYTES:
                response.close()
                raise Rejected(
                    self._where,
                    "the endpoint answers without end",
                    expected=f"at most {MOST_BYTES} bytes",
                    fix="Check the base URL.",
                )
        return bytes(pieces)

    def _late(self) -> TimedOut:
        waits = self._place.timeouts
        return TimedOut(
            self._where,
            "the endpoint does not answer in time",
            expected=f"all of it within {waits.total_s:g} s and no pause over {waits.read_s:g} s",
        )


def _proxy(url: str) -> str | None:
    # read here, since aiohttp's own way would also read a netrc and send what it holds
    scheme, _, rest = url.partition("://")
    if proxy_bypass(rest.partition("/")[0]):
        return None
    return getproxies().get(scheme)
