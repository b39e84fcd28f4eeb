"""What a source said before, in an older snapshot of the same address.

A source that does not carry a statement today may have carried it when the report was written.
That is no fault of the report's: the evidence has changed since, and is told apart from *wrong*.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from veridical.ask import Answer, NoVerdict
from veridical.checks.verdict import Rest, Support, Verdict

Said = Answer[Verdict] | NoVerdict


@dataclass(frozen=True, slots=True)
class Earlier:
    """What an older snapshot of a source says of a statement.

    Attributes:
        source: the name under which quotes refer to it.
        time: when it was kept, in UTC, ISO 8601.
        answer: the verdict with its quotes, or why there is none.
    """

    source: str
    time: str
    answer: Said

    @property
    def is_support(self) -> bool:
        """Whether it carried the statement."""
        return isinstance(self.answer, Answer) and self.answer.value.support is Support.SUPPORTED

    @property
    def day(self) -> str:
        """The day on which it was kept, ISO."""
        return self.time[: len("2026-01-01")]


def is_against(said: Said | None) -> bool:
    """Whether a source says otherwise of a statement, or of a part of it."""
    if not isinstance(said, Answer):
        return False
    return said.value.support is Support.CONTRADICTED or said.value.rest is Rest.CONTRADICTED


def falls_short(said: Said | None) -> bool:
    """Whether a source says otherwise of a statement, or nothing of it."""
    is_silent = isinstance(said, Answer) and said.value.support is Support.NOT_IN_SOURCE
    return is_silent or is_against(said)


def has_changed(said: Said | None, earlier: Earlier | None) -> bool:
    """Whether a source carried a statement once, and now says otherwise or nothing of it."""
    return earlier is not None and earlier.is_support and falls_short(said)


def earlier_name(source: str, time: str) -> str:
    """The name under which quotes refer to an older snapshot of a source."""
    return f"{source} as of {time}"


def most_telling(every: Sequence[Earlier]) -> Earlier | None:
    """Of older snapshots the one that carried the statement; else what failed, else the last."""
    if not every:
        return None
    lost = (one for one in every if isinstance(one.answer, NoVerdict))
    return next((one for one in every if one.is_support), next(lost, every[-1]))
