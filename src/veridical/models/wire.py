"""A request as the chat-completions format writes it.

Where the endpoint cannot be held to a schema, the schema stands in the prompt instead, before
the part that varies last.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from veridical.ask import Attachment
from veridical.models.endpoint import Dialect
from veridical.models.fence import written
from veridical.models.port import (
    Constraint,
    Content,
    JsonValue,
    Message,
    Nonce,
    Request,
    Schema,
    Words,
)

WEAKER = {Constraint.SCHEMA: Constraint.JSON, Constraint.JSON: Constraint.NONE}
"""What to try where an endpoint cannot hold replies to a form."""

Images = Mapping[str, str]
"""Data URLs by the images' hashes."""

SCHEMA_LEAD = "The answer must be one JSON object that follows this JSON Schema:\n"


def payload(
    request: Request,
    model: str,
    dialect: Dialect,
    *,
    constraint: Constraint,
    logprobs: bool,
    images: Images,
) -> bytes:
    """The bytes to send."""
    fields: dict[str, JsonValue] = {
        "model": model,
        "messages": wire_messages(request, constraint, images),
    }
    fields |= _parameters(request, dialect)
    fields |= _response_format(request.schema, constraint)
    if logprobs and request.logprobs is not None:
        fields["logprobs"] = True
        fields |= {"top_logprobs": request.logprobs} if request.logprobs else {}
    return msgspec.json.encode({**fields, **dialect.extra, **request.parameters.extra})


def wire_messages(request: Request, constraint: Constraint, images: Images) -> list[JsonValue]:
    """The messages as text and image parts; plain text where there is no image."""
    messages = messages_as_told(request, constraint)
    return [{"role": m.role, "content": _content(m.content, images)} for m in messages]


def messages_as_told(request: Request, constraint: Constraint) -> tuple[Message, ...]:
    """The messages, with the schema among them where nothing else holds the reply to it."""
    if request.schema is None or constraint is Constraint.SCHEMA:
        return request.messages
    last = request.messages[-1]
    told = Words(SCHEMA_LEAD + msgspec.json.encode(request.schema).decode())
    at = _before_what_varies(last.content)
    content = (*last.content[:at], told, *last.content[at:])
    return (*request.messages[:-1], Message(last.role, content))


def kept_request(request: Request, constraint: Constraint, left_out: tuple[str, ...] = ()) -> bytes:
    """What was sent, as the ledger keeps it: images by their hashes, the nonce beside."""
    shown = {part.sha256: f"sha256:{part.sha256}" for part in _images(request)}
    kept = {
        "messages": wire_messages(request, constraint, shown),
        "schema": request.schema,
        "logprobs": request.logprobs,
        "draw": request.draw,
        "constraint": constraint,
        "nonce": request.nonce,
    } | ({"left_out": left_out} if left_out else {})
    return msgspec.json.encode(kept)


def _images(request: Request) -> list[Attachment]:
    parts = (part for message in request.messages for part in message.content)
    return [part for part in parts if isinstance(part, Attachment)]


def _before_what_varies(content: tuple[Content, ...]) -> int:
    # the nonce varies with every ask, and so does the part before it
    ends_in_nonce = bool(content) and isinstance(content[-1], Nonce)
    return max(len(content) - (2 if ends_in_nonce else 1), 0)


def _content(content: tuple[Content, ...], images: Images) -> JsonValue:
    if not any(isinstance(part, Attachment) for part in content):
        return "\n\n".join(written(p) for p in content if not isinstance(p, Attachment))
    return [_part(part, images) for part in content]


def _part(part: Content, images: Images) -> JsonValue:
    if isinstance(part, Attachment):
        return {"type": "image_url", "image_url": {"url": images[part.sha256]}}
    return {"type": "text", "text": written(part)}


def _parameters(request: Request, dialect: Dialect) -> dict[str, JsonValue]:
    set_ = request.parameters
    fields: dict[str, JsonValue] = {
        "temperature": set_.temperature,
        "top_p": set_.top_p,
        dialect.output_limit: set_.max_output_tokens,
        "reasoning_effort": set_.effort,
        "stop": list(set_.stop) or None,
    }
    if dialect.seed:
        fields[dialect.seed] = set_.seed
    return {name: value for name, value in fields.items() if value is not None}


def _response_format(schema: Schema | None, constraint: Constraint) -> dict[str, JsonValue]:
    if schema is None or constraint is Constraint.NONE:
        return {}
    if constraint is Constraint.JSON:
        return {"response_format": {"type": "json_object"}}
    named: JsonValue = {"name": "answer", "schema": dict(schema), "strict": is_strict(schema)}
    return {"response_format": {"type": "json_schema", "json_schema": named}}


def is_strict(schema: JsonValue | Schema) -> bool:
    """Whether every object in the schema requires all of its fields and allows no other.

    Some endpoints refuse any other schema under ``strict``.
    """
    if isinstance(schema, list):
        return all(is_strict(item) for item in schema)
    if not isinstance(schema, Mapping):
        return True
    fields = schema.get("properties")
    if isinstance(fields, Mapping):
        required = schema.get("required")
        names = {str(n) for n in required} if isinstance(required, list) else set()
        if schema.get("additionalProperties") is not False or names != set(fields):
            return False
    return all(is_strict(value) for value in schema.values())
