"""Hosts that are dead, slow, lying or hostile: each ends in a state, in time, and small.

One law over all of them: a fault gives no text, so it can move a statement to missing but never
change a verdict.
"""

from __future__ import annotations

import asyncio
import dataclasses
import gzip
import socket
import time
import tracemalloc
import zlib
from collections.abc import Iterable

import brotli
import pytest
import zstandard

from tests.loopback_web import (
    QUICK,
    Answer,
    Asked,
    LoopbackWeb,
    Names,
    Script,
    in_turn,
    moved,
    page,
)
from veridical.sources import FetchState, Snapshot
from veridical.sources.guard import guard_allowing
from veridical.sources.http import MOST_HOPS, HttpWeb
from veridical.sources.manners import SILENCES

ICE = "The sea ice of the Arctic reached its lowest extent in September. " * 30
GOOD = page(f"<p>{ICE}</p>")
HURRIED = dataclasses.replace(QUICK, deadline_s=0.6, tries=2)
SMALL = 200_000


def fetched(web: HttpWeb, urls: Iterable[str]) -> list[Snapshot]:
    """The snapshots of addresses, asked for one after the other."""

    async def all_of_them() -> list[Snapshot]:
        try:
            return [await web.fetch(url) for url in urls]
        finally:
            await web.aclose()

    return asyncio.run(all_of_them())


def of(answer: Answer | Script, path: str = "/a", **more: object) -> Snapshot:
    """What a host that does this gives."""
    with LoopbackWeb(answer) as site:
        return fetched(site.web(**more), [site.url(path)])[0]  # type: ignore[arg-type]


