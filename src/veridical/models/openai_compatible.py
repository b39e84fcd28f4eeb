"""Any endpoint that speaks the chat-completions format.

Needs the extra ``models`` (aiohttp). Keys are read from the environment at each call, sent in
one header, and cut from whatever comes back. Each request is tried once; `limited` tries
again. Where the endpoint says that it cannot hold a reply to the form asked for, the same
request goes out in a weaker form, and the reply tells which.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace

import msgspec

from veridical.errors import ModelError, Unavailable
from veridical.models.body import reply_from_body
from veridical.models.connection import Came, Connection
from veridical.models.endpoint import Endpoint
from veridical.models.failures import failure, failure_in
from veridical.models.images import data_urls
from veridical.models.port import Constraint, Finish, Reply, Request
from veridical.models.prices import Prices
from veridical.models.wire import WEAKER, Images, payload


@dataclass(frozen=True, slots=True)
class _Form:
    """How one attempt asks for the reply's form, and whether it sends a temperature."""

    constraint: Constraint
    logprobs: bool
    temperature: bool


@dataclass(slots=True)
class _Learned:
    """What the endpoint has said that it cannot do, so that it is asked once only.

    Attributes:
        constraints: the strictest form left, by schema: an endpoint may take one schema
            and not another.
        has_logprobs: whether it may still give log-probabilities.
        has_temperature: whether it may still be told one; models that think often take none.
    """

    constraints: dict[str, Constraint] = field(default_factory=dict)
    has_logprobs: bool = True
    has_temperature: bool = True


class OpenAICompatible:
    """A model at an endpoint that speaks the chat-completions format.

    Belongs to the event loop of its first call.

    Attributes:
        model: as it is asked for.
        place: where it runs.
    """

    def __init__(self, place: Endpoint, model: str, *, prices: Prices | None = None) -> None:
        """Make the model; nothing is sent and no key is read.

        Raises:
            ConfigError: aiohttp is not installed.
        """
        self.place = place
        self.model = model
        self._where = f'model "{model}" at "{place.name}"'
        self._price = (prices or Prices()).of(place.name, model)
        self._learned = _Learned(has_logprobs=place.dialect.has_logprobs)
        self._connection = Connection(place, self._where)

    @property
    def endpoint(self) -> str:
        """The name that its user gave to where it runs."""
        return self.place.name

    def __repr__(self) -> str:
        """Which model and where."""
        return f"OpenAICompatible({self.place.name}:{self.model})"

    async def complete(self, request: Request) -> Reply:
        """Put one request, in a weaker form where the endpoint says it lacks a stronger.

        Raises:
            ModelError: no reply came, and why.
            ConfigError: the key is not in the environment.
        """
        images = await data_urls(request)
        while True:
            form = self._form(request)
            found = await self._attempt(request, form, images)
            if isinstance(found, Reply):
                return found
            self._learned = self._without(found, request, form)

    async def aclose(self) -> None:
        """Close the session; safe to call twice."""
        await self._connection.aclose()

    def _form(self, request: Request) -> _Form:
        if request.schema is None:
            constraint = Constraint.NONE
        else:
            strictest = self.place.dialect.constraint
            constraint = self._learned.constraints.get(_schema_name(request), strictest)
        return _Form(
            constraint,
            logprobs=self._learned.has_logprobs and request.logprobs is not None,
            temperature=self._learned.has_temperature
            and request.parameters.temperature is not None,
        )

    def _without(self, lack: _Form, request: Request, form: _Form) -> _Learned:
        learned = self._learned
        if lack.logprobs:
            learned.has_logprobs = False
        elif lack.temperature:
            learned.has_temperature = False
        else:
            learned.constraints[_schema_name(request)] = WEAKER[form.constraint]
        return learned

    async def _attempt(self, request: Request, form: _Form, images: Images) -> Reply | _Form:
        """The reply, or what of the form the endpoint lacks."""
        key = self.place.key()
        sent = payload(
            request if form.temperature else _without_temperature(request),
            self.model,
            self.place.dialect,
            constraint=form.constraint,
            logprobs=form.logprobs,
            images=images,
        )
        came = await self._connection.post(sent, key)
        if came.is_success:
            reply = self._reply(came, request, form, key)
            status = None if reply.finish in _WHOLE else failure_in(came.body)
        else:
            status = came.status
        if status is None:
            return reply
        lack = _lack(status, came, form)
        if lack is not None:
            return lack
        raise self._failure(status, came, key)

    def _failure(self, status: int, came: Came, key: str) -> ModelError:
        variable = self.place.key_variable
        return failure(self._where, came.failed(status, key), key_variable=variable)

    def _reply(self, came: Came, request: Request, form: _Form, key: str) -> Reply:
        if not came.body.strip():
            raise Unavailable(self._where, "the endpoint answers with nothing")
        body = came.body.replace(key.encode(), b"[key]") if key else came.body
        reply = reply_from_body(body)
        cost = self._price.cost(reply.usage) if self._price else None
        is_left_out = request.parameters.temperature is not None and not form.temperature
        return replace(
            reply,
            nominal_cost=cost,
            constraint=form.constraint,
            nonce=request.nonce,
            left_out=("temperature",) if is_left_out else (),
        )


def _without_temperature(request: Request) -> Request:
    return replace(request, parameters=replace(request.parameters, temperature=None))


def _schema_name(request: Request) -> str:
    return hashlib.sha256(msgspec.json.encode(request.schema)).hexdigest()


_WHOLE = frozenset({Finish.STOP, Finish.LENGTH, Finish.REFUSED})
_MAY_LACK = frozenset({400, 404, 415, 422, 500, 501})
_FORM_WORDS = (
    "response_format",
    "response format",
    "json_schema",
    "json_object",
    "json schema",
    "structured output",
    "guided",
    "grammar",
)
_LACK_WORDS = (
    "support",
    "available",
    "must be",
    "invalid",
    "not implemented",
    "not allowed",
    "not permitted",
    "unknown",
    "unrecognized",
    "unexpected",
    "failed",
)
_NO_PROVIDER = "handle the requested parameters"


def _lack(status: int, came: Came, form: _Form) -> _Form | None:
    """What of the form an error names as lacking, and nothing else; None if it names none."""
    if status not in _MAY_LACK:
        return None
    said = came.failed(status, "").raw.lower()
    if form.logprobs and "logprobs" in said:
        return _Form(form.constraint, logprobs=True, temperature=False)
    if form.temperature and "temperature" in said and any(w in said for w in _LACK_WORDS):
        return _Form(form.constraint, logprobs=False, temperature=True)
    is_about_form = any(w in said for w in _FORM_WORDS) and any(w in said for w in _LACK_WORDS)
    if form.constraint is not Constraint.NONE and (is_about_form or _NO_PROVIDER in said):
        return _Form(form.constraint, logprobs=False, temperature=False)
    return None
