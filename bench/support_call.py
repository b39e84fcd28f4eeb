"""The ask that model calls are measured with, and the model that answers it.

A support ask of 6,000 characters, each with a source of its own in the passages that `check`
would show. The model quotes the deciding sentence as models do: with other quotation marks,
dashes and spaces than the source's, so that it has to be looked for.

`python -m bench.support_call --latency 0.2` serves the answer over HTTP from a process of its
own, and prints the base URL.
"""

from __future__ import annotations

import argparse
import asyncio
import json

from tests.scripted_server import Act, ScriptedServer, Seen, Unkept
from veridical.checks.support import Support, SupportAsk
from veridical.models.port import Request
from veridical.retrieval.passages import passages

CHARACTERS = 6_000
SENTENCE = (
    "In {0} the region of field {1} added {2}.{3} GW of solar capacity, {4} % more than in the "
    "year before, while its grid operator reported {5} hours of curtailment. "
)
DECIDING = (
    "By then\u00a0the \u201cGreen Belt\u201d \u2013 a chain of 41 plants \u2013 fed 9.6 TWh a year."
)
STATEMENT = "The Green Belt, a chain of 41 plants, fed 9.6 TWh a year into the grid."
QUOTE = 'By then the "Green Belt" - a chain of 41 plants - fed 9.6 TWh a year.'
ANSWER = json.dumps(
    {
        "nonce": "NONCE",
        "quotes": [{"source": "report.html", "text": QUOTE}],
        "why": "The passage gives the same plants and the same amount.",
        "value": "supported",
        "rest": "none",
        "qualified": False,
    }
)


def ask(number: int) -> SupportAsk:
    """The ask with that number: passages and statement of 6,000 characters together."""
    said = [
        SENTENCE.format(
            2000 + k % 24, number, number * k % 97, k, (number + k) % 61, number * 7 % 911
        )
        for k in range(CHARACTERS // 120)
    ]
    said.insert(number % 30, DECIDING + " ")
    text = "".join(said)[: CHARACTERS - len(STATEMENT)]
    return SupportAsk(STATEMENT, passages(text, source="report.html"))


def answer(request: Request) -> str:
    """What the model says in this process."""
    return ANSWER.replace("NONCE", request.nonce)


def is_right(said: object) -> bool:
    """Whether an answer is the one that was given, its quote in the source's own words."""
    value, quotes = getattr(said, "value", None), getattr(said, "quotes", ())
    is_supported = getattr(value, "support", None) is Support.SUPPORTED
    return is_supported and [quote.text for quote in quotes] == [DECIDING.removesuffix(".")]


def _act(seen: Seen) -> Act:
    del seen
    return Act(text=ANSWER)


async def _forever(server: ScriptedServer) -> None:
    await server.start()
    print(server.base_url, flush=True)
    await asyncio.Event().wait()


def main() -> None:
    """Serve until stopped."""
    parser = argparse.ArgumentParser(description="a server that answers the support ask")
    parser.add_argument("--latency", type=float, default=0.0, help="seconds before each reply")
    server = ScriptedServer(_act, latency_s=parser.parse_args().latency)
    server.seen = Unkept()
    asyncio.run(_forever(server))


if __name__ == "__main__":
    main()
