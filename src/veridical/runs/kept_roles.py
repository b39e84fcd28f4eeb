"""Who answers for a verb that writes a folder: the rules, or models whose ledger it holds."""

from __future__ import annotations

from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from veridical.respondents import Roles

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from veridical.runs.bound import Spending
    from veridical.runs.settings import Settings

LEDGER = "ledger.sqlite"


@asynccontextmanager
async def kept_roles(
    settings: Settings | None,
    home: Path,
    *,
    on_spent: Callable[[Spending], None] | None = None,
    on_bound: Callable[[Callable[[], Spending]], None] | None = None,
) -> AsyncIterator[Roles]:
    """The roles for as long as they are needed; without models nothing is opened or written.

    Args:
        settings: which models answer; None = the built-in rules do.
        home: the folder whose ledger keeps each answer before it is used.
        on_spent: is told what models took, once all is done.
        on_bound: is told, before anything is asked, where to look what they took so far.

    Raises:
        ConfigError: a package, a key or a price is missing.
        StoreError: the disk refuses.
    """
    if settings is None or not settings.bindings:
        yield Roles()
        return
    from veridical.ledger import open_ledger
    from veridical.runs.bound import bound
    from veridical.runs.files import refused

    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise refused(home, e) from e
    with open_ledger(home / LEDGER) as kept:
        async with bound(settings, kept) as found:
            if on_bound is not None:
                on_bound(lambda: found.spending)
            yield found.roles
            if on_spent is not None:
                on_spent(found.spending)
