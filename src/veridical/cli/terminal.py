"""The console that tables are printed on."""

from __future__ import annotations

import sys

from rich.console import Console

WIDTH = 120
"""Columns where no terminal says how wide it is."""


def terminal(width: int = WIDTH) -> Console:
    """The console for standard output.

    Args:
        width: its columns where it is no terminal.
    """
    return Console(width=None if sys.stdout.isatty() else width, highlight=False)
