"""A real chat-completions server on loopback that does what a script says.

``with ScriptedServer(saying("…")) as server`` serves from a thread of its own; ``python -m
tests.scripted_server --latency 0.2`` from a process of its own. A script is a function from what
was asked to what is done, so that the same request always meets the same fate; ``in_turn`` goes
by arrival instead. Delays are exact numbers, never random.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

_MARK = re.compile(r"[a-p]{20}")


@dataclass(frozen=True)
class Seen:
    """One request that came: its number from 0, its headers, its JSON, the client's port."""

    number: int
    path: str
    headers: Mapping[str, str]
    payload: dict[str, Any]
    port: int = 0

    @property
    def prompt(self) -> str:
        """All its text."""
        texts = []
        for message in self.payload.get("messages", []):
            content = message["content"]
            parts = [{"text": content}] if isinstance(content, str) else content
            texts += [part.get("text", "") for part in parts]
        return "\n\n".join(texts)

    @property
    def nonce(self) -> str:
        """The last mark in it: the prompt ends with the nonce."""
        marks = _MARK.findall(self.prompt)
        return marks[-1] if marks else ""


@dataclass(frozen=True)
class Act:
    """What is done with a request.

    Attributes:
        status: of HTTP.
        text: the reply's words; ``NONCE`` in it becomes the request's nonce.
        finish: why it ends.
        headers: of HTTP.
        body: all of the body, instead of a completion.
        delay_s: before anything is sent, in seconds.
        cut_after: bytes of the body after which the connection is cut.
        model: the model that claims to answer; None = the one asked for.
        usage: tokens of prompt and reply; None = counted by length; () = none are told.
        message: more fields of the message.
        choice: more fields of the choice.
    """

    status: int = 200
    text: str = ""
    finish: str | None = "stop"
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    delay_s: float = 0.0
    cut_after: int | None = None
    model: str | None = None
    usage: tuple[int, ...] | None = None
    message: Mapping[str, Any] = field(default_factory=dict)
    choice: Mapping[str, Any] = field(default_factory=dict)

    def written(self, seen: Seen) -> bytes:
        """The body."""
        if self.body is not None:
            return self.body
        text = self.text.replace("NONCE", seen.nonce)
        counted = (max(len(seen.prompt) // 4, 1), max(len(text) // 4, 1))
        usage = counted if self.usage is None else self.usage
        completion: dict[str, Any] = {
            "id": f"scripted-{seen.number}",
            "object": "chat.completion",
            "model": self.model or seen.payload.get("model", ""),
            "system_fingerprint": "fp_scripted",
            "choices": [
                {
                    "index": 0,
                    "message": {"role": "assistant", "content": text, **self.message},
                    "finish_reason": self.finish,
                    **self.choice,
                }
            ],
        }
        if usage:
            completion["usage"] = {"prompt_tokens": usage[0], "completion_tokens": usage[1]}
        return json.dumps(completion, ensure_ascii=False).encode()


Script = Callable[[Seen], Act]


def saying(text: str, **more: Any) -> Act:
    """A plain reply."""
    return Act(text=text, **more)


def slow(seconds: float, text: str = "{}") -> Act:
    """A reply that takes its time."""
    return Act(text=text, delay_s=seconds)


def garbage(body: bytes = b"<html>Bad gateway</html>") -> Act:
    """Status 200, and no completion."""
    return Act(body=body)


def truncated(text: str) -> Act:
    """A reply that ran into its limit."""
    return Act(text=text, finish="length")


def limited(retry_after: str | None = None) -> Act:
    """Status 429, with or without a wish."""
    headers = {} if retry_after is None else {"Retry-After": retry_after}
    return failing(429, "Rate limit reached", headers=headers)


def failing(status: int, message: str = "The server had an error", **more: Any) -> Act:
    """An error as endpoints word it."""
    error = {"error": {"message": message, "type": "error", "code": None}}
    return Act(status=status, body=json.dumps(error).encode(), **more)


def cut(after: int = 40, text: str = "{}") -> Act:
    """A connection that breaks in the middle of the body; after 0, before any of it."""
    return Act(text=text, cut_after=after)


def refusing(text: str = "I cannot help with that.") -> Act:
    """The model declines, as the format has it."""
    return Act(text="", message={"content": None, "refusal": text})


def filtered() -> Act:
    """The endpoint's filter took the reply away."""
    return Act(text="", finish="content_filter")


def thinking(thought: str, text: str) -> Act:
    """A thinking block before the words."""
    return Act(text=f"<think>{thought}</think>{text}")


def with_logprobs(text: str, logprobs: list[dict[str, Any]]) -> Act:
    """A reply with the log-probabilities of its tokens."""
    return Act(text=text, choice={"logprobs": {"content": logprobs}})


def always(act: Act) -> Script:
    """The same for each request."""
    return lambda seen: act


def in_turn(*acts: Act) -> Script:
    """One act after the other, by arrival; the last one stays."""
    return lambda seen: acts[min(seen.number, len(acts) - 1)]


def without(feature: str, message: str, act: Act, *, status: int = 400) -> Script:
    """Refuses requests whose `feature` ("json_schema", "json_object", "logprobs") is set."""

    def script(seen: Seen) -> Act:
        form = seen.payload.get("response_format", {}).get("type")
        has = bool(seen.payload.get("logprobs")) if feature == "logprobs" else form == feature
        return failing(status, message) if has else act

    return script


def unlucky(script: Script, faults: Mapping[str, tuple[float, Act]]) -> Script:
    """Some requests meet a fault at first, and always the same ones.

    Args:
        script: what the others meet.
        faults: by name, the share of requests and what they meet. A fault named "passing…"
            is met once for each prompt, another each time.
    """
    met: set[str] = set()

    def choose(seen: Seen) -> Act:
        digest = hashlib.sha256(seen.prompt.encode()).digest()
        point, prompt = int.from_bytes(digest[:8], "big") / 2**64, digest.hex()
        for name, (share, act) in faults.items():
            if point < share and not (name.startswith("passing") and prompt in met):
                met.add(prompt)
                return act
            point -= share
            if point < 0:
                break
        return script(seen)

    return choose


class ScriptedServer:
    """Serves a script on loopback until the block ends.

    Attributes:
        script: what is done; may be changed between requests.
        seen: what came, in the order of arrival.
        most_in_flight: how many requests were under way at a time, at most.
        base_url: for the endpoint.
    """

    def __init__(self, script: Script | Act, *, latency_s: float = 0.0, port: int = 0) -> None:
        self.script: Script = always(script) if isinstance(script, Act) else script
        self.seen: list[Seen] = []
        self.most_in_flight = 0
        self.base_url = ""
        self._latency_s = latency_s
        self._port = port
        self._in_flight = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._runner: web.AppRunner | None = None

    @property
    def calls(self) -> int:
        """How many requests came."""
        return len(self.seen)

    def __enter__(self) -> ScriptedServer:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self.start(), self._loop).result(10)
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self.stop(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def start(self) -> None:
        """Open the port."""
        app = web.Application(client_max_size=2**28)
        app.router.add_post("/{path:.*}", self._serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await site.start()
        self._port = self._runner.addresses[0][1]
        self.base_url = f"http://127.0.0.1:{self._port}/v1"

    async def stop(self) -> None:
        """Close it."""
        if self._runner is not None:
            await self._runner.cleanup()
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        payload = json.loads(await request.read())
        assert request.transport is not None
        port = request.transport.get_extra_info("peername")[1]
        seen = Seen(len(self.seen), request.path, dict(request.headers), payload, port)
        self.seen.append(seen)
        self._in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self._in_flight)
        try:
            return await self._act(request, seen)
        finally:
            self._in_flight -= 1

    async def _act(self, request: web.Request, seen: Seen) -> web.StreamResponse:
        act = self.script(seen)
        if act.delay_s or self._latency_s:
            await asyncio.sleep(act.delay_s + self._latency_s)
        body = act.written(seen)
        headers = {"Content-Type": "application/json", **act.headers}
        if act.cut_after is None:
            return web.Response(status=act.status, body=body, headers=headers)
        return await self._cut(request, act, body, headers)

    async def _cut(
        self, request: web.Request, act: Act, body: bytes, headers: Mapping[str, str]
    ) -> web.StreamResponse:
        assert act.cut_after is not None
        assert request.transport is not None
        response = web.StreamResponse(
            status=act.status, headers={**headers, "Content-Length": str(len(body))}
        )
        if act.cut_after:
            await response.prepare(request)
            await response.write(body[: act.cut_after])
        request.transport.close()
        return response


def repeating_the_nonce(seen: Seen) -> Act:
    """A JSON object with the nonce."""
    return Act(text='{"nonce": "NONCE", "label": "supported", "why": "it says so"}')


async def _forever(server: ScriptedServer) -> None:
    await server.start()
    print(server.base_url, flush=True)
    await asyncio.Event().wait()


def main() -> None:
    """Serve until stopped; the first line printed is the base URL."""
    parser = argparse.ArgumentParser(description="a scripted chat-completions server")
    parser.add_argument("--latency", type=float, default=0.0, help="seconds before each reply")
    parser.add_argument("--port", type=int, default=0, help="0 = any free one")
    chosen = parser.parse_args()
    server = ScriptedServer(repeating_the_nonce, latency_s=chosen.latency, port=chosen.port)
    # a server that measures others keeps no record of what came
    server.seen = Unkept()
    asyncio.run(_forever(server))


class Unkept(list[Seen]):
    """A record of requests that is none, for a server that serves many."""

    def append(self, seen: Seen) -> None:
        """Forget it."""


if __name__ == "__main__":
    main()
