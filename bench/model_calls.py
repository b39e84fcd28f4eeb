"""What a judged statement costs us: processor time, throughput, bytes kept, memory.

The whole road of a support ask of 6,000 characters, as an evaluation goes it: the prompt
written, sent, its reply kept, read and validated, the quote located in the source, the answer
kept; the same again from the ledger. `bench.support_call` has the ask and the model.
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

from bench.row import Row
from bench.support_call import answer, ask, is_right
from veridical.ask import Respondent
from veridical.checks.support import SupportAsk
from veridical.ledger import Kept, Ledger, open_ledger
from veridical.models.endpoint import Dialect, Endpoint
from veridical.models.port import Constraint, Model, Parameters
from veridical.models.scripted import Scripted
from veridical.models.stack import Stack
from veridical.models.wire import payload
from veridical.respondents.llm import LLM
from veridical.runs.bound import Charged

IN_FLIGHT = 64
LATENCY_S = 0.2
IDEAL = IN_FLIGHT / LATENCY_S
CALLS = 3_000
ROUNDS = 3
MANY_CALLS = 50_000
PARAMETERS = Parameters(temperature=0)


def judge(stack: Stack, model: Model) -> Respondent:
    """The judge of an evaluation: a model whose replies are read, each answer kept and charged."""
    return Charged(Kept(LLM(model, stack.ledger, PARAMETERS), stack.ledger), stack.budget)


async def put(respondent: Respondent, asks: Iterable[SupportAsk]) -> tuple[float, float]:
    """Put each ask, 64 at a time; seconds of processor and of wall that it took.

    Raises:
        AssertionError: an answer is not the one that was given.
    """
    waiting = iter(asks)

    async def work() -> int:
        right = 0
        for one in waiting:
            right += is_right(await respondent.answer(one))
            asked[0] += 1
        return right

    asked = [0]
    gc.collect()
    cpu, wall = time.process_time(), time.perf_counter()
    right = sum(await asyncio.gather(*(work() for _ in range(IN_FLIGHT))))
    took = time.process_time() - cpu, time.perf_counter() - wall
    assert right == asked[0], f"{asked[0] - right} of {asked[0]} answers are wrong"
    return took


def scripted_ms(ledger: Ledger, asks: Sequence[SupportAsk], model: str) -> float:
    """Milliseconds of processor per call, in process, through the whole stack."""
    stack = Stack(ledger)
    cpu, _ = asyncio.run(put(judge(stack, stack.over(Scripted(answer, model=model))), asks))
    return cpu / len(asks) * 1000


def over_http(ledger: Ledger, latency_s: float, asks: Sequence[SupportAsk]) -> tuple[float, float]:
    """Milliseconds of processor per call over HTTP, and calls per second."""

    async def run(base_url: str) -> tuple[float, float]:
        stack = Stack(ledger)
        # another name each time, so that nothing is found in the ledger
        place = Endpoint(name=f"bench {base_url}", base_url=base_url)
        try:
            return await put(judge(stack, stack.at(place, "scripted")), asks)
        finally:
            await stack.aclose()

    with server(latency_s) as base_url:
        cpu, wall = asyncio.run(run(base_url))
    return cpu / len(asks) * 1000, len(asks) / wall


def bare_http(latency_s: float, asks: Sequence[SupportAsk]) -> tuple[float, float]:
    """The same over aiohttp alone: nothing written, kept, limited, counted or read."""
    with fresh_ledger() as (ledger, _):
        bodies = [bare_body(one, ledger) for one in asks]

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
    return cpu / len(asks) * 1000, len(asks) / wall


def bare_body(one: SupportAsk, ledger: Ledger) -> bytes:
    """What is sent for an ask."""
    request = LLM(Scripted(answer), ledger, PARAMETERS).request(one)
    form = Constraint.SCHEMA
    return payload(request, "scripted", Dialect(), constraint=form, logprobs=False, images={})


@contextmanager
def server(latency_s: float) -> Iterator[str]:
    """The scripted server in a process of its own."""
    command = [sys.executable, "-m", "bench.support_call", "--latency", str(latency_s)]
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
        stack = Stack(ledger)
        model = judge(stack, stack.over(Scripted(answer)))
        asyncio.run(put(model, map(ask, range(calls))))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def peak_mb() -> float:
    """`many`, in a process of its own."""
    code = "from bench.model_calls import many; print(many())"
    return float(subprocess.check_output([sys.executable, "-c", code]))


def measure() -> list[Row]:
    """In process, over HTTP at once and at 200 ms, the ledger's size, memory; best of three."""
    asks = [ask(number) for number in range(CALLS)]
    rounds = range(ROUNDS)
    with fresh_ledger() as (ledger, path):
        scripted_ms(ledger, asks[:200], "warm")
        kept = min(scripted_ms(ledger, asks, f"model {k}") for k in rounds)
        found = min(scripted_ms(ledger, asks, "model 0") for _ in rounds)
        ledger.close()
        size = bytes_per_call(path, CALLS * ROUNDS + 200)
    with fresh_ledger() as (ledger, _):
        prompt = len(bare_body(asks[7], ledger))
        http = min(over_http(ledger, 0.0, asks)[0] for _ in rounds)
        bare = min(bare_http(0.0, asks)[0] for _ in rounds)
        # in turns, since the machine's other work slows both alike
        speeds = [
            (over_http(ledger, LATENCY_S, asks)[1], bare_http(LATENCY_S, asks)[1]) for _ in rounds
        ]
    speed, bare_speed = (max(pair[which] for pair in speeds) for which in (0, 1))
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
