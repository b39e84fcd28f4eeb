"""What has to be searched for, to learn what a question means to learn?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import msgspec

from veridical.agents.hka.asks import PROMPTS
from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts

MOST = 3


class Intent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Search queries, the most telling first."""

    queries: tuple[str, ...]


@dataclass(frozen=True)
class IntentAsk(Ask[Intent]):
    """Search queries for a question.

    Attributes:
        query: what is to be learnt.
        subtask: for which part of the report.
        language: of the report.
    """

    kind: ClassVar[str] = "hka.intent"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.PLANNER
    answer_type: ClassVar[type] = Intent

    query: str
    subtask: str
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """The part, then the question."""
        fields = {"subtask": self.subtask, "query": self.query}
        return prompt_parts(PROMPTS, "intent", self.language, fields)

    def objection(self, value: Intent) -> str:
        """None, an empty one, or too many."""
        if not value.queries or not all(query.strip() for query in value.queries):
            return "it holds no query, or an empty one"
        many = len(value.queries)
        return f"it holds {many} queries, and at most {MOST} are wanted" if many > MOST else ""

    def by_rule(self) -> Answer[Intent] | NoVerdict:
        """The question as it is."""
        return Answer(Intent((self.query,)))
