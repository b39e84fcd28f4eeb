"""Which of the items that were found bear on a question most?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import msgspec

from veridical.agents.research.asks.plan import PROMPTS
from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts
from veridical.retrieval.index.bm25 import words

SHOWN_CHARACTERS = 500


class Ranking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of items, the one that bears on the question most first; the rest is left out."""

    numbers: tuple[int, ...]


@dataclass(frozen=True)
class RankAsk(Ask[Ranking]):
    """An order of items for a question.

    Attributes:
        query: what is asked.
        items: the words of each; they are counted from 1.
        language: of the question.
    """

    kind: ClassVar[str] = "research.rank"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.PLANNER
    answer_type: ClassVar[type] = Ranking

    query: str
    items: tuple[str, ...]
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """The items, then the question."""
        shown = "\n\n".join(
            f"[{n}] {' '.join(item.split())[:SHOWN_CHARACTERS]}"
            for n, item in enumerate(self.items, start=1)
        )
        fields = {"items": shown, "query": self.query}
        return prompt_parts(PROMPTS, "rank", self.language, fields)

    def objection(self, value: Ranking) -> str:
        """A number that is none, or that stands twice."""
        for number in value.numbers:
            if not 1 <= number <= len(self.items):
                return f"there is no item {number}"
        return "a number stands twice" if len(set(value.numbers)) < len(value.numbers) else ""

    def by_rule(self) -> Answer[Ranking] | NoVerdict:
        """By how many of the question's words each has; equals stay in their order."""
        wanted = set(words(self.query))
        shared = {n: len(wanted & set(words(item))) for n, item in enumerate(self.items, start=1)}
        order = sorted((n for n in shared if shared[n]), key=lambda n: -shared[n])
        return Answer(Ranking(tuple(order)))
