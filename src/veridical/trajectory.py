"""What an agent did, step by step, as JSONL beside its report.

One object per line: ``{"step": 2, "kind": "retrieve", "item": "water-01", "time": "…"}``.
A trajectory is optional; without one, what only it could show is not assessed.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

import msgspec

from veridical.task import read_lines


class StepKind(StrEnum):
    """What an agent did in one step."""

    PLAN = "plan"
    SEARCH = "search"
    RETRIEVE = "retrieve"
    FETCH = "fetch"
    READ = "read"
    SELECT = "select"
    ANALYZE = "analyze"
    WRITE = "write"
    CITE = "cite"
    FIGURE = "figure"


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One step.

    Attributes:
        step: its number, from 1; several lines may share a step.
        kind: what was done.
        item: the corpus item it concerns.
        url: the address it concerns.
        query: what was searched for.
        time: ISO 8601, with zone.
        note: anything else, for a reader.
    """

    step: int
    kind: StepKind
    item: str | None = None
    url: str | None = None
    query: str | None = None
    time: str | None = None
    note: str | None = None


def read_trajectory(path: Path) -> tuple[Step, ...]:
    """The steps of a file, in its order.

    Raises:
        TaskFormatError: a line that does not follow the format, named with its number.
        InputError: the file cannot be read.
    """
    return tuple(read_lines(path, Step))
