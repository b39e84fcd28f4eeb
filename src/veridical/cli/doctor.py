"""`veridical doctor`: what this machine has, and what each missing thing would add."""

from __future__ import annotations

import shutil
import sys
from typing import NamedTuple

import typer

from veridical.version import __version__


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
    ("scipy", "statistics on many runs (extra: stats)"),
)


def doctor() -> None:
    """Say what this machine has, and what is missing for what."""
    rows = [Row("veridical", __version__, ""), Row("python", sys.version.split()[0], "")]
    rows += [Row(name, _version(name), use) for name, use in _PACKAGES]
    rows += [Row(name, _program(names), use) for name, names, use in _PROGRAMS]
    rows.append(Row("judge", "built-in rules", "no model configured: nothing leaves the machine"))
    _print(rows)


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
    typer.echo("Without a configured model the built-in rules answer: indicative only.")
