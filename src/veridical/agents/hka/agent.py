"""HKA: a planner sends out analysts of texts and of tables; a writer keeps what they made.

Knowledgeable Deep Research (arXiv:2604.07720), section 3; the numbers are the released code's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from veridical.agents.hka.asks.step import Done, Move, StepAsk, Tool
from veridical.agents.hka.drawing import Drawer
from veridical.agents.hka.made import FOLDER, Analysed
from veridical.agents.hka.rates import NO_RATES
from veridical.agents.hka.settings import Hka, Part
from veridical.agents.hka.tables import TableAnalyst
from veridical.agents.hka.texts import TextAnalyst, silent
from veridical.agents.hka.writer import Found, Writer
from veridical.agents.research.asks.plan import PlanAsk
from veridical.agents.research.gallery import NO_PICTURES, Gallery
from veridical.agents.research.journal import Journal
from veridical.agents.research.library import Library
from veridical.agents.research.rag import asked
from veridical.ask import Answer, Asker, NoVerdict, Role
from veridical.errors import ConfigError
from veridical.retrieval.tables import Table
from veridical.score import Reason
from veridical.sources.eyes import Eyes
from veridical.task import Query
from veridical.trajectory import StepKind

NO_TABLES = NoVerdict(Reason.NOT_ASSESSED, "the corpus holds no table that can be read")


async def hka(
    query: Query,
    library: Library,
    asker: Asker,
    *,
    tables: Sequence[Table] = (),
    drawing: Drawer | NoVerdict = NO_TABLES,
    settings: Hka = Hka(),  # noqa: B008 - frozen
    language: str = "en",
    folder: str = FOLDER,
    eyes: Eyes | None = None,
    gallery: Gallery = NO_PICTURES,
) -> Analysed:
    """A report out of texts, pictures and tables.

    Args:
        query: the question, and captions of its pictures.
        library: of texts and pictures.
        asker: who plans, codes, looks and writes.
        tables: that can be analysed.
        drawing: where programs run; why nowhere, then no table is analysed.
        settings: how far it goes.
        language: of the report.
        folder: of the figures, beside the report, as their paths are to begin.
        eyes: what reads figures back on this machine; None = nothing does.
        gallery: pictures, for roles that see.
    """
    with TemporaryDirectory() as shelf:
        journal = Journal(asker)
        hindrance = drawing if isinstance(drawing, NoVerdict) else None if tables else NO_TABLES
        analyst = None
        if isinstance(drawing, Drawer) and tables and Part.TABLES not in settings.without:
            by_id = {table.id: table for table in tables}
            analyst = TableAnalyst(
                by_id,
                journal,
                drawing,
                Path(shelf),
                settings,
                language,
                folder,
                library.items,
                eyes,
            )
        reader = TextAnalyst(library, journal, settings.web_k, language)
        has_web = Part.WEB not in settings.without and bool(library.items)
        texts = reader if has_web else None
        lead = _Lead(journal, settings, language, texts, analyst, gallery)
        if hindrance is not None and Part.TABLES not in settings.without:
            lead.not_assessed.append(f"analyses of tables: {hindrance.detail}")
        return await lead.researched(query)


@dataclass
class _Lead:
    journal: Journal
    settings: Hka
    language: str
    reader: TextAnalyst | None
    analyst: TableAnalyst | None
    gallery: Gallery = NO_PICTURES
    calls: int = 0
    whole: str = ""
    retrieved: list[str] = field(default_factory=list)
    not_assessed: list[str] = field(default_factory=list)

    async def researched(self, query: Query) -> Analysed:
        self.whole = asked(query)
        plan, parts = await self._planned(query), []
        for subtask in plan:
            if self._is_spent():
                break
            parts.append(await self._part(subtask))
        made = self.analyst.shelved if self.analyst else {}
        gallery = self.gallery.with_made(made)
        writer = Writer(self.journal, self.settings, self.language, gallery)
        draft, evidence = await writer.report(query, parts)
        self._say_unseen()
        unwritten = [part.subtask for part in parts if not part.is_written]
        unwritten += plan[len(parts) :]
        # what nobody here could do has its own lines, as has a part that nothing was found for:
        # no report is wanting for it
        told = {Reason.NOT_ASSESSED} | ({Reason.NOTHING_TO_CHECK} if draft is not None else set())
        self.journal.absences = [one for one in self.journal.absences if one.reason not in told]
        closed = self.journal.closed(
            draft,
            evidence,
            retrieved=self.retrieved,
            sub_questions=[part.subtask for part in parts],
        )
        return Analysed(
            **vars(closed),
            made=tuple(self.analyst.made) if self.analyst else (),
            rates=self.analyst.tally.rates() if self.analyst else NO_RATES,
            calls=self.calls,
            not_assessed=tuple(self.not_assessed),
            not_found=tuple(unwritten),
        )

    async def _planned(self, query: Query) -> tuple[str, ...]:
        captions = tuple(image.caption for image in query.images if image.caption)
        shown = self.gallery.shown(Role.PLANNER).pictures
        said = await self.journal.ask(PlanAsk(query.text, captions, self.language, shown))
        found = said.value.sub_questions if isinstance(said, Answer) else (asked(query),)
        self.journal.note(StepKind.PLAN, note="\n".join(found))
        return found[: self.settings.sub_questions]

    def _is_spent(self) -> bool:
        return self.calls >= self.settings.calls

    async def _part(self, subtask: str) -> Found:
        found = Found(subtask)
        history: list[Done] = []
        while not self._is_spent():
            move = await self._move(subtask, history)
            if move.tool is Tool.WRITE:
                break
            self.calls += 1
            take = self._read if move.tool is Tool.WEB else self._analyse
            history.append(Done(move.tool, move.query, await take(move.query, found)))
        return found

    async def _move(self, subtask: str, history: Sequence[Done]) -> Move:
        """The planner's next step; each tool once where it names none."""
        tools = {Tool.WEB: self.reader, Tool.TABLE: self.analyst}
        left = tuple(tool for tool, analyst in tools.items() if analyst is not None)
        if not left:
            return Move(Tool.WRITE)
        ask = StepAsk(subtask, tuple(history), left, self.language, self._of_tables(subtask))
        said = await self.journal.ask(ask)
        if isinstance(said, NoVerdict):
            said = ask.by_rule()
        move = said.value if isinstance(said, Answer) else Move(Tool.WRITE)
        self.journal.note(StepKind.PLAN, note=move.tool.value, query=move.query or None)
        return move

    def _of_tables(self, subtask: str) -> str:
        """What the rules ask of tables: the part's question, else the whole one; "" = none fits."""
        if self.analyst is None:
            return ""
        return self.analyst.question_for(subtask) or self.analyst.question_for(self.whole)

    async def _read(self, query: str, found: Found) -> str:
        assert self.reader is not None
        summary, items = await self.reader.found(query, found.subtask)
        found.items |= {item.id: item for item in items}
        self.retrieved += [item.id for item in items]
        return summary

    async def _analyse(self, query: str, found: Found) -> str:
        """What the planner is told of an analysis; where nothing runs here, none is tried again."""
        assert self.analyst is not None
        try:
            made = await self.analyst.analysed(query)
        except ConfigError as e:
            self.not_assessed.append(f"analyses of tables: {e}")
            self.analyst = None
            return silent(self.language)
        if not made:
            return silent(self.language)
        found.made += made
        for one in made:
            self.journal.note_items(StepKind.RETRIEVE, (one.analysis, one.figure))
            self.retrieved += [one.analysis.id, one.figure.id]
        return "\n".join(one.analysis.text for one in made)

    def _say_unseen(self) -> None:
        if self.analyst is not None and self.analyst.tally.unseen:
            self.not_assessed.append(
                "what figures look like: nobody is bound who sees; their pixels were looked at"
            )
