"""One measured figure with its goal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Row:
    """A figure: its name, value, unit, and the goal it is held to.

    Attributes:
        name: what was measured.
        value: the figure.
        unit: its unit.
        goal: the limit, None where the figure is for information.
        better: whether less or more is better.
    """

    name: str
    value: float
    unit: str
    goal: float | None = None
    better: Literal["less", "more"] = "less"

    @property
    def holds(self) -> bool | None:
        """Whether the goal is met; None without a goal."""
        if self.goal is None:
            return None
        return self.value <= self.goal if self.better == "less" else self.value >= self.goal
