"""Options that cannot apply are refused, never passed over in silence."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from veridical.errors import ConfigError, NoLedger


def refuse_idle(given: Mapping[str, object], needed: str) -> None:
    """Refuse options without the one that they belong to.

    Args:
        given: their values by their fields' names; None, "" and empty lists are not given.
        needed: the option, or options, without which they mean nothing.

    Raises:
        ConfigError: one is given all the same; the first is named.
    """
    for name, value in given.items():
        if value is not None and value != []:
            option = f"--{name.replace('_', '-')}"
            raise ConfigError(
                option,
                "means nothing here",
                got=", ".join(value) if isinstance(value, list) else value,
                expected=f"{needed} with it",
                fix=f"Add {needed}, or leave {option} out.",
            )


def refuse_search(provider: str | None, *, url: str | None, key_env: str | None) -> None:
    """Refuse a provider that is none, and what is said of one where none is named.

    Raises:
        ConfigError: it says which option.
    """
    if provider is None:
        refuse_idle({"search_url": url, "search_key_env": key_env}, "--search")
        return
    from veridical.sources.search import PROVIDERS

    names = [one.name for one in PROVIDERS]
    if provider not in names:
        raise ConfigError(
            "--search",
            "is no provider",
            got=provider,
            expected=" or ".join(names),
            fix="Name one of them.",
        )


def refuse_ledger(where: str | Path) -> None:
    """Refuse a named ledger that is none or could not be made, whether or not it is asked.

    Raises:
        NoLedger: something else is there, or no file can be.
        ConfigError: a URL that is none.
    """
    import os

    from veridical.ledger.location import is_file, locate, refuse_no_ledger

    url = locate(where)
    refuse_no_ledger(url, must_exist=False)
    if not is_file(url):
        return
    path = Path(url.database or "").absolute()
    above = next((at for at in path.parents if at.exists()), path.parent)
    if not path.exists() and not os.access(above, os.W_OK):
        raise NoLedger(
            f'ledger "{where}"',
            "cannot be made",
            got=f"the folder {above}, in which nothing may be written",
            expected="a ledger, or a name that is free",
            fix="Name another file.",
        )
