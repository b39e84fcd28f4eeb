"""Work on a bench with the respondents that settings name: what `evaluate` and `rejudge` share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from veridical.ask import Role
from veridical.errors import RunExists
from veridical.ledger import Ledger, open_ledger
from veridical.measure import Method
from veridical.methods.evaluator import BESIDE_TASKS, check_needs
from veridical.methods.registry import METHODS
from veridical.models.budget import Budget
from veridical.respondents import Roles
from veridical.runs.bound import Bound, Spending, bound
from veridical.runs.check import Progress
from veridical.runs.evaluate import evaluate_bench
from veridical.runs.folder import read_results
from veridical.runs.load import Run
from veridical.runs.preset import records_under, with_preset
from veridical.runs.records import Drawing
from veridical.runs.results import ONCE
from veridical.runs.rubrics import FrozenRubrics
from veridical.runs.settings import Settings
from veridical.runs.sight import NO_SIGHT, Sight
from veridical.runs.submissions import Submitted
from veridical.runs.unfit import refuse_unfit
from veridical.task import Bench


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """Reports to be scored.

    Attributes:
        bench: the tasks.
        submitted: the reports.
        method: what is measured.
        out: the run's folder.
        date: the run's date (ISO).
        bench_name: what the manifest calls the bench.
        reports_name: what the manifest calls the reports.
        drawing: which drawing of its answers the run is.
        rubrics: the examiner's answers of the run whose reports are scored again; None = the
            examiner is asked.
        sight: what of the reports' pictures is shown to whom.
    """

    bench: Bench
    submitted: tuple[Submitted, ...]
    method: Method
    out: Path
    date: str
    bench_name: str
    reports_name: str
    drawing: Drawing = ONCE
    rubrics: FrozenRubrics | None = None
    sight: Sight = NO_SIGHT


async def carry_out(
    work: Work,
    settings: Settings | None,
    ledger: str | Path,
    progress: Progress,
    *,
    on_spent: Callable[[Spending], None] | None = None,
    budget: Budget | None = None,
) -> Run:
    """Score the reports.

    Args:
        work: what is to be done.
        settings: which models answer; None = the built-in rules.
        ledger: a path or a URL.
        progress: is told how many of how many reports are done.
        on_spent: is told what models took, once all is done.
        budget: that of earlier work, to go on with; by default that of `settings`.

    Raises:
        NeedError: a task lacks gold that the method needs.
        ConfigError: a package, a key or a price is missing.
        StoreError: the folder holds another run, or the disk refuses.
    """
    models = _without_examiner(with_preset(settings or Settings(), work.method), work)
    # refused before a ledger is made for it
    wanted = {one.task_id for one in work.submitted}
    for task in work.bench.tasks:
        if task.id in wanted:
            check_needs(work.method, task, METHODS, given=BESIDE_TASKS)
    await refuse_unfit(models, ledger)
    with _unless_refused(ledger), open_ledger(ledger) as kept:
        async with (
            bound(models, kept, budget) as found,
            work.sight.photographer(models) as photographer,
        ):
            await _charge_earlier(work, found, kept)
            run = await evaluate_bench(
                work.bench,
                work.submitted,
                work.method,
                ledger=kept,
                roles=work.sight.roles(_roles(found.roles, work), work.out),
                out=work.out,
                date=work.date,
                progress=progress,
                bench_name=work.bench_name,
                reports_name=work.reports_name,
                models=records_under(models, _judged_alone(work)),
                drawing=work.drawing,
                photographer=photographer,
                page_pictures=work.sight.pages,
            )
            if on_spent is not None and models.bindings:
                on_spent(found.spending)
            return run


def _without_examiner(settings: Settings, work: Work) -> Settings:
    """The settings; where the rubrics are given, nobody writes any."""
    if work.rubrics is None:
        return settings
    left = dict(settings.bindings)
    left.pop(Role.EXAMINER, None)
    return replace(settings, bindings=left)


def _roles(roles: Roles, work: Work) -> Roles:
    if work.rubrics is None:
        return roles
    return Roles({**roles.bound, Role.EXAMINER: work.rubrics})


def _judged_alone(work: Work) -> Method:
    """The method whose preset asks for no examiner, where the rubrics are given."""
    preset = work.method.preset
    if work.rubrics is None or preset is None:
        return work.method
    roles = tuple(role for role in preset.roles if role is not Role.EXAMINER)
    return replace(work.method, preset=replace(preset, roles=roles))


@contextmanager
def _unless_refused(ledger: str | Path) -> Iterator[None]:
    """Leave no new ledger behind where the run is refused: nothing was asked then."""
    is_new = "://" not in str(ledger) and not Path(ledger).exists()
    try:
        yield
    except RunExists:
        if is_new:
            Path(ledger).unlink(missing_ok=True)
        raise


async def _charge_earlier(work: Work, found: Bound, ledger: Ledger) -> None:
    """What reports that are done already have cost counts against the run's budget."""
    if not found.models:
        return
    done = read_results(work.out).values()
    keys = [one.key for result in done for one in result.asked if one.key is not None]
    await found.charge_answers(ledger, keys)
