"""The options that say where sources are looked up, the same for all that `check` reads."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from veridical.runs.check_sources import SourcePlan


@dataclass(frozen=True, kw_only=True)
class SourceOptions:
    """Where sources are looked up; nothing is fetched unless the web is named."""

    sources: Annotated[
        str | None,
        typer.Option(
            metavar="web|DIR|snapshots[:PATH]",
            help="The web, a folder of texts, or only what the web gave before.",
        ),
    ] = None
    snapshots: Annotated[
        str | None,
        typer.Option(
            help="What the web gave: a path or postgresql:// URL; by default beside --out."
        ),
    ] = None
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME:PORT", help="A place that is not public and may be read; repeat it."
        ),
    ] = None
    fetch_anew: Annotated[
        bool,
        typer.Option("--fetch-anew", help="Fetch again what is kept, and tell what changed since."),
    ] = False

    def plan(self, out: Path, *, is_offline: bool, searches: bool = False) -> SourcePlan:
        """Where sources are looked up.

        Args:
            out: where results go; snapshots are kept beside it.
            is_offline: whether the network is forbidden.
            searches: whether the web is searched, which keeps snapshots too.

        Raises:
            ConfigError: words that name no place; an option that means nothing here.
        """
        from veridical.runs.check_sources import source_plan

        beside = out.with_name(f"{out.name}.snapshots.sqlite") if out.name else None
        found = source_plan(
            self.sources,
            self.snapshots or beside or "snapshots.sqlite",
            hosts=self.allow_host or (),
            is_offline=is_offline,
        )
        self._refuse_idle(found, searches=searches)
        return replace(found, fetches_anew=self.fetch_anew)

    def _refuse_idle(self, plan: SourcePlan, *, searches: bool) -> None:
        from veridical.runs.applicable import refuse_idle

        if not plan.may_fetch:
            refuse_idle({"fetch_anew": self.fetch_anew or None}, "--sources web, with the network")
        if not plan.reads_addresses and not searches:
            idle = {"snapshots": self.snapshots, "allow_host": self.allow_host}
            refuse_idle(idle, "--sources web")
        elif (self.sources or "").startswith("snapshots:") and plan.store != self.snapshots:
            refuse_idle({"snapshots": self.snapshots}, "--sources web or --sources snapshots")
