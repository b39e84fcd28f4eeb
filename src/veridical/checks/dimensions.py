"""The four sides from which a report's quality is looked at, apart from any report."""

from __future__ import annotations

from enum import StrEnum


class Dimension(StrEnum):
    """What of a report is rated; always in this order."""

    COMPREHENSIVENESS = "comprehensiveness"
    INSIGHT = "insight"
    INSTRUCTION_FOLLOWING = "instruction_following"
    READABILITY = "readability"
