"""What does a draft still lack?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import msgspec

from veridical.agents.research.asks.plan import PROMPTS
from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts
from veridical.retrieval.index.bm25 import words

MOST = 4
_ENOUGH = 0.5
"""Share of a question's words that some sentence has to hold for the rules to call it answered."""


class Gaps(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Queries for what is missing; none where nothing is."""

    queries: tuple[str, ...]


@dataclass(frozen=True)
class GapsAsk(Ask[Gaps]):
    """What a draft lacks to answer its question.

    Attributes:
        query: what is asked.
        plan: the questions that it was cut into.
        draft: the report so far, in Markdown.
        tried: queries that were searched for already.
        language: of the report.
    """

    kind: ClassVar[str] = "research.gaps"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.PLANNER
    answer_type: ClassVar[type] = Gaps

    query: str
    plan: tuple[str, ...]
    draft: str
    tried: tuple[str, ...] = ()
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """The draft, the question, its plan, what was tried."""
        fields = {
            "draft": self.draft,
            "query": self.query,
            "plan": "\n".join(self.plan),
            "tried": "\n".join(self.tried),
        }
        return prompt_parts(PROMPTS, "gaps", self.language, fields)

    def objection(self, value: Gaps) -> str:
        """An empty query, or too many."""
        if not all(query.strip() for query in value.queries):
            return "a query is empty"
        many = len(value.queries)
        return f"it holds {many} queries, and at most {MOST} are wanted" if many > MOST else ""

    def by_rule(self) -> Answer[Gaps] | NoVerdict:
        """Each question of the plan that no sentence shares half its words with, once."""
        said = [set(words(line)) for line in self.draft.splitlines() if not line.startswith("#")]
        open_ = [one for one in self.plan if not _is_answered(one, said)]
        queries = (" ".join(dict.fromkeys(words(one))) for one in open_)
        left = [query for query in dict.fromkeys(queries) if query and query not in self.tried]
        return Answer(Gaps(tuple(left[:MOST])))


def _is_answered(question: str, said: list[set[str]]) -> bool:
    wanted = set(words(question))
    return not wanted or any(len(wanted & line) >= _ENOUGH * len(wanted) for line in said)
