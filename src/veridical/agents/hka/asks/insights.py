"""What does a figure show, in sentences that a report can stand on?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import msgspec

from veridical.agents.hka.asks import PROMPTS
from veridical.ask import Answer, Ask, Attachment, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts
from veridical.score import Reason

MOST = 8


class Findings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A figure's caption, and what it shows, sentence by sentence."""

    caption: str
    sentences: tuple[str, ...]


NOTHING = Findings("", ())


@dataclass(frozen=True)
class InsightsAsk(Ask[Findings]):
    """What was found in a table.

    Attributes:
        question: that was asked of it.
        table: its fields, as comments.
        result: what the program reported.
        figure: the picture.
        rule: what the rules say; no prompt shows it.
        language: of the report.
    """

    kind: ClassVar[str] = "hka.insights"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.VISION
    answer_type: ClassVar[type] = Findings

    question: str
    table: str
    result: str
    figure: Attachment
    rule: Findings = NOTHING
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Fields and result, then the question."""
        fields = {"table": self.table, "result": self.result, "question": self.question}
        return prompt_parts(PROMPTS, "insights", self.language, fields)

    def attachments(self) -> tuple[Attachment, ...]:
        """The figure."""
        return (self.figure,)

    def objection(self, value: Findings) -> str:
        """No caption, no sentence, an empty one, or too many."""
        if not value.caption.strip():
            return "there is no caption"
        if not value.sentences or not all(one.strip() for one in value.sentences):
            return "it holds no sentence, or an empty one"
        many = len(value.sentences)
        return f"it holds {many} sentences, and at most {MOST} are wanted" if many > MOST else ""

    def by_rule(self) -> Answer[Findings] | NoVerdict:
        """Sentences whose every number is traced to cells."""
        if not self.rule.sentences:
            return NoVerdict(Reason.NOT_ASSESSED, "the rules cannot read what the program found")
        return Answer(self.rule)
