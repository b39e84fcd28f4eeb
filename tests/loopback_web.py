"""A small web on loopback whose hosts do what a script says: good, hostile, flaky ones.

It speaks HTTP by hand, since hostile hosts do not keep to it. Every connection is counted as it
is accepted, before a byte is read, so that "no connection" can be shown. Names lead to numbers by
`Names`, a resolver that tests fill.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

from aiohttp.abc import AbstractResolver, ResolveResult

from veridical.sources.guard import Guard, guard_allowing
from veridical.sources.http import HttpWeb
from veridical.sources.manners import Manners

QUICK = Manners(
    at_a_time=4,
    pause_s=0.0,
    tries=4,
    first_wait_s=0.02,
    longest_wait_s=0.2,
    deadline_s=10.0,
    connect_s=2.0,
)


@dataclass(frozen=True)
class Asked:
    """One request that came: its number from 0, and what it says."""

    number: int
    method: str
    host: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes
    at_a_time: int = 1


@dataclass(frozen=True)
class Answer:
    """What is done with a request.

    Attributes:
        body: of the answer.
        status: of HTTP.
        kind: the content type; "" = none is told.
        headers: more of them.
        delay_s: before anything is sent, in seconds.
        cut_after: bytes of the body after which the connection is cut.
        drip_s: seconds between single bytes of the body.
        is_sized: whether the length is told.
        raw: all of the answer, head and all, instead.
        hangs: nothing is ever sent.
    """

    body: bytes = b""
    status: int = 200
    kind: str = "text/html; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    cut_after: int | None = None
    drip_s: float = 0.0
    is_sized: bool = True
    raw: bytes | None = None
    hangs: bool = False


Script = Callable[[Asked], Answer]


def page(words: str, title: str = "A page", *, head: str = "", **more: object) -> Answer:
    """An ordinary page; `words` may hold markup."""
    body = (
        f"<!doctype html><html><head><title>{title}</title>{head}</head><body>{words}</body></html>"
    )
    return Answer(body.encode(), **more)  # type: ignore[arg-type]


def moved(target: str, status: int = 302) -> Answer:
    """A redirect."""
    return Answer(b"", status, headers={"Location": target})


def in_turn(*answers: Answer) -> Script:
    """One answer after the other, by arrival; the last one stays."""
    return lambda asked: answers[min(asked.number, len(answers) - 1)]


def by_path(pages: Mapping[str, Answer | Script]) -> Script:
    """An answer for each path; 404 for others."""

    def script(asked: Asked) -> Answer:
        found = pages.get(asked.path)
        if found is None:
            return page("<p>Gone.</p>", "Not found", status=404)
        return found if isinstance(found, Answer) else found(asked)

    return script


class Names(AbstractResolver):
    """Which name leads to which numbers; a list of lists leads elsewhere each time.

    Attributes:
        asked: the names that were asked for.
    """

    def __init__(self, numbers: Mapping[str, Iterable[str]] | None = None) -> None:
        self._numbers = {name: list(found) for name, found in (numbers or {}).items()}
        self._turns: dict[str, list[list[str]]] = {}
        self.asked: list[str] = []

    def in_turn(self, name: str, *numbers: list[str]) -> None:
        """Let a name lead to other numbers each time it is asked for."""
        self._turns[name] = list(numbers)

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """The numbers; a name that is not known leads to this machine."""
        self.asked.append(host)
        turns = self._turns.get(host)
        if turns:
            numbers = turns.pop(0) if len(turns) > 1 else turns[0]
        else:
            numbers = self._numbers.get(host, ["127.0.0.1"])
        if not numbers:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return [
            ResolveResult(
                hostname=host,
                host=number,
                port=port,
                family=socket.AF_INET6 if ":" in number else socket.AF_INET,
                proto=0,
                flags=socket.AI_NUMERICHOST,
            )
            for number in numbers
        ]

    async def close(self) -> None:
        """Nothing to close."""


class LoopbackWeb:
    """Serves a script on loopback until the block ends.

    Attributes:
        script: what is done; may be changed between requests.
        asked: what came, in the order of arrival.
        connections: how many connections were accepted.
        most_at_a_time: how many requests were under way at a time, at most.
        port: of all its hosts.
    """

    def __init__(self, script: Script | Answer | Mapping[str, Answer | Script]) -> None:
        self.script: Script = _script(script)
        self.asked: list[Asked] = []
        self.connections = 0
        self.most_at_a_time = 0
        self.port = 0
        self._under_way = 0
        self._never = asyncio.Event()  # held here, else what waits for it could be collected
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._server: asyncio.Server | None = None

    def url(self, path: str = "/", host: str = "site.test") -> str:
        """An address on it."""
        return f"http://{host}:{self.port}{path}"

    def guard(self, *hosts: str) -> Guard:
        """A guard that lets these hosts through, and nothing else of this machine."""
        return guard_allowing(f"{host}:{self.port}" for host in hosts or ("site.test",))

    def web(
        self,
        *hosts: str,
        manners: Manners = QUICK,
        names: Names | None = None,
        **more: int,
    ) -> HttpWeb:
        """The real web port, with these hosts let through."""
        return HttpWeb(self.guard(*hosts), manners, resolver=names or Names(), **more)

    def __enter__(self) -> LoopbackWeb:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._start(), self._loop).result(10)
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=2**20)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _stop(self) -> None:
        assert self._server is not None
        self._server.close()
        await asyncio.sleep(0.01)  # those that were just accepted become tasks
        while left := asyncio.all_tasks() - {asyncio.current_task()}:
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self._under_way += 1
        self.most_at_a_time = max(self.most_at_a_time, self._under_way)
        try:
            asked = await self._read(reader)
            await self._answer(self.script(asked), writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the client has gone, or the block has ended
        finally:
            self._under_way -= 1
            writer.close()

    async def _read(self, reader: asyncio.StreamReader) -> Asked:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.strip().split("\r\n")
        method, target, _ = first.split(" ")
        headers = {
            n.strip().lower(): v.strip() for n, _, v in (line.partition(":") for line in lines)
        }
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        parts = urlsplit(target)
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        host = headers.get("host", "").rpartition(":")[0]
        asked = Asked(
            len(self.asked), method, host, parts.path, query, headers, body, self._under_way
        )
        self.asked.append(asked)
        return asked

    async def _answer(self, answer: Answer, writer: asyncio.StreamWriter) -> None:
        if answer.hangs:
            await self._never.wait()
        if answer.delay_s:
            await asyncio.sleep(answer.delay_s)
        if answer.raw is not None:
            writer.write(answer.raw)
            await writer.drain()
            return
        writer.write(_head(answer))
        body = answer.body if answer.cut_after is None else answer.body[: answer.cut_after]
        if answer.drip_s:
            for byte in body:
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(answer.drip_s)
        else:
            writer.write(body)
        await writer.drain()


def _head(answer: Answer) -> bytes:
    headers = {"Connection": "close", **answer.headers}
    if answer.kind:
        headers["Content-Type"] = answer.kind
    if answer.is_sized:
        headers.setdefault("Content-Length", str(len(answer.body)))
    lines = [f"HTTP/1.1 {answer.status} OK", *(f"{n}: {v}" for n, v in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


def _script(given: Script | Answer | Mapping[str, Answer | Script]) -> Script:
    if isinstance(given, Answer):
        return lambda asked: given
    return by_path(given) if isinstance(given, Mapping) else given
