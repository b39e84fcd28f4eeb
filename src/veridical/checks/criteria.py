"""By which criteria is one side of quality judged for a query? Asked of who writes rubrics."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import msgspec

from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.checks.criteria_rule import criteria_by_rule
from veridical.checks.dimension_weights import Weight, objection_to_weights
from veridical.checks.dimensions import Dimension
from veridical.checks.prompt import prompt_parts
from veridical.score import Reason

PROMPTS = Path(__file__).parent / "prompts"
_SPACE = re.compile(r"\s+")


class Criterion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that a report is judged by.

    Attributes:
        criterion: it in a few words.
        explanation: how a report meets it.
        weight: how much it counts beside the others.
    """

    criterion: str
    explanation: str
    weight: Weight


class Criteria(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The criteria of one dimension; their weights count by their ratios."""

    criteria: tuple[Criterion, ...]


def objection_to_criteria(value: Criteria) -> str:
    """What is impossible in criteria of whatever side; "" = nothing."""
    names = [_SPACE.sub(" ", c.criterion).strip().casefold() for c in value.criteria]
    if not names:
        return "it holds no criterion"
    if "" in names:
        return f"criterion {names.index('') + 1} has no words"
    if len(set(names)) < len(names):
        return "it holds a criterion twice"
    return objection_to_weights([c.weight for c in value.criteria])


@dataclass(frozen=True)
class CriteriaAsk(Ask[Criteria]):
    """The criteria of one dimension for reports on a query; no report is shown.

    Attributes:
        query: what reports answer.
        dimension: the side of quality.
        language: of the query.
    """

    kind: ClassVar[str] = "criteria"
    version: ClassVar[str] = "2"
    role: ClassVar[Role] = Role.EXAMINER
    answer_type: ClassVar[type] = Criteria

    query: str
    dimension: Dimension
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, query, what the dimension means."""
        return (
            *prompt_parts(PROMPTS, "criteria", self.language, {"query": self.query}),
            *prompt_parts(PROMPTS, f"criteria_{self.dimension}", self.language, {}),
        )

    def objection(self, value: Criteria) -> str:
        """No criterion, one without words, one twice, or no weight above 0."""
        return objection_to_criteria(value)

    def by_rule(self) -> Answer[Criteria] | NoVerdict:
        """What the query's parts ask for, and what can be seen of the dimension; indicative."""
        found = criteria_by_rule(self.query, self.dimension, self.language)
        if not found:
            return NoVerdict(Reason.NOTHING_TO_CHECK, "there is no query")
        share = round(1 / len(found), 4)
        criteria = tuple(Criterion(name, told, share) for name, told in found)
        return Answer(Criteria(criteria), "by rule: parts of the query, each of the same weight")
