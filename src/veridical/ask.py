"""What is put to a respondent, and what comes back.

An `Ask` is typed data: a kind, a version, the input, a prompt for models, a rule for the
built-in rules, an answer type. A `Respondent` answers asks: a model, the rules, a panel, a
person. A respondent that has no answer says so with `NoVerdict`, which is never a score.
Asks are not put here, and nothing is stored here.
"""

from __future__ import annotations

import asyncio
import hashlib
from abc import abstractmethod
from collections.abc import Container, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache
from typing import ClassVar, Generic, Protocol, TypeVar, cast, runtime_checkable

import msgspec

from veridical.picture import PictureText
from veridical.score import Reason

V = TypeVar("V")


class Role(StrEnum):
    """What a respondent is bound to."""

    JUDGE = "judge"
    VISION = "vision"
    EXAMINER = "examiner"
    PLANNER = "planner"
    WRITER = "writer"
    CODER = "coder"


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of a stored text, found there.

    Attributes:
        source: the id of the text they stand in.
        start: first code point, counted from 0 in the stored text.
        end: one past the last code point.
        text: the stored text's own words, ``stored[start:end]``.
    """

    source: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Answer(Generic[V]):
    """What a respondent said to one ask.

    Attributes:
        value: the typed answer.
        why: the grounds, for a reader.
        quotes: the words it rests on.
    """

    value: V
    why: str = ""
    quotes: tuple[Quote, ...] = ()


@dataclass(frozen=True, slots=True)
class Grounds:
    """What an answer may quote, and whether it has to.

    Attributes:
        texts: the stored texts that are shown, whole or in stretches, each at its place.
        about: what a quote has to bear on; "" = anything.
        unquoted: values that need no quote; None = no value needs one.
    """

    texts: tuple[Quote, ...] = ()
    about: str = ""
    unquoted: Container[object] | None = None


@dataclass(frozen=True, slots=True)
class NoVerdict:
    """No answer, and why; never a score."""

    reason: Reason
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a prompt.

    Attributes:
        text: the words.
        untrusted: whether they came from a report, a page or a model. Such a part is
            fenced and never read as an instruction.
        title: names an untrusted part to the reader of the prompt.
    """

    text: str
    untrusted: bool = False
    title: str = ""


@dataclass(frozen=True, slots=True)
class Attachment:
    """An image that goes with an ask, named by its content."""

    path: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Draw:
    """Which drawing of the same ask this is.

    Attributes:
        purpose: why it is drawn again ("", or a study's name).
        repeat: the run's repeat, from 0.
        index: the draw inside one repeat, from 0.
    """

    purpose: str = ""
    repeat: int = 0
    index: int = 0


ONCE = Draw()


class Token(Protocol):
    """A token of a model's reply, and the likeliest tokens at its place."""

    @property
    def token(self) -> str:
        """Its text."""
        ...

    @property
    def logprob(self) -> float:
        """Natural logarithm of its probability, ≤ 0."""
        ...

    @property
    def top(self) -> tuple[tuple[str, float], ...]:
        """The likeliest tokens at this place with theirs."""
        ...


