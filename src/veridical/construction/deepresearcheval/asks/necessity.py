"""Is an answer without search good enough already? The paper's second filter, in two asks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, ClassVar

import msgspec

from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts
from veridical.retrieval.tfidf import tokens

PROMPTS = Path(__file__).parents[1] / "prompts"
NOTHING = "Without a search the built-in rules know nothing of this."
NOTHING_ZH = "不检索，内置规则对此一无所知。"
Share = Annotated[float, msgspec.Meta(ge=0, le=1, description="from 0 to 1")]
_LONG = 400
"""Words of an answer that the rules take for a full one."""


class Baseline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer from memory alone."""

    answer: str


class Level(StrEnum):
    """How good an answer is as a whole."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Necessity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How good the answer without search is; the paper's fields.

    Attributes:
        accuracy: of what it says.
        completeness: of it.
        depth: of it.
        timeliness: of it.
        quality_score: of the whole.
        overall_quality: in a word.
        requires_search: whether a search would make it much better.
    """

    accuracy: Share
    completeness: Share
    depth: Share
    timeliness: Share
    quality_score: Share
    overall_quality: Level
    requires_search: bool


@dataclass(frozen=True)
class BaselineAsk(Ask[Baseline]):
    """An answer without search.

    Attributes:
        query: the task.
        background: of who asks.
        language: of the query.
    """

    kind: ClassVar[str] = "construction.deepresearcheval.baseline"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.WRITER
    answer_type: ClassVar[type] = Baseline

    query: str
    background: str
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Who asks, what is asked."""
        fields = {"background": self.background, "query": self.query}
        return prompt_parts(PROMPTS, "baseline", self.language, fields)

    def objection(self, value: Baseline) -> str:
        """No words."""
        return "" if value.answer.strip() else "the answer has no words"

    def by_rule(self) -> Answer[Baseline] | NoVerdict:
        """That they know nothing, which is true."""
        said = NOTHING_ZH if self.language.startswith("zh") else NOTHING
        return Answer(Baseline(said), "by rule: there is no memory to answer from")


@dataclass(frozen=True)
class NecessityAsk(Ask[Necessity]):
    """How good an answer without search is.

    Attributes:
        query: the task.
        answer: from memory.
        language: of the query.
    """

    kind: ClassVar[str] = "construction.deepresearcheval.necessity"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = Necessity

    query: str
    answer: str
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Answer, question."""
        fields = {"answer": self.answer, "query": self.query}
        return prompt_parts(PROMPTS, "necessity", self.language, fields)

    def by_rule(self) -> Answer[Necessity] | NoVerdict:
        """By how much of it there is; indicative."""
        known = self.answer not in {NOTHING, NOTHING_ZH}
        share = min(1.0, len(tokens(self.answer)) / _LONG) if known else 0.0
        level = Level.LOW if share < 1 / 3 else Level.MEDIUM if share < 1 else Level.HIGH
        value = Necessity(share, share, share, share, share, level, requires_search=share < 1)
        return Answer(value, "by rule: how much of an answer there is")
