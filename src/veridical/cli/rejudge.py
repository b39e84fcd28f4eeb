"""`veridical rejudge RUN --judge …`: a run's stored reports, scored by another judge."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from veridical.cli.ending import ended
from veridical.cli.leaderboard import show_leaderboard
from veridical.cli.models import ModelOptions, show_models, show_spending
from veridical.cli.progress import progress_bar
from veridical.cli.sight import SightOptions, show_unseen
from veridical.cli.spliced import spliced


@spliced
def rejudge(
    run: Annotated[Path, typer.Argument(help="A run's folder.")],
    *,
    out: Annotated[Path, typer.Option(help="The new run's folder.")],
    ledger: Annotated[
        str | None, typer.Option(help="A path or postgresql:// URL; by default beside RUN.")
    ] = None,
    bench: Annotated[Path | None, typer.Option(help="The bench, should it have moved.")] = None,
    new_rubrics: Annotated[
        bool,
        typer.Option(
            "--new-rubrics", help="Have rubrics written anew, instead of marking by the run's."
        ),
    ] = False,
    pictures: SightOptions,
    models: ModelOptions,
) -> int:
    """Score a run's stored reports by another judge, into another run."""
    from veridical.runs.verbs import ledger_of
    from veridical.runs.verbs import rejudge as judge_again
    from veridical.web.from_run import write_pages

    settings = models.settings()
    kept = ledger_of(run, ledger)
    with progress_bar("reports") as told:
        again = judge_again(
            run,
            out=out,
            settings=settings,
            ledger=kept,
            bench=bench,
            new_rubrics=new_rubrics,
            sight=pictures.sight(settings),
            on_spent=show_spending,
            progress=told,
        )
    page = write_pages(again, bench or Path(again.manifest.bench), ledger=kept)
    show_leaderboard(again)
    show_models(again.manifest)
    show_unseen(again)
    typer.echo(f"pages: {page}")
    typer.echo(f"its answers are in the ledger {kept}; name it to recompute.")
    return ended([again])
