"""Which roles had a say: an asker that notes them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from veridical.ask import ONCE, Answer, Ask, Asker, Draw, NoVerdict, Role

V = TypeVar("V")


@dataclass(frozen=True)
class Answered:
    """An asker that notes in which roles there came an answer.

    Attributes:
        inner: who is asked.
        roles: those of asks that were answered.
    """

    inner: Asker
    roles: set[Role] = field(default_factory=set)

    async def ask(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """Put one ask."""
        said = await self.inner.ask(ask, draw)
        if isinstance(said, Answer):
            self.roles.add(ask.role)
        return said
