"""Which of two texts answers a question better, whichever of them is shown first?

Judges lean to a place. So both orders are asked: a preference stands only if it is said both
ways. Where the judge names the same place twice, the preference flips with the order; by
convention that is a tie, and it is counted: the share of flips is the judge's position bias.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import ClassVar

from veridical.ask import ONCE, Answer, Ask, Asker, Draw, NoVerdict, Part
from veridical.checks.prompt import prompt_parts
from veridical.checks.words import STOP_WEIGHT, words
from veridical.score import Measured, Missing, Reason, Score, ratio

PROMPTS = Path(__file__).parent / "prompts"
ORDER_DRIVEN = 0.5
"""From this share of flips on, what a judge prefers says more about the order than the texts."""
_ENOUGH_WORDS = 400
_TELLING = 0.05


class Side(StrEnum):
    """Which of two texts is better."""

    FIRST = "first"
    SECOND = "second"
    TIE = "tie"

    @property
    def swapped(self) -> Side:
        """The same text's place where the two are shown the other way round."""
        return {Side.FIRST: Side.SECOND, Side.SECOND: Side.FIRST}.get(self, self)


@dataclass(frozen=True)
class PreferenceAsk(Ask[Side]):
    """Which of two texts answers a question better, in this order.

    Attributes:
        question: what both answer.
        first: a text.
        second: the other.
        aspect: what alone is compared; "" = all of it.
        language: of the texts.
    """

    kind: ClassVar[str] = "preference"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = Side

    question: str
    first: str
    second: str
    aspect: str = ""
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, question, aspect, both texts."""
        fields = {
            "question": self.question,
            "aspect": self.aspect,
            "first": self.first,
            "second": self.second,
        }
        return prompt_parts(PROMPTS, "preference", self.language, fields)

    def by_rule(self) -> Answer[Side] | NoVerdict:
        """Whose words cover more of the question and say more; blind to the order; indicative."""
        if not self.first.strip() and not self.second.strip():
            return NoVerdict(Reason.NOTHING_TO_CHECK, "both texts are empty")
        first, second = (_worth(self.question, text) for text in (self.first, self.second))
        why = f"share of the question's words and of {_ENOUGH_WORDS} telling words: "
        why += f"{first:.2f} and {second:.2f}"
        if abs(first - second) < _TELLING:
            return Answer(Side.TIE, why)
        return Answer(Side.FIRST if first > second else Side.SECOND, why)


def _worth(question: str, text: str) -> float:
    """Between 0 and 2; no text gains by being longer than enough."""
    said = {word.key for word in words(text) if word.weight > STOP_WEIGHT}
    asked = {word.key for word in words(question) if word.weight > STOP_WEIGHT}
    covered = len(asked & said) / len(asked) if asked else 0.0
    return covered + min(1.0, len(said) / _ENOUGH_WORDS)


@dataclass(frozen=True, slots=True)
class BothWays:
    """What was said of two texts, the one and the other, in both orders.

    Attributes:
        forward: where the one was shown first.
        backward: where the other was shown first, as it was said.
        asks: identities of both asks.
    """

    forward: Answer[Side] | NoVerdict
    backward: Answer[Side] | NoVerdict
    asks: tuple[str, ...] = ()

    @property
    def verdict(self) -> Side | NoVerdict:
        """`FIRST` for the one, `SECOND` for the other, only if it was said both ways.

        Else a tie; where an order has no verdict there is none, whatever the other says.
        """
        sides = self._sides
        if isinstance(sides, NoVerdict):
            return sides
        return sides[0] if sides[0] is sides[1] else Side.TIE

    @property
    def is_flip(self) -> bool | None:
        """Whether each order names another text; None where an order has no verdict."""
        sides = self._sides
        if isinstance(sides, NoVerdict):
            return None
        return Side.TIE not in sides and sides[0] is not sides[1]

    @property
    def _sides(self) -> tuple[Side, Side] | NoVerdict:
        if isinstance(self.forward, NoVerdict):
            return self.forward
        if isinstance(self.backward, NoVerdict):
            return self.backward
        return self.forward.value, self.backward.value.swapped


async def prefer(ask: PreferenceAsk, asker: Asker, draw: Draw = ONCE) -> BothWays:
    """Put an ask in both orders, each in a call of its own.

    Args:
        ask: the one text first.
        asker: who is asked.
        draw: which drawing it is.
    """
    turned = PreferenceAsk(ask.question, ask.second, ask.first, ask.aspect, ask.language)
    forward, backward = await asyncio.gather(asker.ask(ask, draw), asker.ask(turned, draw))
    return BothWays(forward, backward, (ask.identity(), turned.identity()))


@dataclass(frozen=True, slots=True)
class PositionBias:
    """How far a judge's preferences hang on the order.

    Attributes:
        rate: the share of flips among pairs with a verdict in both orders, in [0, 1]; 0 is best.
        flips: how many pairs flip.
        first: how many single answers name the text shown first.
        second: how many name the text shown second.
        ties: how many name neither.
    """

    rate: Score
    flips: int
    first: int
    second: int
    ties: int

    @property
    def warning(self) -> str:
        """What a reader has to be told; "" where the order decides little."""
        if not isinstance(self.rate, Measured) or self.rate.value < ORDER_DRIVEN:
            return ""
        place = "first" if self.first > self.second else "second"
        return (
            f"order-driven judge: {self.flips} of {self.rate.n} preferences flip when the texts "
            f"change places, mostly to the {place}; they count as ties"
        )

    def __str__(self) -> str:
        """In one line."""
        if not isinstance(self.rate, Measured):
            return "position bias: no pair has a verdict in both orders"
        lost = self.rate.missing.total
        said = f"position bias: {self.flips} of {self.rate.n} preferences flip "
        said += f"({100 * self.rate.value:.0f} %), counted as ties"
        said += f"; {lost} pairs lack a verdict" if lost else ""
        return f"{said}. {self.warning}".removesuffix(". ")


def position_bias(pairs: Iterable[BothWays]) -> PositionBias:
    """The share of flips.

    Undefined:
        `rate`, where no pair has a verdict in both orders.

    Source:
        Ours; a flip counts as a tie as in the pairwise protocol of arXiv:2306.05685.
    """
    every = list(pairs)
    flips = [pair.is_flip for pair in every]
    lost = [v.reason for pair in every if isinstance(v := pair.verdict, NoVerdict)]
    places = Counter(answer.value for pair in every for answer in _answers(pair))
    decided = len(flips) - flips.count(None)
    of = "pair with a verdict in both orders"
    return PositionBias(
        rate=ratio(flips.count(True), decided, of=of, missing=Missing.of(lost)),
        flips=flips.count(True),
        first=places[Side.FIRST],
        second=places[Side.SECOND],
        ties=places[Side.TIE],
    )


def _answers(pair: BothWays) -> Sequence[Answer[Side]]:
    return [one for one in (pair.forward, pair.backward) if isinstance(one, Answer)]
