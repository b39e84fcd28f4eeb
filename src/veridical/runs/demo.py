"""The demo: the shipped bench and its made-up systems, evaluated by the built-in rules."""

from __future__ import annotations

from pathlib import Path

from veridical.runs.check import Progress, silent
from veridical.runs.load import Run
from veridical.runs.verbs import evaluate

BENCH = Path(__file__).parent / "demo_bench"
DATE = "2026-01-15"
"""The run's date is fixed, so that a second demo is the same run and asks nothing."""


def run_demo(out: Path, *, progress: Progress = silent) -> Run:
    """Evaluate the shipped bench into ``out/run``.

    Raises:
        StoreError: the folder holds something else, or the disk refuses.
    """
    return evaluate(BENCH, BENCH / "reports", out=out / "run", date=DATE, progress=progress)
