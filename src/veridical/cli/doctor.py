"""`veridical doctor`: what this machine has, and what each missing thing would add."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, NamedTuple

import typer

from veridical.cli.models import NamedModels
from veridical.cli.spliced import spliced
from veridical.version import __version__

if TYPE_CHECKING:
    from veridical.ask import Role
    from veridical.runs.settings import Settings


class Row(NamedTuple):
    """One thing looked for: its name, what was found, what it is for."""

    name: str
    found: str
    used_for: str


_PROGRAMS = (
    ("chromium", ("chromium", "chromium-browser", "google-chrome"), "pictures of pages"),
    ("bubblewrap", ("bwrap",), "running generated code"),
    ("postgresql", ("psql",), "a ledger for a team"),
)
_PACKAGES = (
    ("sqlalchemy", "the ledger (core)"),
    ("pyromark", "reading Markdown (core)"),
    ("psycopg", "a PostgreSQL ledger (extra: postgres)"),
    ("aiohttp", "calling models, reading the web (extras: models, web)"),
    ("pypdfium2", "sources that are PDF files (extra: web)"),
    ("scipy", "statistics on many runs (extra: stats)"),
)


@spliced
def doctor(
    *,
    models: NamedModels,
) -> int:
    """Say what this machine has, what is missing for what, and what named models can do."""
    settings = models.settings()
    rows = [Row("veridical", __version__, ""), Row("python", sys.version.split()[0], "")]
    rows += [Row(name, _version(name), use) for name, use in _PACKAGES]
    rows += [Row(name, _program(names), use) for name, names, use in _PROGRAMS]
    if settings is None or not settings.bindings:
        row = Row("judge", "built-in rules", "no model configured: nothing leaves the machine")
        _print([*rows, row])
        typer.echo("Without a configured model the built-in rules answer: indicative only.")
        return 0
    _print(rows)
    reached = [_probed(settings, role) for role in settings.bindings]
    return 0 if all(reached) else 2


def _probed(settings: Settings, role: Role) -> bool:
    """Print what a role's model can do; whether it can be reached."""
    from veridical.runs.probe import probe
    from veridical.runs.sync import run_sync

    binding = settings.bindings[role]
    typer.echo(f"{role}: {binding.endpoint}:{binding.model}")
    found = run_sync(probe(binding, settings))
    for one in found:
        typer.echo(f"  {'yes' if one.is_there else 'no ':3}  {one.what}: {one.said}")
    return found[0].is_there


def _version(package: str) -> str:
    from importlib import metadata

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def _program(names: tuple[str, ...]) -> str:
    return next((path for name in names if (path := shutil.which(name))), "not found")


def _print(rows: list[Row]) -> None:
    from rich.table import Table

    from veridical.cli.terminal import terminal

    table = Table("what", "found", "used for", box=None, pad_edge=False)
    for row in rows:
        table.add_row(*row)
    terminal(100).print(table)
