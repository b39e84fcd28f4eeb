"""`veridical construct METHOD --corpus DIR --out DIR`: tasks out of one's own corpus."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veridical.cli.models import ModelOptions, show_spending
from veridical.cli.progress import progress_bar
from veridical.cli.spliced import spliced

if TYPE_CHECKING:
    from veridical.construction.forecast import Forecast
    from veridical.construction.funnel import StageCount
    from veridical.runs.construct import Constructed


_NAMED = "ENDPOINT:MODEL"
_option = partial(typer.Option, rich_help_panel="Models")


@dataclass(frozen=True, kw_only=True)
class ConstructOptions(ModelOptions):
    """Which models write, beside those of every verb."""

    writer: Annotated[
        str | None,
        _option(metavar=_NAMED, help="Who answers without search, to be rated."),
    ] = None


@spliced
def construct(
    method: Annotated[
        str, typer.Argument(help="Whose way of making tasks: hievidr or deepresearcheval.")
    ],
    *,
    corpus: Annotated[Path, typer.Option(help="What tasks are made from: a corpus or a bench.")],
    out: Annotated[Path, typer.Option(help="The bench to write.")],
    tasks: Annotated[int, typer.Option(min=1, help="How many are wanted.")] = 10,
    candidates: Annotated[
        int | None, typer.Option(min=1, help="How many are tried.  [default: some a task]")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of all that is drawn.")] = 0,
    language: Annotated[
        str, typer.Option(help="Of the tasks, where no item decides it, as en or zh.")
    ] = "",
    date: Annotated[str, typer.Option(help="What day it is (ISO), for windows of time.")] = "",
    held_out: Annotated[
        float, typer.Option(min=0, max=1, help="The share of tasks that is kept apart.")
    ] = 0.0,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Tell what it will take; ask no model.")
    ] = False,
    models: ConstructOptions,
) -> int:
    """Make a bench from a corpus; each candidate that is no task leaves its reason."""
    from veridical.construction.curation import Wanted
    from veridical.runs.construct import Constructing

    constructing = Constructing(
        corpus=corpus,
        method=method,
        wanted=Wanted(
            tasks=tasks,
            candidates=candidates,
            seed=seed,
            held_out=held_out,
            language=language,
            date=date,
        ),
        settings=models.settings(),
        on_spent=show_spending,
    )
    if dry_run:
        _tell_forecast(constructing.forecast(), tasks)
        return 0
    with progress_bar("candidates") as told:
        found = constructing.construct(out, told)
    _tell(found)
    return 2 if found.is_short else 0


def _tell(found: Constructed) -> None:
    from veridical.construction.card import INDICATIVE
    from veridical.errors import printable

    for one in found.made.funnel.stages:
        for line in _stage_lines(one):
            typer.echo(printable(line))
    made = found.made
    if made.is_indicative:
        typer.echo(f"{INDICATIVE.capitalize()}.")
    typer.echo(f"{found.folder}: {len(made.tasks)} of {made.wanted} tasks; see card.md.")
    if made.funnel.unsettled:
        typer.echo(
            f"{made.funnel.unsettled} candidates could not be settled; run it again to go on.",
            err=True,
        )


def _stage_lines(one: StageCount) -> list[str]:
    from veridical.construction.funnel import share

    lines = [f"{one.stage}: {one.passed} of {one.came} ({share(one.yielded)})"]
    for reason, count in sorted((one.dropped + one.unsettled).items()):
        detail = one.example.get(reason, "")
        lines.append(f"  {count} {reason}" + (f", as: {detail}" if detail else ""))
    return lines


def _tell_forecast(found: Forecast, wanted: int) -> None:
    for one in found.stages:
        came, asks, tokens = (_range(ends) for ends in (one.candidates, one.asks, one.tokens))
        typer.echo(f"{one.stage}: {came} candidates, {asks} asks, about {tokens} tokens")
    low, high = (min(wanted, end) for end in found.through)
    typer.echo(
        f"in all {_range(found.asks)} asks, about {_range(found.tokens)} input tokens, "
        f"{_range((low, high))} of {wanted} tasks; tried by the rules on {found.sample} candidates."
    )


def _range(ends: tuple[int, int]) -> str:
    low, high = ends
    return f"{low:,}" if low == high else f"{low:,}–{high:,}"
