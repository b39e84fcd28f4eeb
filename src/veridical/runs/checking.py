"""Checks of single reports with the respondents that settings name."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from veridical.ask import Role
from veridical.findings.dating import stated_date
from veridical.findings.known import Known
from veridical.respondents import Roles
from veridical.runs.answered import Answered
from veridical.runs.check import CheckResult, Progress, check_report, read_report, silent
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
        spending: what the models took so far; None where there are none.
    """

    settings: Settings | None
    ledger: str | Path
    facts: FactPlan | None = None
    as_of: str = ""
    spending: Spending | None = field(default=None, init=False)
    _budget: Budget | None = field(default=None, init=False, repr=False)

    def check(
        self, path: Path, sources: LocalSources | None, progress: Progress = silent
    ) -> CheckResult:
        """Check one report.

        Raises:
            InputError: a file that cannot be read.
            ConfigError: a package, a key or a price is missing.
            StoreError: the ledger cannot be read or written.
        """
        if self.settings is None or not self.settings.bindings:
            return run_sync(self._checked(path, sources, Roles(), progress=progress))
        from veridical.ledger import open_ledger

        with open_ledger(self.ledger) as kept:
            return run_sync(self._by_models(self.settings, kept, path, sources, progress=progress))

    async def _by_models(
        self,
        settings: Settings,
        ledger: Ledger,
        path: Path,
        sources: LocalSources | None,
        *,
        progress: Progress,
    ) -> CheckResult:
        from veridical.runs.bound import bound
        from veridical.runs.model_records import met_in, records_of

        async with bound(settings, ledger, self._budget) as found:
            names = {role: found.roles.respondent(role).identity for role in found.models}
            asker = Answered(found.roles, respondents=names)
            result = await self._checked(path, sources, found.roles, asker=asker, progress=progress)
            models = await met_in(records_of(settings.bindings), asker.keys, ledger)
            self._budget = found.budget
            read = None if self.spending is None else self.spending.readings
            self.spending = found.spending.after(read)
            return replace(result, models=models)

    async def _checked(
        self,
        path: Path,
        sources: LocalSources | None,
        roles: Roles,
        *,
        asker: Answered | None = None,
        progress: Progress,
    ) -> CheckResult:
        asker = asker or Answered(roles)
        report = read_report(path)
        result = await check_report(
            report,
            sources,
            asker,
            folder=path.parent,
            respondent=roles.identities["judge"],
            is_indicative=True,
            known=await self._known(path, report, sources),
            progress=progress,
        )
        if self.facts is not None:
            from veridical.runs.facts import facts_of

            facts = await facts_of(result.report, asker, self.facts, sources)
            result = replace(result, facts=facts)
        return replace(result, is_indicative=roles.is_indicative(asker.roles or {Role.JUDGE}))

    async def _known(self, path: Path, report: Report, sources: LocalSources | None) -> Known:
        """What is known around a report: its pages, the trajectory beside it, its day."""
        pages = {} if sources is None else await PageFinder(sources).of(report)
        steps = beside(path, f"{path.stem}.trajectory.jsonl")
        return Known(
            pages, read_trajectory(steps) if steps else None, self.as_of or stated_date(report)
        )
