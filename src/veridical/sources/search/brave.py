"""Brave: ``GET /res/v1/web/search`` with ``X-Subscription-Token``; under ``web.results``.

An answer of the type ``search`` without ``web`` has no results.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from veridical.sources.port import Hit
from veridical.sources.search.format import Format, Found, Question, found_in, plain

_MOST = 20


class _Result(msgspec.Struct):
    url: str = ""
    title: str | None = None
    description: str | None = None
    page_age: str | None = None


class _Web(msgspec.Struct):
    results: list[_Result] = msgspec.field(default_factory=list)


class _Answer(msgspec.Struct):
    type: Literal["search"]
    web: _Web | None = None


def _ask(query: str, limit: int, language: str) -> Question:
    asked = {"q": query, "count": str(min(limit, _MOST))}
    if language:
        asked["search_lang"] = "zh-hans" if language == "zh" else language
    return Question("GET", "/res/v1/web/search", asked)


def _read(body: bytes) -> Found:
    answer = msgspec.json.decode(body, type=_Answer)
    results = answer.web.results if answer.web else []
    return found_in(
        Hit(one.url, plain(one.title), plain(one.description), one.page_age or "")
        for one in results
    )


BRAVE = Format(
    "brave",
    "https://api.search.brave.com",
    "BRAVE_API_KEY",
    "X-Subscription-Token",
    "",
    _ask,
    _read,
)
