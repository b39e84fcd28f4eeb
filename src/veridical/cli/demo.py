"""`veridical demo`: the whole main job on the shipped bench, offline, by every method."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veridical.cli.leaderboard import show_leaderboard, show_totals
from veridical.cli.progress import progress_bar

if TYPE_CHECKING:
    from veridical.runs.check import Progress
    from veridical.runs.demo import Part
    from veridical.runs.demo_agents import DemoAgents
    from veridical.runs.load import Run
    from veridical.runs.researched import Answered
    from veridical.web.pages.leaderboard import OtherRun

AGENTS = "Research agents on the same tasks"
ABOUT_AGENTS = "Real runs of the agents that ship, by the built-in rules, beside no made-up system."


def demo(
    out: Annotated[Path, typer.Option(help="The folder to write to.")] = Path("demo-out"),
) -> int:
    """Score six made-up systems and three agents on the shipped bench, without key or network."""
    from veridical.runs.demo import run_demo

    with progress_bar("reports") as told:
        runs = list(run_demo(out, progress=told))
    with progress_bar("reports of the agents") as told:
        agents = _run_agents(out, told)
    page = _write_pages(runs, out, [] if agents is None else [_write_agents(agents, out)])
    show_leaderboard(runs[0][1])
    for part, run in runs[1:]:
        typer.echo("")
        show_totals(run, part.title, part.note)
    typer.echo("")
    _show_agents(agents)
    typer.echo(f"open {page}")
    return 0


def _run_agents(out: Path, progress: Progress) -> DemoAgents | None:
    from veridical.runs.demo import BENCH
    from veridical.runs.demo_agents import FOLDER, report_page_name, run_agents
    from veridical.runs.files import write_whole
    from veridical.web.research import research_page

    def answered(one: Answered) -> None:
        if one.path is not None:
            place = out / FOLDER / report_page_name(one.about.agent, one.question.name)
            write_whole(place, research_page(one, BENCH).encode("utf-8", "backslashreplace"))

    return run_agents(out, on_answered=answered, progress=progress)


def _write_agents(agents: DemoAgents, out: Path) -> OtherRun:
    """Write the pages of the agents' run; what the first page says of them."""
    from veridical.runs.demo import BENCH
    from veridical.runs.demo_agents import FOLDER
    from veridical.runs.verbs import ledger_of
    from veridical.web.agents import PAGE, write_agents_page
    from veridical.web.from_run import FIRST_PAGE, PAGES, Beside, write_pages
    from veridical.web.pages.leaderboard import OtherRun

    run = agents.run
    note = " ".join(agents.not_assessed)
    back = OtherRun(AGENTS, f"../../{PAGE}", "Compared on where evidence goes.")
    beside = Beside(note, (back,))
    write_pages(run, BENCH, ledger=ledger_of(run.folder), beside=beside)
    run_page = f"{run.folder.name}/{PAGES}/{FIRST_PAGE}"
    page = write_agents_page(agents, out / FOLDER, f"../{FIRST_PAGE}", run_page)
    return OtherRun(AGENTS, f"{FOLDER}/{page.name}", ABOUT_AGENTS, note)


def _show_agents(agents: DemoAgents | None) -> None:
    if agents is None:
        typer.echo(f"{AGENTS}: not assessed: none of them can work here")
        return
    show_totals(agents.run, AGENTS, ABOUT_AGENTS)
    for line in agents.not_assessed:
        typer.echo(line)


def _write_pages(runs: list[tuple[Part, Run]], out: Path, agents: list[OtherRun]) -> Path:
    """Write the pages of every run; those of the first one are the folder's own."""
    from veridical.runs.demo import BENCH
    from veridical.runs.verbs import ledger_of
    from veridical.web.from_run import FIRST_PAGE, PAGES, Beside, write_pages
    from veridical.web.pages.leaderboard import OtherRun

    first, *others = runs
    for part, run in others:
        back = OtherRun(first[0].title, f"../../{FIRST_PAGE}", first[0].about)
        beside = Beside(part.note, (back,))
        write_pages(run, BENCH, ledger=ledger_of(run.folder), beside=beside)
    links = [
        OtherRun(part.title, f"{part.folder}/{PAGES}/{FIRST_PAGE}", part.about, part.note)
        for part, _ in others
    ]
    ledger = ledger_of(first[1].folder)
    return write_pages(
        first[1], BENCH, ledger=ledger, folder=out, beside=Beside("", (*links, *agents))
    )
