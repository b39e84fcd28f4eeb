"""The stages between a domain and a task that needs research."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from veridical.ask import Asker, Draw, NoVerdict
from veridical.construction.asking import without
from veridical.construction.deepresearcheval.asks.necessity import (
    BaselineAsk,
    Level,
    Necessity,
    NecessityAsk,
)
from veridical.construction.deepresearcheval.asks.personas import Persona, PersonasAsk
from veridical.construction.deepresearcheval.asks.qualification import (
    Qualification,
    QualificationAsk,
)
from veridical.construction.deepresearcheval.asks.tasks import Wish, WishesAsk
from veridical.construction.deepresearcheval.settings import Settings
from veridical.construction.pipeline import Candidate, Dropped, Outcome

PURPOSE = "construction"
MOST_TOPICS = 40
"""Titles of the corpus that are shown to who writes personas."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A persona of a domain."""

    domain: str
    persona: Persona


@dataclass(frozen=True, slots=True)
class Wished:
    """A task on its way.

    Attributes:
        asking: who asks.
        wish: what.
        qualification: what the first filter found; None before it.
        baseline: the answer without search; "" before it.
        necessity: what the second filter found; None before it.
    """

    asking: Asking
    wish: Wish
    qualification: Qualification | None = None
    baseline: str = ""
    necessity: Necessity | None = None


@dataclass(frozen=True)
class MakePersonas:
    """Five of a domain, each a candidate of its own.

    Attributes:
        asker: who writes them.
        settings: how many, in which language.
        titles: of the corpus; a domain is shown a draw of its own.
    """

    asker: Asker
    settings: Settings
    titles: Sequence[str]
    name: str = "personas"

    async def __call__(self, candidate: Candidate[object], /) -> Outcome:
        """The domain's personas."""
        domain, how = str(candidate.value), self.settings
        chance = random.Random(f"{how.seed} topics of {domain}")
        topics = chance.sample([*self.titles], min(MOST_TOPICS, len(self.titles)))
        ask = PersonasAsk(domain, how.personas, tuple(topics), how.language)
        said = await self.asker.ask(ask, Draw(PURPOSE))
        if isinstance(said, NoVerdict):
            return without(said, "no_personas")
        return tuple(
            Candidate(f"{candidate.id}/p{n}", Asking(domain, one))
            for n, one in enumerate(said.value.personas, start=1)
        )


@dataclass(frozen=True)
class MakeTasks:
    """Four of a persona, each a candidate of its own."""

    asker: Asker
    settings: Settings
    date: str = ""
    name: str = "tasks"

    async def __call__(self, candidate: Candidate[object], /) -> Outcome:
        """The persona's tasks."""
        asking, how = candidate.value, self.settings
        assert isinstance(asking, Asking)
        ask = WishesAsk(asking.persona, asking.domain, how.tasks_each, self.date, (), how.language)
        said = await self.asker.ask(ask, Draw(PURPOSE))
        if isinstance(said, NoVerdict):
            return without(said, "no_tasks")
        return tuple(
            Candidate(f"{candidate.id}/t{n}", Wished(asking, one))
            for n, one in enumerate(said.value.tasks, start=1)
        )


@dataclass(frozen=True)
class Qualify:
    """Keeps what needs deep research, by more than the confidence that is asked for."""

    asker: Asker
    settings: Settings
    name: str = "task qualification"

    async def __call__(self, candidate: Candidate[object], /) -> Outcome:
        """The candidate with what was found of it."""
        one = candidate.value
        assert isinstance(one, Wished)
        wish, background = one.wish, one.asking.persona.background
        ask = QualificationAsk(
            wish.deep_research_query, background, wish.key_challenges, self.settings.language
        )
        said = await self.asker.ask(ask, Draw(PURPOSE))
        if isinstance(said, NoVerdict):
            return said
        found = said.value
        if not found.needs_deep_research:
            return Dropped("needs_no_deep_research", said.why)
        if found.confidence_score <= self.settings.confidence:
            told = f"{found.confidence_score:g}; more than {self.settings.confidence:g} is wanted"
            return Dropped("confidence_too_low", told)
        return (Candidate(candidate.id, replace(one, qualification=found)),)


@dataclass(frozen=True)
class NeedSearch:
    """Keeps what cannot be answered well from memory.

    Attributes:
        asker: a writer answers without search, and a judge rates the answer: the paper has one
            model do both.
        settings: of the quality from which an answer is good enough.
    """

    asker: Asker
    settings: Settings
    name: str = "search necessity"

    async def __call__(self, candidate: Candidate[object], /) -> Outcome:
        """The candidate with the answer and what was found of it."""
        one = candidate.value
        assert isinstance(one, Wished)
        query, language = one.wish.deep_research_query, self.settings.language
        answer = await self.asker.ask(
            BaselineAsk(query, one.asking.persona.background, language), Draw(PURPOSE)
        )
        if isinstance(answer, NoVerdict):
            return answer
        text = answer.value.answer
        said = await self.asker.ask(NecessityAsk(query, text, language), Draw(PURPOSE))
        if isinstance(said, NoVerdict):
            return said
        drop = _answered(said.value, self.settings.quality)
        kept = replace(one, baseline=text, necessity=said.value)
        return drop or (Candidate(candidate.id, kept),)


def _answered(found: Necessity, most: float) -> Dropped | None:
    """Why a task needs no search: overall_quality high, no search required, or a high score."""
    if found.overall_quality is Level.HIGH:
        return Dropped("answered_without_search", "the answer from memory is of high quality")
    if not found.requires_search:
        return Dropped("search_not_required", "a search would not make it much better")
    if found.quality_score > most:
        told = f"{found.quality_score:g}; at most {most:g} is wanted"
        return Dropped("answered_without_search", told)
    return None
