"""What the one-prompt baseline asks: the whole report against the reference answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import msgspec

from veridical.ask import Answer, Ask, Attachment, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts
from veridical.checks.ratings import Rating
from veridical.checks.reading import Said
from veridical.methods.hievidr.asks.prompts import PROMPTS, with_captions
from veridical.methods.hievidr.rules.one_prompt import rate_whole
from veridical.score import Reason

DIMENSIONS = ("correctness", "fluency", "citation")
"""What the paper says such a judge looks at: correctness, fluency, citation alignment."""


class WholeRatings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How good a report is as a whole."""

    correctness: Rating
    fluency: Rating
    citation: Rating


@dataclass(frozen=True)
class WholeAsk(Ask[WholeRatings]):
    """Rate a report as a whole against the reference answer.

    Attributes:
        question: what the report should answer.
        gold: the reference answer.
        report: its words, as read.
        statements: what it says, with the sources of each statement.
        conclusion: where it concludes by its headings; "" if no heading says so.
        language: of the report.
    """

    kind: ClassVar[str] = "hievidr.one_prompt"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = WholeRatings

    question: str
    gold: str
    report: str
    statements: tuple[Said, ...]
    conclusion: str
    language: str

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, report, question, reference answer."""
        fields = {"report": self.report, "question": self.question, "gold": self.gold}
        return prompt_parts(PROMPTS, "one_prompt", self.language, fields)

    def by_rule(self) -> Answer[WholeRatings] | NoVerdict:
        """Ratings from shared words, repetition and markers; indicative."""
        if not self.statements:
            return NoVerdict(Reason.NOTHING_TO_CHECK, "the report says nothing")
        rated = rate_whole(self.gold, self.conclusion or self.report, self.statements)
        return Answer(WholeRatings(**rated.ratings), rated.why)


@dataclass(frozen=True)
class PictureWholeAsk(WholeAsk):
    """The same where the question shows pictures; asks one who sees.

    Attributes:
        pictures: of the question, in its order.
        captions: theirs.
    """

    kind: ClassVar[str] = "hievidr.one_prompt_on_pictures"
    role: ClassVar[Role] = Role.VISION

    pictures: tuple[Attachment, ...] = ()
    captions: tuple[str, ...] = ()

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, report, question, reference answer, what the attached pictures are."""
        return with_captions(super().prompt(), self.captions, self.language)

    def attachments(self) -> tuple[Attachment, ...]:
        """The question's pictures."""
        return self.pictures
