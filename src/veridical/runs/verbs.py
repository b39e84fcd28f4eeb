"""The verbs as functions: check one report, evaluate many, read a run again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from veridical.errors import ConfigError
from veridical.runs.check import (
    CheckResult,
    Progress,
    open_sources,
    silent,
)
from veridical.runs.check_sources import WebSources
from veridical.runs.checking import Checking
from veridical.runs.sync import run_sync
from veridical.sources import LocalSources

if TYPE_CHECKING:
    from veridical.measure import Method
    from veridical.models.budget import Budget
    from veridical.runs.bound import Spending
    from veridical.runs.facts import FactPlan
    from veridical.runs.load import Run
    from veridical.runs.pages import WebOpener
    from veridical.runs.recompute import Recomputation
    from veridical.runs.searched import Skipped
    from veridical.runs.settings import Settings
    from veridical.runs.sight import Sight
    from veridical.runs.submissions import Submitted


def check(
    report: str | Path,
    *,
    sources: str | Path | LocalSources | WebSources | None = None,
    as_of: str | None = None,
    settings: Settings | None = None,
    ledger: str | Path | None = None,
    progress: Progress = silent,
) -> CheckResult:
    """Check one report against its sources and against itself; only `WebSources` fetch anything.

    Args:
        report: Markdown, HTML, DOCX, PDF or JSON; ``REPORT.evidence.json`` beside it says what its
            writer was given.
        sources: a folder of source texts, opened already when many reports share it, or the
            web (`veridical.runs.check_sources`); without any only the report itself is audited.
        as_of: the day as of which the report is checked (ISO); by default the one that its
            metadata states, else none.
        settings: which models answer; by default the built-in rules do, and nothing is kept.
        ledger: where models' answers are kept; by default a file beside `report`.
        progress: is told how many of how many statements are done.

    Raises:
        InputError: a file that cannot be read.
        ConfigError: a package, a key or a price is missing, or `as_of` is no date.
        StoreError: the ledger cannot be read or written.
    """
    path = Path(report)
    if isinstance(sources, str | Path):
        sources = open_sources(Path(sources))
    day = as_of_day(as_of)
    return Checking(settings, ledger_of(path, ledger), as_of=day).check(path, sources, progress)


def as_of_day(day: str | None) -> str:
    """The day as of which reports are checked; "" for none.

    Raises:
        ConfigError: it is no ISO date.
    """
    from veridical.runs.identity import checked_date

    return "" if day is None else checked_date(day)


def options_of(pairs: Iterable[str]) -> dict[str, str]:
    """Options written as ``name=value``.

    Raises:
        ConfigError: one has no ``=``, or two give one name different values.
    """
    found: dict[str, str] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise ConfigError(
                "--option", "is no pair", got=pair, expected="name=value", fix="Correct it."
            )
        name, value = name.strip(), value.strip()
        if found.setdefault(name, value) != value:
            both = f"{found[name]} and {value}"
            raise ConfigError("--option", f"gives {name} twice", got=both, expected="one value")
    return found


def method_named(name: str, options: Mapping[str, str] | None = None) -> Method:
    """A method by its name, with the options that differ from its defaults.

    Raises:
        ConfigError: no such method, no such option, or a value that it does not take.
    """
    from veridical.methods.registry import METHODS, restored

    known = {method.name: method for method in METHODS}
    if name not in known:
        raise ConfigError(
            "--method",
            "is unknown",
            got=name,
            expected=" or ".join(known),
            fix="Correct it.",
        )
    defaults = dict(known[name].settings)
    wanted = {**defaults, **(options or {})}
    method = restored(name, wanted) if wanted.keys() == defaults.keys() else None
    if method is None:
        raise ConfigError(
            f"options of {name}",
            "are not its own, or a value is none that it takes",
            got=dict(options or {}),
            expected=f"some of {', '.join(f'{k}={v}' for k, v in defaults.items())}",
            fix="Correct them.",
        )
    return method


def evaluate(
    tasks: str | Path,
    reports: str | Path,
    *,
    method: str | Method = "hievidr",
    out: str | Path,
    sources: str | Path | None = None,
    open_web: WebOpener | None = None,
    world: FactPlan | None = None,
    on_skipped: Callable[[Skipped], None] | None = None,
    ledger: str | Path | None = None,
    date: str | None = None,
    may_lack_reports: bool = False,
    settings: Settings | None = None,
    repeat: int = 0,
    new_rubrics: bool = False,
    sight: Sight | None = None,
    budget: Budget | None = None,
    on_spent: Callable[[Spending], None] | None = None,
    on_lost: Callable[[str], None] | None = None,
    progress: Progress = silent,
) -> Run:
    """Score every report of a folder; a second call with the same arguments asks nothing.

    Args:
        tasks: a bench's folder, or its task file.
        reports: a folder ``SYSTEM/TASK.md``, or a JSONL file.
        method: a method, or its name.
        out: the run's folder.
        sources: a folder of source texts, in which cited pages are looked up.
        open_web: opens what reads the cited addresses that are not in `sources`; by default
            nothing is fetched.
        world: where a method that searches does so; by default in the bench's corpus.
        on_skipped: is told what of it would have needed the network.
        ledger: a path or a PostgreSQL URL; by default a file in `out`'s own folder.
        date: the run's date (ISO); by default that of the run in `out`, else today.
        may_lack_reports: whether a system may have left tasks out.
        settings: which models answer; by default the built-in rules do.
        repeat: which repeat it is; each draws its answers anew, into a folder of its own.
        new_rubrics: whether rubrics are drawn anew; by default repeats share theirs.
        sight: what of the reports' pictures is shown to whom; by default nothing is.
        budget: shared by several repeats; by default each has that of `settings`.
        on_spent: is told what models took, once all is done.
        on_lost: is told what of each report was not carried over, a line each.
        progress: is told how many of how many reports are done.

    Raises:
        InputError: a file that cannot be read or does not follow its format.
        NeedError: a task lacks gold that the method needs.
        ConfigError: a package, a key or a price is missing.
        StoreError: the folder holds another run, or the disk refuses.
    """
    from veridical.runs.files import refuse_no_folder
    from veridical.runs.folder import read_manifest
    from veridical.runs.given import read_given
    from veridical.runs.place import refuse_place
    from veridical.runs.records import Drawing
    from veridical.runs.rivals import with_rivals
    from veridical.runs.searched import carried_out, searched_by
    from veridical.runs.sight import NO_SIGHT
    from veridical.runs.work import Work, carry_out
    from veridical.task import read_bench

    bench, folder = read_bench(Path(tasks)), Path(out)
    submitted = read_given(Path(reports), bench, may_lack_reports=may_lack_reports)
    _tell_lost(submitted, on_lost)
    chosen = searched_by(method_named(method) if isinstance(method, str) else method, world)
    submitted = with_rivals(looked_up(submitted, sources, open_web), chosen, bench)
    refuse_no_folder(folder)
    begun = read_manifest(folder)
    work = Work(
        bench=bench,
        submitted=submitted,
        method=chosen,
        out=folder,
        date=date or (begun.date if begun else datetime.now(UTC).date().isoformat()),
        bench_name=str(tasks),
        reports_name=str(reports),
        drawing=Drawing(repeat, repeat + 1 if new_rubrics else 0),
        sight=sight or NO_SIGHT,
    )
    where = ledger_of(folder, ledger)
    refuse_place(work, settings)
    carry = partial(
        carry_out,
        settings=settings,
        ledger=where,
        progress=progress,
        on_spent=on_spent,
        budget=budget,
    )
    return run_sync(carried_out(work, world, carry, on_skipped))


def _tell_lost(submitted: tuple[Submitted, ...], tell: Callable[[str], None] | None) -> None:
    """Say of each report what of it was not carried over."""
    for one in submitted:
        if one.lost and tell is not None:
            tell(f"{one.system}/{one.name}: not imported: {', '.join(map(str, one.lost))}")


def looked_up(
    submitted: tuple[Submitted, ...],
    sources: str | Path | None,
    open_web: WebOpener | None = None,
) -> tuple[Submitted, ...]:
    """The reports with the pages that they cite, where there is somewhere to look.

    Raises:
        InputError: no such folder, or a list in it that cannot be read.
        StoreError: what the web gave cannot be kept.
    """
    from veridical.runs.pages import with_pages

    if sources is None and open_web is None:
        return submitted
    folder = None if sources is None else open_sources(Path(sources))
    return run_sync(with_pages(submitted, folder, open_web))


def rejudge(
    run: str | Path,
    *,
    out: str | Path,
    settings: Settings | None = None,
    ledger: str | Path | None = None,
    bench: str | Path | None = None,
    new_rubrics: bool = False,
    sight: Sight | None = None,
    on_spent: Callable[[Spending], None] | None = None,
    progress: Progress = silent,
) -> Run:
    """Score a run's stored reports again, by other respondents, into another run.

    Args:
        run: the run's folder.
        out: the new run's folder.
        settings: which models answer; by default the built-in rules do.
        ledger: a path or a PostgreSQL URL; by default the file beside `run`, so that roles
            that are bound as then answer as then.
        bench: the run's bench, should it have moved.
        new_rubrics: whether the examiner writes rubrics anew; by default the reports are marked
            by those of the run, whoever judges.
        sight: what of the reports' pictures is shown to whom; by default nothing is.
        on_spent: is told what models took, once all is done.
        progress: is told how many of how many reports are done.

    Raises:
        InputError: no run, or another bench or method than the run's; or `out` is the run.
        StoreError: a stored report is gone, or the disk refuses.
        ConfigError: a package, a key or a price is missing.
    """
    from veridical.runs.rejudge import rejudge as again
    from veridical.task import read_bench

    folder = Path(run)
    return run_sync(
        again(
            folder,
            Path(out),
            settings,
            ledger_of(folder, ledger),
            progress=progress,
            bench=None if bench is None else read_bench(Path(bench)),
            new_rubrics=new_rubrics,
            sight=sight,
            on_spent=on_spent,
        )
    )


def ledger_of(run: Path, named: str | Path | None = None) -> str | Path:
    """The ledger of a run: the one that is named, else the file beside its folder.

    Raises:
        ConfigError: nothing can stand beside the root of a disk.
    """
    if named is not None:
        return named
    at = run if run.name not in {"", ".."} else run.resolve()
    if not at.name:
        raise ConfigError(
            f'folder "{at}"',
            "is the root of a disk",
            expected="a folder of its own for the run",
            fix="Name another folder.",
        )
    return at.with_name(f"{at.name}.ledger")


def recompute(
    run: str | Path, *, ledger: str | Path | None = None, bench: str | Path | None = None
) -> Recomputation:
    """Compute a run's scores again from its recorded answers; nobody is asked.

    Args:
        run: the run's folder.
        ledger: a path or a PostgreSQL URL; by default the file beside `run`.
        bench: the run's bench, should it have moved; by default where the run found it.

    Raises:
        InputError: the folder holds no run, or the bench is not the run's.
        LedgerMismatch: the ledger lacks an answer that the run used.
    """
    from veridical.ledger import open_ledger
    from veridical.runs.recompute import recompute as again
    from veridical.task import read_bench

    folder = Path(run)
    load_run(folder)  # a wrong folder is named before its missing ledger
    found = None if bench is None else read_bench(Path(bench))
    with open_ledger(ledger_of(folder, ledger), read_only=True) as kept:
        return run_sync(again(folder, kept, bench=found))


def load_run(folder: str | Path) -> Run:
    """A finished or unfinished run, as it lies in its folder.

    Raises:
        StoreError: the folder holds no run, or one that cannot be read.
    """
    from veridical.runs.load import load_run as load

    return load(Path(folder))
