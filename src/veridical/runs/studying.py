"""Studies with the respondents that settings name."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from veridical.respondents import Roles
from veridical.runs.sync import run_sync

if TYPE_CHECKING:
    from veridical.runs.fact_study import FactStudy
    from veridical.runs.key_point_study import KeyPointStudy
    from veridical.runs.preference_study import PreferenceStudy
    from veridical.runs.settings import Settings
    from veridical.runs.vef_study import VefStudy

T = TypeVar("T")


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
    from veridical.runs.fact_study import study_facts
    from veridical.runs.importers.judged_claims import read_judged

    judged, corpus = read_judged(file)
    return _studied(lambda roles: study_facts(judged, corpus, roles), settings, ledger)


def key_points_of(file: Path, settings: Settings | None, ledger: str | Path) -> KeyPointStudy:
    """Compare what is found of key points with people's labels.

    Args:
        file: reports with labelled insights.
        settings: which models answer; None = the built-in rules do, and nothing is kept.
        ledger: where models' answers are kept.

    Raises:
        InputError: a file that cannot be read or does not follow its format.
        ConfigError: a package, a key or a price is missing.
        StoreError: the ledger cannot be read or written.
    """
    from veridical.runs.importers.covered_insights import read_coverage
    from veridical.runs.key_point_study import study_key_points

    judged = read_coverage(file)
    return _studied(lambda roles: study_key_points(judged, roles), settings, ledger)


def preference_of(file: Path, settings: Settings | None, ledger: str | Path) -> PreferenceStudy:
    """Compare what is preferred of two answers with people's preferences.

    Args:
        file: rated pairs of answers.
        settings: which models answer; None = the built-in rules do, and nothing is kept.
        ledger: where models' answers are kept.

    Raises:
        InputError: a file that cannot be read or does not follow its format.
        ConfigError: a package, a key or a price is missing.
        StoreError: the ledger cannot be read or written.
    """
    from veridical.runs.importers.answer_pairs import read_pairs
    from veridical.runs.preference_study import study_preference

    judged = read_pairs(file)
    return _studied(lambda roles: study_preference(judged, roles), settings, ledger)


def vef_of(file: Path | None, settings: Settings | None, ledger: str | Path) -> VefStudy:
    """Tell right readings of pictures from wrong ones.

    Args:
        file: the readings, their pictures beside it; None = those that ship.
        settings: which models answer; None = the built-in rules do, and nothing is kept.
        ledger: where models' answers are kept.

    Raises:
        InputError: a file that cannot be read or does not follow its format.
        ConfigError: a package, a key or a price is missing.
        StoreError: the ledger cannot be read or written.
    """
    from veridical.runs.vef_study import SHIPPED, read_cases, study_vef

    path = file or SHIPPED
    cases = read_cases(path)
    return _studied(lambda roles: study_vef(cases, path.parent, roles), settings, ledger)


def _studied(
    study: Callable[[Roles], Awaitable[T]], settings: Settings | None, ledger: str | Path
) -> T:
    """A study with the respondents that settings name."""

    async def by_rules() -> T:
        return await study(Roles())

    async def by_models() -> T:
        from veridical.ledger import open_ledger
        from veridical.runs.bound import bound

        assert settings is not None
        with open_ledger(ledger) as kept:
            async with bound(settings, kept) as found:
                return await study(found.roles)

    is_bound = settings is not None and bool(settings.bindings)
    return run_sync(by_models() if is_bound else by_rules())
