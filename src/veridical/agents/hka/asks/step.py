"""What is to be done next for a part of a report?"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

import msgspec

from veridical.agents.hka.asks import PROMPTS
from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts


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
        is_in_tables: whether a table's description shares the question's words; the rules
            leave tables alone where none does, no prompt shows it.
    """

    kind: ClassVar[str] = "hka.step"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.PLANNER
    answer_type: ClassVar[type] = Move

    subtask: str
    history: tuple[Done, ...] = ()
    tools: tuple[Tool, ...] = (Tool.WEB, Tool.TABLE)
    language: str = "en"
    is_in_tables: bool = True

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
        is_done = any((d.tool, d.query) == (value.tool, value.query) for d in self.history)
        return "that was done already" if is_done else ""

    def by_rule(self) -> Answer[Move] | NoVerdict:
        """Each tool once, texts before a table where one fits; then writing."""
        used = {done.tool for done in self.history}
        wanted = (Tool.WEB, *((Tool.TABLE,) if self.is_in_tables else ()))
        for tool in wanted:
            if tool in self.tools and tool not in used:
                return Answer(Move(tool, self.subtask))
        return Answer(Move(Tool.WRITE))
