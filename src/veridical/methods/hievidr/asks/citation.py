"""What is asked for the Citation Score: how the report cites one item."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import msgspec

from veridical.ask import Answer, Ask, Attachment, Grounds, NoVerdict, Part, Quote, Role
from veridical.checks.prompt import prompt_parts
from veridical.checks.ratings import Rating
from veridical.methods.hievidr.asks.prompts import PROMPTS
from veridical.methods.hievidr.citing import CitingStatement
from veridical.methods.hievidr.rules.citation import rate_citation

DIMENSIONS = ("accuracy", "consistency", "structure", "integration")
"""K_e: Acc., Cons., Struc., Integ."""


class CitationRatings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How well one item is cited."""

    accuracy: Rating
    consistency: Rating
    structure: Rating
    integration: Rating


@dataclass(frozen=True)
class CitationAsk(Ask[CitationRatings]):
    """Rate how a report cites one item.

    Attributes:
        item: the item's id.
        evidence: its words; of a picture, its caption.
        contexts: where it is cited, in the order of the report.
        language: of the report.
    """

    kind: ClassVar[str] = "hievidr.citation"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = CitationRatings

    item: str
    evidence: str
    contexts: tuple[CitingStatement, ...]
    language: str

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, evidence, the places that cite it."""
        places = "\n\n".join(c.written for c in self.contexts)
        fields = {"evidence": self.evidence, "contexts": places}
        return prompt_parts(PROMPTS, "citation", self.language, fields)

    def grounds(self) -> Grounds:
        """The evidence."""
        return Grounds((Quote(self.item, 0, len(self.evidence), self.evidence),))

    def by_rule(self) -> Answer[CitationRatings] | NoVerdict:
        """Ratings from words, numbers and the markers' places; indicative."""
        rated = rate_citation(self.item, self.evidence, self.contexts)
        if isinstance(rated, NoVerdict):
            return rated
        return Answer(CitationRatings(**rated.ratings), rated.why, rated.quotes)


@dataclass(frozen=True)
class PictureCitationAsk(CitationAsk):
    """Rate how a report cites a picture, shown to a respondent that sees."""

    kind: ClassVar[str] = "hievidr.citation_of_picture"
    role: ClassVar[Role] = Role.VISION

    picture: Attachment

    def attachments(self) -> tuple[Attachment, ...]:
        """The cited picture."""
        return (self.picture,)
