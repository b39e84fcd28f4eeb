"""How much does each side of quality count for a query? Asked of who writes rubrics."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar, TypeAlias

import msgspec

from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.checks.dimensions import Dimension
from veridical.checks.prompt import prompt_parts
from veridical.score import Reason

PROMPTS = Path(__file__).parent / "prompts"
NO_WEIGHT = "no weight is above 0"
_WHY = re.compile(
    r"\b(?:why|how|explain|analy[sz]e|compare|evaluate|assess|trend|impact|cause)\w*"
    r"|为什么|为何|如何|分析|比较|评估|趋势|影响|原因",
    re.IGNORECASE,
)
_BINDING = re.compile(
    r"\b(?:must|should|only|exactly|at least|at most|table|list|format|words|including)\b|\d"
    r"|必须|应当|只|至少|至多|表格|列出|格式|字|包括",
    re.IGNORECASE,
)
_BASE = {
    Dimension.COMPREHENSIVENESS: 0.29,
    Dimension.INSIGHT: 0.35,
    Dimension.INSTRUCTION_FOLLOWING: 0.22,
    Dimension.READABILITY: 0.14,
}
_STEP, _MOST_STEPS = 0.02, 3

Weight: TypeAlias = Annotated[
    float, msgspec.Meta(ge=0, le=1, description="a share of the whole, from 0 to 1")
]


def objection_to_weights(weights: Sequence[float]) -> str:
    """Weights count by their ratios and are scaled to 1, so only none at all is impossible.

    Deviation: RACE and DeepResearchEval ask a model for numbers that sum to 1; adding up is
    left to code, or a good judgement is lost to its arithmetic.
    """
    return "" if sum(weights) > 0 else NO_WEIGHT


class DimensionWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much each dimension counts beside the others."""

    comprehensiveness: Weight
    insight: Weight
    instruction_following: Weight
    readability: Weight

    def normalized(self) -> tuple[float, ...] | None:
        """The shares in the order of the dimensions, together 1; None where all are 0."""
        written = [float(getattr(self, d)) for d in Dimension]
        total = sum(written)
        return tuple(w / total for w in written) if total > 0 else None


@dataclass(frozen=True)
class DimensionWeightsAsk(Ask[DimensionWeights]):
    """How much each dimension counts for reports on a query; no report is shown.

    Attributes:
        query: what reports answer.
        language: of the query.
    """

    kind: ClassVar[str] = "dimension_weights"
    version: ClassVar[str] = "2"
    role: ClassVar[Role] = Role.EXAMINER
    answer_type: ClassVar[type] = DimensionWeights

    query: str
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, query."""
        return prompt_parts(PROMPTS, "dimension_weights", self.language, {"query": self.query})

    def objection(self, value: DimensionWeights) -> str:
        """No weight above 0."""
        return objection_to_weights([float(getattr(value, d)) for d in Dimension])

    def by_rule(self) -> Answer[DimensionWeights] | NoVerdict:
        """Common weights, moved by words that ask for reasons or bind the form; indicative."""
        if not self.query.strip():
            return NoVerdict(Reason.NOTHING_TO_CHECK, "there is no query")
        why, binding = (min(_MOST_STEPS, len(p.findall(self.query))) for p in (_WHY, _BINDING))
        moved = {
            Dimension.INSIGHT: _STEP * (why - 1),
            Dimension.INSTRUCTION_FOLLOWING: _STEP * (binding - 1),
        }
        moved[Dimension.COMPREHENSIVENESS] = -sum(moved.values())
        weights = {str(d): round(_BASE[d] + moved.get(d, 0.0), 2) for d in Dimension}
        said = f"by rule: {why} words ask for reasons, {binding} bind the form"
        return Answer(DimensionWeights(**weights), said)
