"""Tavily: ``POST /search`` with a bearer key; results under ``results``."""

from __future__ import annotations

import msgspec

from veridical.sources.port import Hit
from veridical.sources.search.format import Format, Found, Question, found_in, plain

_MOST = 20
_USED_UP = frozenset({432, 433})


class _Result(msgspec.Struct):
    url: str = ""
    title: str | None = None
    content: str | None = None
    published_date: str | None = None


class _Answer(msgspec.Struct):
    results: list[_Result]


def _ask(query: str, limit: int, language: str) -> Question:  # noqa: ARG001 - the query's own
    body = {"query": query, "max_results": min(limit, _MOST), "search_depth": "basic"}
    return Question("POST", "/search", body=body)


def _read(body: bytes) -> Found:
    answer = msgspec.json.decode(body, type=_Answer)
    return found_in(
        Hit(one.url, plain(one.title), plain(one.content), one.published_date or "")
        for one in answer.results
    )


TAVILY = Format(
    "tavily",
    "https://api.tavily.com",
    "TAVILY_API_KEY",
    "Authorization",
    "Bearer ",
    _ask,
    _read,
    _USED_UP,
)
