"""The Structured Knowledge Analyzer: one table, a program, a figure that is looked at, insights."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

import msgspec

from veridical.agents.hka.analysis import Analysis, Insight, insights
from veridical.agents.hka.analysis.code import FIGURE, RESULT, is_apart
from veridical.agents.hka.analysis.results import inline, reported
from veridical.agents.hka.analysis.tracing import trace
from veridical.agents.hka.asks.insights import NOTHING, Findings, InsightsAsk
from veridical.agents.hka.drawing import Drawer
from veridical.agents.hka.fitting import question_for
from veridical.agents.hka.looking import Look, look
from veridical.agents.hka.made import FOLDER, Made
from veridical.agents.hka.programs import Programs, Ran
from veridical.agents.hka.rates import Tally
from veridical.agents.hka.read_back import ReadBack, read_back
from veridical.agents.hka.settings import Hka, Part
from veridical.agents.research.asks.rank import RankAsk
from veridical.agents.research.journal import Journal
from veridical.ask import Answer, Attachment
from veridical.errors import AnswerError
from veridical.retrieval.tables import Table, TableBase
from veridical.sources.eyes import Eyes
from veridical.task import Item, Modality
from veridical.trajectory import StepKind

_RESULT = 4_000
"""Characters of what a program reported that a prompt shows."""


@dataclass
class TableAnalyst:
    """Analyses tables, each once.

    Attributes:
        tables: by id.
        journal: where asks are put and steps noted.
        drawer: where programs run.
        shelf: a folder for figures, while they are looked at.
        settings: how often, and what is taken away.
        language: of the report.
        folder: of the figures, beside the report.
        taken: ids that no analysis may have.
        eyes: what reads figures back on this machine; None = nothing does.
        tally: of failures and rejections.
        used: ids of tables that were analysed.
        made: the analyses so far.
        shelved: their figures as files, by the figure's id.
    """

    tables: dict[str, Table]
    journal: Journal
    drawer: Drawer
    shelf: Path
    settings: Hka
    language: str
    folder: str = FOLDER
    taken: Collection[str] = ()
    eyes: Eyes | None = None
    tally: Tally = field(default_factory=Tally)
    used: list[str] = field(default_factory=list)
    made: list[Made] = field(default_factory=list)
    shelved: dict[str, Attachment] = field(default_factory=dict)
    _base: TableBase = field(init=False)

    def __post_init__(self) -> None:
        """Index the tables by their descriptions, never by their values."""
        self._base = TableBase(self.tables.values())

    async def analysed(self, query: str) -> list[Made]:
        """Analyses of the table that bears on a question most; none where there is none.

        Raises:
            ConfigError: the sandbox does not work here.
        """
        table = await self._chosen(query)
        if table is None:
            return []
        self.used.append(table.id)
        self.journal.note(StepKind.ANALYZE, query=query, note=f"table {table.id}")
        made: list[Made] = []
        drawn: list[Analysis] = []
        for _ in range(1 if self.settings.as_published else self.settings.views):
            programs = self._programs(query, table, drawn)
            if drawn and not programs.analysis_of:
                break
            found = await self._view(programs)
            if found is None:
                break
            made.append(found)
            analysis = programs.analysis_of.get(found.code)
            if analysis is None:
                break
            drawn.append(analysis)
        return made

    def _programs(self, query: str, table: Table, drawn: Sequence[Analysis]) -> Programs:
        is_bare = Part.SCHEMA in self.settings.without
        return Programs(
            query,
            table,
            table.as_text() if is_bare else table.schema,
            self.journal,
            self.drawer,
            self.tally,
            self.settings.runs,
            self.language,
            tuple(drawn),
        )

    async def _view(self, programs: Programs) -> Made | None:
        """One figure with what it shows."""
        drawn = await self._drawn(programs)
        if drawn is None:
            return None
        made = await self._told(programs, *drawn)
        if made is not None:
            self.made.append(made)
        return made

    def question_for(self, question: str) -> str:
        """What the rules ask of tables that were not used; "" where none fits."""
        return question_for(question, self.tables, self.used)

    async def _chosen(self, query: str) -> Table | None:
        """By similarity, then one by rank; without an order the most similar, as released."""
        self.journal.note(StepKind.SEARCH, query=query, note="tables")
        left = self._base.found(query, self.settings.table_k, without=self.used)
        if not left:
            return None
        if Part.RERANK in self.settings.without:
            return left[0]
        ask = RankAsk(query, tuple(table.description for table in left), self.language)
        said = await self.journal.ask(ask)
        numbers: Sequence[int] = said.value.numbers if isinstance(said, Answer) else ()
        return left[numbers[0] - 1] if numbers else left[0]

    async def _drawn(self, programs: Programs) -> tuple[Ran, Attachment] | None:
        """A program with a figure that passed; a rejected one only as published."""
        ran, seen = None, None
        looks: list[Look] = []
        for _ in range(self.settings.validations):
            last = ran.code if ran and seen and seen.rejection else ""
            found = await programs.working(last, seen.why if seen else "")
            if found is None:
                break
            ran = found
            seen = await look(
                ran,
                programs.question,
                programs.table.schema,
                drawer=self.drawer,
                journal=self.journal,
                shelf=self.shelf,
                language=self.language,
            )
            looks.append(seen)
            if seen.rejection is None:
                break
        self._count(looks)
        if ran is None or seen is None or seen.picture is None:
            return None
        return (ran, seen.picture) if not seen.rejection or self.settings.as_published else None

    def _count(self, looks: Sequence[Look]) -> None:
        self.tally.unseen += sum(not one.is_seen for one in looks)
        self.tally.looked([one.rejection for one in looks])
        for one in looks:
            if one.rejection is not None:
                self.journal.note(StepKind.ANALYZE, note=f"figure rejected, {one.why}")

    async def _told(self, programs: Programs, ran: Ran, picture: Attachment) -> Made | None:
        """What the figure shows; None where nobody can say."""
        table, analysis = programs.table, programs.analysis_of.get(ran.code)
        traced = _traced(ran, analysis, table)
        rule = _findings(traced, analysis, table) if analysis else NOTHING
        ask = InsightsAsk(
            programs.question,
            table.schema,
            ran.outcome.files.get(RESULT, b"").decode("utf-8", "replace")[:_RESULT],
            picture,
            rule,
            self.language,
        )
        said = await self.journal.ask(ask)
        found = said.value if isinstance(said, Answer) else rule
        told = traced if found == rule else self._kept(found, ran, table)
        if not told:
            return None
        read: tuple[ReadBack, ...] = ()
        if not self.settings.as_published:
            read = await read_back(
                picture, table, eyes=self.eyes, journal=self.journal, language=self.language
            )
        made = self._made(table, ran, found.caption, told)
        self.shelved[made.figure.id] = picture
        return replace(made, read=read, is_ruled=found == rule)

    def _kept(self, found: Findings, ran: Ran, table: Table) -> tuple[Insight, ...]:
        """What somebody wrote, traced; without sentences whose numbers come from nowhere."""
        told = trace(found.sentences, table, reported(ran.outcome.files.get(RESULT, b"")))
        if self.settings.as_published:
            return told
        for one in told:
            if one.untraced:
                numbers = ", ".join(one.untraced)
                self.journal.note(StepKind.ANALYZE, note=f"sentence dropped, no cell: {numbers}")
        return tuple(one for one in told if not one.untraced)

    def _number(self) -> int:
        """The next whose ids are free."""
        given = {*self.taken, *(one.figure.id for one in self.made)}
        return next(n for n in count(1) if not {f"analysis-{n}", f"figure-{n}"} & given)

    def _made(self, table: Table, ran: Ran, caption: str, told: tuple[Insight, ...]) -> Made:
        n = self._number()
        space = "" if _is_chinese(table.language or self.language) else " "
        analysis = Item(
            f"analysis-{n}",
            space.join(one.text for one in told),
            title=table.title,
            source=table.source,
            license=table.license,
            language=table.language,
            document=table.id,
        )
        figure = msgspec.structs.replace(
            analysis,
            id=f"figure-{n}",
            text=caption,
            modality=Modality.IMAGE,
            image_path=f"{self.folder}/figure-{n}.png",
        )
        return Made(table, ran.code, ran.outcome.files[FIGURE], analysis, figure, told)


def _traced(ran: Ran, analysis: Analysis | None, table: Table) -> tuple[Insight, ...]:
    """The rules' sentences; none of a program that is not theirs."""
    if analysis is None:
        return ()
    try:
        return insights(ran.outcome.files.get(RESULT, b""), analysis, table)
    except AnswerError:
        return ()


def _findings(traced: Sequence[Insight], analysis: Analysis, table: Table) -> Findings:
    columns = {column.field: column for column in table.columns}
    names = [columns[name].heading for name in analysis.fields]
    label = columns[analysis.label].name
    differs = is_apart(analysis, table)
    if _is_chinese(table.language):
        caption = f"各{label}的{'、'.join(names)}" + ("，与平均值之差" if differs else "")
    else:
        apart = ", difference from the mean" if differs else ""
        caption = f"{' and '.join(names)} by {inline(label)}{apart}"
    return Findings(caption, tuple(one.text for one in traced))


def _is_chinese(language: str) -> bool:
    return language.startswith("zh")
