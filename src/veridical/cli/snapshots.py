"""`veridical snapshots add|show`: what stood at the addresses that a run read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

snapshots = typer.Typer(
    name="snapshots",
    help="Show what was fetched, or put a file in for an address that nobody can fetch.",
    no_args_is_help=True,
)
Store = Annotated[
    str,
    typer.Option(help="The snapshots: a path or a postgresql:// URL; beside the run's ledger."),
]


@snapshots.command()
def add(
    url: Annotated[str, typer.Argument(help="The address, as the report cites it.")],
    file: Annotated[Path, typer.Argument(help="The page or PDF that you saved.")],
    *,
    store: Store = "snapshots.sqlite",
) -> int:
    """Let a file of yours stand for an address, as where a page is blocked or needs a login."""
    from veridical.runs.snapshots import put_in
    from veridical.runs.sync import run_sync

    found = run_sync(put_in(store, url, file))
    typer.echo(f"{url}: {found.said}")
    return 0 if found.is_readable else 2


@snapshots.command()
def show(
    where: Annotated[
        str, typer.Argument(help="The snapshots: a path or a postgresql:// URL.")
    ] = "snapshots.sqlite",
) -> None:
    """Print what was fetched: when, what became of it, and its hash."""
    from rich.table import Table

    from veridical.cli.terminal import terminal
    from veridical.errors import printable
    from veridical.runs.snapshots import kept_in
    from veridical.runs.sync import run_sync

    table = Table("address", "state", "from", "time", "sha256", "bytes", box=None, pad_edge=False)
    for one in run_sync(kept_in(where)):
        size = str(one.size) if one.size else ""
        row = (one.url, one.state, one.origin, one.time[:19], one.sha256[:12], size)
        table.add_row(*(printable(cell) for cell in row))
    terminal(160).print(table)
