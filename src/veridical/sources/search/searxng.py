"""SearXNG: ``GET /search?format=json`` on one's own instance; no key.

No results while engines did not respond is no answer: the search was not made.
"""

from __future__ import annotations

import msgspec

from veridical.sources.port import Hit, SearchState
from veridical.sources.search.format import Format, Found, Question, found_in, plain


class _Result(msgspec.Struct):
    url: str = ""
    title: str | None = None
    content: str | None = None
    publishedDate: str | None = None  # noqa: N815 - the format's own name


class _Answer(msgspec.Struct):
    results: list[_Result]
    unresponsive_engines: list[object] = msgspec.field(default_factory=list)


def _ask(query: str, limit: int, language: str) -> Question:  # noqa: ARG001 - has no limit
    asked = {"q": query, "format": "json", "pageno": "1"}
    if language:
        asked["language"] = language
    return Question("GET", "/search", asked)


def _read(body: bytes) -> Found:
    answer = msgspec.json.decode(body, type=_Answer)
    found = found_in(
        Hit(one.url, plain(one.title), plain(one.content), one.publishedDate or "")
        for one in answer.results
    )
    if found.state is SearchState.EMPTY and answer.unresponsive_engines:
        number = len(answer.unresponsive_engines)
        return Found(SearchState.UNAVAILABLE, detail=f"{number} of its engines did not respond")
    return found


SEARXNG = Format("searxng", "", "", "", "", _ask, _read)
