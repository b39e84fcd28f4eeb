"""Which program answers a question from a table, and draws the answer?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import msgspec

from veridical.agents.hka.asks import PROMPTS
from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts
from veridical.score import Reason

LONGEST = 20_000
"""Characters of a program."""


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Python program; hostile until it has run in the sandbox."""

    code: Annotated[str, msgspec.Meta(extra={"is_code": True})]


@dataclass(frozen=True)
class CodeAsk(Ask[Code]):
    """A program that finds the table as ``rows`` and leaves a figure and a result.

    Attributes:
        question: what is asked of the table.
        table: its fields as comments; without the schema, the table itself.
        code: the last program; "" = none.
        error: what was wrong with it, or with its figure.
        rule: the program that the rules write; "" = they know none. No prompt shows it.
        language: of the figure's words.
    """

    kind: ClassVar[str] = "hka.code"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.CODER
    answer_type: ClassVar[type] = Code

    question: str
    table: str
    code: str = ""
    error: str = ""
    rule: str = ""
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """The fields, the last program with what was wrong, the question."""
        fields = {
            "table": self.table,
            "code": self.code,
            "error": self.error,
            "question": self.question,
        }
        return prompt_parts(PROMPTS, "code", self.language, fields)

    def objection(self, value: Code) -> str:
        """No program, or one that nobody would write."""
        if not value.code.strip():
            return "there is no program"
        return f"it is longer than {LONGEST} characters" if len(value.code) > LONGEST else ""

    def by_rule(self) -> Answer[Code] | NoVerdict:
        """A program of a typed template."""
        if not self.rule:
            return NoVerdict(Reason.NOT_ASSESSED, "the rules know no analysis for the table")
        return Answer(Code(self.rule))
