"""How much does each side of quality count for a task, its own sides among them?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum
from pathlib import Path
from typing import ClassVar

import msgspec

from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.checks.dimension_weights import Weight, objection_to_weights
from veridical.checks.prompt import prompt_parts
from veridical.checks.quality_sides import General, Side
from veridical.score import Reason

PROMPTS = Path(__file__).parent / "prompts"
_BASE = {
    General.COVERAGE: 0.25,
    General.INSIGHT: 0.25,
    General.INSTRUCTION_FOLLOWING: 0.2,
    General.CLARITY: 0.1,
}
_OWN = 0.2
"""What a task's own sides count together by rule."""


class SideWeight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much one side counts.

    Attributes:
        side: its id.
        weight: beside those of the others.
    """

    side: str
    weight: Weight


class SideWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much each side counts beside the others."""

    weights: tuple[SideWeight, ...]


@dataclass(frozen=True)
class SideWeightsAsk(Ask[SideWeights]):
    """How much each side counts for reports on a query; no report is shown.

    Attributes:
        query: what reports answer.
        sides: all of them, in their order.
        language: of the query.
    """

    kind: ClassVar[str] = "side_weights"
    version: ClassVar[str] = "2"
    role: ClassVar[Role] = Role.EXAMINER
    answer_type: ClassVar[type] = SideWeights

    query: str
    sides: tuple[Side, ...]
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, query, sides."""
        fields = {"query": self.query, "sides": "\n".join(map(str, self.sides))}
        return prompt_parts(PROMPTS, "side_weights", self.language, fields)

    def objection(self, value: SideWeights) -> str:
        """Ids that are not just those of the sides, or no weight above 0."""
        ids = Counter(one.side for one in value.weights)
        wanted = Counter(side.id for side in self.sides)
        if ids != wanted:
            off = sorted((ids - wanted) + (wanted - ids))
            told = ", ".join(name[:30] for name in off[:4])
            return f"not each side has just one weight: {told}"
        return objection_to_weights([one.weight for one in value.weights])

    def normalized(self, value: SideWeights) -> Mapping[str, float] | None:
        """The shares by the ids of the sides, together 1; None where they do not fit these."""
        shares = {one.side: float(one.weight) for one in value.weights}
        total = fsum(shares.values())
        if shares.keys() != {side.id for side in self.sides} or total <= 0:
            return None
        if len(shares) < len(value.weights):
            return None
        return {side.id: shares[side.id] / total for side in self.sides}

    def by_rule(self) -> Answer[SideWeights] | NoVerdict:
        """Common weights, a fifth of all for the task's own sides; indicative."""
        if not self.query.strip():
            return NoVerdict(Reason.NOTHING_TO_CHECK, "there is no query")
        own = sum(not side.is_general for side in self.sides)
        weights = [
            _BASE[General(side.id)] if side.is_general else _OWN / own for side in self.sides
        ]
        whole = fsum(weights)
        found = (
            SideWeight(side.id, round(weight / whole, 4))
            for side, weight in zip(self.sides, weights, strict=True)
        )
        return Answer(SideWeights(tuple(found)), "by rule: the same shares for every query")
