"""`veridical demo`: the whole main job on the shipped bench, offline."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from veridical.cli.leaderboard import show_leaderboard
from veridical.cli.progress import progress_bar


def demo(
    out: Annotated[Path, typer.Option(help="The folder to write to.")] = Path("demo-out"),
) -> int:
    """Score the six made-up systems of the shipped bench, with no key and no network."""
    from veridical.runs.demo import BENCH, run_demo
    from veridical.runs.verbs import ledger_of
    from veridical.web.from_run import write_pages

    with progress_bar("reports") as told:
        run = run_demo(out, progress=told)
    page = write_pages(run, BENCH, ledger=ledger_of(run.folder), folder=out)
    show_leaderboard(run)
    typer.echo(f"open {page}")
    return 0
