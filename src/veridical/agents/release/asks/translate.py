"""How are queries worded in the language of what is searched?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import msgspec

from veridical.agents.release.asks.rewrite import PROMPTS
from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts
from veridical.score import Reason


class Translated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Queries in another language, in their order."""

    queries: tuple[str, ...]


@dataclass(frozen=True)
class TranslateAsk(Ask[Translated]):
    """Queries, to be put in another language.

    Attributes:
        queries: as they were meant to be searched for.
        language: a code such as ``de``: of what is searched.
    """

    kind: ClassVar[str] = "release.translate"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.PLANNER
    answer_type: ClassVar[type] = Translated

    queries: tuple[str, ...]
    language: str

    def prompt(self) -> tuple[Part, ...]:
        """The language, then the queries."""
        fields = {"language": self.language, "queries": "\n".join(self.queries)}
        return prompt_parts(PROMPTS, "translate", self.language, fields)

    def objection(self, value: Translated) -> str:
        """More or fewer than were given, or an empty one."""
        if len(value.queries) != len(self.queries):
            return f"it holds {len(value.queries)} queries, and {len(self.queries)} are wanted"
        return "" if all(one.strip() for one in value.queries) else "a query is empty"

    def by_rule(self) -> Answer[Translated] | NoVerdict:
        """None: rules translate nothing."""
        return NoVerdict(Reason.NOT_ASSESSED, "the built-in rules translate nothing")
