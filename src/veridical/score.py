"""What a measure says of one report: a number, or why there is none.

Absence is a value. A `Score` is `Measured`, `Gated` or `Undefined`; none of them is ever
a NaN, and nothing that could not be judged is counted as 0 or 1. Missing items are counted
by reason, and `Bounds` say what the score would be were they all worst or all best.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum


class Reason(StrEnum):
    """Why something has no verdict. This list is closed."""

    UNREADABLE = "unreadable"
    REFUSED = "refused"
    RATE_LIMITED = "rate_limited"
    TIMEOUT = "timeout"
    UNAVAILABLE = "unavailable"
    BUDGET = "budget"
    OFFLINE = "offline"
    PENDING = "pending"
    UNREACHABLE = "unreachable"
    NOT_ASSESSED = "not_assessed"
    NOTHING_TO_CHECK = "nothing_to_check"
    NO_GOLD = "no_gold"
    GATE_UNDECIDED = "gate_undecided"


HARMLESS = frozenset({Reason.NOT_ASSESSED, Reason.NO_GOLD, Reason.NOTHING_TO_CHECK})
"""Absences that do not make a run incomplete: nothing failed."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The score with every missing item at its worst and at its best."""

    worst: float
    best: float

    def __post_init__(self) -> None:
        """Refuse what is no number."""
        if not (math.isfinite(self.worst) and math.isfinite(self.best)):
            raise ValueError(
                f"Bounds: must be finite, got {self.worst!r} and {self.best!r}; "
                "use bounds=None where there is no bound."
            )

    def __add__(self, other: Bounds) -> Bounds:
        """Bounds of a sum."""
        return Bounds(self.worst + other.worst, self.best + other.best)


@dataclass(frozen=True, slots=True)
class Missing:
    """How many items had no verdict, by reason, in the order of the reasons' names."""

    counts: tuple[tuple[Reason, int], ...] = ()

    @classmethod
    def of(cls, reasons: Iterable[Reason]) -> Missing:
        """Count `reasons`."""
        return cls(tuple(sorted(Counter(reasons).items())))

    @property
    def total(self) -> int:
        """How many items are missing, whatever the reason."""
        return sum(count for _, count in self.counts)

    @property
    def is_harmful(self) -> bool:
        """Whether some item is missing because something failed."""
        return any(reason not in HARMLESS for reason, _ in self.counts)

    def __add__(self, other: Missing) -> Missing:
        """Both counts together."""
        both = Counter(dict(self.counts))
        both.update(dict(other.counts))
        return Missing(tuple(sorted(both.items())))


NONE_MISSING = Missing()


@dataclass(frozen=True, slots=True)
class Measured:
    """A finite number on its measure's scale.

    Attributes:
        value: the score.
        n: how many items it was computed from.
        missing: the items that had no verdict; they are in no sum.
        bounds: worst and best case over the missing items; None where the equation is
            not monotone in them. Without missing items both equal `value`.
    """

    value: float
    n: int = 1
    missing: Missing = NONE_MISSING
    bounds: Bounds | None = field(default=None)

    def __post_init__(self) -> None:
        """Refuse what is no number; close the bounds where nothing is missing."""
        if not math.isfinite(self.value):
            raise ValueError(
                f"Measured.value: must be finite, got {self.value!r}; "
                "return Undefined(reason) instead."
            )
        if self.bounds is None and not self.missing.total:
            object.__setattr__(self, "bounds", Bounds(self.value, self.value))


@dataclass(frozen=True, slots=True)
class Undefined:
    """No number, and why.

    Attributes:
        reason: one of the closed list.
        detail: what exactly is missing, for a reader.
        missing: the items that had no verdict.
        bounds: where the score would lie had everything been judged; None if unknown.
    """

    reason: Reason
    detail: str = ""
    missing: Missing = NONE_MISSING
    bounds: Bounds | None = None


@dataclass(frozen=True, slots=True)
class Gated:
    """Not asked, since the gate `by` is closed."""

    by: str


Score = Measured | Gated | Undefined


def ratio(part: int, whole: int, *, of: str, missing: Missing = NONE_MISSING) -> Score:
    """`part` of `whole`, with the missing items at both ends as bounds.

    Args:
        part: how many of the judged items count.
        whole: how many items were judged, `part` among them.
        of: what the items are, for the reason.
        missing: items without a verdict.

    Undefined:
        No item was judged.
    """
    everything = whole + missing.total
    bounds = Bounds(part / everything, (part + missing.total) / everything) if everything else None
    if whole:
        return Measured(part / whole, n=whole, missing=missing, bounds=bounds)
    reason = missing.counts[0][0] if missing.counts else Reason.NOTHING_TO_CHECK
    return Undefined(reason, f"no {of}", missing, bounds)
