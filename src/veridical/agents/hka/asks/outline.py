"""In which sections is a part of a report told, and where does each figure stand?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import msgspec

from veridical.agents.hka.asks import PROMPTS
from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts

MOST = 6


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A heading, and the numbers of the figures below it."""

    heading: str
    figures: tuple[int, ...] = ()


class Outline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Headings in the order of the report."""

    sections: tuple[Head, ...]


@dataclass(frozen=True)
class OutlineAsk(Ask[Outline]):
    """An outline that may leave out no figure.

    Attributes:
        subtask: the question of the part.
        texts: what is known; they are counted from 1.
        figures: captions of what was drawn for it; likewise.
        language: of the report.
    """

    kind: ClassVar[str] = "hka.outline"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.WRITER
    answer_type: ClassVar[type] = Outline

    subtask: str
    texts: tuple[str, ...]
    figures: tuple[str, ...] = ()
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Texts, figures, then the question."""
        fields = {
            "texts": _numbered(self.texts),
            "figures": _numbered(self.figures),
            "subtask": self.subtask,
        }
        return prompt_parts(PROMPTS, "outline", self.language, fields)

    def objection(self, value: Outline) -> str:
        """No or an empty heading, too many; a figure that is none, stands twice or is left out."""
        if not value.sections or not all(one.heading.strip() for one in value.sections):
            return "it holds no heading, or an empty one"
        if len(value.sections) > MOST:
            return f"it holds {len(value.sections)} headings, and at most {MOST} are wanted"
        placed = sorted(n for one in value.sections for n in one.figures)
        wanted = list(range(1, len(self.figures) + 1))
        if placed == wanted:
            return ""
        left_out = [n for n in wanted if n not in placed]
        return f"figure {left_out[0]} is left out" if left_out else "a figure is none, or twice"

    def by_rule(self) -> Answer[Outline] | NoVerdict:
        """One section, with all figures."""
        return Answer(Outline((Head(self.subtask, tuple(range(1, len(self.figures) + 1))),)))


def _numbered(words: tuple[str, ...]) -> str:
    return "\n\n".join(f"[{n}] {one}" for n, one in enumerate(words, start=1))
