"""Serper: ``POST /search`` with ``X-API-KEY``; results under ``organic``."""

from __future__ import annotations

import msgspec

from veridical.sources.port import Hit
from veridical.sources.search.format import Format, Found, Question, found_in, plain

_MOST = 100


class _Result(msgspec.Struct):
    link: str = ""
    title: str | None = None
    snippet: str | None = None
    date: str | None = None


class _Answer(msgspec.Struct):
    organic: list[_Result]


def _ask(query: str, limit: int, language: str) -> Question:
    body: dict[str, object] = {"q": query, "num": min(limit, _MOST)}
    if language:
        body["hl"] = "zh-cn" if language == "zh" else language
    return Question("POST", "/search", body=body)


def _read(body: bytes) -> Found:
    answer = msgspec.json.decode(body, type=_Answer)
    return found_in(
        Hit(one.link, plain(one.title), plain(one.snippet), one.date or "")
        for one in answer.organic
    )


SERPER = Format(
    "serper", "https://google.serper.dev", "SERPER_API_KEY", "X-API-KEY", "", _ask, _read
)
