"""`veridical rejudge RUN --judge …`: a run's stored reports, scored by another judge."""

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


def rejudge(
    run: Annotated[Path, typer.Argument(help="A run's folder.")],
    *,
    out: Annotated[Path, typer.Option(help="The new run's folder.")],
    ledger: Annotated[
        str | None, typer.Option(help="A path or postgresql:// URL; by default beside RUN.")
    ] = None,
    bench: Annotated[Path | None, typer.Option(help="The bench, should it have moved.")] = None,
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
    """Score a run's stored reports by another judge, into another run."""
    from veridical.runs.verbs import ledger_of
    from veridical.runs.verbs import rejudge as judge_again
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
    kept = ledger_of(run, ledger)
    with progress_bar("reports") as told:
        again = judge_again(
            run,
            out=out,
            settings=settings,
            ledger=kept,
            bench=bench,
            on_spent=show_spending,
            progress=told,
        )
    page = write_pages(again, bench or Path(again.manifest.bench), ledger=kept)
    show_leaderboard(again)
    show_models(again.manifest)
    typer.echo(f"pages: {page}")
    typer.echo(f"its answers are in the ledger {kept}; name it to recompute.")
    return 0 if again.manifest.status == "complete" else 2
