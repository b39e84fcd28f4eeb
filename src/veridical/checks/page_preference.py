"""Which of two reports serves its reader better to the eye? Asked of one who sees, in both orders.

The pages of both are shown as pictures, in one style and without names. As with texts
(`veridical.checks.preference`), a preference stands only if it is said in both orders.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import msgspec

from veridical.ask import Answer, Ask, Asker, Attachment, NoVerdict, Part, Role
from veridical.checks.preference import BothWays, Side
from veridical.checks.prompt import prompt_language, prompt_parts
from veridical.score import Reason

PROMPTS = Path(__file__).parent / "prompts"
ASPECTS = ("layout", "relevance", "legibility", "integration")
OVERALL = "overall"
_ORDER = {
    "en": "Pictures 1 to {first} are the first report, {after} to {last} the second.",
    "zh": "第 1 至 {first} 张是第一份报告，第 {after} 至 {last} 张是第二份报告。",
}


class PageSides(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which report is better in each aspect, and overall.

    Attributes:
        layout: of the page, and how easily it reads.
        relevance: of figures and tables to the question.
        legibility: of figures and tables, and whether they are right in themselves.
        integration: of text and figures.
        overall: all in all.
    """

    layout: Side
    relevance: Side
    legibility: Side
    integration: Side
    overall: Side


@dataclass(frozen=True)
class PagePreferenceAsk(Ask[PageSides]):
    """Which of two reports looks better on the page, in this order.

    Attributes:
        question: what both answer.
        first: pages of the one, in order.
        second: pages of the other.
        language: of the question.
    """

    kind: ClassVar[str] = "page_preference"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.VISION
    answer_type: ClassVar[type] = PageSides

    question: str
    first: tuple[Attachment, ...]
    second: tuple[Attachment, ...]
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, question, which pictures are whose."""
        first, last = len(self.first), len(self.first) + len(self.second)
        told = _ORDER[prompt_language(self.language)]
        order = told.format(first=first, after=first + 1, last=last)
        fields = {"question": self.question, "order": order}
        return prompt_parts(PROMPTS, "page_preference", self.language, fields)

    def attachments(self) -> tuple[Attachment, ...]:
        """The pages of the first report, then those of the second."""
        return self.first + self.second

    def by_rule(self) -> Answer[PageSides] | NoVerdict:
        """Rules do not see how a page looks."""
        return NoVerdict(Reason.NOT_ASSESSED, "the built-in rules do not judge how pages look")


@dataclass(frozen=True, slots=True)
class PagesBothWays:
    """What was said of two reports' pages in both orders.

    Attributes:
        forward: where the one was shown first.
        backward: where the other was shown first, as it was said.
        asks: identities of both asks.
    """

    forward: Answer[PageSides] | NoVerdict
    backward: Answer[PageSides] | NoVerdict
    asks: tuple[str, str]

    def of(self, aspect: str) -> BothWays:
        """Both answers on one aspect.

        Args:
            aspect: one of `ASPECTS`, or `OVERALL`.
        """
        return BothWays(_side(self.forward, aspect), _side(self.backward, aspect), self.asks)


def _side(said: Answer[PageSides] | NoVerdict, aspect: str) -> Answer[Side] | NoVerdict:
    if isinstance(said, NoVerdict):
        return said
    side: Side = getattr(said.value, aspect)
    return Answer(side, said.why)


async def prefer_pages(ask: PagePreferenceAsk, asker: Asker) -> PagesBothWays:
    """Put an ask in both orders, each in a call of its own.

    Args:
        ask: the one report first.
        asker: who is asked.
    """
    turned = PagePreferenceAsk(ask.question, ask.second, ask.first, ask.language)
    forward, backward = await asyncio.gather(asker.ask(ask), asker.ask(turned))
    return PagesBothWays(forward, backward, (ask.identity(), turned.identity()))
