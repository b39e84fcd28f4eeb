"""What is to be done next for a part of a report?"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

import msgspec

from veridical.agents.hka.asks import PROMPTS
from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts

MOST_TABLES = 3
"""That the rules analyse for one part."""


class Tool(StrEnum):
    """What a step can be."""

    WEB = "web"
    TABLE = "table"
    WRITE = "write"


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step: a tool and what it is asked; nothing where it is to write."""

    tool: Tool
    query: str = ""


class Done(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step that was taken, and what it came to, as the planner is told."""

    tool: Tool
    query: str
    summary: str


@dataclass(frozen=True)
class StepAsk(Ask[Move]):
    """The next step for a part.

    Attributes:
        subtask: the question of the part.
        history: what was done for it, in order.
        tools: that can be used; writing always can.
        language: of the report.
        table_query: what the rules ask of tables; "" = they leave tables alone, since none
            shares the question's words. No prompt shows it.
    """

    kind: ClassVar[str] = "hka.step"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.PLANNER
    answer_type: ClassVar[type] = Move

    subtask: str
    history: tuple[Done, ...] = ()
    tools: tuple[Tool, ...] = (Tool.WEB, Tool.TABLE)
    language: str = "en"
    table_query: str = ""

    def prompt(self) -> tuple[Part, ...]:
        """What was done, then the question."""
        done = "\n\n".join(f"{d.tool.value}: {d.query}\n{d.summary}" for d in self.history)
        tools = ", ".join((*self.tools, Tool.WRITE))
        fields = {"history": done, "tools": tools, "subtask": self.subtask}
        return prompt_parts(PROMPTS, "step", self.language, fields)

    def objection(self, value: Move) -> str:
        """A tool that is not there; an empty query; the same once more."""
        if value.tool is Tool.WRITE:
            return ""
        if value.tool not in self.tools:
            return f"the tool {value.tool.value} cannot be used"
        if not value.query.strip():
            return "the query is empty"
        # a table is used once: the same question is then asked of another
        is_done = value.tool is Tool.WEB and any(
            (d.tool, d.query) == (value.tool, value.query) for d in self.history
        )
        return "that was done already" if is_done else ""

    def by_rule(self) -> Answer[Move] | NoVerdict:
        """Texts once, then tables as long as one fits, up to a limit; then writing."""
        used = [done.tool for done in self.history]
        if Tool.WEB in self.tools and Tool.WEB not in used:
            return Answer(Move(Tool.WEB, self.subtask))
        if Tool.TABLE in self.tools and self.table_query and used.count(Tool.TABLE) < MOST_TABLES:
            return Answer(Move(Tool.TABLE, self.table_query))
        return Answer(Move(Tool.WRITE))
