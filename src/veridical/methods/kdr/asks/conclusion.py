"""How well does a report's conclusion agree with the one that experts reached?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import msgspec

from veridical.ask import Answer, Ask, NoVerdict, Part
from veridical.checks.prompt import prompt_parts
from veridical.methods.kdr.asks.prompts import PROMPTS
from veridical.methods.kdr.rules.conclusion import rate_alignment
from veridical.score import Reason

LOWEST, HIGHEST = 0, 10


class Alignment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How well they agree: 0 absent or opposite, 3 another, 5 direction, 8 gaps, 10 the same."""

    alignment: Annotated[
        int,
        msgspec.Meta(
            ge=LOWEST,
            le=HIGHEST,
            description="0 = absent or opposite, 10 = the same in every respect; whole numbers",
        ),
    ]


@dataclass(frozen=True)
class AlignmentAsk(Ask[Alignment]):
    """How well a report's conclusion agrees with the main conclusion.

    Attributes:
        question: that the report answers.
        report: its words without citations.
        main_conclusion: of the experts.
        language: of the task.
    """

    kind: ClassVar[str] = "kdr.conclusion_alignment"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = Alignment

    question: str
    report: str
    main_conclusion: str
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, report, question, main conclusion."""
        fields = {
            "report": self.report,
            "question": self.question,
            "main_conclusion": self.main_conclusion,
        }
        return prompt_parts(PROMPTS, "conclusion_alignment", self.language, fields)

    def by_rule(self) -> Answer[Alignment] | NoVerdict:
        """What of the main conclusion the report carries, sentence by sentence; indicative."""
        rated = rate_alignment(self.main_conclusion, self.report)
        if rated is None:
            return NoVerdict(Reason.NOTHING_TO_CHECK, "no words to compare")
        return Answer(Alignment(rated.alignment), rated.why)
