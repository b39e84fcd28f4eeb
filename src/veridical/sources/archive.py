"""An older copy of what is gone, from an archive of the web; off unless it is configured.

Speaks the availability format of the Wayback Machine: ``GET {endpoint}?url=…`` answers
``{"archived_snapshots": {"closest": {"available": true, "url": …, "timestamp": …}}}``.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

import msgspec
from yarl import URL

from veridical.sources.download import Download
from veridical.sources.result import FetchState

WAYBACK = "https://archive.org/wayback/available"
_WORTH = frozenset(
    {
        FetchState.BLOCKED,
        FetchState.NOT_FOUND,
        FetchState.REDIRECT,
        FetchState.SOFT_404,
        FetchState.TIMEOUT,
        FetchState.UNAVAILABLE,
    }
)
_COPY = re.compile(r"/web/(\d{14})(?:[a-z]{2}_)?/")


def is_worth_asking(state: FetchState) -> bool:
    """Whether an archive could have what the web does not give."""
    return state in _WORTH


class _Closest(msgspec.Struct):
    url: str
    available: bool = True


class _Snapshots(msgspec.Struct):
    closest: _Closest | None = None


class _Available(msgspec.Struct):
    archived_snapshots: _Snapshots


@dataclass(frozen=True)
class Archive:
    """An archive that can be asked for the copy of an address.

    Attributes:
        endpoint: where it says what it has.
    """

    endpoint: str = WAYBACK

    async def download(
        self, url: str, download: Callable[[str], Awaitable[Download]]
    ) -> Download | None:
        """The copy of an address, unread; None if there is none.

        Args:
            url: the address that is gone.
            download: brings what stands at an address; checks it like any other.
        """
        asked = str(URL(self.endpoint).update_query({"url": url}))
        copy = _copy_in(await download(asked))
        if copy is None:
            return None
        came = await download(copy)
        is_there = came.state is None and came.status == 200
        return replace(came, url=url, final_url=copy, origin="archive") if is_there else None


def _copy_in(said: Download) -> str | None:
    """The address of the copy as it was taken, without the archive's own banner."""
    if said.state is not None or said.status != 200:
        return None
    try:
        closest = msgspec.json.decode(said.body, type=_Available).archived_snapshots.closest
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    if closest is None or not closest.available:
        return None
    return _COPY.sub(r"/web/\1id_/", closest.url, count=1)
