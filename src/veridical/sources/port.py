"""The ports to the world outside: reading an address, and searching.

Neither raises for what the world does: a dead page and a failed search are values. What
stands behind a port (`http`, `snapshots`, `search`) is chosen by the caller.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from veridical.sources.snapshot import Snapshot


class Web(Protocol):
    """Reads addresses."""

    async def fetch(self, url: str) -> Snapshot:
        """What stands at an address now, or stood there when it was kept.

        Args:
            url: from a report, a page or a model: anything at all.

        Returns:
            Its text, or the state that says why there is none.

        Raises:
            StoreError: what came cannot be kept.
        """
        ...

    async def aclose(self) -> None:
        """Let go of connections; safe to call twice."""
        ...


class SearchState(StrEnum):
    """What became of a search."""

    OK = "ok"
    EMPTY = "empty"
    """The provider answered, and found nothing."""
    RATE_LIMITED = "rate_limited"
    REFUSED = "refused"
    """The key is missing, wrong or used up."""
    TIMEOUT = "timeout"
    UNAVAILABLE = "unavailable"
    UNREADABLE = "unreadable"
    """An answer came that is not in the provider's format."""
    OFFLINE = "offline"


@dataclass(frozen=True, slots=True)
class Hit:
    """One result of a search.

    Attributes:
        url: its address.
        title: what the provider calls it.
        excerpt: the words that the provider shows of it; no evidence, since nobody fetched it.
        published: the date that the provider states, as it wrote it; "" if none.
    """

    url: str
    title: str = ""
    excerpt: str = ""
    published: str = ""


@dataclass(frozen=True, slots=True)
class Hits:
    """What a search gave.

    Attributes:
        query: what was searched for.
        state: what became of it; only `SearchState.OK` has results.
        results: best first, at most as many as were asked for.
        provider: who answered.
        time: when it was asked for, in UTC, ISO 8601.
        detail: why there is none, for a reader.
        is_kept: whether it came from the store.
    """

    query: str
    state: SearchState
    results: tuple[Hit, ...] = ()
    provider: str = ""
    time: str = ""
    detail: str = ""
    is_kept: bool = field(default=False, compare=False)


class Search(Protocol):
    """Finds addresses."""

    @property
    def name(self) -> str:
        """Who answers, by the name it is kept under: "serper", "local"."""
        ...

    async def search(self, query: str, limit: int = 10, *, language: str = "") -> Hits:
        """Search.

        Args:
            query: what for.
            limit: how many results at most, from 1.
            language: of the results, as ``en`` or ``zh``; "" = any.

        Returns:
            The results, or the state that says why there are none.

        Raises:
            StoreError: what came cannot be kept.
        """
        ...

    async def aclose(self) -> None:
        """Let go of connections; safe to call twice."""
        ...
