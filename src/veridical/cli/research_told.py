"""What `research` says of reports that were written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from veridical.errors import printable

if TYPE_CHECKING:
    from veridical.agents.release import ReleaseRecord
    from veridical.runs.agent_runs import AgentRuns
    from veridical.runs.analysing import AboutAnalyses
    from veridical.runs.researched import About, Answered

INDICATIVE = "Written by the built-in rules: sentences of the sources, word for word."


def tell_tasks(every: Sequence[Answered], out: Path) -> int:
    """Say how many tasks have a report, and why others have none; the exit code."""
    without = [one for one in every if one.path is None]
    for one in without:
        typer.echo(printable(f"{one.question.name}: no report: {one.about.absence}"), err=True)
    if any(one.about.is_indicative and not one.about.by_rules for one in every):
        typer.echo(INDICATIVE)
    ended = sum(one.about.by_rules > 0 for one in every)
    if ended:
        typer.echo(f"{ended} reports were finished by the built-in rules: the budget was spent.")
    typer.echo(f"{out}: {len(every) - len(without)} of {len(every)} tasks have a report.")
    return 2 if without else 0


def tell(found: Answered) -> None:
    """Say what was searched, found and asked for one report."""
    about = found.about
    for question in about.sub_questions:
        typer.echo(printable(f"- {question}"))
    given = len(found.found.evidence.ids)
    typer.echo(
        f"{about.agent}: {about.items} items found, {given} given to the writer, "
        f"{about.asks} asks, about {about.tokens} tokens."
    )
    if about.analyses is not None:
        _tell_analyses(about.analyses)
    if found.record is not None:
        _tell_release(found.record)
    _tell_rules(about)
    if about.absence:
        typer.echo(printable(f"not answered: {about.absence}"), err=True)


def _tell_rules(about: About) -> None:
    if about.by_rules:
        typer.echo(
            f"The budget was spent: {about.by_rules} of {about.asks} asks were answered by the "
            "built-in rules, so that there is a report."
        )
    elif about.is_indicative:
        typer.echo(INDICATIVE)


def _tell_release(record: ReleaseRecord) -> None:
    told = Counter(one.state.value for one in record.statements)
    said = ", ".join(f"{count} {state}" for state, count in told.items())
    against = len(record.contradictions)
    typer.echo(f"gate: {said}; {against} contradictions in the evidence.")
    if record.taken_away:
        typer.echo(f"taken away by the spending limit: {', '.join(record.taken_away)}.")


def _tell_analyses(found: AboutAnalyses) -> None:
    rates = found.rates
    first, last = sum(rates.rejected_first.values()), sum(rates.rejected_last.values())
    typer.echo(
        f"{len(found.figures)} figures made; programs that failed: {rates.failed_first} of "
        f"{rates.programs} at first, {rates.failed_last} at last; figures rejected: {first} of "
        f"{rates.figures} at first, {last} at last."
    )
    for question in found.not_found:
        typer.echo(printable(f"nothing was found for: {question}"))
    for line in found.not_assessed:
        typer.echo(printable(f"not assessed: {line}"), err=True)


def tell_runs(found: AgentRuns) -> None:
    """Say what several runs came to: mean and standard deviation of each score."""
    typer.echo(f"{found.agent}: {len(found.runs)} runs")
    for one in found.scores:
        if one.mean is None:
            typer.echo(printable(f"  {one.name}: no number: {'; '.join(one.absent)}"))
            continue
        spread = "" if one.deviation is None else f" ± {one.deviation:.3f}"
        typer.echo(f"  {one.name}: {one.mean:.3f}{spread} (n = {one.n})")
    if all(not one.deviation for one in found.scores) and found.scores:
        typer.echo("  The runs do not differ: the built-in rules say the same each time.")