def ok(**headers: str) -> bytes:
    """A head by hand."""
    lines = ["HTTP/1.1 200 OK", "Connection: close", *(f"{n}: {v}" for n, v in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode()


FAULTS: dict[str, tuple[Answer | Script, FetchState]] = {
    "nothing is ever sent": (Answer(hangs=True), FetchState.TIMEOUT),
    "a byte of the body a second": (Answer(b"x" * 99, drip_s=1.0), FetchState.TIMEOUT),
    "a byte of the body now and then": (Answer(b"x" * 99, drip_s=0.05), FetchState.TIMEOUT),
    "the body stops": (
        Answer(raw=ok(**{"Content-Length": "99", "Content-Type": "text/html"}) + b"<p>Half"),
        FetchState.INCOMPLETE_FILE,
    ),
    "the chunks stop": (
        Answer(raw=ok(**{"Transfer-Encoding": "chunked"}) + b"5\r\nhello\r\n"),
        FetchState.INCOMPLETE_FILE,
    ),
    "no HTTP": (Answer(raw=b"\x16\x03\x01\x02\x00garbage\r\n\r\n"), FetchState.UNAVAILABLE),
    "nothing, and closed": (Answer(raw=b""), FetchState.UNAVAILABLE),
    "endless headers": (
        Answer(raw=b"HTTP/1.1 200 OK\r\nX: " + b"a" * 200_000 + b"\r\n\r\n"),
        FetchState.UNAVAILABLE,
    ),
    "500": (Answer(b"oops", 500), FetchState.UNAVAILABLE),
    "502": (page("<h1>Bad gateway</h1>", status=502), FetchState.UNAVAILABLE),
    "503 for good": (Answer(b"later", 503), FetchState.UNAVAILABLE),
    "418": (Answer(b"tea", 418), FetchState.UNAVAILABLE),
    "404": (page("<p>Gone.</p>", status=404), FetchState.NOT_FOUND),
    "410": (page("<p>Gone.</p>", status=410), FetchState.NOT_FOUND),
    "204": (Answer(b"", 204), FetchState.EMPTY),
    "451": (page("<p>Not here.</p>", status=451), FetchState.BLOCKED),
    "a page without words": (page("  "), FetchState.EMPTY),
    "a page of scripts": (
        page("<div id=root></div><script>start()</script>"),
        FetchState.EMPTY,
    ),
    "no such page, in English": (
        page("<h1>Page not found</h1><p>Try our search.</p>", "Site"),
        FetchState.SOFT_404,
    ),
    "no such page, in a title": (page("<p>Hm.</p>", "404 - Site"), FetchState.SOFT_404),
    "no such page, in Chinese": (page("<p>抱歉，您访问的页面不存在</p>"), FetchState.SOFT_404),
    "no such page, in German": (page("<h1>Seite nicht gefunden</h1>"), FetchState.SOFT_404),
    "a circle": (moved("/a"), FetchState.REDIRECT),
    "a redirect to nowhere": (Answer(b"", 302), FetchState.REDIRECT),
    "a redirect to no address": (moved("http://[broken"), FetchState.REDIRECT),
    "an unknown packing": (
        Answer(b"x", headers={"Content-Encoding": "compress"}),
        FetchState.UNSUPPORTED_TYPE,
    ),
    "layers without end": (
        Answer(b"x", headers={"Content-Encoding": ", ".join(["gzip"] * 9)}),
        FetchState.UNSUPPORTED_TYPE,
    ),
    "gzip that is none": (
        Answer(b"<p>plain</p>", headers={"Content-Encoding": "gzip"}),
        FetchState.INCOMPLETE_FILE,
    ),
    "half of a gzip": (
        Answer(gzip.compress(ICE.encode() * 9)[:60], headers={"Content-Encoding": "gzip"}),
        FetchState.INCOMPLETE_FILE,
    ),
    "too large by its own word": (
        Answer(raw=ok(**{"Content-Length": "99999999"})),
        FetchState.TOO_LARGE,
    ),
    "too large without a word": (Answer(b"x" * (SMALL + 1), is_sized=False), FetchState.TOO_LARGE),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_a_state_without_words(fault: str) -> None:
    """In time: twice the deadline is room for a busy machine."""
    answer, state = FAULTS[fault]
    found = of(answer, manners=HURRIED, largest_bytes=SMALL)

    assert (found.state, found.text, bool(found.detail or found.state is FetchState.EMPTY)) == (
        state,
        "",
        True,
    )


def test_a_circle_of_several_hops() -> None:
    """It is told from a long way by where it has been."""
    pages: dict[str, Answer | Script] = {"/a": moved("/b"), "/b": moved("/c"), "/c": moved("/a")}

    found = of(script_of(pages))

    assert (found.state, found.detail, len(found.hops)) == (
        FetchState.REDIRECT,
        "it leads in a circle",
        3,
    )


def script_of(pages: dict[str, Answer | Script]) -> Script:
    """A script by path."""

    def script(asked: Asked) -> Answer:
        answer = pages[asked.path]
        return answer if isinstance(answer, Answer) else answer(asked)

    return script


def test_a_way_without_end() -> None:
    """It ends."""

    def script(asked: Asked) -> Answer:
        return moved(f"{asked.path}x")

    found = of(script)

    assert (found.state, len(found.hops)) == (FetchState.REDIRECT, MOST_HOPS + 1)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_real_redirect(status: int) -> None:
    """It is followed; the hop is kept."""
    with LoopbackWeb({"/a": moved("/b", status), "/b": GOOD}) as site:
        (found,) = fetched(site.web(), [site.url("/a")])

        assert (found.state, found.final_url) == (FetchState.OK, site.url("/b"))
        assert [(hop.url, hop.status) for hop in found.hops] == [(site.url("/a"), status)]


def test_a_site_that_wants_its_cookie_back() -> None:
    """The same address twice is no circle where the answer set a cookie."""

    def script(asked: Asked) -> Answer:
        if "seen=1" in asked.headers.get("cookie", ""):
            return GOOD
        return Answer(b"", 302, headers={"Location": asked.path, "Set-Cookie": "seen=1"})

    assert of(script).state is FetchState.OK


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        (page("<p>Not found.</p>", status=404), FetchState.REDIRECT),
        (page("<p>Expired.</p>", status=400), FetchState.REDIRECT),
        (page("<p>This link has expired.</p>"), FetchState.REDIRECT),
        (moved("http://site.test:{port}/real"), FetchState.OK),
    ],
    ids=["404", "400", "200", "alive"],
)
def test_a_wrapper_that_leads_elsewhere_or_no_longer(answer: Answer, state: FetchState) -> None:
    """``grounding-api-redirect`` and the like: an expired one is no source, and not a dead one."""
    host = "vertexaisearch.cloud.google.com"

    def script(asked: Asked) -> Answer:
        if asked.host == host:
            where = dict(answer.headers)
            if "Location" in where:
                where["Location"] = where["Location"].format(port=site.port)
            return dataclasses.replace(answer, headers=where)
        return GOOD

    with LoopbackWeb(script) as site:
        url = site.url("/grounding-api-redirect/AUZIYQ", host)
        (found,) = fetched(site.web(host, "site.test"), [url])

        assert found.state is state


def test_a_deep_address_that_ends_at_the_front_page() -> None:
    """The article is gone; the front page is not the source."""
    found = of(script_of({"/news/5": moved("/"), "/": GOOD}), "/news/5")

    assert (found.state, found.detail) == (
        FetchState.SOFT_404,
        "it leads to the front page of its site",
    )


def test_hosts_that_are_not_there() -> None:
    """No such name, and nobody listening: unavailable, told apart in words."""
    with socket.create_server(("127.0.0.1", 0)) as one:
        port = one.getsockname()[1]
    names = Names({"nowhere.test": []})
    guard = guard_allowing([f"closed.test:{port}", f"nowhere.test:{port}"])
    web = HttpWeb(guard, HURRIED, resolver=names)
    found = fetched(web, [f"http://nowhere.test:{port}/", f"http://closed.test:{port}/"])

    assert [one.state for one in found] == [FetchState.UNAVAILABLE] * 2
    assert found[0].detail == "there is no such host"
    assert names.asked.count("nowhere.test") == 1  # nobody asks again for a name that is not


def test_a_host_that_fails_and_recovers() -> None:
    """A passing fault costs time, not the source."""
    faults = [Answer(b"", 503), Answer(b"", 500), Answer(b"x" * 99, cut_after=9)]

    assert of(in_turn(*faults, GOOD)).state is FetchState.OK


@pytest.mark.parametrize("status", [429, 503])
def test_a_host_that_says_when(status: int) -> None:
    """``Retry-After`` is obeyed, not guessed at."""
    times: list[float] = []

    def script(asked: Asked) -> Answer:
        times.append(time.monotonic())
        return Answer(b"", status, headers={"Retry-After": "1"}) if asked.number == 0 else GOOD

    patient = dataclasses.replace(QUICK, longest_wait_s=5.0)
    found = of(script, manners=patient)

    assert (found.state, times[1] - times[0] >= 0.99) == (FetchState.OK, True)


def test_a_host_that_asks_for_an_hour() -> None:
    """It is not asked again, and nobody waits."""
    with LoopbackWeb(Answer(b"", 429, headers={"Retry-After": "3600"})) as site:
        (found,) = fetched(site.web(), [site.url("/a")])

        assert (found.state, len(site.asked)) == (FetchState.BLOCKED, 1)


def test_a_host_that_never_answers_is_given_up() -> None:
    """After some timeouts in a row the rest are told at once."""
    with LoopbackWeb(Answer(hangs=True)) as site:
        hurried = dataclasses.replace(HURRIED, deadline_s=0.2)
        urls = [site.url(f"/{number}") for number in range(20)]
        found = fetched(site.web(manners=hurried), urls)

        assert [one.state for one in found] == [FetchState.TIMEOUT] * 20
        assert len(site.asked) == SILENCES


def test_a_host_that_never_answers_does_not_hold_a_crowd() -> None:
    """Those that wait for a turn are told as well, so that nobody waits for hours."""
    with LoopbackWeb(Answer(hangs=True)) as site:
        web = site.web(manners=dataclasses.replace(HURRIED, deadline_s=0.2, at_a_time=2))

        async def at_once() -> list[Snapshot]:
            found = await asyncio.gather(*(web.fetch(site.url(f"/{n}")) for n in range(30)))
            await web.aclose()
            return list(found)

        states = [one.state for one in asyncio.run(at_once())]

        assert states == [FetchState.TIMEOUT] * 30
        assert len(site.asked) <= SILENCES + 1


def test_waiting_for_a_turn_is_no_timeout() -> None:
    """Forty pages of a slow host take longer than one deadline, and none of them is late."""
    slow = dataclasses.replace(GOOD, delay_s=0.05)
    manners = dataclasses.replace(QUICK, at_a_time=1, deadline_s=1.0)
    with LoopbackWeb(slow) as site:
        web = site.web(manners=manners)

        async def at_once() -> list[Snapshot]:
            found = await asyncio.gather(*(web.fetch(site.url(f"/{n}")) for n in range(40)))
            await web.aclose()
            return list(found)

        states = [one.state for one in asyncio.run(at_once())]

        assert (states, site.most_at_a_time) == ([FetchState.OK] * 40, 1)


def test_no_more_at_a_time_than_manners_allow() -> None:
    """Of one host; another host has its own turns."""
    slow = dataclasses.replace(GOOD, delay_s=0.03)
    manners = dataclasses.replace(QUICK, at_a_time=2)
    with LoopbackWeb(slow) as site:
        web = site.web("a.test", "b.test", manners=manners)
        urls = [site.url(f"/{n}", host) for n in range(8) for host in ("a.test", "b.test")]

        async def at_once() -> list[Snapshot]:
            found = await asyncio.gather(*(web.fetch(url) for url in urls))
            await web.aclose()
            return list(found)

        states = {one.state for one in asyncio.run(at_once())}

        assert (states, site.most_at_a_time) == ({FetchState.OK}, 4)


ZEROS = b"\0" * 1_000_000
BOMB_MB = 100


def gzip_bomb() -> bytes:
    """100 MB in 100 kB."""
    made = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join([*(made.compress(ZEROS) for _ in range(BOMB_MB)), made.flush()])


def deflate_bomb() -> bytes:
    """The same without gzip's head."""
    made = zlib.compressobj(9)
    return b"".join([*(made.compress(ZEROS) for _ in range(BOMB_MB)), made.flush()])


def brotli_bomb() -> bytes:
    """100 MB in a few hundred bytes."""
    made = brotli.Compressor(quality=5)
    return b"".join([*(made.process(ZEROS) for _ in range(BOMB_MB)), made.finish()])


def zstd_bomb() -> bytes:
    """100 MB in some kB."""
    made = zstandard.ZstdCompressor(level=3).compressobj()
    return b"".join([*(made.compress(ZEROS) for _ in range(BOMB_MB)), made.flush()])


@pytest.mark.parametrize(
    ("encoding", "bomb"),
    [
        ("gzip", gzip_bomb),
        ("deflate", deflate_bomb),
        ("br", brotli_bomb),
        ("zstd", zstd_bomb),
        ("gzip, gzip", lambda: gzip.compress(gzip_bomb())),
    ],
    ids=["gzip", "deflate", "br", "zstd", "gzip in gzip"],
)
def test_a_bomb_is_let_out_no_further_than_the_limit(encoding: str, bomb: object) -> None:
    """It is too large, and was never all in memory."""
    packed: bytes = bomb()  # type: ignore[operator]
    with LoopbackWeb(Answer(packed, headers={"Content-Encoding": encoding})) as site:
        web = site.web(largest_bytes=2_000_000)
        tracemalloc.start()
        (found,) = fetched(web, [site.url("/a")])
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()

    assert found.state is FetchState.TOO_LARGE
    assert most < 30_000_000


@pytest.mark.parametrize(
    ("encoding", "packed"),
    [
        ("gzip", gzip.compress(GOOD.body)),
        ("x-gzip", gzip.compress(GOOD.body)),
        ("gzip", gzip.compress(GOOD.body[:100]) + gzip.compress(GOOD.body[100:])),
        ("deflate", zlib.compress(GOOD.body)),
        ("deflate", zlib.compress(GOOD.body, wbits=-15)),
        ("br", brotli.compress(GOOD.body)),
        ("zstd", zstandard.compress(GOOD.body)),
        ("gzip, br", brotli.compress(gzip.compress(GOOD.body))),
        ("identity", GOOD.body),
        ("", GOOD.body),
    ],
    ids=["gzip", "x-gzip", "members", "zlib", "deflate", "br", "zstd", "two", "identity", "none"],
)
def test_a_page_that_came_packed(encoding: str, packed: bytes) -> None:
    """It is the page."""
    found = of(Answer(packed, headers={"Content-Encoding": encoding}))

    assert (found.state, found.text) == (FetchState.OK, ICE.strip())
