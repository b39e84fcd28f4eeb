"""A run's leaderboard as a table in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from veridical.errors import printable

if TYPE_CHECKING:
    from pathlib import Path

    from veridical.runs.leaderboard import Standing
    from veridical.runs.load import Run
    from veridical.stats.summary import Summary

INDICATIVE = "Judged by the built-in rules: indicative, not comparable with a model judge."


def show_leaderboard(run: Run) -> None:
    """Print systems by their first total, with what is missing and where they stopped."""
    from rich.table import Table

    from veridical.cli.terminal import terminal
    from veridical.runs.leaderboard import ranked, readings

    manifest = run.manifest
    part_of = readings(manifest)
    every = [m for m in manifest.measures if m.name in part_of]
    unmeasured = {m.name: reasons for m in every if (reasons := _unmeasured(run, m.name))}
    parts = [m for m in every if m.name not in unmeasured]
    table = Table(box=None, pad_edge=False, title=f"{manifest.method} {manifest.method_version}")
    table.add_column("system")
    for name in [*(t.name for t in manifest.totals), *(m.title for m in parts), "furthest gate"]:
        table.add_column(name.replace("_", " "), justify="right", overflow="fold")
    for standing in ranked(run.manifest, run.leaderboard):
        totals = [shown(standing.totals[t.name]) for t in manifest.totals]
        scores = [shown(standing.measures[m.name]) for m in parts]
        table.add_row(standing.system, *totals, *scores, _gates(standing))
    terminal(160).print(table)
    for total in manifest.totals:
        typer.echo(f"{total.name}: {total.convention}")
    for one in parts:
        if part_of[one.name].name != one.name:
            typer.echo(f"{one.title}: {part_of[one.name].title} read another way ({one.source})")
    for one in every:
        if one.name in unmeasured and part_of[one.name].name == one.name:
            typer.echo(f"{one.title}: not measured in this run ({unmeasured[one.name]})")
    if manifest.is_indicative:
        typer.echo(INDICATIVE)
    _show_noise(run)
    _show_agent_runs(run)


def show_unanswered(run: Run, tasks: Path) -> None:
    """Say which of a bench's tasks no system answered; nothing where each is answered.

    Args:
        run: the run.
        tasks: the bench's folder, or its task file.
    """
    from veridical.runs.answering import unanswered
    from veridical.task import read_bench

    told = unanswered(run.manifest.tasks, [task.id for task in read_bench(tasks).tasks])
    if told:
        typer.echo(told)


def show_totals(run: Run, title: str, note: str = "") -> None:
    """Print systems by their totals alone, or by the parts of a method that has no total.

    Args:
        run: the run.
        title: what the method is called.
        note: what a reader must know; "" = nothing.
    """
    from rich.table import Table

    from veridical.cli.terminal import terminal
    from veridical.runs.leaderboard import ranked, readings

    manifest = run.manifest
    part_of = readings(manifest)
    own = [m for m in manifest.measures if m.name in part_of and part_of[m.name].name == m.name]
    parts = [] if manifest.totals else own
    table = Table(box=None, pad_edge=False, title=title, title_justify="left")
    table.add_column("system")
    for name in [*(total.name for total in manifest.totals), *(m.title for m in parts)]:
        table.add_column(name.replace("_", " "), justify="right", overflow="fold")
    for standing in ranked(manifest, run.leaderboard):
        totals = [shown(standing.totals[total.name]) for total in manifest.totals]
        table.add_row(standing.system, *totals, *(shown(standing.measures[m.name]) for m in parts))
    terminal(160).print(table)
    if note:
        typer.echo(note)


def _unmeasured(run: Run, name: str) -> str:
    """Why no report has a number, where nothing failed; "" if some has, or might have."""
    from veridical.score import HARMLESS

    found = [standing.measures[name] for standing in run.leaderboard]
    reasons = {reason for one in found for reason, _ in one.undefined.counts}
    is_empty = all(one.mean is None and not one.gated and not one.items.total for one in found)
    return ", ".join(sorted(reasons)) if is_empty and reasons <= HARMLESS else ""


def _show_noise(run: Run) -> None:
    """Print what differences are too small to count, where the run was judged several times."""
    from veridical.runs.repeats import kept_noise

    noise = kept_noise(run)
    if noise is None:
        return
    for total in run.manifest.totals:
        floor = noise.floor(total.name)
        said = (
            "judge noise unknown"
            if floor is None
            else (f"differences under {floor:.2f} are within judge noise")
        )
        typer.echo(f"{total.name}: {said} (judged {noise.judgings} times)")


def _show_agent_runs(run: Run) -> None:
    """Print mean and deviation over systems that are several runs of one agent."""
    from veridical.runs.agent_runs import systems_over_runs

    for total in run.manifest.totals:
        for agent, one in systems_over_runs(run.leaderboard, total.name).items():
            if one.mean is not None and one.deviation is not None:
                said = f"{one.mean:.2f} ± {one.deviation:.2f}"
                typer.echo(printable(f"{agent}: {total.name} {said} over {one.n} runs"))


def shown(summary: Summary) -> str:
    """A mean with its bounds where something is missing, or why there is none."""
    if summary.mean is None:
        return "gated" if summary.gated else "–"
    bounds = summary.bounds
    if bounds is None or abs(bounds.best - bounds.worst) < 0.005:
        return f"{summary.mean:.2f}"
    return f"{summary.mean:.2f} ({bounds.worst:.1f}–{bounds.best:.1f})"


def _gates(standing: Standing) -> str:
    counts = [f"{name or 'none'} {n}" for name, n in standing.funnel.furthest.items() if n]
    counts += [f"{name}? {n}" for name, n in standing.funnel.undecided.items() if n]
    return ", ".join(counts)
