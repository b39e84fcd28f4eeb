"""Deep Research: plan, first draft, rounds of refinement (arXiv:2607.25151, appendix A.3).

The plan's questions are searched for one by one, the items of each ranked, and the best of all
kept. Of each draft it is asked what is missing; that is searched for, better items take the places
of those that nothing cites, and the draft is written anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from veridical.agents.research.asks.gaps import GapsAsk
from veridical.agents.research.asks.plan import PlanAsk
from veridical.agents.research.asks.rank import RankAsk
from veridical.agents.research.asks.write import writing
from veridical.agents.research.draft import Draft
from veridical.agents.research.evidence import Evidence
from veridical.agents.research.gallery import NO_PICTURES, Gallery
from veridical.agents.research.journal import Journal, Researched
from veridical.agents.research.library import Library, words_of
from veridical.agents.research.rag import asked
from veridical.agents.research.settings import Research
from veridical.agents.research.written import markdown
from veridical.ask import Answer, Asker, Role
from veridical.retrieval.index import Found, fused
from veridical.task import Item, Query
from veridical.trajectory import StepKind


async def deep_research(
    query: Query,
    library: Library,
    asker: Asker,
    *,
    settings: Research = Research(),  # noqa: B008 - frozen
    language: str = "en",
    gallery: Gallery = NO_PICTURES,
) -> Researched:
    """A report written and refined over several searches.

    Args:
        query: the question, and captions of its pictures.
        library: what is searched.
        asker: who plans, ranks and writes.
        settings: how far it goes.
        language: of the report.
        gallery: pictures, for roles that see.

    Returns:
        The last draft that was written; without a plan the question itself is searched for.
    """
    journal = Journal(asker)
    return await _Researcher(query, library, journal, settings, language, gallery).research()


@dataclass
class _Researcher:
    query: Query
    library: Library
    journal: Journal
    settings: Research
    language: str
    gallery: Gallery = NO_PICTURES
    rankings: list[list[Found]] = field(default_factory=list)
    retrieved: list[str] = field(default_factory=list)
    plan: tuple[str, ...] = ()
    tried: list[str] = field(default_factory=list)

    async def research(self) -> Researched:
        self.plan = await self._planned()
        for question in self.plan:
            await self._search(question)
        evidence = Evidence.of(self._ranked(), self.settings.texts, self.settings.images)
        draft = await self._write(evidence, None)
        for _ in range(self.settings.rounds):
            if draft is None or self._is_spent():
                break
            gaps = await self._gaps(draft, evidence)
            if not gaps:
                break
            for query in gaps:
                await self._search(query)
            draft, evidence = await self._refined(draft, evidence)
        return self.journal.closed(
            draft, evidence, retrieved=self.retrieved, sub_questions=self.plan
        )

    async def _planned(self) -> tuple[str, ...]:
        captions = tuple(image.caption for image in self.query.images if image.caption)
        shown = self.gallery.shown(Role.PLANNER).pictures
        said = await self.journal.ask(PlanAsk(self.query.text, captions, self.language, shown))
        found = said.value.sub_questions if isinstance(said, Answer) else (asked(self.query),)
        self.journal.note(StepKind.PLAN, note="\n".join(found))
        return found[: self.settings.sub_questions]

    async def _search(self, query: str) -> None:
        self.tried.append(query)
        found = self.library.search(query, self.settings.per_question, self.journal)
        self.retrieved += [item.id for item in found]
        if not found:
            return
        said = await self.journal.ask(RankAsk(query, tuple(map(words_of, found)), self.language))
        order = (
            [n - 1 for n in said.value.numbers] if isinstance(said, Answer) else range(len(found))
        )
        ranked = [Found(found[n].id, 0.0, rank) for rank, n in enumerate(order, start=1)]
        self.rankings.append(ranked)

    def _ranked(self) -> list[Item]:
        """All that was found, what stands high in several rankings first."""
        best = fused(self.rankings, len(self.library.items))
        return [self.library.items[one.id] for one in best]

    async def _write(self, evidence: Evidence, earlier: str | None) -> Draft | None:
        self.journal.note_items(StepKind.SELECT, (*evidence.texts, *evidence.images))
        ask = writing(
            self.query,
            self.plan,
            evidence,
            draft=earlier or "",
            shown=self.gallery.shown(Role.WRITER, evidence.images),
            language=self.language,
        )
        said = await self.journal.ask(ask)
        self.journal.note(StepKind.WRITE)
        return said.value if isinstance(said, Answer) else None

    async def _gaps(self, draft: Draft, evidence: Evidence) -> tuple[str, ...]:
        written = markdown(draft, evidence, self.language)
        ask = GapsAsk(self.query.text, self.plan, written, tuple(self.tried), self.language)
        said = await self.journal.ask(ask)
        found = said.value.queries if isinstance(said, Answer) else ()
        self.journal.note(StepKind.PLAN, note="\n".join(found) or "nothing is missing")
        return tuple(query for query in found if query not in self.tried)

    async def _refined(self, draft: Draft, evidence: Evidence) -> tuple[Draft, Evidence]:
        """The draft written anew over better evidence; the old one where that fails."""
        cited = {evidence.texts[n - 1].id for one in draft.sentences() for n in one.texts}
        cited |= {evidence.images[n - 1].id for n in draft.images()}
        later = evidence.updated(self._ranked(), cited, self.settings.texts, self.settings.images)
        moved = draft.renumbered(*evidence.numbers_in(later))
        found = await self._write(later, markdown(moved, later, self.language))
        return found or moved, later

    def _is_spent(self) -> bool:
        return self.settings.tokens is not None and self.journal.tokens >= self.settings.tokens
