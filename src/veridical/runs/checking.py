"""Checks of single reports with the respondents that settings name.

What refuses a run (a report that is none, a key that is missing) is looked at before a ledger is
made for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from veridical.ask import Role
from veridical.findings.dating import stated_date
from veridical.findings.known import Known
from veridical.respondents import Roles
from veridical.runs.answered import Answered
from veridical.runs.check import (
    CheckResult,
    Progress,
    Protocol,
    Sources,
    check_report,
    read_report,
    silent,
)
from veridical.runs.check_sources import Bar, OpenWeb, WebSources, fetch_cited, no_bar
from veridical.runs.computed import computed_verdicts
from veridical.runs.earlier import earlier_pages
from veridical.runs.pages import PageFinder
from veridical.runs.submissions import beside
from veridical.runs.sync import run_sync
from veridical.sources import LocalSources
from veridical.trajectory import read_trajectory

if TYPE_CHECKING:
    from veridical.ledger import Ledger
    from veridical.models.budget import Budget
    from veridical.report.model import Report
    from veridical.runs.bound import Spending
    from veridical.runs.facts import FactPlan
    from veridical.runs.settings import Settings


@dataclass
class Checking:
    """Checks one report after the other, with one budget for all.

    Attributes:
        settings: which models answer; None = the built-in rules do, and nothing is kept.
        ledger: where models' answers are kept, a path or a URL.
        facts: where every statement is searched for; None = nowhere.
        as_of: the day as of which reports are checked, ISO; by default each one's own.
        protocol: what their writers were told, by name; "" = nothing that is looked at.
        reads_figures: whether figures are read and held against the text.
        spending: what the models took so far; None where there are none.
    """

    settings: Settings | None
    ledger: str | Path
    facts: FactPlan | None = None
    as_of: str = ""
    protocol: str = ""
    reads_figures: bool = False
    spending: Spending | None = field(default=None, init=False)
    _budget: Budget | None = field(default=None, init=False, repr=False)
    _is_fit: bool = field(default=False, init=False, repr=False)

    def check(
        self,
        path: Path,
        sources: LocalSources | WebSources | None,
        progress: Progress = silent,
        *,
        bar: Bar = no_bar,
    ) -> CheckResult:
        """Check one report.

        Args:
            path: the report.
            sources: where sources are looked up; None = not at all.
            progress: is told how many of how many statements are done.
            bar: shows how many of how many addresses are read.

        Raises:
            InputError: a file that cannot be read.
            ConfigError: a package, a key or a price is missing.
            StoreError: the ledger or the snapshots cannot be read or written.
        """
        job = _Job(path, read_report(path), sources, progress, bar)
        if not self._is_fit:
            run_sync(self._refuse_unfit(job))
            self._is_fit = True
        if self.settings is None or not self.settings.bindings:
            return run_sync(self._checked(job, Roles()))
        from veridical.ledger import open_ledger

        with open_ledger(self.ledger) as kept:
            return run_sync(self._by_models(self.settings, kept, job))

    async def _refuse_unfit(self, job: _Job) -> None:
        """Refuse what nothing can be asked or read with, before anything is made for it."""
        self._protocol()
        if isinstance(job.sources, WebSources):
            job.sources.refuse_unfit()
        if self.facts is not None:
            await self.facts.refuse_unfit()
        if self.settings is not None and self.settings.bindings:
            from veridical.runs.unfit import refuse_unfit

            await refuse_unfit(self.settings, self.ledger)

    async def _by_models(self, settings: Settings, ledger: Ledger, job: _Job) -> CheckResult:
        from veridical.runs.bound import bound
        from veridical.runs.model_records import met_in, records_of

        async with bound(settings, ledger, self._budget) as found:
            names = {role: found.roles.respondent(role).identity for role in found.models}
            asker = Answered(found.roles, respondents=names)
            result = await self._checked(job, found.roles, asker)
            models = await met_in(records_of(settings.bindings), asker.keys, ledger)
            self._budget = found.budget
            read = None if self.spending is None else self.spending.readings
            self.spending = found.spending.after(read)
            return replace(result, models=models)

    async def _checked(self, job: _Job, roles: Roles, asker: Answered | None = None) -> CheckResult:
        asker = asker or Answered(roles)
        async with _opened(job) as (sources, web):
            result = await check_report(
                job.report,
                sources,
                asker,
                folder=job.path.parent,
                respondent=roles.identities["judge"],
                is_indicative=True,
                known=await self._known(job, sources, web),
                progress=job.progress,
                protocol=self._protocol(),
                computed=computed_verdicts(job.path, job.report, job.sources),
            )
            if self.facts is not None:
                from veridical.runs.facts import facts_of

                facts = await facts_of(result.report, asker, self.facts, sources, web=web)
                result = replace(result, facts=facts)
        if self.reads_figures:
            from veridical.runs.figures import with_figures

            result = await asyncio.to_thread(with_figures, result, job.path.parent)
        return replace(result, is_indicative=roles.is_indicative(asker.roles or {Role.JUDGE}))

    def _protocol(self) -> Protocol | None:
        if not self.protocol:
            return None
        from veridical.methods.protocols import protocol_named

        return protocol_named(self.protocol)

    async def _known(self, job: _Job, sources: Sources | None, web: OpenWeb | None) -> Known:
        """What is known around a report: its pages now and before, the trajectory, its day."""
        finder = PageFinder(sources) if web is None else PageFinder(web=web.web)
        pages = {} if sources is None else await finder.of(job.report)
        steps = beside(job.path, f"{job.path.stem}.trajectory.jsonl")
        return Known(
            pages,
            read_trajectory(steps) if steps else None,
            self.as_of or stated_date(job.report),
            {} if web is None else await earlier_pages(job.report, web),
        )


@dataclass(frozen=True, slots=True)
class _Job:
    """One report that is to be checked."""

    path: Path
    report: Report
    sources: LocalSources | WebSources | None
    progress: Progress
    bar: Bar


@asynccontextmanager
async def _opened(job: _Job) -> AsyncIterator[tuple[Sources | None, OpenWeb | None]]:
    """Sources that are at hand, and the web that they came from, until the block ends."""
    if not isinstance(job.sources, WebSources):
        yield job.sources, None
        return
    async with job.sources.opened() as web:
        yield await fetch_cited(job.report, web.web, job.bar), web
