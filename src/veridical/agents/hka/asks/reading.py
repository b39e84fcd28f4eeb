"""Which numbers stand in a figure, and at what?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import msgspec

from veridical.agents.hka.asks import PROMPTS
from veridical.ask import Answer, Ask, Attachment, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts
from veridical.score import Reason

MOST = 60


class Labelled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number of a figure, and the name of the bar, point or slice that it stands at."""

    label: str
    value: float


class FigureValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of them; none where the figure has no numbers but those of its axes."""

    values: tuple[Labelled, ...]


@dataclass(frozen=True)
class ReadFigureAsk(Ask[FigureValues]):
    """The numbers that are written in a figure.

    Attributes:
        figure: the picture; whoever reads it is shown nothing of the table.
        language: of the prompt.
    """

    kind: ClassVar[str] = "hka.read_figure"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.VISION
    answer_type: ClassVar[type] = FigureValues

    figure: Attachment
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """What is to be read."""
        return prompt_parts(PROMPTS, "reading", self.language, {})

    def attachments(self) -> tuple[Attachment, ...]:
        """The figure."""
        return (self.figure,)

    def objection(self, value: FigureValues) -> str:
        """Too many."""
        many = len(value.values)
        return f"it holds {many} numbers, and at most {MOST} are wanted" if many > MOST else ""

    def by_rule(self) -> Answer[FigureValues] | NoVerdict:
        """None: the rules see no figures; letters are read without any ask."""
        return NoVerdict(Reason.NOT_ASSESSED, "nobody is bound who sees figures")
