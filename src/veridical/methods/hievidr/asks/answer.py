"""What is asked for the Answer Score: how the report's conclusion compares with the gold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import msgspec

from veridical.ask import Answer, Ask, Attachment, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts
from veridical.checks.ratings import Rating
from veridical.methods.hievidr.asks.prompts import PROMPTS, with_captions
from veridical.methods.hievidr.rules.answer import rate_answer

DIMENSIONS = (
    "accuracy",
    "coherence",
    "integration",
    "completeness",
    "depth",
    "conciseness",
)
"""K_a: Acc., Coh., Integ., Comp., Depth, Conc."""


class AnswerRatings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How good a conclusion is, held against the gold answer."""

    accuracy: Rating
    coherence: Rating
    integration: Rating
    completeness: Rating
    depth: Rating
    conciseness: Rating


@dataclass(frozen=True)
class AnswerAsk(Ask[AnswerRatings]):
    """Rate a report's conclusion against the gold answer.

    Attributes:
        question: what the report should answer.
        gold: the gold answer.
        conclusion: the report's, without markers.
        language: of the report.
    """

    kind: ClassVar[str] = "hievidr.answer"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = AnswerRatings

    question: str
    gold: str
    conclusion: str
    language: str

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, question, gold answer, conclusion."""
        fields = {
            "question": self.question,
            "gold": self.gold,
            "conclusion": self.conclusion,
        }
        return prompt_parts(PROMPTS, "answer", self.language, fields)

    def by_rule(self) -> Answer[AnswerRatings] | NoVerdict:
        """Ratings from shared words, agreeing numbers and length; indicative."""
        rated = rate_answer(self.question, self.gold, self.conclusion)
        return Answer(AnswerRatings(**rated.ratings), rated.why)


@dataclass(frozen=True)
class PictureAnswerAsk(AnswerAsk):
    """Rate a conclusion, where the question shows pictures; asks one who sees.

    Attributes:
        pictures: of the question, in its order.
        captions: theirs.
    """

    kind: ClassVar[str] = "hievidr.answer_on_pictures"
    role: ClassVar[Role] = Role.VISION

    pictures: tuple[Attachment, ...] = ()
    captions: tuple[str, ...] = ()

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, question, gold answer, conclusion, what the attached pictures are."""
        return with_captions(super().prompt(), self.captions, self.language)

    def attachments(self) -> tuple[Attachment, ...]:
        """The question's pictures."""
        return self.pictures
