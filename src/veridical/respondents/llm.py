"""A model as a respondent: asks are put to it, and its replies are read or refused.

A reply that cannot be read is asked for once more, with what was wrong; then there is no
verdict. Such replies are kept and never answer again. A call that fails is an absence with its
reason. Nothing here raises for what a model or an endpoint does, and nothing invents a value.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

import msgspec

from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict
from veridical.ledger import Ledger
from veridical.models.port import Finish, Model, Parameters, Reply, Request, reply_or_absence
from veridical.respondents.composing import Composer, Room, numbered, question_of
from veridical.respondents.reading.reader import (
    MOST_SHOWN,
    READER_VERSION,
    Question,
    Read,
    Unread,
    read_each,
    read_one,
)
from veridical.score import Reason

V = TypeVar("V")

_HASH = 12
"""Characters of the parameters' hash in an identity."""


@dataclass(slots=True)
class Readings:
    """How a model's replies were read: what tells whether it fits its task.

    Attributes:
        strict: answers in strict JSON.
        repaired: answers in JSON that had to be repaired.
        asked_again: asks that were put a second time.
        lost: asks whose replies could not be read.
        absent: asks that brought no reply, or a refusal.
    """

    strict: int = 0
    repaired: int = 0
    asked_again: int = 0
    lost: int = 0
    absent: int = 0


