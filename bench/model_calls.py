"""What a model call costs us: processor time, throughput, bytes kept, memory.

The ask is a support ask of 6,000 characters, each with a source of its own. Reading the answer
is another layer's and not measured here.
"""

from __future__ import annotations

import asyncio
import gc
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import aiohttp
import msgspec

from bench.row import Row
from veridical.ask import Part
from veridical.ledger import Ledger, open_ledger
from veridical.models.endpoint import Dialect, Endpoint
from veridical.models.fence import request_from_parts
from veridical.models.port import Constraint, Model, Parameters, Request, Schema
from veridical.models.scripted import Scripted
from veridical.models.stack import Stack
from veridical.models.wire import payload, wire_messages

CHARACTERS = 6_000
IN_FLIGHT = 64
LATENCY_S = 0.2
IDEAL = IN_FLIGHT / LATENCY_S
CALLS = 3_000
ROUNDS = 3
MANY_CALLS = 50_000
SENTENCE = (
    "In {0} the region of field {1} added {2}.{3} GW of solar capacity, {4} % more than in the "
    "year before, while its grid operator reported {5} hours of curtailment. "
)
SCHEMA: Schema = {
    "type": "object",
    "properties": {"label": {"type": "string"}, "quote": {"type": "string"}},
    "required": ["label", "quote"],
    "additionalProperties": False,
}
ANSWER = (
    '{"nonce": "%s", "label": "supported", "quote": "In 2020 the region of field 7 added 3.4 GW '
    'of solar capacity, 12 %% more than in the year before"}'
)


