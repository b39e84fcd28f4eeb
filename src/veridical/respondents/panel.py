"""Several respondents as one: each answers on its own, and their answers are combined."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from msgspec import inspect as types

from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict, Respondent
from veridical.errors import ConfigError
from veridical.ledger import Kept, Ledger
from veridical.respondents.ballot import Ballot, Rule
from veridical.score import Reason

V = TypeVar("V")

PANEL_VERSION = "2"
"""Goes up whenever the same answers combine to another one."""


@dataclass(frozen=True)
class Panel:
    """Answers each ask as its members do together; `panel_of` makes one.

    Attributes:
        members: in the order of their identities, each keeping its own answers.
        rule: how numbers combine; labels need more than half of those who answered.
        quorum: members that have to answer; below it there is no verdict.
    """

    members: tuple[Respondent, ...]
    rule: Rule = Rule.MEDIAN
    quorum: int = 1

    def __post_init__(self) -> None:
        """Refuse a panel whose votes would not be its members'.

        Raises:
            ConfigError: no members, one of them twice, or a quorum out of reach.
        """
        names = [member.identity for member in self.members]
        if not names or len(set(names)) < len(names):
            raise ConfigError(
                "panel",
                "needs members that differ",
                got=", ".join(names),
                expected="each respondent once",
                fix="Name another model, or other parameters.",
            )
        if not 1 <= self.quorum <= len(names):
            raise ConfigError(
                "panel",
                "its quorum cannot be met",
                got=self.quorum,
                expected=f"1 to {len(names)}",
                fix="Correct it.",
            )

    @property
    def identity(self) -> str:
        """Version, rule, quorum, and who its members are."""
        names = "+".join(member.identity for member in self.members)
        return f"panel/{PANEL_VERSION}/{self.rule}/{self.quorum}({names})"

    @property
    def is_indicative(self) -> bool:
        """Whether one of its members is."""
        return any(member.is_indicative for member in self.members)

    async def ballot(self, ask: Ask[V], draw: Draw = ONCE) -> Ballot[V]:
        """What each member says; kept answers are found, not asked for again."""
        said = await asyncio.gather(*(member.answer(ask, draw) for member in self.members))
        names = (member.identity for member in self.members)
        return Ballot(tuple(zip(names, said, strict=True)))

    async def answer(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """What the members say together, or why that is nothing."""
        ballot = await self.ballot(ask, draw)
        answered = len(ballot.answers)
        if 0 < answered < self.quorum:
            reason = ballot.missing.counts[0][0] if ballot.missing.counts else Reason.NOT_ASSESSED
            return NoVerdict(reason, f"fewer than {self.quorum} answered: {ballot.told}")
        return ballot.combined(types.type_info(ask.answer_type), self.rule)


def panel_of(
    members: Iterable[Respondent], ledger: Ledger, *, rule: Rule = Rule.MEDIAN, quorum: int = 1
) -> Panel:
    """A panel whose members' answers are kept each on its own.

    Args:
        members: who answers, each once.
        ledger: where their answers are kept.
        rule: how numbers combine.
        quorum: members that have to answer.

    Raises:
        ConfigError: no members, one of them twice, or a quorum out of reach.
    """
    kept = (m if isinstance(m, Kept) else Kept(m, ledger) for m in members)
    return Panel(tuple(sorted(kept, key=lambda m: m.identity)), rule, quorum)
