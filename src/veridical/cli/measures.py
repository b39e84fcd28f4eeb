"""`veridical measures`: every measure, with scale, equation, asks per report and needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from veridical.runs.measures import MeasureRow


def measures(
    *,
    method: Annotated[
        list[str] | None, typer.Option(help="Of this method alone; may be given again.")
    ] = None,
    aspect: Annotated[
        str, typer.Option(help="Of this aspect alone (answer, citation, writing …).")
    ] = "",
    by_aspect: Annotated[
        bool, typer.Option("--by-aspect", help="Group by aspect, across papers.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """List every measure by paper or by aspect, with what it takes; nothing is called."""
    from veridical.methods.registry import METHODS
    from veridical.runs.measures import measures as rows_of
    from veridical.runs.verbs import method_named

    chosen = [method_named(name) for name in method] if method else METHODS
    rows = rows_of(methods=chosen, aspect=aspect)
    if as_json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(rows), indent=2))
        return 0
    if by_aspect:
        rows = tuple(sorted(rows, key=lambda row: row.aspect))
    _show(rows, by_aspect=by_aspect)
    return 0


def _show(rows: tuple[MeasureRow, ...], *, by_aspect: bool) -> None:
    from rich.table import Table

    from veridical.cli.terminal import terminal
    from veridical.runs.measures import EXAMPLE

    head = "aspect" if by_aspect else "paper"
    table = Table(head, box=None, pad_edge=False)
    table.add_column("measure", no_wrap=True)
    table.add_column("title")
    table.add_column("scale", justify="right")
    table.add_column("equation")
    table.add_column("asks", justify="right")
    table.add_column("paper" if by_aspect else "aspect")
    table.add_column("needs")
    before = ""
    for row in rows:
        first, other = (row.aspect, row.paper) if by_aspect else (row.paper, row.aspect)
        scale = row.scale + ("" if row.higher_is_better else ", low is best")
        asks = "" if row.asks is None else str(row.asks)
        needs = ", ".join(row.needs)
        shown = "" if first == before else first
        table.add_row(shown, row.name, row.title, scale, row.source, asks, other, needs)
        before = first
    terminal(200).print(table)
    typer.echo(
        f"asks: different questions for the shipped report {EXAMPLE[0]}/{EXAMPLE[1]}, all gates "
        "open; measures share most of theirs, and a call may hold many."
    )
