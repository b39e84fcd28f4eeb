"""What do the texts that were found say, for whoever plans the next step?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import msgspec

from veridical.agents.hka.asks import PROMPTS
from veridical.agents.research.asks.extract import extracted
from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts
from veridical.score import Reason


class Summary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Data, descriptions and conclusions, in a few sentences."""

    text: str


@dataclass(frozen=True)
class SummaryAsk(Ask[Summary]):
    """A summary of what was found; no report is written from it.

    Attributes:
        query: that was searched for.
        texts: that were found; of pictures, the captions.
        language: of the report.
    """

    kind: ClassVar[str] = "hka.summary"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.WRITER
    answer_type: ClassVar[type] = Summary

    query: str
    texts: tuple[str, ...]
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """The texts, then the query."""
        shown = "\n\n".join(f"[{n}] {text}" for n, text in enumerate(self.texts, start=1))
        fields = {"texts": shown, "query": self.query}
        return prompt_parts(PROMPTS, "summary", self.language, fields)

    def objection(self, value: Summary) -> str:
        """Nothing said."""
        return "" if value.text.strip() else "it is empty"

    def by_rule(self) -> Answer[Summary] | NoVerdict:
        """The sentences that share the weightiest words with the query."""
        draft = extracted(self.query, (), self.texts, (), language=self.language)
        if draft is None:
            return NoVerdict(Reason.NOT_ASSESSED, "no sentence that was found bears on it")
        said = (one.text for one in draft.sections[0].paragraphs[0].sentences)
        return Answer(Summary(" ".join(said)))
