"""An ask, or several on the same material, as one request to a model.

The material that all share stands first, what varies after it, then the form of the reply,
then the mark. What was wrong with an earlier reply may repeat words of a page, so it is fenced
like any material.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import TypeVar

from veridical.ask import Ask, Draw, Part
from veridical.errors import ConfigError
from veridical.models.fence import request_from_parts
from veridical.models.port import Parameters, Request
from veridical.respondents.reading.form import form_of
from veridical.respondents.reading.phrases import IN_CHINESE, IN_ENGLISH, Phrases
from veridical.respondents.reading.reader import Question, Unread

V = TypeVar("V")

_CHINESE = re.compile("[\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """How long a reply may become, in tokens; what a model thinks counts too.

    Enough for an answer, and small beside what a local model can hold in all; a model that
    thinks for longer runs into it once and is given more.

    Attributes:
        one: for one answer.
        each: for each further one of the same reply.
        again: how many times as much where a reply ran into its limit.
    """

    one: int = 2048
    each: int = 256
    again: int = 4

    def tokens(self, answers: int, *, is_longer: bool = False) -> int:
        """For so many answers; longer after a reply that was cut off."""
        asked = self.one + self.each * (answers - 1)
        return asked * self.again if is_longer else asked


@dataclass(frozen=True)
class Composer:
    """Writes requests under one ledger's secret.

    Attributes:
        secret: what marks and boundaries are hashed with.
        parameters: how the model is to write; its output limit replaces `Room.one`.
        room: how long replies may become.
    """

    secret: bytes
    parameters: Parameters
    room: Room

    def one(self, question: Question[V], draw: Draw, before: Unread | None = None) -> Request:
        """The request for one ask, after an earlier reply that was not read."""
        phrases = phrases_of(question.parts)
        parts = [*question.parts, *_again(before, phrases), Part(question.form.told(phrases))]
        return request_from_parts(
            parts,
            self.secret,
            attachments=question.ask.attachments(),
            wording=phrases.wording,
            parameters=self._limited(1, before),
            schema=question.form.schema,
            logprobs=question.ask.likeliest or None,
            draw=draw,
            label=question.ask.kind,
        )

    def each(
        self, questions: Mapping[str, Question[V]], draw: Draw, before: Unread | None = None
    ) -> Request:
        """The request for several asks, each under its id."""
        first = next(iter(questions.values()))
        phrases = phrases_of(first.parts)
        told = Part(first.form.told_of_each(phrases))
        return request_from_parts(
            [*several(questions, phrases), *_again(before, phrases), told],
            self.secret,
            attachments=first.ask.attachments(),
            wording=phrases.wording,
            parameters=self._limited(len(questions), before),
            schema=first.form.schema_of_each,
            draw=draw,
            label=f"{first.ask.kind}, {len(questions)} together",
        )

    @cached_property
    def _usual(self) -> Parameters:
        """For one answer, asked for the first time."""
        return self._with_room(1, None)

    def _limited(self, answers: int, before: Unread | None) -> Parameters:
        is_usual = answers == 1 and before is None
        return self._usual if is_usual else self._with_room(answers, before)

    def _with_room(self, answers: int, before: Unread | None) -> Parameters:
        own = self.parameters.max_output_tokens
        room = self.room if own is None else replace(self.room, one=own)
        is_longer = before is not None and before.is_cut
        limit = room.tokens(answers, is_longer=is_longer)
        return replace(self.parameters, max_output_tokens=limit)


def question_of(ask: Ask[V]) -> Question[V]:
    """The ask with its prompt and the form of its reply."""
    form = form_of(ask.answer_type, bool(ask.grounds().texts), ask.decides_first)
    return Question(ask, form, ask.prompt())


def numbered(asks: Sequence[Ask[V]]) -> dict[str, Question[V]]:
    """The asks of a group under the numbers by which they are answered."""
    return {str(n): question_of(ask) for n, ask in enumerate(asks, start=1)}


def phrases_of(parts: Sequence[Part]) -> Phrases:
    """The phrases in the language of the prompt's own words."""
    own = [part.text for part in parts if not part.untrusted]
    is_chinese = any(_CHINESE.search(text) for text in own if not text.isascii())
    return IN_CHINESE if is_chinese else IN_ENGLISH


def several(questions: Mapping[str, Question[V]], phrases: Phrases) -> list[Part]:
    """The prompts as one: what all begin with, then each one's own, then what all end with.

    Raises:
        ConfigError: asks of different kinds, or with different images.
    """
    asks = [question.ask for question in questions.values()]
    if len({(type(ask), ask.attachments()) for ask in asks}) > 1:
        raise ConfigError(
            "a group of asks",
            "mixes what cannot be asked together",
            expected="one kind of ask, and the same images",
            fix="Ask them one by one.",
        )
    prompts = [question.parts for question in questions.values()]
    start = _shared(prompts)
    # a part is not shared twice, where one prompt is another with more in the middle
    end = min(_shared([p[::-1] for p in prompts]), min(map(len, prompts)) - start)
    found = [*prompts[0][:start], Part(phrases.several)]
    for name, parts in zip(questions, prompts, strict=True):
        found += [Part(phrases.number_of.format(id=name)), *parts[start : len(parts) - end]]
    return [*found, *prompts[0][len(prompts[0]) - end :]]


def _shared(prompts: Sequence[Sequence[Part]]) -> int:
    """How many first parts all have in common."""
    rows = zip(*prompts, strict=False)
    return sum(1 for _ in takewhile(lambda row: len(set(row)) == 1, rows))


def _again(before: Unread | None, phrases: Phrases) -> list[Part]:
    if before is None:
        return []
    title = "what was wrong"
    return [Part(phrases.again), Part(before.problem, untrusted=True, title=title)]
