"""Which requests are the same: what a reply is kept under.

Boundaries and nonces are derived from the rest of the request with a ledger's secret, so
fixed tokens stand for them and ledgers of different secrets have the same keys. Of images
only the hash counts, of labels nothing.
"""

from __future__ import annotations

import hashlib

import msgspec

from veridical.ask import Attachment
from veridical.models.port import Content, Fenced, Nonce, Request, Words

FORM = 1
"""Goes up when the same parts are written to the wire in another way."""


def key_for(endpoint: str, model: str, request: Request) -> str:
    """Hash over endpoint name, requested model, parameters, messages, schema and draw."""
    draw = request.draw
    parts = [
        FORM,
        endpoint,
        model,
        request.parameters,
        msgspec.Raw(canonical_json(request)),
        request.schema,
        request.logprobs,
        [draw.purpose, draw.repeat, draw.index],
    ]
    return hashlib.sha256(msgspec.json.encode(parts, order="sorted")).hexdigest()


def canonical_json(request: Request) -> bytes:
    """The messages with fixed tokens for boundaries and nonces; worked out once a request."""
    if not request.canonical:
        messages = [[m.role, [_canonical(part) for part in m.content]] for m in request.messages]
        keep_canonical(request, msgspec.json.encode(messages))
    return request.canonical


def keep_canonical(request: Request, written: bytes) -> None:
    """Remember `written` as the request's canonical messages."""
    object.__setattr__(request, "canonical", written)


def _canonical(part: Content) -> list[str]:
    match part:
        case Words(text):
            return ["words", text]
        case Fenced(text, title, _):
            return ["fenced", title, text]
        case Nonce(lead, value, trail):
            return ["nonce", lead, "*" if value else "", trail]
        case Attachment(_, sha256):
            return ["image", sha256]
