"""`veridical research "…" --corpus DIR`: a cited report out of one's own corpus."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veridical.cli.models import ModelOptions, show_spending
from veridical.cli.progress import progress_bar
from veridical.cli.research_reach import ReachOptions
from veridical.cli.spliced import spliced

if TYPE_CHECKING:
    from veridical.agents.hka.settings import Hka
    from veridical.agents.research.library import Setting
    from veridical.cli.research_view import View
    from veridical.runs.research import Researching
    from veridical.runs.researched import Question

_NAMED = "ENDPOINT:MODEL"
_option = partial(typer.Option, rich_help_panel="Models")


@dataclass(frozen=True, kw_only=True)
class WriterOptions(ModelOptions):
    """Which models plan and write, beside those of every verb."""

    planner: Annotated[str | None, _option(metavar=_NAMED, help="Who plans and ranks.")] = None
    writer: Annotated[str | None, _option(metavar=_NAMED, help="Who writes.")] = None
    coder: Annotated[
        str | None, _option(metavar=_NAMED, help="Who writes programs that analyse tables.")
    ] = None


@dataclass(frozen=True, kw_only=True)
class CourseOptions:
    """How a run goes: by which plan, how often, in which form."""

    plan: Annotated[
        Path | None, typer.Option(help="Search for the questions of this file, a line each.")
    ] = None
    edit_plan: Annotated[
        bool,
        typer.Option("--edit-plan", help="Write the plan to OUT first, to be edited; see --plan."),
    ] = False
    runs: Annotated[
        int, typer.Option(min=1, max=100, help="Answer so often, each time from the start.")
    ] = 1
    protocol: Annotated[
        str, typer.Option(help="Lay the report out by a report protocol: mmdr or mmdr-daily.")
    ] = ""


@spliced
def research(
    question: Annotated[str, typer.Argument(help="What is asked; not with --tasks.")] = "",
    *,
    corpus: Annotated[Path, typer.Option(help="What is searched: a corpus, or a bench.")],
    out: Annotated[Path, typer.Option(help="The folder to write to.")],
    tasks: Annotated[
        Path | None, typer.Option(help="Answer every task of this bench into OUT/AGENT.")
    ] = None,
    agent: Annotated[str, typer.Option(help="rag, deep_research or hka.")] = "deep_research",
    setting: Annotated[str, typer.Option(help="web, table or hybrid.")] = "hybrid",
    language: Annotated[
        str, typer.Option(help="Of the report, as en or zh; by default the question's.")
    ] = "",
    rounds: Annotated[int, typer.Option(min=0, max=20, help="Of refinement, at most.")] = 3,
    spend: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="A limit in estimated input tokens; toward it rerank, refine and rewrite go.",
        ),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(help="Of hka take away: web, tables, rerank or schema; may be repeated."),
    ] = None,
    as_published: Annotated[
        bool,
        typer.Option(
            "--as-published",
            help="The paper's pipeline alone: no gate before the report, no stop but its own; "
            "hka keeps figures that were rejected to the last.",
        ),
    ] = False,
    then_check: Annotated[
        bool, typer.Option("--then-check", help="Check the report against the corpus at once.")
    ] = False,
    course: CourseOptions,
    reach: ReachOptions,
    models: WriterOptions,
) -> int:
    """Answer a question by a report that stands on a corpus alone, each sentence cited."""
    from veridical.agents.research import Research
    from veridical.runs.protocol_report import report_protocol
    from veridical.runs.research import Researching
    from veridical.runs.researched import Question
    from veridical.task import Query

    _refuse_both(question, tasks, then_check=then_check)
    _refuse_course(course, tasks)
    researching = Researching(
        corpus=corpus,
        agent=agent,
        setting=_setting(setting),
        limits=Research(rounds=rounds, tokens=spend if as_published else None),
        analyses=_analyses(agent, without or [], as_published=as_published),
        settings=models.settings(),
        on_spent=show_spending,
        runs=course.runs,
        protocol=report_protocol(course.protocol),
        release=reach.release(spend, as_published=as_published),
        filters=reach.filters(),
        blocked=tuple(reach.block or ()),
        wanted=reach.wanted(),
    )
    if tasks is not None:
        return _answer_tasks(researching, tasks, out)
    asked = Question(Query(question), language, blocked=researching.blocked)
    researching = _with_plan(researching, asked, course, out)
    if course.edit_plan and not researching.plan:
        return 0
    if course.runs > 1:
        return _answer_runs(researching, asked, out, then_check=then_check)
    return _answer(researching, asked, out, then_check=then_check)


def _with_plan(
    researching: Researching, question: Question, course: CourseOptions, out: Path
) -> Researching:
    from veridical.cli.research_plan import edited_plan
    from veridical.runs.given_plan import read_plan

    if course.plan is not None:
        return replace(researching, plan=read_plan(course.plan, researching.most_planned))
    if course.edit_plan:
        return replace(researching, plan=edited_plan(researching, question, out))
    return researching


def _answer(researching: Researching, question: Question, out: Path, *, then_check: bool) -> int:
    from veridical.cli.research_told import tell
    from veridical.web.research import write_research_page

    with _going(out, researching) as view:
        found = replace(researching, watch=view).answer(question, out)
    page = write_research_page(found, researching.corpus)
    tell(found)
    if page is not None:
        typer.echo(f"open {page}")
    if found.path is None:
        return 2
    return _check(found.path, researching) if then_check else 0


def _answer_runs(
    researching: Researching, question: Question, out: Path, *, then_check: bool
) -> int:
    from veridical.cli.research_told import tell_runs
    from veridical.runs.agent_runs import keep_runs
    from veridical.runs.verbs import check
    from veridical.web.research import write_research_page

    with _going(out, researching) as view:
        every = replace(researching, watch=view).answer_runs(question, out)
    for one in every:
        write_research_page(one, researching.corpus)
    checked = [
        check(one.path, sources=researching.corpus) if then_check and one.path else None
        for one in every
    ]
    tell_runs(keep_runs(every, checked, out))
    return 0 if all(one.path is not None for one in every) else 2


def _answer_tasks(researching: Researching, tasks: Path, out: Path) -> int:
    from veridical.cli.research_told import tell_tasks

    with _going(out, researching, has_view=False), progress_bar("questions") as told:
        every = researching.answer_bench(tasks, out, told)
    return tell_tasks(every, out)


@contextmanager
def _going(out: Path, researching: Researching, *, has_view: bool = True) -> Iterator[View | None]:
    """Shows how a run goes; where it is broken off, says what is kept and how to go on."""
    from veridical.cli.research_view import watching

    try:
        if not has_view:
            yield None
            return
        with watching() as view:
            yield view
    except KeyboardInterrupt:
        kept = researching.settings is not None and bool(researching.settings.bindings)
        typer.echo(
            f"broken off: every answer so far is kept in {shlex.quote(str(out))}; the same "
            "command goes on and asks none of them again."
            if kept
            else "broken off: the built-in rules begin anew with the same command.",
            err=True,
        )
        raise


def _refuse_course(course: CourseOptions, tasks: Path | None) -> None:
    from veridical.errors import ConfigError

    if course.plan is not None and course.edit_plan:
        raise ConfigError("--edit-plan", "means nothing with --plan", fix="Leave one of them out.")
    if tasks is not None and (course.plan is not None or course.edit_plan):
        name = "--plan" if course.plan is not None else "--edit-plan"
        raise ConfigError(name, "means nothing with --tasks", fix="Give one question, or none.")


def _refuse_both(question: str, tasks: Path | None, *, then_check: bool) -> None:
    from veridical.errors import ConfigError

    if bool(question.strip()) == (tasks is not None):
        raise ConfigError(
            "research",
            "is to answer one thing",
            expected="a question, or --tasks with a bench",
            fix="Give one of them.",
        )
    if then_check and tasks is not None:
        raise ConfigError(
            "--then-check",
            "means nothing with --tasks",
            fix="Score the folder, as with `veridical evaluate`.",
        )


def _setting(written: str) -> Setting:
    from veridical.agents.research.library import Setting
    from veridical.errors import ConfigError

    try:
        return Setting(written)
    except ValueError:
        known = ", ".join(one.value for one in Setting)
        raise ConfigError(
            "--setting", "is none", got=written, expected=known, fix="Name one of them."
        ) from None


def _analyses(agent: str, without: list[str], *, as_published: bool) -> Hka:
    from veridical.agents.hka.settings import Hka, Part
    from veridical.errors import ConfigError

    if agent != "hka" and without:
        raise ConfigError(
            "--without",
            "means nothing for this agent",
            got=agent,
            expected="hka",
            fix="Leave it out, or name the agent.",
        )
    known = [part.value for part in Part]
    for word in without:
        if word not in known:
            raise ConfigError(
                "--without", "is none", got=word, expected=", ".join(known), fix="Name one of them."
            )
    return Hka(without=tuple(map(Part, dict.fromkeys(without))), as_published=as_published)


def _check(report: Path, researching: Researching) -> int:
    from veridical.cli.main import run

    more = ["--protocol", researching.protocol.name] if researching.protocol.name else []
    return run(["check", str(report), "--sources", str(researching.corpus), *more])
