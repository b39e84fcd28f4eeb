"""An asker that remembers what was asked, and what came back."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import TypeVar, cast

from veridical.ask import ONCE, Answer, Ask, Asker, Draw, NoVerdict, ask_together

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Exchange:
    """One ask that was put, with its draw and what came back."""

    ask: Ask[object]
    draw: Draw
    answer: Answer[object] | NoVerdict


@dataclass
class Asked:
    """An asker that remembers each ask's answer while a report is scored.

    Attributes:
        inner: who is asked what is not remembered.
        log: what came back, by the ask's identity and the draw.
    """

    inner: Asker
    log: dict[tuple[str, Draw], Answer[object] | NoVerdict] = field(default_factory=dict)
    _asks: dict[str, Ask[object]] = field(default_factory=dict, repr=False)
    _turns: dict[tuple[str, Draw], asyncio.Lock] = field(default_factory=dict, repr=False)

    async def ask(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """Put the ask once; the same ask again, even at the same time, gets the same answer."""
        key = (ask.identity(), draw)
        async with self._turns.setdefault(key, asyncio.Lock()):
            if key not in self.log:
                self.log[key] = cast("Answer[object] | NoVerdict", await self.inner.ask(ask, draw))
                self._asks[key[0]] = cast("Ask[object]", ask)
        return cast("Answer[V] | NoVerdict", self.log[key])

    async def ask_each(
        self, asks: Sequence[Ask[V]], draw: Draw = ONCE
    ) -> list[Answer[V] | NoVerdict]:
        """Put several asks once; if one of them is open all are put, so that no group shrinks."""
        apart = {ask.identity(): ask for ask in asks}
        keys = [(identity, draw) for identity in apart]
        async with AsyncExitStack() as turns:
            for key in sorted(keys, key=_order):  # in one order, so that no two wait in a circle
                await turns.enter_async_context(self._turns.setdefault(key, asyncio.Lock()))
            if any(key not in self.log for key in keys):
                said = await ask_together(self.inner, [*apart.values()], draw)
                for key, answer in zip(keys, said, strict=True):
                    self.log.setdefault(key, cast("Answer[object] | NoVerdict", answer))
                    self._asks[key[0]] = cast("Ask[object]", apart[key[0]])
        found = [self.log[ask.identity(), draw] for ask in asks]
        return cast("list[Answer[V] | NoVerdict]", found)

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        """All that was asked, in the order of identities and draws, never of arrival."""
        return tuple(
            Exchange(self._asks[identity], draw, self.log[identity, draw])
            for identity, draw in sorted(self.log, key=_order)
        )


def _order(key: tuple[str, Draw]) -> tuple[str, str, int, int]:
    identity, draw = key
    return identity, draw.purpose, draw.repeat, draw.index
