"""Providers of search, each in its published format, over a real server on loopback."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import logging
from collections.abc import Callable

import pytest

from tests.loopback_web import QUICK, Answer, Asked, LoopbackWeb, Script, in_turn
from veridical.errors import ConfigError
from veridical.sources import Hit, Hits, SearchState
from veridical.sources.search import PROVIDERS, HttpSearch, open_search

KEY = "hush-hush-key"
NAMES = [one.name for one in PROVIDERS]
ENVIRONMENT = {one.key_env: KEY for one in PROVIDERS if one.key_env}


def as_json(value: object, **more: object) -> Answer:
    """A JSON answer."""
    body = json.dumps(value, ensure_ascii=False).encode()
    return Answer(body, kind="application/json", **more)  # type: ignore[arg-type]


SERPER = {
    "searchParameters": {"q": "sea ice", "type": "search", "num": 3, "engine": "google"},
    "knowledgeGraph": {"title": "Sea ice", "website": "https://graph.example/"},
    "organic": [
        {
            "title": "Sea ice",
            "link": "https://a.example/ice",
            "snippet": "Ice of the sea.",
            "date": "Mar 4, 2021",
            "position": 1,
        },
        {"title": "海冰", "link": "https://b.example/冰", "snippet": "海上的冰。", "position": 2},
    ],
    "credits": 1,
}
TAVILY = {
    "query": "sea ice",
    "answer": None,
    "images": [],
    "results": [
        {
            "title": "Sea ice",
            "url": "https://a.example/ice",
            "content": "Ice of the sea.",
            "score": 0.9,
            "raw_content": None,
            "published_date": "Mar 4, 2021",
        },
        {"title": "海冰", "url": "https://b.example/冰", "content": "海上的冰。", "score": 0.8},
    ],
    "response_time": 1.2,
    "request_id": "1",
}
BRAVE = {
    "type": "search",
    "query": {"original": "sea ice", "more_results_available": True},
    "mixed": {"type": "mixed"},
    "web": {
        "type": "search",
        "results": [
            {
                "type": "search_result",
                "title": "Sea <strong>ice</strong>",
                "url": "https://a.example/ice",
                "description": "Ice of <strong>the sea</strong>.",
                "page_age": "Mar 4, 2021",
                "language": "en",
                "family_friendly": True,
            },
            {"title": "海冰", "url": "https://b.example/冰", "description": "海上的冰。"},
        ],
    },
}
SEARXNG = {
    "query": "sea ice",
    "number_of_results": 0,
    "results": [
        {
            "url": "https://a.example/ice",
            "title": "Sea ice",
            "content": "Ice of the sea.",
            "publishedDate": "Mar 4, 2021",
            "engine": "one",
            "parsed_url": ["https", "a.example", "/ice", "", "", ""],
            "engines": ["one"],
            "positions": [1],
            "score": 1.0,
            "category": "general",
        },
        {"url": "https://b.example/冰", "title": "海冰", "content": "海上的冰。", "engine": "one"},
    ],
    "answers": [],
    "corrections": [],
    "infoboxes": [],
    "suggestions": [],
    "unresponsive_engines": [["two", "timeout"]],
}
GOOD = {"serper": SERPER, "tavily": TAVILY, "brave": BRAVE, "searxng": SEARXNG}
EMPTY: dict[str, dict[str, object]] = {
    "serper": {"searchParameters": {}, "organic": []},
    "tavily": {"query": "x", "results": []},
    "brave": {"type": "search", "query": {"original": "x"}},
    "searxng": {"query": "x", "results": [], "unresponsive_engines": []},
}
HITS = (
    Hit("https://a.example/ice", "Sea ice", "Ice of the sea.", "Mar 4, 2021"),
    Hit("https://b.example/冰", "海冰", "海上的冰。"),
)


def searched(name: str, site: LoopbackWeb, query: str = "sea ice", **more: object) -> Hits:
    """What a provider gives."""
    return asked_of(open_at(name, site), query, **more)


def open_at(name: str, site: LoopbackWeb) -> HttpSearch:
    """A provider that runs here; its endpoint is the user's, so it may stand on loopback."""
    endpoint = f"http://127.0.0.1:{site.port}"
    hurried = dataclasses.replace(QUICK, deadline_s=2.0, tries=3)
    return open_search(name, endpoint=endpoint, manners=hurried, environment=ENVIRONMENT)


