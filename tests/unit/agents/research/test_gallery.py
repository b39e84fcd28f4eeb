"""Pictures go with asks of roles that see, the question's first; to others none goes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

import pytest

from veridical.agents.research import deep_research, rag
from veridical.agents.research.asks.plan import PlanAsk
from veridical.agents.research.asks.write import WriteAsk
from veridical.agents.research.gallery import MOST, NO_PICTURES, Gallery
from veridical.agents.research.library import Library
from veridical.ask import ONCE, Answer, Ask, Attachment, Draw, NoVerdict, Role
from veridical.task import Image, Item, Modality, Query

ITEMS = [
    Item("ice", "Ice has a density of 917 kg/m³ and floats on water."),
    Item("drawn", "A chart of the density of ice and water.", Modality.IMAGE, image_path="a.png"),
    Item("lost", "A photograph of ice that floats on water.", Modality.IMAGE),
]
QUERY = Query("How dense is ice <image> on water?", (Image("q", "q.png", "Ice on a lake"),))
OWN, CHART = Attachment("q.png", "1" * 64), Attachment("a.png", "2" * 64)


@dataclass
class Noted:
    """The rules, and what they were asked."""

    asks: list[Ask[Any]] = field(default_factory=list)

    async def ask(self, ask: Ask[Any], draw: Draw = ONCE) -> Answer[Any] | NoVerdict:
        """What the rules say."""
        self.asks.append(ask)
        return ask.by_rule()

    def of(self, kind: type) -> list[Any]:
        """The asks of a kind."""
        return [ask for ask in self.asks if isinstance(ask, kind)]


def gallery(*roles: Role) -> Gallery:
    """The chart is at hand, the photograph is not."""
    return Gallery(
        frozenset(roles), (OWN,), lambda item: CHART if item.image_path == "a.png" else None
    )


@pytest.mark.parametrize("agent", [rag, deep_research])
def test_a_writer_who_sees_is_shown_what_the_numbers_stand_for(agent: Any) -> None:
    """The question's first; a picture that is not at hand is left out, its caption stays."""
    asker = Noted()
    asyncio.run(agent(QUERY, Library.of(ITEMS), asker, gallery=gallery(Role.WRITER)))
    ask = asker.of(WriteAsk)[0]
    number = ask.images.index("A chart of the density of ice and water.") + 1
    assert ask.attachments() == (OWN, CHART)
    assert ask.attached == ("question 1", f"picture {number}")
    prompt = "\n".join(part.text for part in ask.prompt())
    assert f"question 1\npicture {number}" in prompt
    assert "A photograph of ice" in prompt
    assert all(one.attachments() == () for one in asker.of(PlanAsk))


def test_a_planner_who_sees_is_shown_the_question_s() -> None:
    """And a writer who does not see is shown none."""
    asker = Noted()
    seen = gallery(Role.PLANNER)
    asyncio.run(deep_research(QUERY, Library.of(ITEMS), asker, gallery=seen))
    assert [one.attachments() for one in asker.of(PlanAsk)] == [(OWN,)]
    assert {one.attachments() for one in asker.of(WriteAsk)} == {()}


def test_where_nobody_sees_no_ask_has_pictures() -> None:
    """Nor does its prompt speak of any."""
    asker = Noted()
    asyncio.run(rag(QUERY, Library.of(ITEMS), asker, gallery=NO_PICTURES))
    (ask,) = asker.of(WriteAsk)
    assert (ask.attachments(), ask.attached) == ((), ())
    assert not any("attached" in part.text for part in ask.prompt())


def test_pictures_that_were_made_and_no_more_than_a_few() -> None:
    """A drawn figure is shown by its id; of many pictures the first."""
    made = Attachment("f.png", "3" * 64)
    drawn = Item("figure-1", "Drawn", Modality.IMAGE, image_path="figures/figure-1.png")
    found = gallery(Role.WRITER).with_made({"figure-1": made}).shown(Role.WRITER, [drawn])
    assert found.pictures == (OWN, made)
    many = [Item(f"i{n}", "c", Modality.IMAGE, image_path="a.png") for n in range(20)]
    assert len(gallery(Role.WRITER).shown(Role.WRITER, many).pictures) == MOST
