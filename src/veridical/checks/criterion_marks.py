"""How well do two reports on a query meet a criterion? Both are marked side by side.

One ask is about one criterion in one order of the reports. All criteria of a rubric share what
stands before them in the prompt, so that they can go into a call together, each with an answer
of its own: a mark that is left out is asked for again, and if need be counted as missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, ClassVar, TypeAlias

import msgspec

from veridical.ask import Answer, Ask, NoVerdict, Part
from veridical.checks.prompt import prompt_parts
from veridical.checks.words import STOP_WEIGHT, words
from veridical.score import Reason

PROMPTS = Path(__file__).parent / "prompts"
LOWEST, HIGHEST = 0, 10
_ENOUGH_WORDS = 400
_SHARES = (0.5, 0.3, 0.2)
"""What the criterion's words, the query's words and the number of words count by rule."""

Mark: TypeAlias = Annotated[
    float,
    msgspec.Meta(
        ge=LOWEST, le=HIGHEST, description="0 = not met at all, 10 = met in full; fractions allowed"
    ),
]


class Marks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How well each of the two reports meets the criterion."""

    first: Mark
    second: Mark


@dataclass(frozen=True)
class MarksAsk(Ask[Marks]):
    """Marks of two reports for one criterion, in this order.

    Attributes:
        query: what both answer.
        first: a report's words, without citations.
        second: the other's.
        id: of the criterion; two with the same words are still two.
        criterion: it in a few words.
        explanation: how a report meets it.
        language: of the query.
    """

    kind: ClassVar[str] = "criterion_marks"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = Marks
    most_together: ClassVar[int | None] = 40

    query: str
    first: str
    second: str
    id: str
    criterion: str
    explanation: str = ""
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, query, both reports, criterion."""
        fields = {
            "query": self.query,
            "first": self.first,
            "second": self.second,
            "criterion": f"{self.criterion}\n{self.explanation}".strip(),
        }
        return prompt_parts(PROMPTS, "criterion_marks", self.language, fields)

    def by_rule(self) -> Answer[Marks] | NoVerdict:
        """How many of the criterion's and the query's words each uses; indicative.

        Blind to the order, and no report gains by being longer than enough.
        """
        if not self.first.strip() and not self.second.strip():
            return NoVerdict(Reason.NOTHING_TO_CHECK, "both reports are empty")
        wanted = f"{self.criterion} {self.explanation}"
        first, second = (
            mark_by_words(wanted, self.query, text) for text in (self.first, self.second)
        )
        why = "by rule: shares of the criterion's and the query's words and of "
        return Answer(Marks(first, second), f"{why}{_ENOUGH_WORDS} telling words")


def mark_by_words(criterion: str, query: str, text: str) -> float:
    """The rule's mark from 0 to 10: shares of two texts' telling words, and of enough words.

    Args:
        criterion: what is looked for, with its explanation.
        query: what the report answers.
        text: the report.
    """
    said = _telling(text)
    wanted = (_telling(criterion), _telling(query))
    covered = [len(one & said) / len(one) if one else 0.0 for one in wanted]
    shares = [*covered, min(1.0, len(said) / _ENOUGH_WORDS)]
    return round(HIGHEST * sum(w * s for w, s in zip(_SHARES, shares, strict=True)), 2)


@lru_cache(maxsize=64)
def _telling(text: str) -> frozenset[str]:
    """The keys of the words that say something."""
    return frozenset(word.key for word in words(text) if word.weight > STOP_WEIGHT)
