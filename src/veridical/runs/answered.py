"""Which roles had a say, and by which answers: an asker that notes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from veridical.ask import ONCE, Answer, Ask, Asker, Draw, NoVerdict, Role, answer_key, ask_together

V = TypeVar("V")


@dataclass(frozen=True)
class Answered:
    """An asker that notes in which roles there came an answer, and under which keys.

    Attributes:
        inner: who is asked.
        roles: those of asks that were answered.
        respondents: identities by role, of those whose answers are kept.
        keys: the role and the key of every kept answer.
    """

    inner: Asker
    roles: set[Role] = field(default_factory=set)
    respondents: Mapping[Role, str] = field(default_factory=dict)
    keys: set[tuple[Role, str]] = field(default_factory=set)

    async def ask(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """Put one ask."""
        said = await self.inner.ask(ask, draw)
        self._note(ask, draw, said)
        return said

    async def ask_each(
        self, asks: Sequence[Ask[V]], draw: Draw = ONCE
    ) -> list[Answer[V] | NoVerdict]:
        """Put several asks, together where that can be done."""
        found = await ask_together(self.inner, asks, draw)
        for ask, said in zip(asks, found, strict=True):
            self._note(ask, draw, said)
        return found

    def _note(self, ask: Ask[V], draw: Draw, said: Answer[V] | NoVerdict) -> None:
        if isinstance(said, Answer):
            self.roles.add(ask.role)
            if ask.role in self.respondents:
                by = self.respondents[ask.role]
                self.keys.add((ask.role, answer_key(ask, respondent=by, draw=draw)))
