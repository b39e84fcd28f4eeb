"""How well does a report meet a criterion? It is marked alone, beside no other report.

One ask is about one criterion. All criteria of a rubric share what stands before them in the
prompt, the report above all, so that many go into a call, and a further call begins as the first
did. Each has an answer of its own: a mark that is left out is asked for again, and if need be
counted as missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import msgspec

from veridical.ask import Answer, Ask, NoVerdict, Part
from veridical.checks.criterion_marks import Mark, mark_by_words
from veridical.checks.prompt import prompt_parts
from veridical.score import Reason

PROMPTS = Path(__file__).parent / "prompts"


class SideMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How well the report meets the criterion."""

    mark: Mark


@dataclass(frozen=True)
class SideMarkAsk(Ask[SideMark]):
    """The mark of a report for one criterion.

    Attributes:
        query: what it answers.
        report: its words.
        id: of the criterion; two with the same words are still two.
        side: the name of the side that the criterion belongs to.
        criterion: it in a few words.
        explanation: how a report meets it.
        language: of the query.
    """

    kind: ClassVar[str] = "side_mark"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = SideMark
    most_together: ClassVar[int | None] = 20

    query: str
    report: str
    id: str
    side: str
    criterion: str
    explanation: str = ""
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, query, report, criterion."""
        criterion = f"{self.side}: {self.criterion}\n{self.explanation}".strip()
        fields = {"query": self.query, "report": self.report, "criterion": criterion}
        return prompt_parts(PROMPTS, "side_mark", self.language, fields)

    def by_rule(self) -> Answer[SideMark] | NoVerdict:
        """How many of the criterion's and the query's words it uses; indicative."""
        if not self.report.strip():
            return NoVerdict(Reason.NOTHING_TO_CHECK, "the report is empty")
        mark = mark_by_words(f"{self.criterion} {self.explanation}", self.query, self.report)
        return Answer(SideMark(mark), "by rule: shares of the criterion's and the query's words")
