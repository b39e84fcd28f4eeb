"""`veridical research "…" --corpus DIR`: a cited report out of one's own corpus."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veridical.cli.models import ModelOptions, show_spending
from veridical.cli.progress import progress_bar
from veridical.cli.spliced import spliced

if TYPE_CHECKING:
    from veridical.agents.hka.settings import Hka
    from veridical.agents.research.library import Setting
    from veridical.runs.analysing import AboutAnalyses
    from veridical.runs.research import Answered, Researching

_NAMED = "ENDPOINT:MODEL"
_option = partial(typer.Option, rich_help_panel="Models")
INDICATIVE = "Written by the built-in rules: sentences of the sources, word for word."


@dataclass(frozen=True, kw_only=True)
class WriterOptions(ModelOptions):
    """Which models plan and write, beside those of every verb."""

    planner: Annotated[str | None, _option(metavar=_NAMED, help="Who plans and ranks.")] = None
    writer: Annotated[str | None, _option(metavar=_NAMED, help="Who writes.")] = None
    coder: Annotated[
        str | None, _option(metavar=_NAMED, help="Who writes programs that analyse tables.")
    ] = None


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
        typer.Option(min=1, help="Refine no more after so many estimated input tokens."),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(help="Of hka take away: web, tables, rerank or schema; may be repeated."),
    ] = None,
    as_published: Annotated[
        bool,
        typer.Option("--as-published", help="Let hka keep figures that were rejected to the last."),
    ] = False,
    then_check: Annotated[
        bool, typer.Option("--then-check", help="Check the report against the corpus at once.")
    ] = False,
    models: WriterOptions,
) -> int:
    """Answer a question by a report that stands on a corpus alone, each sentence cited."""
    from veridical.agents.research import Research
    from veridical.runs.research import Question, Researching
    from veridical.task import Query
    from veridical.web.research import write_research_page

    _refuse_both(question, tasks, then_check=then_check)
    settings = models.settings()
    researching = Researching(
        corpus=corpus,
        agent=agent,
        setting=_setting(setting),
        limits=Research(rounds=rounds, tokens=spend),
        analyses=_analyses(agent, without or [], as_published=as_published),
        settings=settings,
        on_spent=show_spending,
    )
    if tasks is not None:
        return _answer_tasks(researching, tasks, out)
    found = researching.answer(Question(Query(question), language), out)
    page = write_research_page(found, corpus)
    _tell(found)
    if page is not None:
        typer.echo(f"open {page}")
    if found.path is None:
        return 2
    return _check(found.path, corpus) if then_check else 0


def _answer_tasks(researching: Researching, tasks: Path, out: Path) -> int:
    from veridical.errors import printable

    with progress_bar("questions") as told:
        every = researching.answer_bench(tasks, out, told)
    without = [one for one in every if one.path is None]
    for one in without:
        typer.echo(printable(f"{one.question.name}: no report: {one.about.absence}"), err=True)
    if any(one.about.is_indicative for one in every):
        typer.echo(INDICATIVE)
    typer.echo(f"{out}: {len(every) - len(without)} of {len(every)} tasks have a report.")
    return 2 if without else 0


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

    if agent != "hka" and (without or as_published):
        raise ConfigError(
            "--without" if without else "--as-published",
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


def _tell(found: Answered) -> None:
    from veridical.errors import printable

    about = found.about
    for question in about.sub_questions:
        typer.echo(printable(f"- {question}"))
    given = len(found.found.evidence.ids)
    typer.echo(
        f"{about.agent}: {about.items} items found, {given} given to the writer, "
        f"{about.asks} asks, about {about.tokens} tokens."
    )
    if about.analyses is not None:
        _tell_analyses(about.analyses)
    if about.is_indicative:
        typer.echo(INDICATIVE)
    if about.absence:
        typer.echo(printable(f"not answered: {about.absence}"), err=True)


def _tell_analyses(found: AboutAnalyses) -> None:
    from veridical.errors import printable

    rates = found.rates
    first, last = sum(rates.rejected_first.values()), sum(rates.rejected_last.values())
    typer.echo(
        f"{len(found.figures)} figures made; programs that failed: {rates.failed_first} of "
        f"{rates.programs} at first, {rates.failed_last} at last; figures rejected: {first} of "
        f"{rates.figures} at first, {last} at last."
    )
    for line in found.not_assessed:
        typer.echo(printable(f"not assessed: {line}"), err=True)


def _check(report: Path, corpus: Path) -> int:
    from veridical.cli.main import run

    return run(["check", str(report), "--sources", str(corpus)])