@dataclass(frozen=True)
class LLM:
    """Answers asks by asking a model.

    Attributes:
        model: who writes the replies, with its ledger, limits and budget.
        ledger: whose secret marks the prompts, and where unreadable replies are spoiled.
        parameters: how the model is to write.
        sees: whether it is shown images; without that, asks with images are not assessed.
        room: how long replies may become.
        readings: how its replies were read so far.
    """

    model: Model
    ledger: Ledger
    parameters: Parameters = field(default_factory=Parameters)
    sees: bool = False
    room: Room = field(default_factory=Room)
    readings: Readings = field(default_factory=Readings, compare=False)

    @property
    def identity(self) -> str:
        """Endpoint, model as asked for, hash of the parameters, version of the reader."""
        where = f"{self.model.endpoint}:{self.model.model}"
        return f"llm/{where}/{self._digest}/reader-{READER_VERSION}"

    @cached_property
    def _digest(self) -> str:
        settings = msgspec.json.encode([self.parameters, self.room, self.sees], order="sorted")
        return hashlib.sha256(settings).hexdigest()[:_HASH]

    @property
    def is_indicative(self) -> bool:
        """Never."""
        return False

    def request(self, ask: Ask[V], draw: Draw = ONCE) -> Request:
        """What is sent for an ask at first; nothing is sent."""
        return self._composer.one(question_of(ask), draw)

    def request_each(self, asks: Sequence[Ask[V]], draw: Draw = ONCE) -> Request:
        """What is sent at first for several asks put together; nothing is sent.

        Raises:
            ConfigError: asks that cannot be put together.
        """
        if len(asks) < 2:
            return self.request(asks[0], draw)
        return self._composer.each(numbered(asks), draw)

    async def answer(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """The model's answer, or why there is none.

        Raises:
            StoreError: the ledger cannot be read or written.
            ConfigError: the endpoint's key is not in the environment.
        """
        if self._is_blind_to(ask):
            return _UNSEEN
        question = question_of(ask)
        first = await self._attempt(question, draw)
        if isinstance(first, Unread):
            self.readings.asked_again += 1
            return self._settled(await self._attempt(question, draw, first))
        return self._settled(first)

    async def answer_each(
        self, asks: Sequence[Ask[V]], draw: Draw = ONCE
    ) -> list[Answer[V] | NoVerdict]:
        """The model's answers to several asks on the same material, put in one call.

        What of them is not read is asked for once more, without the rest. An answer is the
        same verdict under the same key as if its ask had been put alone.

        Args:
            asks: of one kind and with the same images, best with the same first parts of
                their prompts; the same asks in the same order make the same call.
            draw: which drawing it is.

        Raises:
            StoreError: the ledger cannot be read or written.
            ConfigError: asks that cannot be put together, or the endpoint's key is missing.
        """
        apart = {ask.identity(): ask for ask in asks}
        if len(apart) < len(asks):
            found = dict(zip(apart, await self.answer_each([*apart.values()], draw), strict=True))
            return [found[ask.identity()] for ask in asks]
        if len(asks) < 2:
            return [await self.answer(ask, draw) for ask in asks]
        if any(map(self._is_blind_to, asks)):
            return [_UNSEEN] * len(asks)
        return await self._answer_apart(asks, draw)

    async def _answer_apart(
        self, asks: Sequence[Ask[V]], draw: Draw
    ) -> list[Answer[V] | NoVerdict]:
        questions = numbered(asks)
        found = await self._attempt_each(questions, draw)
        left = {name: q for name, q in questions.items() if isinstance(found[name], Unread)}
        if left:
            self.readings.asked_again += len(left)
            found |= await self._attempt_each(left, draw, _worst(found))
        return [self._settled(found[name]) for name in questions]

    @cached_property
    def _composer(self) -> Composer:
        return Composer(self.ledger.secret, self.parameters, self.room)

    def _is_blind_to(self, ask: Ask[V]) -> bool:
        return not self.sees and bool(ask.attachments())

    async def _attempt(
        self, question: Question[V], draw: Draw, before: Unread | None = None
    ) -> Read[V] | Unread | NoVerdict:
        reply = await self._reply(self._composer.one(question, draw, before))
        if isinstance(reply, NoVerdict):
            return reply
        found = read_one(question, reply)
        if isinstance(found, Unread):
            await self._spoil(reply)
        return found

    async def _attempt_each(
        self, questions: dict[str, Question[V]], draw: Draw, before: Unread | None = None
    ) -> dict[str, Read[V] | Unread | NoVerdict]:
        reply = await self._reply(self._composer.each(questions, draw, before))
        if isinstance(reply, NoVerdict):
            return dict.fromkeys(questions, reply)
        found = read_each(questions, reply)
        if isinstance(found, Unread):
            await self._spoil(reply)
            return dict.fromkeys(questions, found)
        unread = sum(isinstance(one, Unread) for one in found.values())
        if unread and (before is not None or unread == len(questions)):
            # what a first reply left open was asked again; what a second leaves open is asked
            # anew by the next run
            await self._spoil(reply)
        return dict(found)

    async def _reply(self, request: Request) -> Reply | NoVerdict:
        reply = await reply_or_absence(self.model, request)
        if isinstance(reply, Reply) and reply.finish is Finish.REFUSED:
            said = " ".join(reply.text.split())[:MOST_SHOWN]
            return NoVerdict(Reason.REFUSED, said or "the reply was filtered")
        return reply

    async def _spoil(self, reply: Reply) -> None:
        # looked up first: a replayed run meets replies that are spoiled already, and may not write
        if reply.key and await self.ledger.find_reply(reply.key) is not None:
            await self.ledger.spoil_reply(reply.key)

    def _settled(self, found: Read[V] | Unread | NoVerdict) -> Answer[V] | NoVerdict:
        match found:
            case Read(answer, is_repaired):
                self.readings.repaired += is_repaired
                self.readings.strict += not is_repaired
                return answer
            case Unread(problem):
                self.readings.lost += 1
                return NoVerdict(Reason.UNREADABLE, problem)
            case _:
                self.readings.absent += 1
                return found


_UNSEEN = NoVerdict(Reason.NOT_ASSESSED, "the model is shown no images")


def _worst(found: dict[str, Read[V] | Unread | NoVerdict]) -> Unread:
    """What was wrong with those that were not read, as one."""
    unread = [(name, one) for name, one in found.items() if isinstance(one, Unread)]
    told = dict.fromkeys(f"{name}: {one.problem}" for name, one in unread)
    return Unread("\n".join(told)[: 2 * MOST_SHOWN], any(one.is_cut for _, one in unread))
