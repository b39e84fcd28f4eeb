"""The built-in rules as a respondent: no key, no network, indicative."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict
from veridical.errors import AnswerError
from veridical.score import Reason

V = TypeVar("V")

RULES_VERSION = "2"
"""Goes up whenever any ask's rule answers the same input differently."""

_OF_BAD_INPUT = (AnswerError, ArithmeticError, LookupError, ValueError)


@dataclass(frozen=True)
class Rules:
    """Answers every ask by its own rule.

    Its answers are indicative: they cannot be compared with a model judge's.
    """

    @property
    def identity(self) -> str:
        """``rules/<version>``."""
        return f"rules/{RULES_VERSION}"

    @property
    def is_indicative(self) -> bool:
        """Always."""
        return True

    async def answer(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """The rule's answer, the same for every draw; a rule that fails has none."""
        del draw
        try:
            return ask.by_rule()
        except _OF_BAD_INPUT as e:
            return NoVerdict(Reason.UNREADABLE, f"the rule failed: {type(e).__name__}: {e}")
