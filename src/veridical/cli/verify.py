"""`veridical verify REPORT --corpus DIR`: each number worked out again from cells and sentences."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from veridical.agents.hka.numbers import Mismatch, Verified

_SHOWN = 160


def verify(
    report: Annotated[Path, typer.Argument(help="A report of `research --agent hka`.")],
    *,
    corpus: Annotated[Path, typer.Option(help="The corpus that it was written from.")],
) -> int:
    """Work out each number of a researched report again, from tables and texts as they are now."""
    from veridical.runs.verifying import verify_report

    return tell(verify_report(report, corpus))


def tell(found: Verified) -> int:
    """Say what verifying came to; the exit code."""
    from veridical.errors import printable

    asked = f"; {found.not_assessed} not assessed, only its program tells" * (
        found.not_assessed > 0
    )
    typer.echo(
        f"numbers: {found.numbers}; {found.of_cells} follow from cells, {found.of_texts} from "
        f"sentences of texts, {len(found.mismatches)} do not{asked}."
    )
    if found.cells:
        typer.echo(f"cells of figures: {found.cells}; {len(found.changed)} are others now.")
    wrong = (*found.mismatches, *found.changed)
    for one in wrong:
        typer.echo(printable(_line(one)))
    return 1 if wrong else 0


def _line(one: Mismatch) -> str:
    now = f"; now {one.now}" if one.now else ""
    where = f" ({one.where[:_SHOWN]})" if one.where else ""
    return f"{one.why.value}: {one.written}{now}{where}: {one.statement[:_SHOWN]}"
