"""What does a whole report answer to its question?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import msgspec

from veridical.agents.hka.asks import PROMPTS
from veridical.agents.research.asks.extract import extracted
from veridical.agents.research.draft import Sentence
from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts
from veridical.score import Reason


class Conclusion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A title, and the sentences that answer the question."""

    title: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True)
class ConclusionAsk(Ask[Conclusion]):
    """The end of a report.

    Attributes:
        query: what is asked.
        report: all its parts, in Markdown.
        texts: what it stands on; they are counted from 1.
        language: of the report.
    """

    kind: ClassVar[str] = "hka.conclusion"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.WRITER
    answer_type: ClassVar[type] = Conclusion

    query: str
    report: str
    texts: tuple[str, ...]
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """The report, then the question: what it cites is in it."""
        fields = {"report": self.report, "query": self.query}
        return prompt_parts(PROMPTS, "conclusion", self.language, fields)

    def objection(self, value: Conclusion) -> str:
        """Nothing said, or a number that stands for nothing."""
        if not value.title.strip() or not any(one.text.strip() for one in value.sentences):
            return "it says nothing, or has no title"
        for number in (n for one in value.sentences for n in one.texts):
            if not 1 <= number <= len(self.texts):
                return f"text {number} is cited, and there are {len(self.texts)}"
        return ""

    def by_rule(self) -> Answer[Conclusion] | NoVerdict:
        """The sentences of the evidence that bear on the question most."""
        draft = extracted(self.query, (), self.texts, (), language=self.language)
        if draft is None:
            return NoVerdict(Reason.NOTHING_TO_CHECK, "no sentence of the evidence bears on it")
        return Answer(Conclusion(draft.title, draft.conclusion))
