"""By which criteria is one side of quality judged for a task? Asked of who writes rubrics."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.checks.criteria import Criteria, Criterion, objection_to_criteria
from veridical.checks.criteria_rule import criteria_by_rule
from veridical.checks.dimensions import Dimension
from veridical.checks.prompt import prompt_parts
from veridical.checks.quality_sides import General, Side
from veridical.score import Reason

PROMPTS = Path(__file__).parent / "prompts"
MOST_CRITERIA = 10
_SEEN_LIKE = {
    General.COVERAGE: Dimension.COMPREHENSIVENESS,
    General.INSIGHT: Dimension.INSIGHT,
    General.INSTRUCTION_FOLLOWING: Dimension.INSTRUCTION_FOLLOWING,
    General.CLARITY: Dimension.READABILITY,
}
"""The dimension whose rule the side shares."""


@dataclass(frozen=True)
class SideCriteriaAsk(Ask[Criteria]):
    """The criteria of one side for reports on a query; no report is shown.

    Attributes:
        query: what reports answer.
        side: the side of quality.
        language: of the query.
    """

    kind: ClassVar[str] = "side_criteria"
    version: ClassVar[str] = "2"
    role: ClassVar[Role] = Role.EXAMINER
    answer_type: ClassVar[type] = Criteria

    query: str
    side: Side
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, query, what the side means."""
        fields = {"query": self.query, "side": f"{self.side.name}: {self.side.definition}"}
        return prompt_parts(PROMPTS, "side_criteria", self.language, fields)

    def objection(self, value: Criteria) -> str:
        """None or more than ten, one without words, one twice, or no weight above 0."""
        if len(value.criteria) > MOST_CRITERIA:
            return f"it holds {len(value.criteria)} criteria; expected 1 to {MOST_CRITERIA}"
        return objection_to_criteria(value)

    def by_rule(self) -> Answer[Criteria] | NoVerdict:
        """What can be seen of a side of every task; of a task's own, its words; indicative."""
        if not self.query.strip():
            return NoVerdict(Reason.NOTHING_TO_CHECK, "there is no query")
        found = [(self.side.name, self.side.definition)]
        if self.side.is_general:
            like = _SEEN_LIKE[General(self.side.id)]
            found = criteria_by_rule(self.query, like, self.language)
        share = round(1 / len(found), 4)
        criteria = tuple(Criterion(name, told, share) for name, told in found)
        return Answer(Criteria(criteria), "by rule: parts of the query, each of the same weight")
