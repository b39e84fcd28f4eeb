"""Several asks put together, while each answer is kept as if its ask had been put alone.

The group is all that was asked for, never what is left of it: so a resumed run makes the same
calls, and finds their replies.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Protocol, TypeVar, cast, runtime_checkable

from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict, Respondent
from veridical.ledger import Kept, note_reply, replies_read

if TYPE_CHECKING:
    from veridical.ledger import Ledger

V = TypeVar("V")

MOST_TOGETHER = 10
"""Asks in one call, at most: a longer list costs attention, and more when its reply is lost."""


@runtime_checkable
class GroupRespondent(Respondent, Protocol):
    """Whoever can be asked several things in one call."""

    async def answer_each(
        self, asks: Sequence[Ask[V]], draw: Draw = ONCE
    ) -> list[Answer[V] | NoVerdict]:
        """An answer to each, in their order."""
        ...


def groups_of(asks: Sequence[Ask[V]], most: int = MOST_TOGETHER) -> list[list[Ask[V]]]:
    """Asks that are put in one call each: of one kind, with the same images, `most` at most.

    They are cut from the sorted list, so that the same asks make the same groups in whatever
    order they come, and nearly equal in size, so that no call is for a remainder of one.

    Args:
        asks: all that is asked about one text, each once.
        most: the most that are put together, at least 1; of a kind that goes well in larger
            groups more, save where each is to have a call of its own.
    """
    found: list[list[Ask[V]]] = []
    for _, same in groupby(sorted(asks, key=_order), key=_sort):
        alike = list(same)
        calls = -(-len(alike) // _most(alike[0], most))
        ends = [len(alike) * n // calls for n in range(calls + 1)]
        found += [alike[a:b] for a, b in pairwise(ends)]
    return found


def _most(ask: Ask[V], most: int) -> int:
    return most if most == 1 or ask.most_together is None else ask.most_together


def _sort(ask: Ask[V]) -> tuple[str, str, tuple[str, ...]]:
    return ask.kind, ask.version, tuple(a.sha256 for a in ask.attachments())


def _order(ask: Ask[V]) -> tuple[tuple[str, str, tuple[str, ...]], str]:
    return _sort(ask), ask.identity()


async def answers_together(
    respondent: GroupRespondent, ledger: Ledger, asks: Sequence[Ask[V]], draw: Draw = ONCE
) -> list[Answer[V] | NoVerdict]:
    """The answers to all of `asks`, in their order: kept ones, or those of one call.

    Args:
        respondent: who is asked.
        ledger: where each answer is kept under its own ask's key.
        asks: of one kind, on the same material.
        draw: which drawing it is.

    Raises:
        StoreError: the ledger cannot be read or written.
        ConfigError: asks that cannot be put together.
    """
    call = _Call(respondent, cast("tuple[Ask[object], ...]", tuple(asks)), draw)
    members = (_Member(call, n) for n in range(len(asks)))
    kept = [
        Kept(member, ledger).answer(ask, draw) for member, ask in zip(members, asks, strict=True)
    ]
    return list(await asyncio.gather(*kept))


@dataclass
class _Call:
    """One call for all asks, made once somebody wants an answer of it."""

    respondent: GroupRespondent
    asks: tuple[Ask[object], ...]
    draw: Draw
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    _said: list[Answer[object] | NoVerdict] | None = None
    _replies: frozenset[str] = frozenset()

    async def answer(self, place: int) -> Answer[object] | NoVerdict:
        """The answer to the ask at that place."""
        async with self._turn:
            if self._said is None:
                with replies_read() as keys:
                    self._said = await self.respondent.answer_each(self.asks, self.draw)
                self._replies = frozenset(keys)
        for key in self._replies:
            note_reply(key)
        return self._said[place]


@dataclass(frozen=True)
class _Member:
    """The respondent to one ask of the group."""

    call: _Call
    place: int

    @property
    def identity(self) -> str:
        """The respondent's: being asked together changes no answer."""
        return self.call.respondent.identity

    @property
    def is_indicative(self) -> bool:
        """As the respondent."""
        return self.call.respondent.is_indicative

    async def answer(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """What the call said to it."""
        del ask, draw
        return cast("Answer[V] | NoVerdict", await self.call.answer(self.place))
