"""Which pages serve the eye better, in both orders."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TypeVar, cast

import pytest

from veridical.ask import ONCE, Answer, Ask, Attachment, Draw, NoVerdict
from veridical.checks.page_preference import (
    ASPECTS,
    OVERALL,
    PagePreferenceAsk,
    PageSides,
    prefer_pages,
)
from veridical.checks.preference import Side
from veridical.score import Reason

V = TypeVar("V")
ONE, OTHER = (tuple(Attachment(f"{n}.png", n * 64) for n in names) for names in ("ab", "c"))


@dataclass
class Told:
    """Says what it is told, by the first page shown."""

    said: dict[str, PageSides | Reason]
    seen: list[PagePreferenceAsk] = field(default_factory=list)

    async def ask(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """The answer."""
        del draw
        assert isinstance(ask, PagePreferenceAsk)
        self.seen.append(ask)
        found = self.said[ask.first[0].path]
        return NoVerdict(found) if isinstance(found, Reason) else cast("Answer[V]", Answer(found))


def sides(layout: Side, others: Side) -> PageSides:
    """One verdict on layout, one on all else."""
    rest = dict.fromkeys([*ASPECTS[1:], OVERALL], others)
    return PageSides(layout=layout, **rest)


def test_each_aspect_is_put_together_from_both_orders() -> None:
    """Layout is preferred by place, a flip; the rest by the pages."""
    asker = Told({"a.png": sides(Side.FIRST, Side.FIRST), "c.png": sides(Side.FIRST, Side.SECOND)})
    found = asyncio.run(prefer_pages(PagePreferenceAsk("why?", ONE, OTHER), asker))

    assert (found.of("layout").verdict, found.of("layout").is_flip) == (Side.TIE, True)
    assert (found.of(OVERALL).verdict, found.of(OVERALL).is_flip) == (Side.FIRST, False)
    assert len(set(found.asks)) == 2
    assert [a.attachments() for a in asker.seen] == [ONE + OTHER, OTHER + ONE]


def test_an_order_that_is_lost_leaves_no_verdict() -> None:
    """Whatever the other says."""
    asker = Told({"a.png": sides(Side.FIRST, Side.FIRST), "c.png": Reason.TIMEOUT})
    found = asyncio.run(prefer_pages(PagePreferenceAsk("why?", ONE, OTHER), asker))

    assert found.of(OVERALL).verdict == NoVerdict(Reason.TIMEOUT)
    assert found.of(OVERALL).is_flip is None


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Pictures 1 to 2 are the first report, 3 to 3 the second."),
        ("zh", "第 1 至 2 张是第一份报告，第 3 至 3 张是第二份报告。"),
    ],
)
def test_the_prompt_says_which_pictures_are_whose(language: str, told: str) -> None:
    """In the question's language; the question is fenced."""
    parts = PagePreferenceAsk("why?", ONE, OTHER, language).prompt()

    assert told in [part.text for part in parts]
    assert [part.title for part in parts if part.text == "why?"] == ["question"]


def test_rules_do_not_judge_looks() -> None:
    """They say so."""
    found = PagePreferenceAsk("why?", ONE, OTHER).by_rule()

    assert isinstance(found, NoVerdict)
    assert found.reason is Reason.NOT_ASSESSED