def asked_of(search: HttpSearch, query: str, **more: object) -> Hits:
    """What a search gives."""

    async def one() -> Hits:
        try:
            return await search.search(query, **more)  # type: ignore[arg-type]
        finally:
            await search.aclose()

    return asyncio.run(one())


@pytest.mark.parametrize("name", NAMES)
def test_results_in_the_providers_format(name: str) -> None:
    """Title, address, words and date; marks around what matched are gone."""
    with LoopbackWeb(as_json(GOOD[name])) as site:
        found = searched(name, site)

    assert (found.state, found.results, found.provider, found.query) == (
        SearchState.OK,
        HITS,
        name,
        "sea ice",
    )


REQUESTS: dict[str, Callable[[Asked], tuple[object, ...]]] = {
    "serper": lambda a: (a.method, a.path, a.headers.get("x-api-key"), json.loads(a.body)),
    "tavily": lambda a: (a.method, a.path, a.headers.get("authorization"), json.loads(a.body)),
    "brave": lambda a: (a.method, a.path, a.headers.get("x-subscription-token"), dict(a.query)),
    "searxng": lambda a: (a.method, a.path, a.headers.get("authorization"), dict(a.query)),
}
SENT = {
    "serper": ("POST", "/search", KEY, {"q": "海冰", "num": 7, "hl": "zh-cn"}),
    "tavily": (
        "POST",
        "/search",
        f"Bearer {KEY}",
        {"query": "海冰", "max_results": 7, "search_depth": "basic"},
    ),
    "brave": (
        "GET",
        "/res/v1/web/search",
        KEY,
        {"q": "海冰", "count": "7", "search_lang": "zh-hans"},
    ),
    "searxng": (
        "GET",
        "/search",
        None,
        {"q": "海冰", "format": "json", "pageno": "1", "language": "zh"},
    ),
}


@pytest.mark.parametrize("name", NAMES)
def test_the_request_is_in_the_providers_format(name: str) -> None:
    """Path, key, query, number and language, where it takes them."""
    with LoopbackWeb(as_json(EMPTY[name])) as site:
        searched(name, site, "海冰", limit=7, language="zh")

        assert REQUESTS[name](site.asked[0]) == SENT[name]


@pytest.mark.parametrize("name", NAMES)
def test_nothing_found(name: str) -> None:
    """It is said so, and is no fault."""
    with LoopbackWeb(as_json(EMPTY[name])) as site:
        found = searched(name, site)

        assert (found.state, found.results, len(site.asked)) == (SearchState.EMPTY, (), 1)


