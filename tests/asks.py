"""Small real asks that the tests put."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.errors import AnswerError
from veridical.score import Reason


@dataclass(frozen=True)
class Holds(Ask[bool]):
    """Whether a text holds a word; the rule finds nothing to say of an empty text."""

    kind: ClassVar[str] = "test.holds"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.JUDGE
    answer_type: ClassVar[type] = bool

    text: str
    word: str

    def prompt(self) -> tuple[Part, ...]:
        """Text first, question last."""
        return (Part(self.text, untrusted=True, title="text"), Part(f"Does it hold {self.word}?"))

    def by_rule(self) -> Answer[bool] | NoVerdict:
        """Look for the word."""
        if not self.text:
            return NoVerdict(Reason.NOTHING_TO_CHECK, "an empty text")
        return Answer(self.word in self.text, f"looked for {self.word}")


@dataclass(frozen=True)
class Grade(Ask[float]):
    """How good a text is, from 1 to 5: its words, for the rule."""

    kind: ClassVar[str] = "test.grade"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.EXAMINER
    answer_type: ClassVar[type] = float

    text: str
    tags: frozenset[str] = frozenset()

    def prompt(self) -> tuple[Part, ...]:
        """The text."""
        return (Part(self.text, untrusted=True, title="text"), Part("Grade it from 1 to 5."))

    def by_rule(self) -> Answer[float] | NoVerdict:
        """One point a word, within the scale; an unreadable text has no grade."""
        if "\x00" in self.text:
            raise AnswerError("grade", "the text holds NUL")
        return Answer(float(min(5, max(1, len(self.text.split())))))
