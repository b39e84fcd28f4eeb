"""What is asked of a report that failed Vef.: what went wrong first of all?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from veridical.ask import Answer, Ask, NoVerdict, Part
from veridical.checks.prompt import prompt_parts
from veridical.methods.mmdr.asks.shares import PROMPTS
from veridical.methods.mmdr.vef import FailureLabel


@dataclass(frozen=True)
class FailureAsk(Ask[FailureLabel]):
    """One label for a report that misread the pictures of its question.

    Attributes:
        truth: what the pictures show, in words.
        question: what the report answers.
        report: all of its words.
        said: what the reader who failed it said.
        told: the label that follows from the places it was failed for; no model is shown it.
        language: of the report.
    """

    kind: ClassVar[str] = "mmdr.failure"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = FailureLabel

    truth: str
    question: str
    report: str
    said: str
    told: FailureLabel
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, ground truth, question, report, what was said."""
        fields = {
            "truth": self.truth,
            "question": self.question,
            "report": self.report,
            "said": self.said,
        }
        return prompt_parts(PROMPTS, "failure", self.language, fields)

    def by_rule(self) -> Answer[FailureLabel] | NoVerdict:
        """The label of the gravest place that it was failed for."""
        return Answer(self.told, "by rule: of the places it was failed for, the first in order")
