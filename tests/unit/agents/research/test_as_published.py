"""The numbers of HiEviDR-Bench's two pipelines, and what each setting hands to the writer.

arXiv:2607.25151, appendix A.3: RAG finds 15 items in one pass; Deep Research finds 20 for a
sub-question, ranks them, keeps 25 texts and 5 images, and refines in 3 rounds at most.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from veridical.agents.research import Research, deep_research, rag
from veridical.agents.research.asks.gaps import Gaps
from veridical.agents.research.asks.rank import RankAsk
from veridical.agents.research.asks.write import WriteAsk
from veridical.agents.research.library import Library, Setting
from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict
from veridical.task import Item, Modality, Query
from veridical.trajectory import StepKind

QUESTION = Query("How does water boil?")
MANY = [
    *(Item(f"t{n:02}", f"Water boils, text {n}.") for n in range(60)),
    *(Item(f"t{n:02}x", f"Water boils, picture {n}.", Modality.IMAGE) for n in range(20)),
]


class Asked:
    """Keeps what is put; always wants more."""

    def __init__(self) -> None:
        self.put: list[Any] = []

    async def ask(self, ask: Ask[Any], draw: Draw = ONCE) -> Answer[Any] | NoVerdict:
        """The rules' answer; of gaps a new query each time."""
        self.put.append(ask)
        if ask.kind == "research.gaps":
            return Answer(Gaps((f"water boils {len(self.put)}",)))
        return ask.by_rule()

    def of(self, kind: type) -> list[Any]:
        """The asks of one kind."""
        return [ask for ask in self.put if isinstance(ask, kind)]


def test_the_constants() -> None:
    """As published, by default."""
    own = Research()
    assert (own.top, own.per_question, own.texts, own.images, own.rounds) == (15, 20, 25, 5, 3)


def test_rag_takes_15_items_in_one_pass() -> None:
    """Texts and pictures together."""
    asked = Asked()
    found = asyncio.run(rag(QUESTION, Library.of(MANY), asked))
    assert len(found.retrieved) == len(found.evidence.ids) == 15
    assert [ask.kind for ask in asked.put] == ["research.write"]


def test_deep_research_finds_20_ranks_and_refines_3_times() -> None:
    """A ranking a search of 20 items; a first draft and one a round."""
    asked = Asked()
    found = asyncio.run(deep_research(QUESTION, Library.of(MANY), asked))
    assert {len(ask.items) for ask in asked.of(RankAsk)} == {20}
    assert len(asked.of(WriteAsk)) == 1 + 3
    assert sum(step.kind is StepKind.WRITE for step in found.steps) == 4
    for ask in asked.of(WriteAsk):
        assert len(ask.texts) <= 25
        assert len(ask.images) <= 5


TABLE = Item("rows", "Temperature of water | Density\n0 | 999.84", Modality.TABLE, title="Density")
MIXED = [*MANY[:2], *MANY[-2:], TABLE]


@pytest.mark.parametrize("agent", [rag, deep_research])
@pytest.mark.parametrize(
    ("setting", "has_texts", "has_table"),
    [(Setting.WEB, True, False), (Setting.TABLE, False, True), (Setting.HYBRID, True, True)],
)
def test_a_table_is_a_text_of_the_prompt(
    agent: Any, setting: Setting, has_texts: bool, has_table: bool
) -> None:
    """Like a page: its rows stand among the numbered texts, and never among the pictures."""
    asked = Asked()
    query = Query("What is the density and temperature of water where it boils?")
    asyncio.run(agent(query, Library.of(MIXED, setting), asked))
    for ask in asked.of(WriteAsk):
        prompt = "\n".join(part.text for part in ask.prompt() if part.untrusted)
        assert ("0 | 999.84" in prompt) == has_table
        assert any(TABLE.text in text for text in ask.texts) == has_table
        assert any("text 0" in text for text in ask.texts) == has_texts
        assert bool(ask.images) == has_texts
        assert not any("999.84" in image for image in ask.images)
