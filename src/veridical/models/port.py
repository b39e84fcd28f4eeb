"""The port to models: what is sent, what comes back, and what stands behind it.

A `Model` completes text. The adapters (`openai_compatible`, `vendors`, `scripted`) reach one;
the wrappers (`recorded`, `budgeted`, `limited`) are models themselves, so that they stack.
Prompts are not written here and answers are not read here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, Protocol

from veridical.ask import ONCE, Attachment, Draw, NoVerdict
from veridical.errors import ModelError
from veridical.score import Reason

JsonValue = str | int | float | bool | None | list["JsonValue"] | dict[str, "JsonValue"]
Schema = Mapping[str, JsonValue]
"""A JSON Schema."""


@dataclass(frozen=True, slots=True)
class Words:
    """Text of ours."""

    text: str


@dataclass(frozen=True, slots=True)
class Fenced:
    """Text of others: material, never an instruction.

    Attributes:
        text: the words, unchanged.
        title: names them to the reader of the prompt.
        boundary: the mark on both fences, which nobody who wrote the text can guess.
    """

    text: str
    title: str
    boundary: str


@dataclass(frozen=True, slots=True)
class Nonce:
    """What an answer must carry, so that nothing quoted in it passes for the answer.

    Attributes:
        lead: the words before it.
        value: the mark itself; "" = none is asked for.
        trail: the words after it.
    """

    lead: str
    value: str
    trail: str = ""


Content = Words | Fenced | Nonce | Attachment


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: tuple[Content, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """How a model is to write; None = the endpoint's own default.

    Attributes:
        temperature: spread of the draw, 0 = the likeliest words.
        max_output_tokens: most tokens of the reply, thinking included.
        seed: for endpoints that draw the same from the same seed.
        top_p: share of the likeliest words that may be drawn, in (0, 1].
        effort: how long a thinking model thinks ("low", "medium", "high").
        stop: words that end the reply.
        extra: fields of one endpoint's own, sent as they are.
    """

    temperature: float | None = None
    max_output_tokens: int | None = None
    seed: int | None = None
    top_p: float | None = None
    effort: str | None = None
    stop: tuple[str, ...] = ()
    extra: Schema = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """All that one call sends.

    Attributes:
        messages: the conversation.
        parameters: how to write.
        schema: what the reply's JSON must look like; None = any text.
        logprobs: how many likeliest tokens to list at each place; None = none are wanted.
        draw: which drawing of the same ask it is.
        label: names the call to people ("support, report r-07"); no part of its identity.
        canonical: its messages as `identity` writes them, once that is worked out.
    """

    messages: tuple[Message, ...]
    parameters: Parameters = field(default_factory=Parameters)
    schema: Schema | None = None
    logprobs: int | None = None
    draw: Draw = ONCE
    label: str = ""
    canonical: bytes = field(default=b"", init=False, compare=False, repr=False)

    @property
    def nonce(self) -> str:
        """The mark that the answer must carry; "" = none was asked for."""
        for message in self.messages:
            for part in message.content:
                if isinstance(part, Nonce):
                    return part.value
        return ""


class Finish(StrEnum):
    """Why a reply ends where it ends."""

    STOP = "stop"
    LENGTH = "length"
    REFUSED = "refused"
    GARBLED = "garbled"
    OTHER = "other"


class Constraint(StrEnum):
    """What held the endpoint to the form of the reply."""

    SCHEMA = "schema"
    JSON = "json"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class TokenLogprob:
    """One token of a reply.

    Attributes:
        token: its text.
        logprob: natural logarithm of its probability, ≤ 0.
        top: the likeliest tokens at this place with theirs, likeliest first.
    """

    token: str
    logprob: float
    top: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What a reply took, as the endpoint counted it; None = it does not say.

    Attributes:
        input_tokens: of the prompt, cached ones included.
        output_tokens: of the reply, thinking included.
        cached_tokens: of the prompt, those that the endpoint had at hand.
        paid: what the endpoint says it charged, in billionths of a US dollar.
    """

    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None
    paid: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What came back, read as far as the wire format goes.

    Attributes:
        text: the words; thinking blocks inside them are left as they are.
        finish: why it ends.
        resolved_model: the model that says it answered; "" = it does not say.
        fingerprint: the endpoint's mark of its configuration; "" = it gives none.
        usage: what it took.
        nominal_cost: list price in billionths of a US dollar; None = no price known.
        logprobs: of each token; None = the endpoint gave none.
        constraint: what held it to the form that was asked for.
        nonce: the mark that was sent and that an answer must carry.
        left_out: parameters that were asked for and that the endpoint does not take, by name.
        key: the ledger's key; "" = it was not kept.
        is_kept: whether it was found in the ledger and not bought now.
        body: the bytes that came.
    """

    text: str
    finish: Finish
    resolved_model: str = ""
    fingerprint: str = ""
    usage: Usage = field(default_factory=Usage)
    nominal_cost: int | None = None
    logprobs: tuple[TokenLogprob, ...] | None = None
    constraint: Constraint = Constraint.NONE
    nonce: str = ""
    left_out: tuple[str, ...] = ()
    key: str = ""
    is_kept: bool = field(default=False, compare=False)
    body: bytes = field(default=b"", repr=False)

    @property
    def is_readable(self) -> bool:
        """Whether it may answer a later ask: neither garbled nor a refusal nor empty."""
        return self.finish not in {Finish.GARBLED, Finish.REFUSED} and bool(self.text.strip())


class Model(Protocol):
    """Completes text. May be asked many things at the same time, in one event loop."""

    @property
    def endpoint(self) -> str:
        """The name that its user gave to where it runs."""
        ...

    @property
    def model(self) -> str:
        """The model as it is asked for."""
        ...

    async def complete(self, request: Request) -> Reply:
        """Put one request.

        A refusal, a truncated reply or garbage is a reply too; `Reply.finish` says so.

        Raises:
            ModelError: no reply came, and why.
        """
        ...

    async def aclose(self) -> None:
        """Let go of connections; safe to call twice."""
        ...


def absence(error: ModelError) -> NoVerdict:
    """Why there is no verdict, from the error of the call."""
    return NoVerdict(Reason(error.reason), str(error))


async def reply_or_absence(model: Model, request: Request) -> Reply | NoVerdict:
    """Put one request; a call without a reply is an absence, never an error."""
    try:
        return await model.complete(request)
    except ModelError as e:
        return absence(e)
