"""`research`: an agent answers a question, or a bench's tasks, into a folder that can be evaluated.

Beside each report stand what its writer was given and what was done, in the form that `evaluate`
reads. With models every ask is kept in the ledger before it is used: a killed run goes on where it
was, and a second one asks nothing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import msgspec

from veridical.agents.hka.agent import hka
from veridical.agents.hka.made import FOLDER, Analysed
from veridical.agents.hka.settings import Hka
from veridical.agents.research import Research, Researched, deep_research, rag
from veridical.agents.research.library import Library, Setting
from veridical.agents.research.written import markdown
from veridical.ask import Role
from veridical.errors import ConfigError, InputError
from veridical.report.language import UNDETERMINED, language_of
from veridical.respondents import Roles
from veridical.runs.analysing import AboutAnalyses, about_analyses, analysing, texts_of
from veridical.runs.check import Progress, silent
from veridical.runs.corpus import corpus_items
from veridical.runs.files import refuse_no_folder, write_whole
from veridical.runs.submissions import EvidenceFile
from veridical.runs.sync import run_sync
from veridical.task import Item, Query, read_bench

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from veridical.runs.bound import Spending
    from veridical.runs.settings import Settings

Agent = Callable[..., Awaitable[Researched]]
AGENTS: Mapping[str, Agent] = {"rag": rag, "deep_research": deep_research, "hka": hka}
ROLES = (Role.PLANNER, Role.WRITER)
ANALYSTS = (*ROLES, Role.CODER, Role.VISION)
"""Who answers where tables are analysed."""
REPORT = "report"
LEDGER = "ledger.sqlite"


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a report came about, as it is kept beside it.

    Attributes:
        question: that it answers.
        agent: who answered.
        setting: which items could be found.
        limits: how far the agent could go.
        respondents: who answered, by role.
        is_indicative: whether the built-in rules wrote it.
        sub_questions: that were searched for.
        items: how many different items were found.
        asks: how many asks were put.
        tokens: their nominal cost, in estimated input tokens.
        absence: what was not answered last; "" = nothing.
        analyses: of tables; None where the agent makes none.
    """

    question: str
    agent: str
    setting: str
    limits: Research
    respondents: Mapping[str, str]
    is_indicative: bool
    sub_questions: tuple[str, ...]
    items: int
    asks: int
    tokens: int
    absence: str = ""
    analyses: AboutAnalyses | None = None


@dataclass(frozen=True)
class Question:
    """What is asked.

    Attributes:
        query: words and pictures.
        language: of the report; "" = the question's own.
        name: of its files.
    """

    query: Query
    language: str = ""
    name: str = REPORT

    @property
    def spoken(self) -> str:
        """The language to write in."""
        found = self.language or language_of(self.query.text)
        return "en" if found == UNDETERMINED else found


@dataclass(frozen=True)
class Answered:
    """A question with its report.

    Attributes:
        question: what was asked.
        found: what the agent did.
        folder: where its files stand.
        about: how it came about.
    """

    question: Question
    found: Researched
    folder: Path
    about: About

    @property
    def path(self) -> Path | None:
        """The report; None where there is none."""
        is_written = self.found.draft is not None
        return self.folder / f"{file_name(self.question.name)}.md" if is_written else None


