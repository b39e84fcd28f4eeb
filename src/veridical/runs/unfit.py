"""Settings under which nothing can be asked are refused before a ledger is made for them."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from veridical.ledger import open_ledger
from veridical.runs.bound import bound
from veridical.runs.settings import Settings


async def refuse_unfit(settings: Settings, ledger: str | Path) -> None:
    """Bind the models on trial, over a ledger that is thrown away, where there is none yet.

    Args:
        settings: which models answer.
        ledger: the ledger that is to be opened: a path or a URL.

    Raises:
        ConfigError: a package, a key or a price is missing.
    """
    if "://" in str(ledger) or Path(ledger).exists():
        return
    with TemporaryDirectory() as folder, open_ledger(Path(folder) / "trial") as trial:
        async with bound(settings, trial):
            pass
