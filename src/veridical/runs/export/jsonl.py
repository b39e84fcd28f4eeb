"""A run's rows as JSONL: strict JSON, one score a line, absent numbers as null."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from veridical.runs.load import ScoreRow


def rows_jsonl(rows: Iterable[ScoreRow]) -> bytes:
    """The rows, a line each, with the fields of `veridical.runs.load.ScoreRow`."""
    return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)
