"""Tallies that several measures share are worked out once a report."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from veridical.measure import Context

T = TypeVar("T")

MOST_KNOWN = 32
"""Tallies that are kept while the other measures of their reports are still to come: more reports
than are ever under way at the same time."""


@dataclass(eq=False)
class OncePerReport(Generic[T]):
    """A `collect` that counts once for all measures of a report.

    Subclasses write `counted`. A tally that has gone out of what is kept is worked out again.
    """

    _known: list[tuple[Context, T]] = field(default_factory=list, init=False, repr=False)

    async def __call__(self, context: Context) -> T:
        """The tally of one report."""
        known = next((tally for one, tally in self._known if one is context), None)
        if known is None:
            known = await self.counted(context)
            self._known = [*self._known[1 - MOST_KNOWN :], (context, known)]
        return known

    @abstractmethod
    async def counted(self, context: Context) -> T:
        """The tally of one report, from its asks."""
