"""`research`: an agent answers a question, or a bench's tasks, into a folder that can be evaluated.

With models every ask is kept in the ledger before it is used: a killed run goes on where it was,
and a second one asks nothing. Where the budget ends, the built-in rules take over, so that what was
found is still written down.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from veridical.agents.hka.agent import hka
from veridical.agents.hka.settings import Hka
from veridical.agents.release import Filters, Release, Released, Releasing
from veridical.agents.research import Research, Researched, deep_research, rag
from veridical.agents.research.askers import Delivering, Planned, Redrawn, Watched
from veridical.agents.research.asks.plan import PlanAsk
from veridical.agents.research.gallery import NO_PICTURES, Gallery
from veridical.agents.research.library import Library, Setting
from veridical.agents.research.withheld import References
from veridical.ask import Answer, Ask, Asker, NoVerdict, Role
from veridical.errors import ConfigError, InputError
from veridical.respondents import Roles
from veridical.runs.analysing import about_analyses, analysing, texts_of
from veridical.runs.check import Progress, silent
from veridical.runs.corpus import corpus_items
from veridical.runs.corpus_library import Wanted, searched_by
from veridical.runs.files import refuse_no_folder
from veridical.runs.kept_roles import kept_roles
from veridical.runs.pictures import attachment
from veridical.runs.protocol_report import NO_PROTOCOL, ReportProtocol
from veridical.runs.researched import About, Answered, Question, figures_of, write_answer
from veridical.runs.sync import run_sync
from veridical.task import Item, read_bench

if TYPE_CHECKING:
    from veridical.runs.bound import Spending
    from veridical.runs.settings import Settings

Agent = Callable[..., Awaitable[Researched]]
AGENTS: Mapping[str, Agent] = {"rag": rag, "deep_research": deep_research, "hka": hka}
ROLES = (Role.PLANNER, Role.WRITER)
ANALYSTS = (*ROLES, Role.CODER, Role.VISION)
OPEN = Filters()
RELEASE = Release()
"""Who answers where tables are analysed."""


@dataclass(frozen=True, slots=True)
class _Job:
    """A question, once: the folder of its files, and which repeat it is, from 0."""

    question: Question
    folder: Path
    repeat: int


class Watch(Protocol):
    """Is told how a run goes."""

    def begin(self, question: str, plan: tuple[str, ...]) -> None:
        """A question begins; its plan where one was given."""
        ...

    def bound(self, spending: Callable[[], Spending]) -> None:
        """Models are bound; what they took so far is told by this."""
        ...

    def seen(self, ask: Ask[Any], said: Answer[Any] | NoVerdict | None) -> None:
        """An ask is put, or was answered."""
        ...


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
        runs: how often each question is answered from the start, each time drawn anew.
        plan: the questions to search for; empty = the agent plans.
        protocol: how the report is laid out, and what it may stand on.
        release: what stands between a draft and its report; None = nothing, as published.
        filters: what of the corpus may be found.
        blocked: references that must not be used, beside those of a task.
        wanted: how the corpus is searched; None = by words.
        watch: is told how it goes; None = nobody is.
    """

    corpus: Path
    agent: str = "deep_research"
    setting: Setting = Setting.HYBRID
    limits: Research = field(default_factory=Research)
    analyses: Hka = field(default_factory=Hka)
    settings: Settings | None = None
    on_spent: Callable[[Spending], None] | None = None
    runs: int = 1
    plan: tuple[str, ...] = ()
    protocol: ReportProtocol = NO_PROTOCOL
    release: Release | None = RELEASE
    filters: Filters = OPEN
    blocked: tuple[str, ...] = ()
    wanted: Wanted | None = None
    watch: Watch | None = None

    def answer(self, question: Question, out: Path) -> Answered:
        """Answer one question into a folder, once.

        Raises:
            InputError: there is no corpus, or it cannot be read; nothing is asked.
            ConfigError: no such agent; a package, a key or a price is missing.
            StoreError: the disk refuses.
        """
        return self._answer_all([_Job(question, out, 0)], out)[0]

    def answer_runs(
        self, question: Question, out: Path, progress: Progress = silent
    ) -> list[Answered]:
        """Answer one question `runs` times, each into a folder of its own in `out`.

        Raises:
            InputError: as `answer`.
            ConfigError: as `answer`.
            StoreError: the disk refuses.
        """
        jobs = [_Job(question, out / f"run-{n + 1}", n) for n in range(self.runs)]
        return self._answer_all(jobs, out, progress)

    def answer_bench(self, tasks: Path, out: Path, progress: Progress = silent) -> list[Answered]:
        """Answer every task of a bench into ``out/<agent>``, as `evaluate` reads it.

        Of several runs each is a system of its own, ``out/<agent>.run-1`` and so on.

        Raises:
            InputError: the bench cannot be read.
            ConfigError: as `answer`.
            StoreError: the disk refuses.
        """
        bench = read_bench(tasks)
        questions = [
            Question(task.query, task.language, task.id, (*task.blocked, *self.blocked))
            for task in bench.tasks
        ]
        names = [f"{self.agent}.run-{n + 1}" for n in range(self.runs)]
        folders = [out / name for name in (names if self.runs > 1 else [self.agent])]
        jobs = [_Job(q, folder, n) for n, folder in enumerate(folders) for q in questions]
        return self._answer_all(jobs, folders[0], progress, pictures=bench.folder)

    def planned(self, question: Question, out: Path) -> tuple[str, ...]:
        """What the agent would search for, as its own first step finds it; kept like all asks.

        Raises:
            ConfigError: the agent makes no plan, or as `answer`.
            StoreError: the disk refuses.
        """
        most = self.most_planned
        captions = tuple(image.caption for image in question.query.images if image.caption)
        ask = PlanAsk(question.query.text, captions, question.spoken)

        async def planned() -> tuple[str, ...]:
            async with self._roles(out) as roles:
                said = await Delivering(roles).ask(ask)
            return said.value.sub_questions if isinstance(said, Answer) else ()

        return run_sync(planned())[:most] or (question.query.text,)

    @property
    def most_planned(self) -> int:
        """How many questions a plan may hold.

        Raises:
            ConfigError: the agent makes no plan.
        """
        if agent_named(self.agent) is rag:
            raise ConfigError(
                "--plan",
                "means nothing for this agent",
                got=self.agent,
                expected="one that plans: deep_research or hka",
                fix="Leave it out, or name the agent.",
            )
        return (self.analyses if self._analyses_tables else self.limits).sub_questions

    def _answer_all(
        self,
        jobs: list[_Job],
        home: Path,
        progress: Progress = silent,
        *,
        pictures: Path | None = None,
    ) -> list[Answered]:
        agent_named(self.agent)
        for job in jobs:
            if not job.question.query.text.strip():
                raise InputError("the question", "asks nothing", fix="Write it.")
        if self.plan:
            _ = self.most_planned
        refuse_no_folder(home)
        reach = _Reach(self, corpus_items(self.corpus), pictures or self.corpus)
        reach.refuse_nothing()
        return run_sync(self._answered(jobs, reach, home, progress))

    @property
    def _analyses_tables(self) -> bool:
        return AGENTS[self.agent] is hka

    async def _answered(
        self, jobs: list[_Job], reach: _Reach, home: Path, progress: Progress
    ) -> list[Answered]:
        done = []
        async with self._roles(home) as roles:
            for number, job in enumerate(jobs):
                progress(number, len(jobs))
                done.append(await self._one(job, reach, roles))
        progress(len(jobs), len(jobs))
        return done

    async def _one(self, job: _Job, reach: _Reach, roles: Roles) -> Answered:
        question = job.question
        agent, library = await reach.of(question)
        more: dict[str, object] = {"gallery": reach.gallery_of(question)}
        if self._analyses_tables:
            more["folder"] = figures_of(question)
        delivering = Delivering(Redrawn(roles, job.repeat))
        asker: Asker = Planned(delivering, self.plan) if self.plan else delivering
        if self.watch is not None:
            self.watch.begin(question.query.text, self.plan)
            asker = Watched(asker, self.watch.seen)
        released = await self._released(question, partial(agent, **more), library, asker)
        about = self._about(job, released.found, roles, by_rules=len(delivering.spent))
        one = Answered(question, released.found, job.folder, about, released.record)
        write_answer(one, self.protocol.written(one, self.corpus, reach.pictures))
        return one

    async def _released(
        self, question: Question, agent: Agent, library: Library, asker: Asker
    ) -> Released:
        """What the agent found; where nothing stands behind it, as it wrote it."""
        if self.release is None:
            found = await agent(question.query, library, asker, language=question.spoken)
            return Released(found, None)
        releasing = Releasing(asker, self.release, self.filters.only_language)
        found = await agent(question.query, library, releasing.asker, language=question.spoken)
        return await releasing.released(found, question.query, question.spoken)

    def _roles(self, home: Path) -> AbstractAsyncContextManager[Roles]:
        on_bound = None if self.watch is None else self.watch.bound
        return kept_roles(self.settings, home, on_spent=self.on_spent, on_bound=on_bound)

    def _about(self, job: _Job, found: Researched, roles: Roles, *, by_rules: int) -> About:
        absence = found.absence
        asked = ANALYSTS if self._analyses_tables else ROLES
        asked = (*asked, Role.JUDGE) if self.release is not None else asked
        return About(
            question=job.question.query.text,
            agent=self.agent,
            setting=self.setting.value,
            limits=self.limits,
            respondents={role.value: roles.respondent(role).identity for role in asked},
            is_indicative=roles.is_indicative(ROLES) or by_rules > 0,
            sub_questions=found.sub_questions,
            items=len(found.retrieved),
            asks=found.asks,
            tokens=found.tokens,
            absence="" if absence is None else f"{absence.reason.value}: {absence.detail}",
            analyses=about_analyses(found, self.analyses, self.setting),
            run=job.repeat + 1,
            by_rules=by_rules,
            is_plan_given=bool(self.plan),
            protocol=self.protocol.name,
            blocked=job.question.blocked,
            release=self.release,
            filters=None if self.filters.is_open else self.filters,
            index=self.wanted.name if self.wanted is not None else "",
        )


