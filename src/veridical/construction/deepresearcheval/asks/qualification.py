"""Does a task need deep research? Asked of who judges tasks: the paper's first filter."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, ClassVar

import msgspec

from veridical.ask import Answer, Ask, NoVerdict, Part
from veridical.checks.prompt import prompt_parts
from veridical.construction.deepresearcheval.windows import has_window
from veridical.retrieval.tfidf import tokens
from veridical.score import Reason

PROMPTS = Path(__file__).parents[1] / "prompts"
MANY_WORDS = 14
"""Of a query, from which the rules take it for one of several sides."""

Share = Annotated[float, msgspec.Meta(ge=0, le=1, description="from 0 to 1")]


class Complexity(StrEnum):
    """How far a search has to go."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Qualification(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was found of a task; the paper's fields.

    Attributes:
        needs_deep_research: whether it does.
        confidence_score: how sure that is.
        search_complexity: how far a search has to go.
        information_sources_needed: kinds of source.
        latest_info_required: whether news since the model's training decides.
        cross_domain_integration: whether several fields have to be brought together.
    """

    needs_deep_research: bool
    confidence_score: Share
    search_complexity: Complexity
    information_sources_needed: tuple[str, ...]
    latest_info_required: bool
    cross_domain_integration: bool


@dataclass(frozen=True)
class QualificationAsk(Ask[Qualification]):
    """Whether a task needs deep research.

    Deviation: the released prompt shows a filled-in example, and its assessor gives that
    example's numbers back for 152 of 159 tasks; ours shows none, and grounds come first.

    Attributes:
        query: the task.
        background: of who asks.
        challenges: what is said to be hard about it.
        language: of the query.
    """

    kind: ClassVar[str] = "construction.deepresearcheval.qualification"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = Qualification

    query: str
    background: str
    challenges: str
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Who asks, what is hard, what is asked."""
        fields = {
            "background": self.background,
            "challenges": self.challenges,
            "query": self.query,
        }
        return prompt_parts(PROMPTS, "qualification", self.language, fields)

    def by_rule(self) -> Answer[Qualification] | NoVerdict:
        """By its length, its window of time and its parts; indicative."""
        words = len(tokens(self.query))
        if not words:
            return NoVerdict(Reason.NOTHING_TO_CHECK, "there is no query")
        window, several = bool(has_window(self.query)), words >= MANY_WORDS
        parts = sum(self.query.count(mark) for mark in ",:;，：；、")
        sure = 0.4 + 0.2 * several + 0.2 * window + 0.1 * (parts > 0) + 0.1 * (parts > 1)
        value = Qualification(
            needs_deep_research=several,
            confidence_score=round(min(1.0, sure), 2),
            search_complexity=Complexity.MEDIUM if several else Complexity.LOW,
            information_sources_needed=("statistics", "reports") if several else (),
            latest_info_required=window,
            cross_domain_integration=parts > 1,
        )
        return Answer(value, f"by rule: {words} words, {parts} marks that part it")
