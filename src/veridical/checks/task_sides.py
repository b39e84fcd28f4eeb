"""Which sides of quality are a task's own, beside those of every task? Asked of the examiner."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import msgspec

from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.checks.criteria_rule import parts_of
from veridical.checks.prompt import prompt_language, prompt_parts
from veridical.checks.quality_sides import MOST_OWN, general_sides
from veridical.checks.words import STOP_WEIGHT, words
from veridical.score import Reason

PROMPTS = Path(__file__).parent / "prompts"
MOST_WORDS = 5
"""Of a name; three are asked for."""
_SPACE = re.compile(r"\s+")
_OF_FACTS = re.compile(
    r"\b(?:factual\w*|accura\w+|truth\w*|veracity|correctness|citations?|verifiab\w+)\b"
    r"|真实性|准确性|事实性|正确性|引用",
    re.IGNORECASE,
)
_NAMED_WORDS, _NAMED_CHARACTERS = 3, 6


class TaskSide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side of quality that matters for one task.

    Attributes:
        name: it in one to three words.
        definition: what a report is looked at for.
    """

    name: str
    definition: str


class TaskSides(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sides of a task's own."""

    sides: tuple[TaskSide, ...]


@dataclass(frozen=True)
class TaskSidesAsk(Ask[TaskSides]):
    """The sides of quality that are a task's own; no report is shown.

    Attributes:
        query: what reports answer.
        language: of the query.
    """

    kind: ClassVar[str] = "task_sides"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.EXAMINER
    answer_type: ClassVar[type] = TaskSides

    query: str
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, query."""
        return prompt_parts(PROMPTS, "task_sides", self.language, {"query": self.query})

    def objection(self, value: TaskSides) -> str:
        """Another number than one to three, names that are none, or facts, checked elsewhere."""
        names = [_plain(side.name) for side in value.sides]
        if not 1 <= len(names) <= MOST_OWN:
            return f"it holds {len(names)} sides; expected 1 to {MOST_OWN}"
        general = {_plain(side.name) for side in general_sides(self.language)}
        for name, side in zip(names, value.sides, strict=True):
            if not name or not side.definition.strip():
                return "a side has no name or no definition"
            if name in general:
                return f'"{side.name[:40]}" is a side of every task'
            if _OF_FACTS.search(name):
                return f'"{side.name[:40]}" is about facts, which are checked elsewhere'
            if len(name.split()) > MOST_WORDS:
                return f'"{side.name[:40]}" is no name of one to three words'
        return "it holds a side twice" if len(set(names)) < len(names) else ""

    def by_rule(self) -> Answer[TaskSides] | NoVerdict:
        """The first parts of the query, each a side; indicative."""
        if not self.query.strip():
            return NoVerdict(Reason.NOTHING_TO_CHECK, "there is no query")
        written = prompt_language(self.language)
        found: dict[str, TaskSide] = {}
        for part in parts_of(self.query, written):
            side = TaskSide(_name(part, written), part)
            if not self.objection(TaskSides((side,))):
                found.setdefault(_plain(side.name), side)
        sides = tuple(found.values())[:MOST_OWN] or (_WHOLE[written],)
        return Answer(TaskSides(sides), "by rule: parts of the query")


_WHOLE = {
    "en": TaskSide("Subject matter", "What the query is about is treated for its own sake."),
    "zh": TaskSide("主题内容", "针对问题的主题本身作出论述。"),
}


def _name(part: str, language: str) -> str:
    """The part's first telling words."""
    if language == "zh":
        return part[:_NAMED_CHARACTERS].strip()
    telling = [part[w.start : w.end] for w in words(part) if w.weight > STOP_WEIGHT]
    return " ".join(dict.fromkeys(telling[:_NAMED_WORDS])).capitalize()


def _plain(name: str) -> str:
    return _SPACE.sub(" ", name).strip().casefold()
