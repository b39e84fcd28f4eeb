"""The Writer: each part by an outline that keeps all figures; then one report, and its end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from veridical.agents.hka.asks.conclusion import ConclusionAsk
from veridical.agents.hka.asks.outline import Outline, OutlineAsk
from veridical.agents.hka.made import Made
from veridical.agents.hka.settings import Hka
from veridical.agents.research.asks.extract import Kept
from veridical.agents.research.asks.write import writing
from veridical.agents.research.draft import Draft, Paragraph, Section
from veridical.agents.research.evidence import Evidence
from veridical.agents.research.gallery import NO_PICTURES, Gallery
from veridical.agents.research.journal import Journal
from veridical.agents.research.library import words_of
from veridical.agents.research.written import markdown
from veridical.ask import Answer, Role
from veridical.task import Item, Query
from veridical.trajectory import StepKind


@dataclass
class Found:
    """What was found for a part of the report.

    Attributes:
        subtask: its question.
        items: texts and pictures, best first.
        made: analyses of tables.
        is_written: whether the report has a section on it.
    """

    subtask: str
    items: dict[str, Item] = field(default_factory=dict)
    made: list[Made] = field(default_factory=list)
    is_written: bool = False

    def evidence(self, settings: Hka) -> Evidence:
        """What the writer is given: analyses and figures first."""
        own = Evidence.of(self.items.values(), settings.texts, settings.images)
        return Evidence(
            (*(one.analysis for one in self.made), *own.texts),
            (*(one.figure for one in self.made), *own.images),
        )


@dataclass(frozen=True)
class Writer:
    """Writes parts, and puts them together.

    Attributes:
        journal: where asks are put and steps noted.
        settings: how much a writer is given.
        language: of the report.
        gallery: pictures, for a writer who sees.
    """

    journal: Journal
    settings: Hka
    language: str
    gallery: Gallery = NO_PICTURES

    async def report(self, query: Query, parts: Sequence[Found]) -> tuple[Draft | None, Evidence]:
        """The report over all evidence; None where no part could be written.

        A part that nothing was written for has no section, since nothing there could be cited;
        `Found.is_written` tells it, and so do the page and the terminal.
        """
        given = [part.evidence(self.settings) for part in parts]
        every = merged(given)
        sections: list[Section] = []
        for part, evidence in zip(parts, given, strict=True):
            own = await self._part(part, evidence)
            part.is_written = own is not None
            if own is not None:
                sections += own.renumbered(*evidence.numbers_in(every)).sections
        if not sections:
            return None, every
        whole = Draft(query.text, without_repeats(sections), ())
        return await self._ended(whole, query, every), every

    async def _part(self, part: Found, evidence: Evidence) -> Draft | None:
        if not evidence.ids:
            return None
        many = len(part.made)
        kept = Kept(tuple(range(1, many + 1)), tuple(range(1, many + 1)))
        outline = OutlineAsk(
            part.subtask,
            tuple(map(words_of, evidence.texts)),
            tuple(one.figure.text for one in part.made),
            self.language,
        )
        said = await self.journal.ask(outline)
        plan = _plan(said.value) if isinstance(said, Answer) else (part.subtask,)
        self.journal.note_items(StepKind.SELECT, (*evidence.texts, *evidence.images))
        shown = self.gallery.shown(Role.WRITER, evidence.images)
        ask = writing(
            Query(part.subtask), plan, evidence, kept=kept, shown=shown, language=self.language
        )
        written = await self.journal.ask(ask)
        self.journal.note(StepKind.WRITE, note=part.subtask)
        return written.value if isinstance(written, Answer) else None

    async def _ended(self, whole: Draft, query: Query, every: Evidence) -> Draft:
        """With title and conclusion; without an answer it ends with its last part."""
        texts = tuple(map(words_of, every.texts))
        report = markdown(whole, every, self.language)
        said = await self.journal.ask(ConclusionAsk(query.text, report, texts, self.language))
        self.journal.note(StepKind.WRITE)
        title = " ".join(query.text.replace("<image>", " ").split())
        if isinstance(said, Answer):
            return Draft(said.value.title, whole.sections, said.value.sentences)
        return Draft(title, whole.sections, ())


def merged(lists: Iterable[Evidence]) -> Evidence:
    """One list out of several, each item once."""
    every = list(lists)
    texts = {item.id: item for one in every for item in one.texts}
    images = {item.id: item for one in every for item in one.images}
    return Evidence(tuple(texts.values()), tuple(images.values()))


def without_repeats(sections: Iterable[Section]) -> tuple[Section, ...]:
    """The same without cited sentences and pictures that stand further up already."""
    said: set[str] = set()
    shown: set[int] = set()
    left = []
    for section in sections:
        paragraphs = []
        for one in section.paragraphs:
            sentences = tuple(s for s in one.sentences if not s.texts or s.text not in said)
            images = tuple(n for n in one.images if n not in shown)
            said |= {s.text for s in sentences}
            shown |= set(images)
            if sentences or images:
                paragraphs.append(Paragraph(sentences, images))
        if paragraphs:
            left.append(Section(section.heading, tuple(paragraphs)))
    return tuple(left)


def _plan(outline: Outline) -> tuple[str, ...]:
    """The headings; where there are several, of each the pictures that belong below it."""
    if len(outline.sections) == 1:
        return (outline.sections[0].heading,)
    return tuple(
        " ".join([one.heading, *(f"(image {n})" for n in one.figures)]) for one in outline.sections
    )
