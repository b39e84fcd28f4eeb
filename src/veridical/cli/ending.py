"""How a verb that makes runs ends: what it says of them, and its exit code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from veridical.runs.load import Run
    from veridical.runs.thresholds import Threshold


def ended(runs: Sequence[Run], thresholds: Iterable[Threshold] = ()) -> int:
    """Say on the error stream what was mended, missed and missing; the exit code."""
    from veridical.runs.integrity import mended_line
    from veridical.runs.thresholds import ending_of

    for run in runs:
        if run.mended:
            typer.echo(mended_line(run.folder, run.mended), err=True)
    ending = ending_of(runs, thresholds)
    for line in ending.lines:
        typer.echo(line, err=True)
    return ending.code
