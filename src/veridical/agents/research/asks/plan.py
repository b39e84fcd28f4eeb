"""Into which smaller questions does a question fall?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import msgspec

from veridical.ask import Answer, Ask, Attachment, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts
from veridical.retrieval.tfidf import unspaced

PROMPTS = Path(__file__).parents[1] / "prompts"
MOST = 8
_CUT = re.compile(
    r"[;；?？。]|\.\s|,\s+(?:and\s+)?(?=(?:how|what|why|which|when|where|who)\b)"
    r"|\band\s+(?=(?:how|what|why|which|when|where|who)\b)|，(?=(?:以及|并|其|如何|为何|怎样|哪))",
    re.IGNORECASE,
)
_PICTURE = re.compile(r"\s*<image>\s*")
_SHORTEST = 6


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Questions that together answer the question, in the order of the report."""

    sub_questions: tuple[str, ...]


@dataclass(frozen=True)
class PlanAsk(Ask[Plan]):
    """A plan for a question.

    Attributes:
        query: what is asked.
        captions: of the question's pictures.
        language: of the report.
        pictures: the question's, for a planner who sees.
    """

    kind: ClassVar[str] = "research.plan"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.PLANNER
    answer_type: ClassVar[type] = Plan

    query: str
    captions: tuple[str, ...] = ()
    language: str = "en"
    pictures: tuple[Attachment, ...] = ()

    def prompt(self) -> tuple[Part, ...]:
        """Captions, question, what to do."""
        fields = {"captions": "\n".join(self.captions), "query": self.query}
        return prompt_parts(PROMPTS, "plan", self.language, fields)

    def attachments(self) -> tuple[Attachment, ...]:
        """The question's pictures."""
        return self.pictures

    def objection(self, value: Plan) -> str:
        """No question, an empty one, or too many."""
        if not value.sub_questions or not all(q.strip() for q in value.sub_questions):
            return "it holds no question, or an empty one"
        many = len(value.sub_questions)
        return f"it holds {many} questions, and at most {MOST} are wanted" if many > MOST else ""

    def by_rule(self) -> Answer[Plan] | NoVerdict:
        """The questions that stand in it; where it is one, that."""
        pieces = [_said(piece) for piece in _CUT.split(self.query) if piece]
        found = [piece for piece in pieces if width(piece) >= _SHORTEST]
        return Answer(Plan(tuple(dict.fromkeys(found))[:MOST] or (_said(self.query),)))


def width(piece: str) -> int:
    """Its length, a character of an unspaced script counted as two."""
    return len(piece) + unspaced(piece)


def _said(piece: str) -> str:
    """A question without the sign for a picture, its first letter large."""
    words = " ".join(_PICTURE.sub(" ", piece).split()).strip(" ,，.、")
    return words[:1].upper() + words[1:]
