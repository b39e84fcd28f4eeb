"""What a provider's format consists of, and what all formats share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from html import unescape

from veridical.sources.guard import web_address
from veridical.sources.port import Hit, SearchState

_TAG = re.compile(r"<[^<>]{0,200}>")


@dataclass(frozen=True, slots=True)
class Question:
    """A search as one request.

    Attributes:
        method: of HTTP.
        path: appended to the endpoint.
        query: of the address.
        body: sent as JSON; None = none.
    """

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    body: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """What a provider's answer says.

    Attributes:
        state: OK, EMPTY, or what it says of itself.
        results: best first.
        detail: for a reader.
    """

    state: SearchState
    results: tuple[Hit, ...] = ()
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Format:
    """How one provider is spoken to.

    Attributes:
        name: of the provider, as it is kept.
        endpoint: where it is; "" = the user has to say.
        key_env: the environment variable that holds the key; "" = it needs none.
        header: the header that carries the key.
        lead: what stands before the key in it.
        ask: (query, limit, language) → the request.
        read: the body of a good answer → what it says; raises `msgspec.DecodeError` where it
            is not in the format.
        used_up: statuses of its own that mean a key is used up.
    """

    name: str
    endpoint: str
    key_env: str
    header: str
    lead: str
    ask: Callable[[str, int, str], Question]
    read: Callable[[bytes], Found]
    used_up: frozenset[int] = frozenset()


def found_in(hits: Iterable[Hit]) -> Found:
    """Results as they may be handed on: addresses of the web, each once."""
    kept: dict[str, Hit] = {}
    for hit in hits:
        at = web_address(hit.url)
        if at is not None and at.scheme in ("http", "https"):
            kept.setdefault(str(at), hit)
    results = tuple(kept.values())
    return Found(SearchState.OK if results else SearchState.EMPTY, results)


def plain(text: str | None) -> str:
    """A provider's words without the marks that it puts around what matched."""
    return " ".join(unescape(_TAG.sub("", text or "")).split())
