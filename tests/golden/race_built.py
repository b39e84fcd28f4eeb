"""Tallies of RACE built by hand, from marks and weights alone."""

from __future__ import annotations

from collections.abc import Sequence

from veridical.checks.dimensions import Dimension
from veridical.methods.race.rubric import WeightDraw
from veridical.methods.race.tally import Marked, MarkedDimension, RaceTally, Seen
from veridical.score import Missing, Reason

TIMEOUT = Reason.TIMEOUT
COMP, INS, FOL, READ = Dimension
EVEN = WeightDraw((0.25, 0.25, 0.25, 0.25))
Given = tuple[float, float] | Reason


def seen(given: Given) -> Seen:
    """Marks of target and reference, or why there are none."""
    return Seen(None, None, given) if isinstance(given, Reason) else Seen(*given)


def part(name: Dimension, *criteria: tuple[float, Given, Given | None]) -> MarkedDimension:
    """A dimension: weight, marks with the target first, with the reference first (the same)."""
    marked = [
        Marked(f"{name}-{n}", "x", w, seen(one), seen(one if other is None else other))
        for n, (w, one, other) in enumerate(criteria, start=1)
    ]
    return MarkedDimension(name, tuple(marked))


def tally(*parts: MarkedDimension, draws: Sequence[WeightDraw] = (EVEN,)) -> RaceTally:
    """A tally of these dimensions."""
    return RaceTally("r/t", tuple(draws), parts)


def four(given: Given) -> list[MarkedDimension]:
    """Every dimension with one criterion, marked so."""
    return [part(d, (1.0, given, None)) for d in Dimension]


def lost(*reasons: Reason) -> Missing:
    """So many missing."""
    return Missing.of(reasons)
