"""`veridical evaluate TASKS REPORTS`: score many reports, write a run and its pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veridical.cli.ending import ended
from veridical.cli.leaderboard import show_leaderboard, show_unanswered
from veridical.cli.method import MethodOptions
from veridical.cli.models import LedgerAt, ModelOptions, show_models, show_spending
from veridical.cli.progress import progress_bar
from veridical.cli.run_outputs import RunOutputs
from veridical.cli.search import SearchOptions, show_skipped
from veridical.cli.sight import SightOptions, show_unseen
from veridical.cli.sources import SourceOptions
from veridical.cli.spliced import spliced

if TYPE_CHECKING:
    from veridical.runs.load import Run
    from veridical.runs.settings import Settings
    from veridical.score import Undefined


@spliced
def evaluate(
    tasks: Annotated[Path, typer.Argument(help="A bench's folder, or its tasks.jsonl.")],
    reports: Annotated[Path, typer.Argument(help="SYSTEM/TASK.md … or a .jsonl file.")],
    *,
    measured: MethodOptions,
    out: Annotated[Path, typer.Option(help="The run's folder.")] = Path("veridical-run"),
    ledger: LedgerAt = None,
    date: Annotated[str | None, typer.Option(help="The run's date, YYYY-MM-DD.")] = None,
    may_lack_reports: Annotated[
        bool, typer.Option("--may-lack-reports", help="Allow systems to leave tasks out.")
    ] = False,
    repeats: Annotated[
        int, typer.Option(min=1, help="Judge so many times, and say how far the judge differs.")
    ] = 1,
    new_rubrics: Annotated[
        bool,
        typer.Option("--new-rubrics", help="Have rubrics written anew, for every repeat too."),
    ] = False,
    rerun_failed: Annotated[
        bool,
        typer.Option("--rerun-failed", help="Ask again what has no verdict: what is done anyway."),
    ] = False,
    min_total: Annotated[
        float | None, typer.Option(help="Exit with 1 if a system's first total is below this.")
    ] = None,
    min_score: Annotated[
        list[str] | None,
        typer.Option("--min", metavar="SCORE=X", help="The same of any score or total, by name."),
    ] = None,
    outputs: RunOutputs,
    sources: SourceOptions,
    search: SearchOptions,
    pictures: SightOptions,
    models: ModelOptions,
) -> int:
    """Score the reports of several systems; the same command again asks only what is missing."""
    from veridical.runs.pages import opener
    from veridical.runs.thresholds import thresholds_of
    from veridical.runs.verbs import evaluate as evaluate_all
    from veridical.runs.verbs import ledger_of
    from veridical.web.from_run import write_pages

    settings = models.settings()
    where = sources.plan(out, is_offline=models.offline, searches=bool(search.search))
    chosen = measured.chosen()
    world = search.plan(chosen, where, is_offline=models.offline)
    thresholds = thresholds_of(chosen, total=min_total, pairs=min_score or ())
    del rerun_failed  # what the same command does anyway
    kept = ledger_of(out, ledger)
    runs = _repeated(
        repeats,
        out,
        settings,
        partial(
            evaluate_all,
            tasks,
            reports,
            method=chosen,
            sources=None if world else where.folder,
            open_web=None if world else opener(where),
            world=world,
            on_skipped=show_skipped,
            ledger=kept,
            date=date,
            may_lack_reports=may_lack_reports,
            new_rubrics=new_rubrics,
            sight=pictures.sight(settings),
            on_lost=partial(typer.echo, err=True),
        ),
    )
    page = write_pages(runs[0], tasks, ledger=kept)
    _show(runs)
    show_unanswered(runs[0], tasks)
    typer.echo(f"pages: {page}")
    outputs.write(runs, thresholds)
    return ended(runs, thresholds)


def _show(runs: list[Run]) -> None:
    from veridical.runs.repeats import keep_noise

    if len(runs) > 1:
        keep_noise(runs)
    show_leaderboard(runs[0])
    show_models(runs[0].manifest)
    show_unseen(runs[0])
    if len(runs) > 1:
        _show_spreads(runs)


def _repeated(
    repeats: int, out: Path, settings: Settings | None, evaluate_one: Callable[..., Run]
) -> list[Run]:
    from veridical.models.budget import Budget
    from veridical.runs.repeats import folder_of

    budget = None if settings is None else Budget(settings.limits)
    runs = []
    for repeat in range(repeats):
        with progress_bar("reports") as told:
            run = evaluate_one(
                out=folder_of(out, repeat),
                settings=settings,
                repeat=repeat,
                budget=budget,
                on_spent=show_spending,
                progress=told,
            )
        runs.append(run)
    return runs


def _show_spreads(runs: list[Run]) -> None:
    from rich.table import Table

    from veridical.cli.terminal import terminal
    from veridical.runs.repeats import spreads

    title = f"judged {len(runs)} times"
    table = Table("system", "number", box=None, pad_edge=False, title=title)
    for name in ("one report ±", "noise floor of means", "tasks", "missing"):
        table.add_column(name, justify="right")
    for one in spreads(runs):
        numbers = [_shown(one.deviation), _shown(one.floor), str(one.tasks), str(one.missing)]
        table.add_row(one.system, one.name, *numbers)
    terminal(160).print(table)
    typer.echo(
        "noise floor: two systems whose means differ by less are not told apart by one judging."
    )


def _shown(value: float | Undefined) -> str:
    return f"{value:.3f}" if isinstance(value, float) else "–"
