"""A model in this process that says what a script says: for tests, benches and dry runs.

It reads replies from the same bytes as an endpoint's, counts tokens by a fixed rule, and asks
nobody. What it says is no judgment of anything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import msgspec

from veridical.ask import Attachment
from veridical.models.body import reply_from_body
from veridical.models.fence import written
from veridical.models.port import Constraint, Message, Reply, Request
from veridical.models.prices import Prices

CHARACTERS_PER_TOKEN = 4

Script = Callable[[Request], str | bytes]
"""What is said to a request: words, or a whole body. May raise a `ModelError`."""


@dataclass
class Scripted:
    """Says what its script says.

    Attributes:
        script: what is said.
        endpoint: the name it goes by.
        model: the model it goes by.
        latency_s: how long each reply takes, in seconds.
        prices: what it would cost.
        calls: how many requests came.
    """

    script: Script
    endpoint: str = "scripted"
    model: str = "scripted"
    latency_s: float = 0.0
    prices: Prices = field(default_factory=Prices)
    calls: int = 0

    async def complete(self, request: Request) -> Reply:
        """What the script says.

        Raises:
            ModelError: the script does.
        """
        self.calls += 1
        if self.latency_s:
            await asyncio.sleep(self.latency_s)
        said = self.script(request)
        body = said if isinstance(said, bytes) else completion(said, request, self.model)
        reply = reply_from_body(body)
        price = self.prices.of(self.endpoint, self.model)
        return replace(
            reply,
            nominal_cost=price.cost(reply.usage) if price else None,
            constraint=Constraint.NONE,
            nonce=request.nonce,
        )

    async def aclose(self) -> None:
        """Nothing is open."""


def completion(text: str, request: Request, model: str) -> bytes:
    """`text` as the body of a chat completion."""
    asked = sum(_characters(message) for message in request.messages)
    usage = {
        "prompt_tokens": 1 + asked // CHARACTERS_PER_TOKEN,
        "completion_tokens": 1 + len(text) // CHARACTERS_PER_TOKEN,
    }
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": text},
        "finish_reason": "stop",
    }
    return msgspec.json.encode({"model": model, "choices": [choice], "usage": usage})


def _characters(message: Message) -> int:
    parts = (part for part in message.content if not isinstance(part, Attachment))
    return sum(len(written(part)) for part in parts)
