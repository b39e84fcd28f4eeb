"""A method that searches the web: its world opened for a run, and found again without one.

What a search and its pages gave is kept before it is used. So a run that goes on asks no
provider twice, one without the network uses only what is kept, and scores are computed again from
the words that were judged.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from veridical.errors import ConfigError
from veridical.measure import Method
from veridical.methods.registry import METHODS, can_search
from veridical.methods.registry import searching as under
from veridical.runs.check_sources import require_store
from veridical.runs.facts import FactPlan, FolderFirst, world_of
from veridical.runs.files import write_whole
from veridical.runs.load import Run
from veridical.runs.work import Work

POINTER = "snapshots.txt"
"""In a run's folder: where its snapshots are, if not beside it under its name."""


@dataclass
class Skipped:
    """What would have needed the network, in the order asked.

    Attributes:
        queries: that were not put.
        addresses: that were not read.
    """

    queries: list[str] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)


def searched_by(method: Method, world: FactPlan | None) -> Method:
    """The method, under the provider that it is to search with; that is recorded with its scores.

    Args:
        method: the method.
        world: where it is to search; None = where it does by default.

    Raises:
        ConfigError: the method searches nothing.
    """
    if world is None:
        return method
    if not can_search(method.name):
        raise ConfigError(
            "--search",
            "is for a method that searches",
            got=method.name,
            expected=" or ".join(one.name for one in METHODS if can_search(one.name)),
            fix="Leave it out, or name that method.",
        )
    return under(method, world.provider)


async def carried_out(
    work: Work,
    world: FactPlan | None,
    carry_out: Callable[[Work], Awaitable[Run]],
    on_skipped: Callable[[Skipped], None] | None = None,
) -> Run:
    """Score the reports, with the world open that their method searches.

    Args:
        work: what is scored; its method is as `searched_by` gives it.
        world: where is searched; None = nothing is opened.
        carry_out: does the work.
        on_skipped: is told what would have needed the network.
    """
    if world is None:
        return await carry_out(work)
    skipped = Skipped()
    async with searching(work.method, world, skipped) as method:
        run = await carry_out(replace(work, method=method))
    remember(work.out, world.snapshots)
    if on_skipped is not None:
        on_skipped(skipped)
    return run


@asynccontextmanager
async def searching(method: Method, plan: FactPlan, skipped: Skipped) -> AsyncIterator[Method]:
    """The method with its world, until the block ends.

    Args:
        method: the method, as `searched_by` gives it.
        plan: where is searched.
        skipped: is told what would have needed the network.

    Raises:
        InputError: a folder that is none, or no snapshots where only those may be used.
        ConfigError: no such provider, no key, or an extra that is not installed.
        StoreError: what was kept cannot be read.
    """
    if plan.is_offline:
        require_store(plan.snapshots)
    async with world_of(plan) as there:
        search, web = there.search, there.web
        try:
            yield under(method, plan.provider, search, web)
        finally:
            reads = web.web if isinstance(web, FolderFirst) else web
            skipped.queries += getattr(search, "skipped", [])
            skipped.addresses += getattr(reads, "skipped", [])


@contextmanager
def replaying(method: Method, run: Path) -> Iterator[Method]:
    """The method of a run with what its search gave then, until the block ends; nothing is fetched.

    Args:
        method: as the run records it; one that searched nothing stays as it is.
        run: the run's folder.

    Raises:
        InputError: there are no snapshots of it.
        StoreError: they cannot be read.
    """
    if not searches(method):
        yield method
        return
    from veridical.sources.kept import KeptSearch, KeptWeb
    from veridical.sources.snapshots import open_snapshots

    where, provider = snapshots_of(run), method.settings["search"]
    require_store(where)
    with open_snapshots(where, read_only=True) as store:
        yield under(method, provider, KeptSearch(store, provider, None), KeptWeb(store, None))


def searches(method: Method) -> bool:
    """Whether a method searches the web."""
    return bool(method.settings.get("search"))


def remember(run: Path, where: str | Path) -> None:
    """Write into a run's folder where its snapshots are, if not beside it.

    Raises:
        StoreError: the disk refuses.
    """
    if str(where) != str(_beside(run)):
        write_whole(run / POINTER, str(where).encode())


def snapshots_of(run: Path) -> str | Path:
    """Where the snapshots of a run are: as it says, else beside it."""
    told = run / POINTER
    return told.read_text("utf-8") if told.is_file() else _beside(run)


def _beside(run: Path) -> Path:
    return run.with_name(f"{run.name}.snapshots.sqlite")
