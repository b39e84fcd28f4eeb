"""Can a figure be shown to a reader of the question?"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

import msgspec

from veridical.agents.hka.asks import PROMPTS
from veridical.ask import Answer, Ask, Attachment, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts
from veridical.score import Reason


class FigureVerdict(StrEnum):
    """What is the matter with a figure."""

    VALID = "valid"
    WRONG = "visually_wrong"
    IRRELEVANT = "irrelevant"


class Looked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A figure's verdict."""

    verdict: FigureVerdict


@dataclass(frozen=True)
class FigureAsk(Ask[Looked]):
    """A look at a figure.

    Attributes:
        question: that it is to help answer.
        table: the fields it was drawn from, as comments.
        figure: the picture.
        language: of the report.
    """

    kind: ClassVar[str] = "hka.figure"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.VISION
    answer_type: ClassVar[type] = Looked

    question: str
    table: str
    figure: Attachment
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """The fields, then the question."""
        fields = {"table": self.table, "question": self.question}
        return prompt_parts(PROMPTS, "figure", self.language, fields)

    def attachments(self) -> tuple[Attachment, ...]:
        """The figure."""
        return (self.figure,)

    def by_rule(self) -> Answer[Looked] | NoVerdict:
        """None: the rules see no figures; their pixels are looked at all the same."""
        return NoVerdict(Reason.NOT_ASSESSED, "nobody is bound who sees figures")
