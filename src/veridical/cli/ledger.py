"""`veridical ledger show|export|merge|prune`: what was kept, carried and thinned out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from veridical.ledger.listing import Count

ledger = typer.Typer(
    name="ledger", help="Show, export, merge or prune what was kept.", no_args_is_help=True
)
Where = Annotated[str, typer.Argument(help="A ledger: a path or a postgresql:// URL.")]


@ledger.command()
def show(where: Where) -> None:
    """Print how much was kept, of whom, and what it took."""
    from rich.table import Table

    from veridical.cli.terminal import terminal
    from veridical.runs.ledgers import counts_of

    table = Table("kept", "of", "ask", "status", box=None, pad_edge=False)
    for name in ("n", "tokens", "paid"):
        table.add_column(name, justify="right")
    for one in counts_of(where):
        table.add_row(one.of, one.who, one.what, one.status, str(one.n), *_took(one))
    terminal(160).print(table)


def _took(one: Count) -> tuple[str, str]:
    if one.of != "replies":
        return "", ""
    return str(one.input_tokens + one.output_tokens), f"${one.paid / 1e9:.4f}"


@ledger.command()
def export(
    where: Where, target: Annotated[Path, typer.Argument(help="The JSONL file to write.")]
) -> None:
    """Write all that was kept to a file, without the ledger's secret; keys are in no ledger."""
    from veridical.runs.ledgers import export_to

    typer.echo(f"{export_to(where, target)} records are in {target}.")


@ledger.command()
def merge(
    where: Where,
    source: Annotated[str, typer.Argument(help="Another ledger, or an export.")],
) -> None:
    """Take up what another ledger holds; what stands here already stands."""
    from veridical.ledger.exchange import merge as take_up

    typer.echo(f"{take_up(where, source)} records are new in {where}.")


@ledger.command()
def prune(
    where: Where,
    *,
    before: Annotated[
        str | None, typer.Option(help="Remove also what was kept before this date, YYYY-MM-DD.")
    ] = None,
    keep: Annotated[
        list[Path] | None, typer.Option(help="A run whose answers stay; may be given again.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only count.")] = False,
) -> None:
    """Remove what can never answer again, and on request what is old; people's answers stay."""
    from veridical.runs.ledgers import pruned

    found = pruned(where, before=before, runs=keep or [], is_trial=dry_run)
    done = "would be removed" if dry_run else "were removed"
    typer.echo(f"{found.replies} replies and {found.answers} answers {done}.")
