"""Shares in [0, 1], and weights that are together 1."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

import msgspec

PROMPTS = Path(__file__).parents[1] / "prompts"
SLACK = 0.01
"""By how much written weights may miss 1: what rounding three of them to two places can do."""

Share: TypeAlias = Annotated[
    float, msgspec.Meta(ge=0, le=1, description="from 0 to 1, fractions allowed")
]


def objection(weights: Sequence[float]) -> str:
    """What is wrong with weights that are not together 1; "" if nothing is."""
    total = sum(weights)
    return "" if abs(total - 1) <= SLACK + 1e-9 else f"the weights sum to {total:.3f}, not to 1"


def together_one(weights: Sequence[float]) -> tuple[float, ...] | None:
    """Weights without what rounding left; None where all are 0.

    What misses 1 by more was refused when it was read (`objection`).
    """
    total = sum(weights)
    return tuple(w / total for w in weights) if total > 0 else None