@dataclass(frozen=True)
class Ask(Generic[V]):
    """One typed thing to ask: a frozen dataclass whose fields are its input.

    Subclasses set `kind`, `version`, `role` and `answer_type`, and write `prompt` and
    `by_rule`; `most_together` where more of a kind go well into one call than is usual.
    `version` goes up whenever the prompt or the reading changes what an
    answer means; kept answers of another version are not used for a new run.
    """

    kind: ClassVar[str]
    version: ClassVar[str]
    role: ClassVar[Role] = Role.JUDGE
    answer_type: ClassVar[type]
    most_together: ClassVar[int | None] = None
    """How many of a kind go well into one call; None = as many as usual."""
    likeliest: ClassVar[int] = 0
    """How many of the likeliest tokens at each place of a reply it reads; 0 = it reads none."""
    decides_first: ClassVar[bool] = False
    """Whether the reply begins with the value, and the grounds come after it."""

    @abstractmethod
    def prompt(self) -> tuple[Part, ...]:
        """The text for a model: long shared text first, the varying question last."""

    @abstractmethod
    def by_rule(self) -> Answer[V] | NoVerdict:
        """The built-in rules' answer: pure, quick, indicative."""

    def by_rule_seeing(self, read: Sequence[PictureText | None]) -> Answer[V] | NoVerdict:
        """The built-in rules' answer where they can read pictures: pure; as without, by default.

        Args:
            read: what is written in each of its attachments, in their order; None where it
                could not be read.
        """
        del read
        return self.by_rule()

    def attachments(self) -> tuple[Attachment, ...]:
        """The images that go with it."""
        return ()

    def grounds(self) -> Grounds:
        """What an answer may quote; by default nothing."""
        return Grounds()

    def objection(self, value: V) -> str:
        """What is impossible in `value`, though it fits its type; "" = nothing."""
        del value
        return ""

    def weighed(self, answer: Answer[V], text: str, tokens: Sequence[Token]) -> Answer[V]:
        """The answer with what the tokens of the reply tell of it.

        Args:
            answer: as it was read.
            text: of the reply.
            tokens: of the reply, as the endpoint listed them.
        """
        del text, tokens
        return answer

    def identity(self) -> str:
        """What is asked, as a hash of kind, input and attachments, whoever is asked.

        Neither prompt text nor version is part of it, so a run's answers can be found
        again after both have changed. An ask never changes, so it is worked out once.
        """
        known: str | None = self.__dict__.get(_IDENTITY)
        if known is None:
            known = self._identity()
            object.__setattr__(self, _IDENTITY, known)
        return known

    def _identity(self) -> str:
        attached = [a.sha256 for a in self.attachments()]
        canonical = msgspec.json.encode([self.kind, self, attached], order="sorted")
        if _MAY_HOLD_IMAGES in canonical:
            # an attachment counts by its hash alone, wherever it stands
            canonical = msgspec.json.encode([self.kind, self._input(), attached], order="sorted")
        return hashlib.sha256(canonical).hexdigest()

    def _input(self) -> object:
        # sorted, since a set's own order differs from process to process
        return _by_content(msgspec.to_builtins(self, order="sorted"))

    def write(self, answer: Answer[V]) -> bytes:
        """The answer as JSON, to be kept."""
        return msgspec.json.encode(answer, order="sorted")

    def read(self, kept: bytes) -> Answer[V]:
        """The answer back from JSON, checked against `answer_type`.

        Raises:
            msgspec.ValidationError: what is kept does not fit the type.
        """
        return cast("Answer[V]", _decoder(self.answer_type).decode(kept))


@cache
def _decoder(answer_type: type) -> msgspec.json.Decoder[Answer[object]]:
    return msgspec.json.Decoder(Answer[answer_type])  # type: ignore[valid-type]


_IDENTITY = "_known_identity"
_MAY_HOLD_IMAGES = b'"sha256"'
_ATTACHMENT = {f.name for f in fields(Attachment)}


def _by_content(plain: object) -> object:
    """The same with attachments by their hashes alone, wherever their files lie."""
    if isinstance(plain, dict):
        if plain.keys() == _ATTACHMENT:
            return plain["sha256"]
        return {name: _by_content(value) for name, value in plain.items()}
    return [_by_content(one) for one in plain] if isinstance(plain, list | tuple) else plain


def answer_key(ask: Ask[V], *, respondent: str, draw: Draw = ONCE) -> str:
    """The key under which an answer is kept.

    A hash over the ask's kind, version and input, its attachments, the respondent's
    identity with its version, and the draw.
    """
    parts = [ask.identity(), ask.version, respondent, draw.purpose, draw.repeat, draw.index]
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()


class Respondent(Protocol):
    """Whoever answers asks."""

    @property
    def identity(self) -> str:
        """Name and version; another identity is another respondent."""
        ...

    @property
    def is_indicative(self) -> bool:
        """Whether its answers cannot be compared with a model judge's."""
        ...

    async def answer(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """Answer, or say why not. Never raises for a bad reply or a failed call."""
        ...


class Asker(Protocol):
    """What a measure puts its asks to: roles, ledger and budget are behind it."""

    async def ask(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """Put one ask."""
        ...


@runtime_checkable
class GroupAsker(Asker, Protocol):
    """An asker that may put several asks in one call."""

    async def ask_each(
        self, asks: Sequence[Ask[V]], draw: Draw = ONCE
    ) -> list[Answer[V] | NoVerdict]:
        """Put all of them; an answer to each, in their order."""
        ...


async def ask_together(
    asker: Asker, asks: Sequence[Ask[V]], draw: Draw = ONCE
) -> list[Answer[V] | NoVerdict]:
    """Put asks about the same text: in one call where the asker can, else one by one.

    How they are put changes no ask, no answer's key and no score's definition.

    Args:
        asker: who is asked.
        asks: all that is to be asked, never what is left of it.
        draw: which drawing it is.

    Returns:
        An answer to each, in their order.
    """
    if isinstance(asker, GroupAsker):
        return await asker.ask_each(asks, draw)
    return list(await asyncio.gather(*(asker.ask(ask, draw) for ask in asks)))
