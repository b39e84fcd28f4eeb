"""Requests and runs that the tests of models share."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.scripted_server import ScriptedServer
from veridical.ask import NoVerdict, Part
from veridical.errors import ModelError
from veridical.ledger import Ledger, open_ledger
from veridical.models.endpoint import Endpoint
from veridical.models.fence import request_from_parts
from veridical.models.limited import Patience
from veridical.models.openai_compatible import OpenAICompatible
from veridical.models.port import Message, Model, Reply, Request, Schema, Words, reply_or_absence

SECRET = b"a secret of the tests"
LABELED: Schema = {
    "type": "object",
    "properties": {"label": {"type": "string"}},
    "required": ["label"],
    "additionalProperties": False,
}
QUICK = Patience(
    attempts=3,
    attempts_when_late=2,
    attempts_when_limited=3,
    first_pause_s=0.001,
    longest_pause_s=0.002,
    call_s=5.0,
)


def saying_to(text: str = "Say something.", **more: object) -> Request:
    """A plain request."""
    return Request(messages=(Message("user", (Words(text),)),), **more)


def about(text: str, question: str = "Is it so?", secret: bytes = SECRET) -> Request:
    """A sealed request about a text of others."""
    parts = [Part(text, untrusted=True, title="page"), Part(question)]
    return request_from_parts(parts, secret, schema=LABELED)


def place(server: ScriptedServer, **more: object) -> Endpoint:
    """The endpoint that `server` serves."""
    return Endpoint(name="loopback", base_url=server.base_url, **more)


def over(server: ScriptedServer, **more: object) -> OpenAICompatible:
    """The model "toy" at `server`."""
    return OpenAICompatible(place(server), "toy", **more)


def reply(model: Model, request: Request) -> Reply:
    """One reply; the model is closed.

    Raises:
        ModelError: the call's.
    """

    async def run() -> Reply:
        try:
            return await model.complete(request)
        finally:
            await model.aclose()

    return asyncio.run(run())


def replies(model: Model, *requests: Request) -> list[Reply | NoVerdict]:
    """The requests' replies or absences, put at the same time; the model is closed."""

    async def run() -> list[Reply | NoVerdict]:
        try:
            return await asyncio.gather(*(reply_or_absence(model, r) for r in requests))
        finally:
            await model.aclose()

    return asyncio.run(run())


def error_of(model: Model, request: Request) -> ModelError:
    """The error of a call that must fail."""
    try:
        came = reply(model, request)
    except ModelError as e:
        return e
    raise AssertionError(f"the call should fail, got {came!r}")


def ledger_at(folder: Path) -> Ledger:
    """A ledger in `folder`."""
    return open_ledger(folder / "ledger.db")
