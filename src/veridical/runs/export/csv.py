"""A run's rows as CSV: UTF-8, one number a line, absent numbers as empty cells."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from veridical.runs.leaderboard import LeaderboardRow
    from veridical.runs.load import ScoreRow

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_of(rows: Iterable[ScoreRow] | Iterable[LeaderboardRow]) -> bytes:
    """The bytes of ``results.csv`` or ``leaderboard.csv``.

    A text that a spreadsheet would run as a formula gets an apostrophe in front, since
    names of systems come from strangers.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    is_first = True
    for row in rows:
        if is_first:
            writer.writerow(row.keys())
            is_first = False
        writer.writerow(_cell(value) for value in row.values())
    return text.getvalue().encode()


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return "" if value is None else value
