"""Shares in [0, 1], and weights made to be together 1."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

import msgspec

PROMPTS = Path(__file__).parents[1] / "prompts"

Share: TypeAlias = Annotated[
    float, msgspec.Meta(ge=0, le=1, description="from 0 to 1, fractions allowed")
]


def together_one(weights: Sequence[float]) -> tuple[float, ...] | None:
    """Weights scaled to a sum of 1; None where all are 0."""
    total = sum(weights)
    return tuple(w / total for w in weights) if total > 0 else None