FAULTS: dict[str, tuple[Answer | Script, SearchState, int]] = {
    "401": (as_json({"message": "Unauthorized."}, status=401), SearchState.REFUSED, 1),
    "403": (as_json({"message": "Forbidden"}, status=403), SearchState.REFUSED, 1),
    "402": (as_json({"message": "Pay"}, status=402), SearchState.REFUSED, 1),
    "429": (as_json({"message": "Slow down"}, status=429), SearchState.RATE_LIMITED, 3),
    "429 for an hour": (
        Answer(b"", 429, headers={"Retry-After": "3600"}),
        SearchState.RATE_LIMITED,
        1,
    ),
    "500": (Answer(b"oops", 500), SearchState.UNAVAILABLE, 3),
    "503": (Answer(b"oops", 503), SearchState.UNAVAILABLE, 3),
    "a redirect": (Answer(b"", 302, headers={"Location": "/"}), SearchState.UNAVAILABLE, 1),
    "garbage": (Answer(b"<html>hello</html>"), SearchState.UNREADABLE, 1),
    "half of it": (Answer(b'{"results": [', kind="application/json"), SearchState.UNREADABLE, 1),
    "bytes": (Answer(b"\xff\xfe\xff", kind="application/json"), SearchState.UNREADABLE, 1),
    "another format": (as_json({"message": "hello"}), SearchState.UNREADABLE, 1),
    "a list": (as_json([1, 2]), SearchState.UNREADABLE, 1),
    "null": (as_json(None), SearchState.UNREADABLE, 1),
    "nothing": (Answer(b""), SearchState.UNREADABLE, 1),
    "a cut connection": (Answer(b"x" * 99, cut_after=9), SearchState.UNAVAILABLE, 3),
    "no HTTP": (Answer(raw=b"garbage"), SearchState.UNAVAILABLE, 3),
    "silence": (Answer(hangs=True), SearchState.TIMEOUT, 1),
    "a flood": (Answer(b" " * 5_000_001), SearchState.UNREADABLE, 1),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", NAMES)
def test_a_fault_is_an_absence(
    name: str, fault: str, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    """Typed, without results, tried again where that helps; the key is nowhere."""
    answer, state, number = FAULTS[fault]
    caplog.set_level(logging.DEBUG)
    with LoopbackWeb(answer) as site:
        found = searched(name, site)

        assert (found.state, found.results, len(site.asked)) == (state, (), number)
    assert found.detail != ""
    assert KEY not in "".join([repr(found), caplog.text, *capsys.readouterr()])


@pytest.mark.parametrize("name", NAMES)
def test_a_fault_that_passes(name: str) -> None:
    """It costs time, not the results."""
    faults = [Answer(b"", 429, headers={"Retry-After": "0"}), Answer(b"", 500)]
    with LoopbackWeb(in_turn(*faults, as_json(GOOD[name]))) as site:
        found = searched(name, site)

    assert (found.state, len(found.results)) == (SearchState.OK, 2)


def test_engines_that_did_not_respond() -> None:
    """No results of no engine is not "nothing found"."""
    answer = {"query": "x", "results": [], "unresponsive_engines": [["one", "timeout"]]}
    with LoopbackWeb(as_json(answer)) as site:
        found = searched("searxng", site)

    assert (found.state, found.detail) == (
        SearchState.UNAVAILABLE,
        "1 of its engines did not respond",
    )


@pytest.mark.parametrize("status", [432, 433])
def test_a_plan_that_is_used_up(status: int) -> None:
    """Tavily has statuses of its own for that."""
    with LoopbackWeb(as_json({"detail": {"error": "limit"}}, status=status)) as site:
        assert searched("tavily", site).state is SearchState.REFUSED


def test_odd_results_are_left_out() -> None:
    """No address, another scheme, the same once more; the rest stays in order."""
    links = ["https://a.example/", "", "javascript:x", "https://a.example/#b", "https://c.example/"]
    answer = {"organic": [{"link": link, "title": None} for link in links]}
    with LoopbackWeb(as_json(answer)) as site:
        found = searched("serper", site, limit=9)

    assert [hit.url for hit in found.results] == ["https://a.example/", "https://c.example/"]


def test_no_more_results_than_were_asked_for() -> None:
    """Where the provider gives more."""
    with LoopbackWeb(as_json(SEARXNG)) as site:
        assert len(searched("searxng", site, limit=1).results) == 1


def test_an_endpoint_below_a_path() -> None:
    """An instance may stand anywhere."""
    with LoopbackWeb(as_json(SEARXNG)) as site:
        search = open_search("searxng", endpoint=f"http://127.0.0.1:{site.port}/find/")
        found = asked_of(search, "ice")

        assert (found.state, site.asked[0].path) == (SearchState.OK, "/find/search")


@pytest.mark.parametrize(
    ("name", "endpoint", "message"),
    [
        (
            "google",
            "",
            'search "google": is no provider; expected serper, tavily, brave, searxng. '
            "Name one of them.",
        ),
        (
            "serper",
            "",
            'search "serper": SERPER_API_KEY holds no key; expected the provider\'s key in that '
            "environment variable. Run: export SERPER_API_KEY=…",
        ),
        (
            "searxng",
            "",
            "search \"searxng\": has no endpoint, got ''; expected an address that begins with "
            "https:// or http://. Set its endpoint.",
        ),
        (
            "searxng",
            "file:///etc",
            "search \"searxng\": has no endpoint, got 'file:///etc'; expected an address that "
            "begins with https:// or http://. Set its endpoint.",
        ),
    ],
)
def test_a_provider_that_cannot_be_opened(name: str, endpoint: str, message: str) -> None:
    """One line says what to do."""
    with pytest.raises(ConfigError) as caught:
        open_search(name, endpoint=endpoint, environment={})

    assert str(caught.value) == message


def test_a_key_of_another_name() -> None:
    """As the user wishes; a key with a line break is none."""
    opened = open_search("brave", key_env="MINE", environment={"MINE": f" {KEY}\n"})

    assert opened.name == "brave"
    assert KEY not in repr(opened)
    with pytest.raises(ConfigError):
        open_search("brave", key_env="MINE", environment={"MINE": "a\nHost: b"})
