"""Who answers in which role."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeVar

from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict, Respondent, Role
from veridical.respondents.rules import Rules

V = TypeVar("V")


@dataclass(frozen=True)
class Roles:
    """An asker that puts each ask to whoever its role is bound to.

    Attributes:
        bound: respondents by role; the built-in rules answer in every other role.
    """

    bound: Mapping[Role, Respondent] = field(default_factory=dict)

    def respondent(self, role: Role) -> Respondent:
        """Who answers in `role`."""
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