@dataclass(frozen=True, kw_only=True)
class Researching:
    """Lets an agent answer questions.

    Attributes:
        corpus: the folder of what is searched.
        agent: by name.
        setting: which items can be found.
        limits: how far the agent goes.
        analyses: how far it goes with tables, where it analyses any.
        settings: which models plan and write; None = the built-in rules do.
        on_spent: is told what models took, once all is done.
    """

    corpus: Path
    agent: str = "deep_research"
    setting: Setting = Setting.HYBRID
    limits: Research = field(default_factory=Research)
    analyses: Hka = field(default_factory=Hka)
    settings: Settings | None = None
    on_spent: Callable[[Spending], None] | None = None

    def answer(self, question: Question, out: Path) -> Answered:
        """Answer one question into a folder.

        Raises:
            InputError: there is no corpus, or it cannot be read; nothing is asked.
            ConfigError: no such agent; a package, a key or a price is missing.
            StoreError: the disk refuses.
        """
        (found,) = self.answer_each([question], out)
        return found

    def answer_bench(self, tasks: Path, out: Path, progress: Progress = silent) -> list[Answered]:
        """Answer every task of a bench into ``out/<agent>``, as `evaluate` reads it.

        Raises:
            InputError: the bench cannot be read.
            ConfigError: as `answer`.
            StoreError: the disk refuses.
        """
        bench = read_bench(tasks)
        questions = [Question(task.query, task.language, task.id) for task in bench.tasks]
        return self.answer_each(questions, out / self.agent, progress)

    def answer_each(
        self, questions: list[Question], out: Path, progress: Progress = silent
    ) -> list[Answered]:
        """Answer questions one after the other.

        Raises:
            InputError: as `answer`.
            ConfigError: as `answer`.
            StoreError: the disk refuses.
        """
        agent_named(self.agent)
        for question in questions:
            if not question.query.text.strip():
                raise InputError("the question", "asks nothing", fix="Write it.")
        refuse_no_folder(out)
        items = corpus_items(self.corpus)
        library = Library.of(items, self.setting)
        if not library.items:
            raise InputError(
                str(self.corpus),
                f"holds nothing for the setting {self.setting.value}",
                got=f"{len(items)} items",
                expected="texts and pictures for web, tables for table",
                fix="Name another setting, or add files.",
            )
        if self._analyses_tables:
            library = texts_of(items)
        return run_sync(self._answered(questions, (items, library), out, progress))

    @property
    def _analyses_tables(self) -> bool:
        return AGENTS[self.agent] is hka

    async def _bound(self, items: list[Item]) -> Agent:
        """The agent with how far it goes."""
        if self._analyses_tables:
            return await analysing(self.corpus, items, self.analyses, self.setting)
        return partial(agent_named(self.agent), settings=self.limits)

    async def _answered(
        self,
        questions: list[Question],
        found_in: tuple[list[Item], Library],
        out: Path,
        progress: Progress,
    ) -> list[Answered]:
        items, library = found_in
        agent, done = await self._bound(items), []
        async with self._roles(out) as roles:
            for number, question in enumerate(questions):
                progress(number, len(questions))
                language = question.spoken
                more = {"folder": figures_of(question)} if self._analyses_tables else {}
                found = await agent(question.query, library, roles, language=language, **more)
                about = self._about(question, found, roles)
                one = Answered(question, found, out, about)
                _write(one, language)
                done.append(one)
        progress(len(questions), len(questions))
        return done

    @asynccontextmanager
    async def _roles(self, out: Path) -> AsyncIterator[Roles]:
        if self.settings is None or not self.settings.bindings:
            yield Roles()
            return
        from veridical.ledger import open_ledger
        from veridical.runs.bound import bound
        from veridical.runs.files import refused

        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as e:
            raise refused(out, e) from e
        with open_ledger(out / LEDGER) as kept:
            async with bound(self.settings, kept) as found:
                yield found.roles
                if self.on_spent is not None:
                    self.on_spent(found.spending)

    def _about(self, question: Question, found: Researched, roles: Roles) -> About:
        absence = found.absence
        asked = ANALYSTS if self._analyses_tables else ROLES
        return About(
            question=question.query.text,
            agent=self.agent,
            setting=self.setting.value,
            limits=self.limits,
            respondents={role.value: roles.respondent(role).identity for role in asked},
            is_indicative=roles.is_indicative(ROLES),
            sub_questions=found.sub_questions,
            items=len(found.retrieved),
            asks=found.asks,
            tokens=found.tokens,
            absence="" if absence is None else f"{absence.reason.value}: {absence.detail}",
            analyses=about_analyses(found, self.analyses, self.setting),
        )


def agent_named(name: str) -> Agent:
    """The agent of that name.

    Raises:
        ConfigError: there is none.
    """
    if name not in AGENTS:
        raise ConfigError(
            "--agent", "is none", got=name, expected=" or ".join(AGENTS), fix="Name one of them."
        )
    return AGENTS[name]


def file_name(name: str) -> str:
    """A task's id as the name of files, as `evaluate` reads it back."""
    return quote(name, safe=" ")


def figures_of(question: Question) -> str:
    """The folder of the figures that are made for a question, beside its report."""
    is_alone = question.name == REPORT
    return FOLDER if is_alone else f"{FOLDER}/{file_name(question.name)}"


def evidence_of(found: Researched) -> EvidenceFile:
    """What the writer was given, as `evaluate` reads it."""
    every: Iterator[Item] = iter((*found.evidence.texts, *found.evidence.images))
    return EvidenceFile(
        tuple(item.id for item in found.evidence.texts),
        tuple(item.id for item in found.evidence.images),
        {item.id: item.title for item in every if item.title},
    )


def _write(one: Answered, language: str) -> None:
    name, found = file_name(one.question.name), one.found
    beside = {
        f"{name}.evidence.json": msgspec.json.encode(evidence_of(found)) + b"\n",
        f"{name}.trajectory.jsonl": b"".join(msgspec.json.encode(s) + b"\n" for s in found.steps),
        f"{name}.about.json": msgspec.json.format(msgspec.json.encode(one.about)) + b"\n",
    }
    for made in found.made if isinstance(found, Analysed) else ():
        beside |= made.files()
    for file, data in beside.items():
        write_whole(one.folder / file, data)
    if found.draft is not None:
        text = markdown(found.draft, found.evidence, language)
        write_whole(one.folder / f"{name}.md", text.encode())
