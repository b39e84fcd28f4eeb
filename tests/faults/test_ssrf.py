"""Addresses out of reports, pages and models: none of them reaches a machine of ours.

A real server listens on loopback, on IPv4 and IPv6, and counts every connection as it is
accepted. Each target is tried as a reference, and again as what a public page redirects to.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.loopback_web import QUICK, LoopbackWeb, Names, moved, page
from veridical.sources import FetchState, Snapshot
from veridical.sources.guard import Guard
from veridical.sources.http import HttpWeb

TARGETS = [
    "http://127.0.0.1:{port}/",
    "http://127.0.0.1.:{port}/",
    "http://127.1:{port}/",
    "http://127.0.1:{port}/",
    "http://127.000.000.001:{port}/",
    "http://0177.0.0.1:{port}/",
    "http://0177.0.0.01:{port}/",
    "http://0x7f.0.0.1:{port}/",
    "http://0x7f000001:{port}/",
    "http://0X7F.1:{port}/",
    "http://2130706433:{port}/",
    "http://017700000001:{port}/",
    "http://127.8.8.8:{port}/",
    "http://0.0.0.0:{port}/",
    "http://0:{port}/",
    "http://0x0:{port}/",
    "http://１２７.0.0.1:{port}/",
    "http://①②⑦.⓪.⓪.①:{port}/",
    "http://127。0。0。1:{port}/",
    "http://%31%32%37.0.0.1:{port}/",
    "http://[::1]:{port}/",
    "http://[0:0:0:0:0:0:0:1]:{port}/",
    "http://[::]:{port}/",
    "http://[::ffff:127.0.0.1]:{port}/",
    "http://[::ffff:7f00:1]:{port}/",
    "http://[0:0:0:0:0:ffff:127.0.0.1]:{port}/",
    "http://[::127.0.0.1]:{port}/",
    "http://[2002:7f00:1::]:{port}/",
    "http://[64:ff9b::7f00:1]:{port}/",
    "http://[64:ff9b::127.0.0.1]:{port}/",
    "http://[fe80::1]:{port}/",
    "http://[fe80::1%25lo]:{port}/",
    "http://localhost:{port}/",
    "http://LocalHost:{port}/",
    "http://localhost.:{port}/",
    "http://a.localhost:{port}/",
    "http://localhost.localdomain:{port}/",
    "http://ip6-localhost:{port}/",
    "http://loopback.test:{port}/",
    "http://both.test:{port}/",
    "http://six.test:{port}/",
    "http://mapped.test:{port}/",
    "http://private.test:{port}/",
    "http://metadata.test:{port}/",
    "http://site.test@127.0.0.1:{port}/",
    "http://site.test:80@127.0.0.1:{port}/",
    "http://me:word@loopback.test:{port}/",
    "http://site.test\\@127.0.0.1:{port}/",
    "http://127.0.0.1:{port}#@site.test/",
    "http://127.0.0.1:{port}?@site.test/",
    "https://127.0.0.1:{port}/",
    "https://loopback.test:{port}/",
    "ftp://127.0.0.1:{port}/",
    "gopher://127.0.0.1:{port}/_x",
    "dict://127.0.0.1:{port}/x",
    "file:///etc/hosts",
    "file://127.0.0.1/etc/hosts",
    "http://169.254.169.254/latest/meta-data/",
    "http://[fd00:ec2::254]/latest/meta-data/",
    "http://metadata.google.internal/computeMetadata/v1/",
    "http://100.100.100.200/latest/meta-data/",
    "http://192.168.0.1/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
]
HARMLESS = frozenset({FetchState.REFUSED_TARGET, FetchState.INVALID_URL})
NUMBERS = {
    "loopback.test": ["127.0.0.1"],
    "both.test": ["93.184.216.34", "127.0.0.1"],
    "six.test": ["::1"],
    "mapped.test": ["::ffff:127.0.0.1"],
    "private.test": ["10.0.0.1"],
    "metadata.test": ["169.254.169.254"],
}


class Listener:
    """Sockets of both families on one port that count who comes."""

    def __init__(self) -> None:
        self.connections = 0
        self._four = socket.create_server(("127.0.0.1", 0))
        self.port = self._four.getsockname()[1]
        self._sockets = [self._four]
        with suppress(OSError):
            six = socket.create_server(("::1", self.port), family=socket.AF_INET6)
            self._sockets.append(six)
        self._threads = [threading.Thread(target=self._count, args=(s,)) for s in self._sockets]
        for thread in self._threads:
            thread.start()

    def _count(self, listening: socket.socket) -> None:
        with suppress(OSError):
            while True:
                came, _ = listening.accept()
                self.connections += 1
                came.close()

    def close(self) -> None:
        """Stop counting."""
        for listening in self._sockets:
            listening.shutdown(socket.SHUT_RDWR)
            listening.close()
        for thread in self._threads:
            thread.join(5)


@pytest.fixture(scope="module")
def listener() -> Iterator[Listener]:
    """Sockets that nobody may reach."""
    made = Listener()
    yield made
    made.close()


def fetched(web: HttpWeb, url: str) -> Snapshot:
    """The snapshot of an address, the port closed after it."""

    async def one() -> Snapshot:
        try:
            return await web.fetch(url)
        finally:
            await web.aclose()

    return asyncio.run(one())


def test_the_listener_counts(listener: Listener) -> None:
    """A connection is seen, so that none seen means none made."""
    before = listener.connections
    with socket.create_connection(("127.0.0.1", listener.port)) as one:
        one.recv(1)

    assert listener.connections == before + 1


@pytest.mark.parametrize("target", TARGETS)
def test_a_reference_to_a_machine_of_ours(listener: Listener, target: str) -> None:
    """No connection is made, and the state says so."""
    before = listener.connections
    web = HttpWeb(Guard(), QUICK, resolver=Names(NUMBERS))

    found = fetched(web, target.format(port=listener.port))

    assert (found.state in HARMLESS, listener.connections - before) == (True, 0), found


@pytest.mark.parametrize("target", TARGETS)
def test_a_page_that_leads_to_a_machine_of_ours(listener: Listener, target: str) -> None:
    """Each hop is checked like the first; a target that is no address ends the way."""
    before = listener.connections
    target = target.format(port=listener.port)
    with LoopbackWeb({"/out": moved(target.encode("utf-8").decode("latin-1"))}) as site:
        found = fetched(site.web(names=Names(NUMBERS)), site.url("/out"))

    assert found.state in HARMLESS | {FetchState.REDIRECT, FetchState.NOT_FOUND}, found
    assert (listener.connections - before, site.connections) == (0, 1), found


def test_a_page_that_refreshes_to_a_machine_of_ours(listener: Listener) -> None:
    """What a page asks of a browser is a hop like any other."""
    before = listener.connections
    sent = f"<meta http-equiv='refresh' content='0;url=http://127.0.0.1:{listener.port}/'>"
    with LoopbackWeb(page("", head=sent)) as site:
        found = fetched(site.web(), site.url("/a"))

    assert (found.state, listener.connections - before) == (FetchState.REFUSED_TARGET, 0)


def test_a_name_that_changes_its_mind(listener: Listener) -> None:
    """What was checked is what is connected to: a later answer is checked again."""
    before = listener.connections
    names = Names()
    names.in_turn("rebinding.test", ["192.0.2.1"], ["127.0.0.1"], ["127.0.0.1"])
    web = HttpWeb(Guard(), QUICK, resolver=names)
    url = f"http://rebinding.test:{listener.port}/"

    async def often() -> list[Snapshot]:
        found = [await web.fetch(url) for _ in range(3)]
        await web.aclose()
        return found

    states = {one.state for one in asyncio.run(often())}

    assert (states, listener.connections - before) == ({FetchState.REFUSED_TARGET}, 0)


def test_a_name_is_resolved_once_for_each_connection() -> None:
    """Nothing asks a second time between the check and the connection."""
    names = Names()
    with LoopbackWeb(page("<p>Ice floats.</p>")) as site:
        found = fetched(site.web(names=names), site.url("/a"))

    assert (found.state, names.asked) == (FetchState.OK, ["site.test"])


def test_another_port_of_an_allowed_host(listener: Listener) -> None:
    """What the user allowed is one place, not its machine."""
    before = listener.connections
    with LoopbackWeb(page("<p>Ice floats.</p>")) as site:
        found = fetched(site.web(), f"http://site.test:{listener.port}/")

    assert (found.state, listener.connections - before) == (FetchState.REFUSED_TARGET, 0)