@dataclass(frozen=True)
class _Reach:
    """What can be found for a question: all items but those that are withheld from it.

    Attributes:
        work: who researches.
        items: of the corpus.
        pictures: the folder in which the question's pictures lie.
    """

    work: Researching
    items: list[Item]
    pictures: Path
    _known: dict[frozenset[str], tuple[Agent, Library]] = field(default_factory=dict, repr=False)

    def gallery_of(self, question: Question) -> Gallery:
        """The pictures of a question and of the corpus, for roles whose models see."""
        settings, corpus = self.work.settings, self.work.corpus
        bound = settings.bindings if settings is not None else {}
        seeing = frozenset(role for role in ROLES if role in bound and bound[role].sees)
        if not seeing:
            return NO_PICTURES
        own = (attachment(self.pictures, image.path) for image in question.query.images)
        return Gallery(
            seeing,
            tuple(one for one in own if one is not None),
            lambda item: attachment(corpus, item.image_path) if item.image_path else None,
        )

    async def of(self, question: Question) -> tuple[Agent, Library]:
        """The agent with how far it goes, and what it searches."""
        withheld = self._unfit
        if question.blocked:
            withheld |= self._references.ids_of(question.blocked)
        if withheld not in self._known:
            self._known[withheld] = await self._found(withheld)
        return self._known[withheld]

    @cached_property
    def _unfit(self) -> frozenset[str]:
        takes = self.work.protocol.takes
        withheld = frozenset(item.id for item in self.items if not takes(item))
        return withheld | self.work.filters.withheld(self.items)

    @cached_property
    def _references(self) -> References:
        return References(self.items)

    async def _found(self, withheld: frozenset[str]) -> tuple[Agent, Library]:
        work = self.work
        items = [item for item in self.items if item.id not in withheld]
        if work._analyses_tables:
            bound = await analysing(
                work.corpus, items, work.analyses, work.setting, withheld=withheld
            )
            return bound, searched_by(work.wanted, work.corpus, texts_of(items))
        agent = partial(agent_named(work.agent), settings=work.limits)
        return agent, searched_by(work.wanted, work.corpus, Library.of(items, work.setting))

    def refuse_nothing(self) -> None:
        """Refuse a corpus in which nothing can be found.

        Raises:
            InputError: there is nothing.
        """
        work = self.work
        taken = [item for item in self.items if item.id not in self._unfit]
        if not any(map(work.setting.holds, taken)):
            raise InputError(
                str(work.corpus),
                f"holds nothing for the setting {work.setting.value}{work.protocol.said_of_items}"
                f"{work.filters.said_of_items}",
                got=f"{len(self.items)} items",
                expected="texts and pictures for web, tables for table",
                fix="Name another setting, or add files.",
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
