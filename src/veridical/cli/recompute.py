"""`veridical recompute RUN`: the scores again, from recorded answers alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from veridical.cli.leaderboard import show_leaderboard


def recompute(
    run: Annotated[Path, typer.Argument(help="A run's folder.")],
    ledger: Annotated[
        str | None, typer.Option(help="A path or postgresql:// URL; by default beside the run.")
    ] = None,
    bench: Annotated[
        Path | None,
        typer.Option(help="The run's bench; by default from where the run found it."),
    ] = None,
) -> int:
    """Compute a run's scores again from its recorded answers; nobody is asked."""
    from veridical.runs.verbs import recompute as again

    result = again(run, ledger=ledger, bench=bench)
    show_leaderboard(result.run)
    typer.echo(f"recomputed {len(result.results)} reports, {len(result.different)} differ.")
    for system, task in result.different:
        typer.echo(f"differs: {system} on {task}")
    return 2 if result.different else 0
