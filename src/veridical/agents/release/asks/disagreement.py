"""Do two sentences of the evidence say otherwise of one thing, or speak of different things?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import msgspec

from veridical.agents.release.asks.disagreement_rule import Seen, seen_by_rule
from veridical.agents.release.asks.rewrite import PROMPTS
from veridical.agents.release.record import Dispute
from veridical.ask import Answer, Ask, NoVerdict, Part
from veridical.checks.prompt import prompt_parts

SCOPES = ("period", "place", "unit", "population", "other")


class Disagreement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How two sentences differ.

    Attributes:
        kind: the sort of difference.
        scope: of a difference of scope in what: period, place, unit, population or other.
    """

    kind: Dispute
    scope: str = ""


@dataclass(frozen=True)
class DisagreementAsk(Ask[Disagreement]):
    """Whether two sentences of the evidence contradict each other.

    Attributes:
        first: one of them.
        second: the other.
        dates: of their sources, as far as known; "" = not.
        language: of the report.
    """

    kind: ClassVar[str] = "release.disagreement"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = Disagreement

    first: str
    second: str
    dates: tuple[str, str] = ("", "")
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Both sentences, each with the date of its source."""
        fields = {
            "first": self.first,
            "first_date": self.dates[0],
            "second": self.second,
            "second_date": self.dates[1],
        }
        return prompt_parts(PROMPTS, "disagreement", self.language, fields)

    def objection(self, value: Disagreement) -> str:
        """A scope where none differs, none where one does; a later source without two dates."""
        if (value.kind is Dispute.SCOPE) != bool(value.scope):
            return "a scope belongs to a difference of scope, and to nothing else"
        if value.scope and value.scope not in SCOPES:
            return f"the scope is none of {', '.join(SCOPES)}"
        if value.kind is Dispute.SUPERSEDED and not all(self.dates):
            return "neither source can be the later one: a date is not known"
        return ""

    def by_rule(self) -> Answer[Disagreement] | NoVerdict:
        """By figures, dates, names and clashes of a known type."""
        found: Seen = seen_by_rule(self.first, self.second, self.dates)
        return Answer(Disagreement(found.kind, found.scope), found.why)
