"""The stored reports of a run, scored by another judge into another run.

No agent runs again and no report is read from where it came: what was scored then is scored
now, on the same bench, by the same method, with the same date.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from veridical.errors import InputError
from veridical.runs.bound import Spending
from veridical.runs.check import Progress
from veridical.runs.load import Run, load_run
from veridical.runs.place import refuse_place
from veridical.runs.recompute import bench_of, method_of, stored
from veridical.runs.records import Drawing
from veridical.runs.rubrics import frozen_rubrics
from veridical.runs.searched import remember, replaying, searches, snapshots_of
from veridical.runs.settings import Settings
from veridical.runs.sight import NO_SIGHT, Sight
from veridical.runs.work import Work, carry_out
from veridical.task import Bench


async def rejudge(
    folder: Path,
    out: Path,
    settings: Settings | None,
    ledger: str | Path,
    *,
    progress: Progress,
    bench: Bench | None = None,
    new_rubrics: bool = False,
    sight: Sight | None = None,
    on_spent: Callable[[Spending], None] | None = None,
) -> Run:
    """Score a run's reports again.

    Args:
        folder: the run.
        out: the new run's folder.
        settings: which models answer; None = the built-in rules.
        ledger: a path or a URL; with that of the first run, roles that are bound as then
            answer as then (rubrics stay the same).
        progress: is told how many of how many reports are done.
        bench: the run's bench, should it have moved.
        new_rubrics: whether the examiner writes rubrics anew; by default the reports are marked
            by those of the run, whoever judges.
        sight: what of the reports' pictures is shown to whom; by default nothing is.
        on_spent: is told what models took, once all is done.

    Raises:
        InputError: no run, or another bench or method than the run's; or `out` is the run.
        StoreError: a stored report is gone or is not what was scored, or the disk refuses.
        ConfigError: a package, a key or a price is missing.
    """
    run = load_run(folder)
    if out.resolve() == folder.resolve():
        raise InputError(
            f'folder "{out}"',
            "is the run itself",
            expected="another folder",
            fix="Name one with --out.",
        )
    manifest = run.manifest
    recorded = method_of(None, manifest)
    work = Work(
        bench=bench_of(bench, manifest),
        submitted=tuple(stored(result, folder) for result in run.results),
        method=recorded,
        out=out,
        date=manifest.date,
        bench_name=manifest.bench,
        reports_name=manifest.reports,
        drawing=Drawing(rubrics=manifest.rubrics + new_rubrics),
        rubrics=None if new_rubrics else frozen_rubrics(folder, manifest),
        sight=sight or NO_SIGHT,
    )
    refuse_place(work, settings)
    with replaying(recorded, folder) as method:
        again = replace(work, method=method)
        done = await carry_out(again, settings, ledger, progress, on_spent=on_spent)
    if searches(recorded):
        remember(out, snapshots_of(folder))
    return done
