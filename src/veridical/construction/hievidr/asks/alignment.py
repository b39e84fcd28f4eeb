"""Do a question, its answer and its graph belong together? Asked of who judges tasks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import msgspec

from veridical.ask import Answer, Ask, NoVerdict, Part
from veridical.checks.prompt import prompt_parts
from veridical.construction.hievidr.outline import CLAIM, leans
from veridical.retrieval.tfidf import tokens
from veridical.score import Reason

PROMPTS = Path(__file__).parents[1] / "prompts"
ASKED_FOR, GIVEN_AWAY = 0.2, 0.8
"""Shares of a text's words that the other one has, from which the rules say yes; ours."""
CLAIMS_NEEDED = 2


class Alignment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was found of a task.

    Attributes:
        answers: whether the answer answers the question.
        needs_graph: whether the question cannot be answered without most of the claims.
        stands_alone: whether the question is clear to who has no document at hand.
        gives_away: whether the question holds its own answer.
    """

    answers: bool
    needs_graph: bool
    stands_alone: bool
    gives_away: bool

    @property
    def wrong(self) -> str:
        """What is wrong first, as a funnel names it; "" = nothing."""
        found = {
            "answer_off_question": not self.answers,
            "graph_not_needed": not self.needs_graph,
            "question_leans_on_a_document": not self.stands_alone,
            "question_gives_answer_away": self.gives_away,
        }
        return next((name for name, is_so in found.items() if is_so), "")


@dataclass(frozen=True)
class AlignmentAsk(Ask[Alignment]):
    """Whether a task's parts belong together.

    Attributes:
        question: that is asked.
        answer: to it.
        outline: the graph in words.
        language: of the question.
    """

    kind: ClassVar[str] = "construction.hievidr.alignment"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = Alignment

    question: str
    answer: str
    outline: str
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Graph, question, answer."""
        fields = {"graph": self.outline, "question": self.question, "answer": self.answer}
        return prompt_parts(PROMPTS, "alignment", self.language, fields)

    def by_rule(self) -> Answer[Alignment] | NoVerdict:
        """Words that question, answer and graph share; indicative."""
        asked, answered = set(tokens(self.question)), set(tokens(self.answer))
        if not asked or not answered:
            return NoVerdict(Reason.NOTHING_TO_CHECK, "the question or the answer has no words")
        graph = set(tokens(self.outline))
        value = Alignment(
            answers=_shared(asked, answered | graph) >= ASKED_FOR,
            needs_graph=_claims_in(answered, self.outline) >= CLAIMS_NEEDED,
            stands_alone=not leans(self.question),
            gives_away=_shared(answered, asked) >= GIVEN_AWAY,
        )
        return Answer(value, "by rule: words that question, answer and graph share")


def _shared(words: set[str], others: set[str]) -> float:
    return len(words & others) / len(words)


def _claims_in(answered: set[str], outline: str) -> int:
    """How many claims of an outline have their part of words in an answer."""
    claims = [set(tokens(line)) for line in outline.splitlines() if line.startswith(CLAIM)]
    return sum(_shared(words, answered) >= ASKED_FOR for words in claims if words)
