"""The options of `evaluate` that say what is written for other tools."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from veridical.runs.load import Run
    from veridical.runs.thresholds import Threshold


@dataclass(frozen=True, kw_only=True)
class RunOutputs:
    """Which files are written beside the run."""

    junit: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write thresholds as JUnit XML.")
    ] = None
    markdown: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a Markdown summary, as for a CI job.")
    ] = None
    rubrics: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write the rubrics, to mark by them: --option rubrics=FILE."
        ),
    ] = None

    def write(self, runs: Sequence[Run], thresholds: Sequence[Threshold]) -> None:
        """Write what was asked for.

        Raises:
            StoreError: the disk refuses.
        """
        from veridical.runs.export.thresholds import thresholds_junit, thresholds_markdown
        from veridical.runs.files import write_whole

        if self.junit is not None:
            write_whole(self.junit, thresholds_junit(runs, thresholds))
        if self.markdown is not None:
            write_whole(self.markdown, thresholds_markdown(runs, thresholds))
        if self.rubrics is not None:
            _write_rubrics(runs[0], self.rubrics)


def _write_rubrics(run: Run, path: Path) -> None:
    from veridical.runs.files import write_whole
    from veridical.runs.rubrics import rubric_lines
    from veridical.task import read_bench

    lines, lacking = rubric_lines(run, read_bench(Path(run.manifest.bench)))
    write_whole(path, lines)
    told = f"; none that is whole for {', '.join(lacking)}" if lacking else ""
    typer.echo(f"rubrics: {len(lines.splitlines())} in {path}{told}")
