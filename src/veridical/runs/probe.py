"""What a model's endpoint can do, found out by asking it: for `doctor`.

A few small calls, and up to three long ones. Nothing is kept, and no key is shown.
"""

from __future__ import annotations

import hashlib
import struct
import time
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from veridical.ask import Attachment, Part
from veridical.errors import ModelError
from veridical.ledger import open_ledger
from veridical.models.fence import request_from_parts
from veridical.models.limited import Patience
from veridical.models.port import Constraint, Model, Parameters, Reply, Request, Schema
from veridical.models.stack import Stack
from veridical.runs.bound import model_at
from veridical.runs.settings import Binding, Settings

LENGTHS = (2_000, 8_000, 32_000)
"""Tokens of the long prompts, about; after the first that fails no longer one is sent."""
_HASTE = Patience(
    attempts=1, attempts_when_late=1, attempts_when_limited=3, call_s=120, longest_wait_s=20
)
_SCHEMA: Schema = {
    "type": "object",
    "properties": {"color": {"type": "string"}},
    "required": ["color"],
    "additionalProperties": False,
}
_QUESTION = "Name the color of a ripe tomato."
_SHOWN = "Name the color of the picture."


@dataclass(frozen=True, slots=True)
class Found:
    """One thing that was found out.

    Attributes:
        what: was looked for.
        said: what was found, in words.
        is_there: whether it can be relied on.
    """

    what: str
    said: str
    is_there: bool


async def probe(binding: Binding, settings: Settings) -> tuple[Found, ...]:
    """Ask a model's endpoint what it can do.

    Args:
        binding: the model.
        settings: prices and limits.

    Returns:
        What was found, reachability first; nothing more where it cannot be reached.

    Raises:
        ConfigError: a package or the key is missing.
    """
    with TemporaryDirectory() as scratch, open_ledger(Path(scratch) / "probe.ledger") as ledger:
        stack = Stack(ledger, limits=settings.limits, prices=settings.prices, patience=_HASTE)
        try:
            return await _Probe(model_at(stack, binding), binding, Path(scratch)).all()
        finally:
            await stack.aclose()


@dataclass(frozen=True)
class _Probe:
    model: Model
    binding: Binding
    scratch: Path

    async def all(self) -> tuple[Found, ...]:
        begun = time.monotonic()
        first = await self._put(self._request(_QUESTION))
        if isinstance(first, ModelError):
            return (Found("reachable", str(first), is_there=False),)
        seconds = time.monotonic() - begun
        return (
            Found("reachable", f"in {seconds:.2f} s, as {first.resolved_model or '?'}", True),
            await self._schema(),
            await self._images(),
            await self._logprobs(),
            await self._context(),
            _speed(first, seconds),
        )

    async def _schema(self) -> Found:
        reply = await self._put(self._request(_QUESTION, schema=_SCHEMA))
        if isinstance(reply, ModelError):
            return Found("schema", str(reply), is_there=False)
        held = {
            Constraint.SCHEMA: "replies are held to a schema",
            Constraint.JSON: "replies are held to JSON, not to a schema",
            Constraint.NONE: "replies are held to no form; they are repaired where possible",
        }
        return Found("schema", held[reply.constraint], reply.constraint is Constraint.SCHEMA)

    async def _images(self) -> Found:
        path = self.scratch / "red.png"
        path.write_bytes(red_picture())
        shown = Attachment(str(path), hashlib.sha256(path.read_bytes()).hexdigest())
        reply = await self._put(self._request(_SHOWN, shown))
        if isinstance(reply, ModelError):
            return Found("images", f"not taken: {reply}", is_there=False)
        if "red" in reply.text.lower() or "红" in reply.text:
            return Found("images", "seen", is_there=True)
        return Found("images", "taken, but a red picture was not called red", is_there=False)

    async def _logprobs(self) -> Found:
        reply = await self._put(replace(self._request(_QUESTION), logprobs=1))
        is_there = isinstance(reply, Reply) and reply.logprobs is not None
        return Found("log-probabilities", "given" if is_there else "not given", is_there)

    async def _context(self) -> Found:
        longest = 0
        for length in LENGTHS:
            reply = await self._put(self._request("word " * length + "\n\n" + _QUESTION))
            if isinstance(reply, ModelError):
                break
            longest = length
        said = f"prompts of about {longest} tokens are taken"
        is_all = longest == LENGTHS[-1]
        return Found("context", said if is_all else f"{said}, longer ones are not", longest > 2000)

    def _request(
        self, text: str, *attachments: Attachment, schema: Schema | None = None
    ) -> Request:
        limit = self.binding.parameters.max_output_tokens or 1024
        parameters: Parameters = replace(self.binding.parameters, max_output_tokens=limit)
        return request_from_parts(
            [Part(text)], b"probe", attachments=attachments, parameters=parameters, schema=schema
        )

    async def _put(self, request: Request) -> Reply | ModelError:
        try:
            return await self.model.complete(request)
        except ModelError as e:
            return e


def _speed(reply: Reply, seconds: float) -> Found:
    tokens = reply.usage.output_tokens
    if not tokens or seconds <= 0:
        return Found("speed", f"{seconds:.2f} s a short call; tokens are not counted", False)
    return Found("speed", f"{seconds:.2f} s a short call, {tokens / seconds:.0f} tokens/s", True)


def red_picture(side: int = 32) -> bytes:
    """A red square as PNG."""
    rows = (b"\x00" + b"\xff\x00\x00" * side) * side
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )
