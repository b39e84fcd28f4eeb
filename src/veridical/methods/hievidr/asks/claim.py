"""What is asked of a claim: is it in the report, and how good is it there?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import msgspec

from veridical.ask import Answer, Ask, NoVerdict, Part
from veridical.checks.prompt import prompt_parts
from veridical.checks.ratings import Rating
from veridical.checks.reading import Said, numbered
from veridical.methods.hievidr.asks.prompts import PROMPTS
from veridical.methods.hievidr.rules.claim import find_claim, rate_claim
from veridical.score import Reason

DIMENSIONS = ("relevance", "contextualization", "clarity")
"""K_c: Rel., Ctx., Clr."""


class Instantiation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the statements that say the claim; none if the report does not."""

    statements: tuple[int, ...]


@dataclass(frozen=True)
class InstantiationAsk(Ask[Instantiation]):
    """Whether, and where, a report says a claim.

    Attributes:
        claim: of the gold graph.
        statements: all that the report says, numbered.
        language: of the report.
    """

    kind: ClassVar[str] = "hievidr.instantiation"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = Instantiation

    claim: str
    statements: tuple[Said, ...]
    language: str

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, the numbered report, the claim."""
        fields = {"statements": numbered(self.statements), "claim": self.claim}
        return prompt_parts(PROMPTS, "instantiation", self.language, fields)

    def by_rule(self) -> Answer[Instantiation] | NoVerdict:
        """The statements nearest in words, unless a number or another detail clashes."""
        if not self.statements:
            return NoVerdict(Reason.NOTHING_TO_CHECK, "the report says nothing")
        found = find_claim(self.claim, self.statements)
        return Answer(Instantiation(found.numbers), found.why)

    def objection(self, value: Instantiation) -> str:
        """Statements that the report does not have."""
        unknown = set(value.statements) - {s.number for s in self.statements}
        return f"there is no statement {min(unknown)}" if unknown else ""

    def knows(self, answer: Answer[Instantiation]) -> bool:
        """Whether every number of the answer is a statement's."""
        return set(answer.value.statements) <= {s.number for s in self.statements}


class ClaimRatings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How good a claim is in the report."""

    relevance: Rating
    contextualization: Rating
    clarity: Rating


@dataclass(frozen=True)
class ClaimAsk(Ask[ClaimRatings]):
    """Rate a claim as a report says it.

    Attributes:
        question: what the report should answer.
        claim: of the gold graph.
        written: the statements that say it, without markers.
        around: the paragraphs that they stand in.
        language: of the report.
    """

    kind: ClassVar[str] = "hievidr.claim"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = ClaimRatings

    question: str
    claim: str
    written: str
    around: str
    language: str

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, question, paragraphs, claim, the words that say it."""
        fields = {
            "question": self.question,
            "around": self.around,
            "claim": self.claim,
            "written": self.written,
        }
        return prompt_parts(PROMPTS, "claim", self.language, fields)

    def by_rule(self) -> Answer[ClaimRatings] | NoVerdict:
        """Ratings from shared words, neighbors and length; indicative."""
        rated = rate_claim(self.question, self.claim, self.written, self.around)
        return Answer(ClaimRatings(**rated.ratings), rated.why)
