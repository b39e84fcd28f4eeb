"""`veridical evaluate TASKS REPORTS`: score many reports, write a run and its pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from veridical.cli.leaderboard import show_leaderboard
from veridical.cli.progress import progress_bar


def evaluate(
    tasks: Annotated[Path, typer.Argument(help="A bench's folder, or its tasks.jsonl.")],
    reports: Annotated[Path, typer.Argument(help="SYSTEM/TASK.md … or a .jsonl file.")],
    *,
    method: Annotated[str, typer.Option(help="What is measured.")] = "hievidr",
    out: Annotated[Path, typer.Option(help="The run's folder.")] = Path("veridical-run"),
    ledger: Annotated[
        str | None, typer.Option(help="A path or postgresql:// URL; by default beside the run.")
    ] = None,
    date: Annotated[str | None, typer.Option(help="The run's date, YYYY-MM-DD.")] = None,
    may_lack_reports: Annotated[
        bool, typer.Option("--may-lack-reports", help="Allow systems to leave tasks out.")
    ] = False,
) -> int:
    """Score the reports of several systems; the same command again goes on or asks nothing."""
    from veridical.runs.verbs import evaluate as evaluate_all
    from veridical.runs.verbs import ledger_of
    from veridical.web.from_run import write_pages

    with progress_bar("reports") as told:
        run = evaluate_all(
            tasks,
            reports,
            method=method,
            out=out,
            ledger=ledger,
            date=date,
            may_lack_reports=may_lack_reports,
            progress=told,
        )
    page = write_pages(run, tasks, ledger=ledger_of(out, ledger))
    show_leaderboard(run)
    typer.echo(f"pages: {page}")
    return 0 if run.manifest.status == "complete" else 2
