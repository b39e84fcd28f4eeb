"""`veridical study vef`: how well somebody tells right readings of pictures from wrong ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veridical.cli.models import LedgerAt, ModelOptions
from veridical.cli.spliced import spliced

if TYPE_CHECKING:
    from veridical.runs.vef_study import VefRow, VefStudy
    from veridical.score import Score

HEAD = ("reading", "cases", "pass", "fail", "no verdict", "right", "named so")


@spliced
def vef(
    file: Annotated[
        Path | None, typer.Argument(help="Readings with what is wrong; by default those shipped.")
    ] = None,
    *,
    ledger: LedgerAt = None,
    models: ModelOptions,
) -> int:
    """Pass or fail readings of pictures of which it is known what is wrong with them."""
    from veridical.runs.studying import vef_of

    found = vef_of(file, models.settings(), ledger or Path("vef.ledger"))
    for line in table(found):
        typer.echo(line)
    return 0


def table(found: VefStudy) -> list[str]:
    """The confusion table, and what it comes to, a line each."""
    rows = [HEAD, *map(_cells, found.rows)]
    widths = [max(len(row[n]) for row in rows) for n in range(len(HEAD))]
    lines = [_line(row, widths) for row in rows]
    languages = ", ".join(f"{name} {a} of {b}" for name, (a, b) in found.by_language.items())
    return [
        *lines,
        f"came out right: {_told(found.agreement)}, kappa {_told(found.kappa)}",
        f"by language: {languages or 'none has a verdict'}",
    ]


def _cells(row: VefRow) -> tuple[str, ...]:
    cases = row.passed + row.failed + row.absent
    counts = (cases, row.passed, row.failed, row.absent, row.right)
    named = "" if row.is_sound else str(row.named)
    return (row.kind.value.replace("_", " "), *map(str, counts), named)


def _line(cells: tuple[str, ...], widths: list[int]) -> str:
    first, *others = zip(cells, widths, strict=True)
    told = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
    return "  ".join(told).rstrip()


def _told(score: Score) -> str:
    from veridical.score import Measured

    if not isinstance(score, Measured):
        return "undefined"
    lost = f", {score.missing.total} without a verdict" if score.missing.total else ""
    return f"{score.value:.3f} (n = {score.n}{lost})"
