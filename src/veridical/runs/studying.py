"""Studies with the respondents that settings name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from veridical.respondents import Roles
from veridical.runs.fact_study import FactStudy, study_facts
from veridical.runs.importers.judged_claims import read_judged
from veridical.runs.sync import run_sync

if TYPE_CHECKING:
    from veridical.runs.settings import Settings


def study_of(file: Path, settings: Settings | None, ledger: str | Path) -> FactStudy:
    """Compare fact checking with people's labels.

    Args:
        file: judged statements.
        settings: which models answer; None = the built-in rules do, and nothing is kept.
        ledger: where models' answers are kept.

    Raises:
        InputError: a file that cannot be read or does not follow its format.
        ConfigError: a package, a key or a price is missing.
        StoreError: the ledger cannot be read or written.
    """
    judged, corpus = read_judged(file)
    if settings is None or not settings.bindings:
        return run_sync(study_facts(judged, corpus, Roles()))

    async def by_models() -> FactStudy:
        from veridical.ledger import open_ledger
        from veridical.runs.bound import bound

        with open_ledger(ledger) as kept:
            async with bound(settings, kept) as found:
                return await study_facts(judged, corpus, found.roles)

    return run_sync(by_models())
