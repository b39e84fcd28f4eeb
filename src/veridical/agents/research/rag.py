"""RAG: one search, one pass of writing (HiEviDR-Bench, arXiv:2607.25151, appendix A.3)."""

from __future__ import annotations

from veridical.agents.research.asks.write import writing
from veridical.agents.research.evidence import Evidence
from veridical.agents.research.gallery import NO_PICTURES, Gallery
from veridical.agents.research.journal import Journal, Researched
from veridical.agents.research.library import Library
from veridical.agents.research.settings import Research
from veridical.ask import Answer, Asker, Role
from veridical.task import Query
from veridical.trajectory import StepKind


async def rag(
    query: Query,
    library: Library,
    asker: Asker,
    *,
    settings: Research = Research(),  # noqa: B008 - frozen
    language: str = "en",
    gallery: Gallery = NO_PICTURES,
) -> Researched:
    """A report written at once from what the question finds.

    Args:
        query: the question, and captions of its pictures.
        library: what is searched.
        asker: who writes.
        settings: `Research.top` items are found, of both kinds together.
        language: of the report.
        gallery: pictures, for a writer who sees.
    """
    journal = Journal(asker)
    found = library.search(asked(query), settings.top, journal)
    evidence = Evidence.of(found, settings.top, settings.top)
    journal.note_items(StepKind.SELECT, (*evidence.texts, *evidence.images))
    shown = gallery.shown(Role.WRITER, evidence.images)
    said = await journal.ask(writing(query, (), evidence, shown=shown, language=language))
    draft = said.value if isinstance(said, Answer) else None
    journal.note(StepKind.WRITE)
    return journal.closed(draft, evidence, retrieved=[item.id for item in found])


def asked(query: Query) -> str:
    """The words that a question is searched by: its own, and its pictures' captions."""
    return "\n".join([query.text, *(image.caption for image in query.images if image.caption)])