def source(number: int) -> str:
    """A text of 6,000 characters, less what the prompt adds, of its own for each number."""
    said = (
        SENTENCE.format(
            2000 + k % 24, number, number * k % 97, k, (number + k) % 61, number * 7 % 911
        )
        for k in range(CHARACTERS // 120)
    )
    return "".join(said)[: CHARACTERS - 300]


def support(text: str, secret: bytes) -> Request:
    """The ask about `text` as a request."""
    parts = [
        Part(text, untrusted=True, title="source"),
        Part("Does the source support this statement: the region added solar capacity?"),
    ]
    return request_from_parts(
        parts, secret, schema=SCHEMA, parameters=Parameters(temperature=0, max_output_tokens=300)
    )


def answer(request: Request) -> str:
    """What the scripted model says."""
    return ANSWER % request.nonce


async def put(model: Model, secret: bytes, texts: Iterable[str]) -> tuple[float, float]:
    """Ask about each text, 64 at a time; seconds of processor and of wall that it took.

    Writing the prompt is counted, making the text is not where `texts` is a list.
    """
    waiting = iter(texts)

    async def work() -> None:
        for text in waiting:
            await model.complete(support(text, secret))

    gc.collect()
    cpu, wall = time.process_time(), time.perf_counter()
    await asyncio.gather(*(work() for _ in range(IN_FLIGHT)))
    return time.process_time() - cpu, time.perf_counter() - wall


def scripted_ms(ledger: Ledger, texts: Sequence[str], model: str) -> float:
    """Milliseconds of processor per call, in process, through the whole stack."""
    stacked = Stack(ledger).over(Scripted(answer, model=model))
    cpu, _ = asyncio.run(put(stacked, ledger.secret, texts))
    return cpu / len(texts) * 1000


def over_http(ledger: Ledger, latency_s: float, texts: Sequence[str]) -> tuple[float, float]:
    """Milliseconds of processor per call over HTTP, and calls per second."""

    async def run(base_url: str) -> tuple[float, float]:
        stack = Stack(ledger)
        # another name each time, so that nothing is found in the ledger
        place = Endpoint(name=f"bench {base_url}", base_url=base_url)
        try:
            return await put(stack.at(place, "scripted"), ledger.secret, texts)
        finally:
            await stack.aclose()

    with server(latency_s) as base_url:
        cpu, wall = asyncio.run(run(base_url))
    return cpu / len(texts) * 1000, len(texts) / wall


def bare_http(latency_s: float, texts: Sequence[str]) -> tuple[float, float]:
    """The same over aiohttp alone: nothing kept, limited, counted or read."""
    bodies = [
        payload(
            support(text, b""),
            "scripted",
            Dialect(),
            constraint=Constraint.SCHEMA,
            logprobs=False,
            images={},
        )
        for text in texts
    ]

    async def run(url: str) -> tuple[float, float]:
        waiting = iter(bodies)
        connector = aiohttp.TCPConnector(limit=0)
        async with aiohttp.ClientSession(connector=connector) as session:

            async def work() -> None:
                for body in waiting:
                    async with session.post(url, data=body) as response:
                        await response.read()

            cpu, wall = time.process_time(), time.perf_counter()
            await asyncio.gather(*(work() for _ in range(IN_FLIGHT)))
            return time.process_time() - cpu, time.perf_counter() - wall

    with server(latency_s) as base_url:
        cpu, wall = asyncio.run(run(f"{base_url}/chat/completions"))
    return cpu / len(texts) * 1000, len(texts) / wall


@contextmanager
def server(latency_s: float) -> Iterator[str]:
    """The scripted server in a process of its own."""
    command = [sys.executable, "-m", "tests.scripted_server", "--latency", str(latency_s)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


@contextmanager
def fresh_ledger() -> Iterator[tuple[Ledger, Path]]:
    """An empty ledger in a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "ledger.db")
        with open_ledger(path) as ledger:
            yield ledger, path


def bytes_per_call(path: Path, calls: int) -> float:
    """Of the closed ledger's file."""
    return path.stat().st_size / calls


def many(calls: int = MANY_CALLS) -> float:
    """Peak memory of a process that makes many kept calls, in megabytes."""
    with fresh_ledger() as (ledger, _):
        stacked = Stack(ledger).over(Scripted(answer))
        asyncio.run(put(stacked, ledger.secret, map(source, range(calls))))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def peak_mb() -> float:
    """`many`, in a process of its own."""
    code = "from bench.model_calls import many; print(many())"
    return float(subprocess.check_output([sys.executable, "-c", code]))


def measure() -> list[Row]:
    """In process, over HTTP at once and at 200 ms, the ledger's size, memory; best of three."""
    texts = [source(number) for number in range(CALLS)]
    rounds = range(ROUNDS)
    with fresh_ledger() as (ledger, path):
        scripted_ms(ledger, texts[:200], "warm")
        kept = min(scripted_ms(ledger, texts, f"model {k}") for k in rounds)
        found = min(scripted_ms(ledger, texts, "model 0") for _ in rounds)
        ledger.close()
        size = bytes_per_call(path, CALLS * ROUNDS + 200)
    with fresh_ledger() as (ledger, _):
        http = min(over_http(ledger, 0.0, texts)[0] for _ in rounds)
        bare = min(bare_http(0.0, texts)[0] for _ in rounds)
        # in turns, since the machine's other work slows both alike
        speeds = [
            (over_http(ledger, LATENCY_S, texts)[1], bare_http(LATENCY_S, texts)[1]) for _ in rounds
        ]
    speed, bare_speed = (max(pair[which] for pair in speeds) for which in (0, 1))
    prompt = len(msgspec.json.encode(wire_messages(support(texts[7], b""), Constraint.NONE, {})))
    return [
        Row("processor per call, scripted in process, kept", kept, "ms", 1.0),
        Row("processor per call, found in the ledger", found, "ms"),
        Row("processor per call, over HTTP, kept", http, "ms", 1.7),
        Row("processor per call, aiohttp alone", bare, "ms"),
        Row("calls per second at 200 ms, 64 in flight", speed, "1/s", 0.9 * IDEAL, "more"),
        Row("calls per second, aiohttp alone", bare_speed, "1/s"),
        Row("ledger per call", size, "bytes"),
        Row("prompt per call", prompt, "bytes"),
        Row("peak memory of 50,000 calls", peak_mb(), "MB", 150),
    ]
