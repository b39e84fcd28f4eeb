"""Vendors whose endpoints do not speak the chat-completions format.

Needs the extra ``vendors`` (pydantic-ai), whose ``direct`` requests know each vendor's own
format; keys come from the environment variables that the vendor names, read by its own client.
What comes back is written as a chat completion, so that it is kept and read like any reply; the
bytes on the wire are not to be had. Each request is tried once; `limited` tries again.
"""

from __future__ import annotations

import base64
from contextlib import AsyncExitStack
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING

import msgspec

from veridical.ask import Attachment
from veridical.errors import ConfigError, ModelError, Refused, Rejected, TimedOut, Unavailable
from veridical.models.body import reply_from_body
from veridical.models.failures import Failed, failure, without_keys
from veridical.models.fence import written
from veridical.models.images import data_urls
from veridical.models.port import Constraint, Content, Message, Reply, Request
from veridical.models.prices import Prices
from veridical.models.wire import Images, messages_as_told

if TYPE_CHECKING:
    from pydantic_ai import messages as said
    from pydantic_ai import models, settings

TIMEOUT_S = 600.0
"""For one attempt in all."""


class Vendor:
    """A model of a vendor that pydantic-ai knows, such as ``anthropic`` or ``google``.

    Belongs to the event loop of its first call.

    Attributes:
        endpoint: the vendor's name.
        model: as it is asked for.
    """

    def __init__(
        self,
        endpoint: str,
        model: str,
        *,
        prices: Prices | None = None,
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        """Make the model; nothing is sent and no key is read.

        Raises:
            ConfigError: pydantic-ai is not installed.
        """
        self.endpoint = endpoint
        self.model = model
        self._where = f'model "{model}" at "{endpoint}"'
        if find_spec("pydantic_ai") is None:
            raise ConfigError(
                self._where,
                "what calls vendors is not installed",
                expected="the package pydantic-ai-slim",
                fix="Run: pip install 'veridical[vendors]'.",
            )
        self._price = (prices or Prices()).of(endpoint, model)
        self._timeout_s = timeout_s
        self._client: models.Model | None = None
        self._open = AsyncExitStack()

    def __repr__(self) -> str:
        """Which model and where."""
        return f"Vendor({self.endpoint}:{self.model})"

    async def complete(self, request: Request) -> Reply:
        """Put one request.

        A body that is no reply is an error here, since the vendor's client reads it first.

        Raises:
            ModelError: no reply came, and why.
            ConfigError: an unknown vendor, its client not installed, or no key.
        """
        images = await data_urls(request)
        client = self._client or await self._connect()
        is_native = bool(client.profile.get("supports_json_schema_output"))
        has_schema = request.schema is not None
        constraint = Constraint.SCHEMA if is_native and has_schema else Constraint.NONE
        came = await self._request(client, request, constraint, images)
        reply = reply_from_body(_completion(came))
        cost = self._price.cost(reply.usage) if self._price else None
        return replace(reply, nominal_cost=cost, constraint=constraint, nonce=request.nonce)

    async def aclose(self) -> None:
        """Close the client; safe to call twice."""
        self._client = None
        await self._open.aclose()

    async def _connect(self) -> models.Model:
        from pydantic_ai.exceptions import UserError
        from pydantic_ai.models import infer_model

        try:
            client = infer_model(f"{self.endpoint}:{self.model}")
        except (UserError, ValueError, ImportError) as e:
            raise ConfigError(
                self._where, f"cannot be called: {without_keys(str(e), '')}", fix="Mend that."
            ) from None
        self._client = await self._open.enter_async_context(client)
        return client

    async def _request(
        self, client: models.Model, request: Request, constraint: Constraint, images: Images
    ) -> said.ModelResponse:
        from pydantic_ai.direct import model_request
        from pydantic_ai.exceptions import AgentRunError, UserError

        history = [_message(m, images) for m in messages_as_told(request, constraint)]
        try:
            return await model_request(
                client,
                history,
                model_settings=self._settings(request),
                model_request_parameters=_form(request, constraint),
            )
        except (AgentRunError, UserError) as e:
            error = self._failure(e)
        except (AttributeError, LookupError, TypeError, ValueError) as e:
            # clients meet bodies that they do not expect in such ways
            error = Unavailable(self._where, "the answer is no reply", got=type(e).__name__)
        raise error

    def _settings(self, request: Request) -> settings.ModelSettings:
        chosen = request.parameters
        fields: settings.ModelSettings = {"timeout": self._timeout_s, "max_retries": 0}
        if chosen.temperature is not None:
            fields["temperature"] = chosen.temperature
        if chosen.max_output_tokens is not None:
            fields["max_tokens"] = chosen.max_output_tokens
        if chosen.top_p is not None:
            fields["top_p"] = chosen.top_p
        if chosen.seed is not None:
            fields["seed"] = chosen.seed
        if chosen.effort in {"low", "medium", "high"}:
            fields["thinking"] = chosen.effort  # type: ignore[typeddict-item]
        if chosen.stop:
            fields["stop_sequences"] = list(chosen.stop)
        if chosen.extra:
            fields["extra_body"] = dict(chosen.extra)
        return fields

    def _failure(self, error: Exception) -> ModelError:
        from pydantic_ai import exceptions

        told = without_keys(str(error), "")
        if isinstance(error, exceptions.ModelHTTPError):
            # as it stood on the wire, so that what it says is found where endpoints say it
            body = msgspec.json.encode(error.body)
            failed = Failed(error.status_code, {}, body)
            found = failure(self._where, failed, key_variable="the vendor's variable")
            found.wait_s = error.retry_after if found.wait_s is None else found.wait_s
            return found
        if isinstance(error, exceptions.ModelTimeoutError):
            return TimedOut(self._where, "no reply came in time", got=told)
        if isinstance(error, exceptions.ContentFilterError):
            return Refused(self._where, "the vendor's filter took the reply away", got=told)
        if isinstance(error, exceptions.UserError):
            return Rejected(self._where, "the vendor's client does not take this", got=told)
        return Unavailable(self._where, "the vendor cannot be reached", got=told)


def _message(message: Message, images: Images) -> said.ModelMessage:
    from pydantic_ai import messages as said

    if message.role == "assistant":
        return said.ModelResponse(parts=[said.TextPart(_joined(message.content))])
    if message.role == "system":
        return said.ModelRequest(parts=[said.SystemPromptPart(_joined(message.content))])
    if not any(isinstance(part, Attachment) for part in message.content):
        return said.ModelRequest(parts=[said.UserPromptPart(_joined(message.content))])
    content = [
        _picture(images[part.sha256]) if isinstance(part, Attachment) else written(part)
        for part in message.content
    ]
    return said.ModelRequest(parts=[said.UserPromptPart(content)])


def _joined(content: tuple[Content, ...]) -> str:
    return "\n\n".join(written(part) for part in content if not isinstance(part, Attachment))


def _picture(data_url: str) -> said.BinaryContent:
    from pydantic_ai import messages as said

    head, _, data = data_url.partition(";base64,")
    return said.BinaryContent(base64.b64decode(data), media_type=head.removeprefix("data:"))


def _form(request: Request, constraint: Constraint) -> models.ModelRequestParameters:
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.output import OutputObjectDefinition

    if request.schema is None or constraint is not Constraint.SCHEMA:
        return ModelRequestParameters()
    answer = OutputObjectDefinition(json_schema=dict(request.schema), name="answer")
    return ModelRequestParameters(output_mode="native", output_object=answer)


_FINISH = {"tool_call": "tool_calls", "error": "error"}


def _completion(came: said.ModelResponse) -> bytes:
    """What came, as the body of a chat completion; thinking is left out."""
    text = "".join(part.content for part in came.parts if part.part_kind == "text")
    finish = came.finish_reason or ""
    details = {"cached_tokens": came.usage.cache_read_tokens}
    return msgspec.json.encode(
        {
            "model": came.model_name or "",
            "choices": [
                {
                    "index": 0,
                    "message": {"role": "assistant", "content": text},
                    "finish_reason": _FINISH.get(finish, finish),
                }
            ],
            "usage": {
                "prompt_tokens": came.usage.input_tokens,
                "completion_tokens": came.usage.output_tokens,
                "prompt_tokens_details": details,
            },
        }
    )
