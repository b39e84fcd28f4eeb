"""`veridical demo`: the whole main job on the shipped bench, offline, by every method."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veridical.cli.leaderboard import show_leaderboard, show_totals
from veridical.cli.progress import progress_bar

if TYPE_CHECKING:
    from veridical.runs.demo import Part
    from veridical.runs.load import Run


def demo(
    out: Annotated[Path, typer.Option(help="The folder to write to.")] = Path("demo-out"),
) -> int:
    """Score the six made-up systems of the shipped bench, with no key and no network."""
    from veridical.runs.demo import run_demo

    with progress_bar("reports") as told:
        runs = list(run_demo(out, progress=told))
    page = _write_pages(runs, out)
    show_leaderboard(runs[0][1])
    for part, run in runs[1:]:
        typer.echo("")
        show_totals(run, part.title, part.note)
    typer.echo(f"open {page}")
    return 0


def _write_pages(runs: list[tuple[Part, Run]], out: Path) -> Path:
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
    links = tuple(
        OtherRun(part.title, f"{part.folder}/{PAGES}/{FIRST_PAGE}", part.about, part.note)
        for part, _ in others
    )
    ledger = ledger_of(first[1].folder)
    return write_pages(first[1], BENCH, ledger=ledger, folder=out, beside=Beside("", links))
