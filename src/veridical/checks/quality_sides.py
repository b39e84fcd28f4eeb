"""The sides from which a report's quality is looked at: four of every task, up to three of one.

The words for the four are ours; a task's own sides are written by the examiner. A side is named
by its id everywhere, never by its words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from veridical.checks.prompt import prompt_language

MOST_OWN = 3
"""Sides of a task's own, at most; at least one."""


class General(StrEnum):
    """The sides of every task; always in this order."""

    COVERAGE = "coverage"
    INSIGHT = "insight"
    INSTRUCTION_FOLLOWING = "instruction_following"
    CLARITY = "clarity"


OWN_IDS = tuple(f"task-{n}" for n in range(1, MOST_OWN + 1))
"""The ids of a task's own sides, in the order in which they were written."""


@dataclass(frozen=True)
class Side:
    """A side of quality.

    Attributes:
        id: of `General`, or of `OWN_IDS`.
        name: it in one to three words.
        definition: what a report is looked at for.
    """

    id: str
    name: str
    definition: str

    @property
    def is_general(self) -> bool:
        """Whether every task has it."""
        return self.id in set(General)

    def __str__(self) -> str:
        """As it is shown."""
        return f"{self.id} – {self.name}: {self.definition}"


_WRITTEN: Mapping[General, Mapping[str, tuple[str, str]]] = {
    General.COVERAGE: {
        "en": (
            "Coverage",
            "It brings in all that belongs to the matter, widely and deeply enough, and nothing "
            "that does not.",
        ),
        "zh": ("覆盖面", "涵盖主题应有的内容，广度和深度足够，且不离题。"),
    },
    General.INSIGHT: {
        "en": (
            "Insight",
            "It analyses instead of listing: causes, comparisons, consequences, conclusions of "
            "its own that follow and are of use.",
        ),
        "zh": ("洞察力", "有分析而非罗列：原因、比较、影响，以及合乎逻辑且有用的独立结论。"),
    },
    General.INSTRUCTION_FOLLOWING: {
        "en": (
            "Instruction following",
            "It does all that the query asks for, within its bounds and in the form it wants.",
        ),
        "zh": ("遵循要求", "完成问题提出的全部要求，符合其限定的范围和形式。"),
    },
    General.CLARITY: {
        "en": (
            "Clarity",
            "It is well ordered, fluent and easy to take in; terms and figures are explained.",
        ),
        "zh": ("清晰度", "结构有序，行文流畅，易于理解；术语和数字有所说明。"),
    },
}


def general_sides(language: str) -> tuple[Side, ...]:
    """The four sides of every task.

    Args:
        language: of the query.
    """
    written = prompt_language(language)
    return tuple(Side(one.value, *_WRITTEN[one][written]) for one in General)
