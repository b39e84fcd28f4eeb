"""`veridical evaluate TASKS REPORTS`: score many reports, write a run and its pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from veridical.cli.leaderboard import show_leaderboard
from veridical.cli.models import (
    BaseUrl,
    Config,
    Examiner,
    IsOffline,
    Judge,
    KeyEnv,
    LedgerAt,
    MaxCalls,
    MaxTokens,
    MaxUsd,
    PriceFile,
    Temperature,
    Vision,
    settings_of,
    show_models,
    show_spending,
)
from veridical.cli.progress import progress_bar


def evaluate(
    tasks: Annotated[Path, typer.Argument(help="A bench's folder, or its tasks.jsonl.")],
    reports: Annotated[Path, typer.Argument(help="SYSTEM/TASK.md … or a .jsonl file.")],
    *,
    method: Annotated[str, typer.Option(help="What is measured.")] = "hievidr",
    out: Annotated[Path, typer.Option(help="The run's folder.")] = Path("veridical-run"),
    ledger: LedgerAt = None,
    date: Annotated[str | None, typer.Option(help="The run's date, YYYY-MM-DD.")] = None,
    may_lack_reports: Annotated[
        bool, typer.Option("--may-lack-reports", help="Allow systems to leave tasks out.")
    ] = False,
    judge: Judge = None,
    vision: Vision = None,
    examiner: Examiner = None,
    base_url: BaseUrl = None,
    key_env: KeyEnv = None,
    temperature: Temperature = None,
    max_usd: MaxUsd = None,
    max_tokens: MaxTokens = None,
    max_calls: MaxCalls = None,
    prices: PriceFile = None,
    offline: IsOffline = False,
    config: Config = None,
) -> int:
    """Score the reports of several systems; the same command again asks only what is missing."""
    from veridical.runs.verbs import evaluate as evaluate_all
    from veridical.runs.verbs import ledger_of
    from veridical.web.from_run import write_pages

    settings = settings_of(
        config,
        judge=judge,
        vision=vision,
        examiner=examiner,
        base_url=base_url,
        key_env=key_env,
        temperature=temperature,
        max_usd=max_usd,
        max_tokens=max_tokens,
        max_calls=max_calls,
        prices=prices,
        offline=offline,
    )
    with progress_bar("reports") as told:
        run = evaluate_all(
            tasks,
            reports,
            method=method,
            out=out,
            ledger=ledger,
            date=date,
            may_lack_reports=may_lack_reports,
            settings=settings,
            on_spent=show_spending,
            progress=told,
        )
    page = write_pages(run, tasks, ledger=ledger_of(out, ledger))
    show_leaderboard(run)
    show_models(run.manifest)
    typer.echo(f"pages: {page}")
    return 0 if run.manifest.status == "complete" else 2
