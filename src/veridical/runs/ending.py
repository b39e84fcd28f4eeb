"""How a command ends: its exit code and why, whatever was held to a limit."""

from __future__ import annotations

from dataclasses import dataclass

PASSED, FAILED, INCOMPLETE = 0, 1, 2
"""How a run ends, as an exit code."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How runs ended.

    Attributes:
        code: `PASSED`, `FAILED` (a threshold was missed) or `INCOMPLETE`.
        lines: why, in plain words; empty where all is well and nothing was demanded.
    """

    code: int
    lines: tuple[str, ...]
