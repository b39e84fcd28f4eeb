"""What came over the wire from an address, before anybody reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from veridical.sources.result import FetchState
from veridical.sources.snapshot import Hop

KEPT_HEADERS = (
    "content-type",
    "content-disposition",
    "content-language",
    "last-modified",
    "cf-mitigated",
    "retry-after",
)
"""The headers that reading an answer needs, in lower case; no others are kept."""


@dataclass(frozen=True, slots=True)
class Download:
    """What came.

    Attributes:
        url: as asked for.
        final_url: where the answer came from, or where the way ended.
        hops: the steps before it.
        status: of HTTP; None if no answer came.
        headers: those of `KEPT_HEADERS` that it had, in lower case.
        body: as unpacked; "" where it was not taken.
        state: why there is nothing to read; None if there is.
        detail: the same for a reader.
        time: when it was asked for, in UTC, ISO 8601.
        origin: "web", "file" or "archive".
        name: of the file that somebody put in.
    """

    url: str
    final_url: str = ""
    hops: tuple[Hop, ...] = ()
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    state: FetchState | None = None
    detail: str = ""
    time: str = ""
    origin: str = "web"
    name: str = ""

    @property
    def sha256(self) -> str:
        """Of the body, in hex; "" without one."""
        return sha256(self.body).hexdigest() if self.body else ""
