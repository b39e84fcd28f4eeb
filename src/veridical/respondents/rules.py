"""The built-in rules as a respondent: no key, no network, indicative."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TypeVar

from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict
from veridical.errors import AnswerError
from veridical.picture import PictureText
from veridical.score import Reason
from veridical.sources.eyes import Eyes

V = TypeVar("V")

RULES_VERSION = "4"
"""Goes up whenever any ask's rule answers the same input differently."""

_OF_BAD_INPUT = (AnswerError, ArithmeticError, LookupError, ValueError)


@dataclass(frozen=True)
class Rules:
    """Answers every ask by its own rule.

    Its answers are indicative: they cannot be compared with a model judge's.

    Attributes:
        eyes: reads what is written in pictures; without them an ask with pictures gets the rule
            that sees none.
    """

    eyes: Eyes | None = None

    @property
    def identity(self) -> str:
        """``rules/<version>``, with eyes ``rules/<version>+<engine>``."""
        seeing = f"+{self.eyes.identity}" if self.eyes is not None else ""
        return f"rules/{RULES_VERSION}{seeing}"

    @property
    def is_indicative(self) -> bool:
        """Always."""
        return True

    async def answer(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """The rule's answer, the same for every draw; a rule that fails has none."""
        del draw
        read = await self._read(ask)
        try:
            return ask.by_rule() if read is None else ask.by_rule_seeing(read)
        except _OF_BAD_INPUT as e:
            return NoVerdict(Reason.UNREADABLE, f"the rule failed: {type(e).__name__}: {e}")

    async def _read(self, ask: Ask[V]) -> list[PictureText | None] | None:
        """What is written in the ask's pictures; None where it has none, or nobody reads."""
        pictures = ask.attachments()
        if self.eyes is None or not pictures:
            return None
        eyes = self.eyes
        return [await asyncio.to_thread(eyes.read, picture) for picture in pictures]
