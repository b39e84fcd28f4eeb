"""Which question does a graph's conclusion answer? Asked of who writes tasks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import msgspec

from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts
from veridical.score import Reason
from veridical.task import Item, Modality

PROMPTS = Path(__file__).parents[1] / "prompts"
IMAGE = "<image>"
MOST_TOPICS = 4
"""How many titles the rules name."""
LONGEST = 600
"""Code points of a question; a longer one tells what it asks for."""


class Questioned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question with its answer.

    Attributes:
        question: what is asked; ``<image>`` where a picture belongs.
        answer: what a good report concludes.
        query_pictures: numbers of the pictures that the question shows, in its order.
        report_pictures: numbers of the pictures that a report should show.
    """

    question: str
    answer: str
    query_pictures: tuple[int, ...] = ()
    report_pictures: tuple[int, ...] = ()


@dataclass(frozen=True)
class QuestionAsk(Ask[Questioned]):
    """A question for a graph.

    Attributes:
        outline: the graph in words: conclusion, claims, evidence.
        conclusion: its text.
        topics: titles of the items behind the evidence, for who has no words of its own.
        pictures: the picture items that may be shown, numbered from 1.
        language: of the question.
    """

    kind: ClassVar[str] = "construction.hievidr.question"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.EXAMINER
    answer_type: ClassVar[type] = Questioned

    outline: str
    conclusion: str
    topics: tuple[str, ...]
    pictures: tuple[Item, ...] = ()
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Graph, pictures, what to write."""
        pictures = "\n".join(f"[{n}] {one.text}" for n, one in enumerate(self.pictures, start=1))
        fields = {"graph": self.outline, "pictures": pictures}
        return prompt_parts(PROMPTS, "question", self.language, fields)

    def objection(self, value: Questioned) -> str:
        """No question or answer, a picture that is none, or places that do not fit them."""
        if not value.question.strip() or not value.answer.strip():
            return "the question or the answer has no words"
        if len(value.question) > LONGEST:
            return f"the question has {len(value.question)} characters; at most {LONGEST}"
        shown = (*value.query_pictures, *value.report_pictures)
        unknown = [n for n in shown if not 1 <= n <= len(self.pictures)]
        if unknown:
            return f"picture {unknown[0]} is none of the {len(self.pictures)}"
        places, pictures = value.question.count(IMAGE), len(value.query_pictures)
        return "" if places == pictures else f"{places} times {IMAGE} for {pictures} pictures"

    def by_rule(self) -> Answer[Questioned] | NoVerdict:
        """What is known of the topics, and how it fits together; indicative."""
        topics = tuple(dict.fromkeys(t.strip() for t in self.topics if t.strip()))
        if not topics or not self.conclusion.strip():
            return NoVerdict(Reason.NOTHING_TO_CHECK, "the evidence has no titles")
        shown = tuple(n for n, one in enumerate(self.pictures, 1) if one.modality is Modality.IMAGE)
        question = _asked(topics[:MOST_TOPICS], self.language)
        value = Questioned(question, self.conclusion, (), shown[:2])
        return Answer(value, "by rule: the titles of the evidence, asked for together")


def _asked(topics: tuple[str, ...], language: str) -> str:
    if language.startswith("zh"):
        told = "、".join(f"“{t}”" for t in topics)
        return f"关于{told}，已知哪些事实和数据？它们之间有什么联系？"
    listed = topics[0] if len(topics) == 1 else f"{', '.join(topics[:-1])} and {topics[-1]}"
    return f"Which facts and figures are known about {listed}, and how do they fit together?"
