"""What the formats for other tools are written from: checked reports and how the check ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from veridical.runs.check import CheckResult
from veridical.runs.check_gates import NO_GATES, Gates
from veridical.runs.ending import Ending


@dataclass(frozen=True, slots=True)
class CheckedReport:
    """One report that was checked.

    Attributes:
        path: the file, as it was named.
        result: what was found.
    """

    path: Path
    result: CheckResult


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOutput:
    """All of one command.

    Attributes:
        reports: those that were checked, in the order in which they were named.
        ending: how it ended.
        gates: what was demanded.
        unread: why other reports could not be read, a line each.
    """

    reports: Sequence[CheckedReport]
    ending: Ending
    gates: Gates = field(default=NO_GATES)
    unread: Sequence[str] = ()
