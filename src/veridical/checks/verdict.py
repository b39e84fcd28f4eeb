"""The verdict on a statement: what a source says of it, of its rest, and under which condition.

Absences (a page out of reach, nothing to check, a reply that cannot be read) are no verdicts:
they are `NoVerdict`, and no label set turns them into one.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from veridical.checks.support_rule import Support

__all__ = ["Rest", "Support", "Verdict"]


class Rest(StrEnum):
    """What a source says of that part of a statement which it does not carry.

    `NONE`: there is no such part, or nothing was said of it.
    """

    NONE = "none"
    CONTRADICTED = "contradicted"
    UNVERIFIABLE = "unverifiable"


_CARRIES = frozenset({Support.SUPPORTED, Support.PARTLY})


class Verdict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a source says of a statement.

    A remark that its label has no room for is dropped, so that two respondents who mean the
    same give equal verdicts: only "partly" has a rest, and only what the source carries can be
    qualified.

    Attributes:
        support: the label; `value` in a reply and where it is kept.
        rest: of a partly supported statement, what the source says of the rest.
        qualified: whether the source says it under a condition, a limit or a doubt that the
            statement drops.
    """

    support: Support = msgspec.field(name="value")
    rest: Rest = Rest.NONE
    qualified: bool = False

    def __post_init__(self) -> None:
        """Drop remarks that the label has no room for."""
        if self.support is not Support.PARTLY:
            msgspec.structs.force_setattr(self, "rest", Rest.NONE)
        if self.support not in _CARRIES:
            msgspec.structs.force_setattr(self, "qualified", False)

    def __str__(self) -> str:
        """In words: ``partly, the rest contradicted, qualified``."""
        parts = [self.support.replace("_", " ")]
        parts += [f"the rest {self.rest}"] if self.rest is not Rest.NONE else []
        return ", ".join([*parts, *(["qualified"] if self.qualified else [])])
