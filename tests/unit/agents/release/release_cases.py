"""Evidence, a judge who says what a test wants, and drafts through the gate."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from veridical.agents.release import Release, ReleaseRecord, Releasing
from veridical.agents.research.draft import Draft, Paragraph, Section, Sentence
from veridical.agents.research.evidence import Evidence
from veridical.agents.research.journal import Journal, Researched
from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict
from veridical.task import Item, Query


@dataclass
class Told:
    """An asker that says what a test wants of a kind of ask, else what the rules say."""

    said: dict[str, Callable[[Any], object]] = field(default_factory=dict)
    kinds: list[str] = field(default_factory=list)

    async def ask(self, ask: Ask[Any], draw: Draw = ONCE) -> Answer[Any] | NoVerdict:
        """The answer."""
        self.kinds.append(ask.kind)
        answer = self.said.get(ask.kind)
        found = ask.by_rule() if answer is None else answer(ask)
        return found if isinstance(found, Answer | NoVerdict) else Answer(found)


def item(id_: str, text: str, **more: str) -> Item:
    """A text of the evidence."""
    return Item(id_, text, title=f"On {id_}", **more)


def found(
    items: Sequence[Item],
    *body: Sentence,
    end: Sequence[Sentence] = (),
    questions: tuple[str, ...] = (),
) -> Researched:
    """What an agent found: a draft of one section."""
    draft = Draft("Title", (Section("Heading", (Paragraph(tuple(body)),)),), tuple(end))
    return Journal(Told()).closed(
        draft, Evidence(tuple(items)), retrieved=[i.id for i in items], sub_questions=questions
    )


def released(
    draft: Researched,
    said: dict[str, Callable[[Any], object]] | None = None,
    *,
    settings: Release = Release(),  # noqa: B008 - frozen
    language: str = "en",
) -> tuple[Draft, ReleaseRecord]:
    """The draft through the gate, with the record."""
    releasing = Releasing(Told(said or {}), settings)
    out = asyncio.run(releasing.released(draft, Query("What is it?"), language))
    assert out.found.draft is not None
    assert out.record is not None
    return out.found.draft, out.record


def texts(draft: Draft) -> list[str]:
    """All sentences."""
    return [one.text for one in draft.sentences()]
