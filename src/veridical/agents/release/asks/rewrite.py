"""How is a statement that failed to be worded, so that the evidence bears it?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import msgspec

from veridical.agents.release.pool import Pool
from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts
from veridical.score import Reason
from veridical.task import Item

PROMPTS = Path(__file__).parents[1] / "prompts"


class Rewritten(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A statement in new words, and the numbers of what bears it; no words = none does."""

    text: str
    texts: tuple[int, ...] = ()


@dataclass(frozen=True)
class RewriteAsk(Ask[Rewritten]):
    """One statement, once more.

    Attributes:
        statement: that failed.
        why: what is wrong with it.
        texts: the words of each text that may bear it; they are counted from 1.
        language: of the report.
    """

    kind: ClassVar[str] = "release.rewrite"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.WRITER
    answer_type: ClassVar[type] = Rewritten

    statement: str
    why: str
    texts: tuple[str, ...]
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """The texts, the statement, what is wrong with it."""
        shown = "\n\n".join(f"[{n}] {text}" for n, text in enumerate(self.texts, start=1))
        fields = {"texts": shown, "statement": self.statement, "why": self.why}
        return prompt_parts(PROMPTS, "rewrite", self.language, fields)

    def objection(self, value: Rewritten) -> str:
        """A number that stands for nothing, words without one, more than one line."""
        for number in value.texts:
            if not 1 <= number <= len(self.texts):
                return f"text {number} is cited, and there are {len(self.texts)}"
        return "it cites nothing" if value.text.strip() and not value.texts else ""

    def by_rule(self) -> Answer[Rewritten] | NoVerdict:
        """The sentence of the texts that speaks of the same most, word for word."""
        pool = Pool(Item(str(n), text) for n, text in enumerate(self.texts, start=1))
        best = next(iter(pool.near(self.statement, 1)), None)
        if best is None:
            return NoVerdict(Reason.NOTHING_TO_CHECK, "no sentence of the texts speaks of it")
        line = best[1]
        return Answer(Rewritten(line.text, (int(line.item),)), "a sentence of the texts")
