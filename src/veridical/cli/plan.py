"""`veridical plan TASKS REPORTS`: what a run would take, before anything is spent."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veridical.cli.method import MethodOptions
from veridical.cli.models import ModelOptions
from veridical.cli.spliced import spliced

if TYPE_CHECKING:
    from veridical.runs.plan import Forecast


@spliced
def plan(
    tasks: Annotated[Path, typer.Argument(help="A bench's folder, or its tasks.jsonl.")],
    reports: Annotated[Path, typer.Argument(help="SYSTEM/TASK.md … or a .jsonl file.")],
    *,
    measured: MethodOptions,
    sources: Annotated[
        Path | None, typer.Option(help="A folder of texts, in which cited pages are looked up.")
    ] = None,
    ledger: Annotated[str | None, typer.Option(help="Answers that are in it take nothing.")] = None,
    date: Annotated[
        str | None, typer.Option(help="The run's date, YYYY-MM-DD; by default today.")
    ] = None,
    may_lack_reports: Annotated[
        bool, typer.Option("--may-lack-reports", help="Allow systems to leave tasks out.")
    ] = False,
    page_pictures: Annotated[
        int, typer.Option(min=0, metavar="N", help="As many pages of a report would be shown.")
    ] = 0,
    search: Annotated[
        str | None,
        typer.Option(metavar="PROVIDER", help="The method would search the web; nobody is asked."),
    ] = None,
    models: ModelOptions,
) -> int:
    """Forecast a run's calls, tokens and money as a range; nothing is called."""
    from veridical.runs.planning import plan as plan_run

    settings = models.settings()
    found = plan_run(
        tasks,
        reports,
        settings=settings,
        method=measured.chosen(),
        sources=sources,
        ledger=ledger,
        date=date,
        may_lack_reports=may_lack_reports,
        page_pictures=page_pictures,
        search=search,
    )
    if settings is None or not settings.bindings:
        typer.echo("No model is named: the built-in rules would answer, and nothing is spent.")
        return 0
    _show(found)
    return 0


def _show(found: tuple[Forecast, ...]) -> None:
    from rich.table import Table

    from veridical.cli.terminal import terminal

    table = Table("role", "model", box=None, pad_edge=False)
    for name in ("calls", "tokens", "US dollars", "kept"):
        table.add_column(name, justify="right")
    for one in found:
        calls = f"{one.low.calls}–{one.high.calls}"
        tokens = f"{one.low.tokens}–{one.high.tokens}"
        table.add_row(one.role, one.model, calls, tokens, _money(one), str(one.kept))
    terminal().print(table)
    typer.echo(
        "Low: no gate opens, and a search finds nothing. High: all gates do, and a search finds as "
        "much as is read. Answers are taken to be as long as the built-in rules' own; what a model "
        "thinks, and replies that are asked for again, come on top."
    )


def _money(one: Forecast) -> str:
    low, high = one.low.usd(one.price), one.high.usd(one.price)
    return "unknown" if low is None or high is None else f"{low:.4f}–{high:.4f}"
