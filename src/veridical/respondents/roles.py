"""Who answers in which role."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeVar

from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict, Respondent, Role
from veridical.respondents.grouped import GroupRespondent
from veridical.respondents.rules import Rules
from veridical.score import Reason

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Nobody:
    """Where nobody sees: no verdict on what has to be seen, never the rules' in its place."""

    identity: str = "nobody/1"
    is_indicative: bool = False

    async def answer(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """None."""
        del ask, draw
        return NoVerdict(Reason.NOT_ASSESSED, "nobody is bound who sees pictures")


@dataclass(frozen=True)
class Roles:
    """An asker that puts each ask to whoever its role is bound to.

    Attributes:
        bound: respondents by role. The built-in rules answer in every other role, save that
            where somebody else judges they do not stand in for one who sees pictures.
    """

    bound: Mapping[Role, Respondent] = field(default_factory=dict)

    def respondent(self, role: Role) -> Respondent:
        """Who answers in `role`."""
        if role is Role.VISION and role not in self.bound and Role.JUDGE in self.bound:
            return Nobody()
        return self.bound.get(role, Rules())

    @property
    def identities(self) -> Mapping[str, str]:
        """Who answers, by role, in the order of the roles' names."""
        roles = sorted(Role)
        return MappingProxyType({r.value: self.respondent(r).identity for r in roles})

    def is_indicative(self, roles: Iterable[Role] = tuple(Role)) -> bool:
        """Whether in one of `roles` somebody answers whom no judge compares with."""
        return any(self.respondent(role).is_indicative for role in roles)

    async def ask(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """Put one ask to the respondent of its role."""
        return await self.respondent(ask.role).answer(ask, draw)

    async def ask_each(
        self, asks: Sequence[Ask[V]], draw: Draw = ONCE
    ) -> list[Answer[V] | NoVerdict]:
        """Put several asks, each to the respondent of its role; together where it can."""
        found: dict[str, Answer[V] | NoVerdict] = {}
        for role in sorted({ask.role for ask in asks}):
            own = [ask for ask in asks if ask.role is role]
            said = await _said(self.respondent(role), own, draw)
            found |= zip((ask.identity() for ask in own), said, strict=True)
        return [found[ask.identity()] for ask in asks]


async def _said(
    respondent: Respondent, asks: Sequence[Ask[V]], draw: Draw
) -> list[Answer[V] | NoVerdict]:
    if isinstance(respondent, GroupRespondent):
        return await respondent.answer_each(asks, draw)
    return list(await asyncio.gather(*(respondent.answer(ask, draw) for ask in asks)))
