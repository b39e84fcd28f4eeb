"""How long a report is: below a length the published total of MMDR-Bench does not judge it."""

from __future__ import annotations

from dataclasses import dataclass

from veridical.measure import Context, Measure, Paper, Scale
from veridical.score import Measured, Score

LENGTH = "mmdr.length"


@dataclass(frozen=True, slots=True)
class LengthTally:
    """The characters of one report, blank ends left out."""

    characters: int


def length(t: LengthTally) -> Score:
    """How many characters a report has.

    Args:
        t: the tally of one report.

    Returns:
        Measured, a count from 0, n = 1.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, the released code: below 1,000 the overall score
        is 0.
    """
    return Measured(float(t.characters))


async def collect(context: Context) -> LengthTally:
    """Count."""
    return LengthTally(len(context.report.source.strip()))


MEASURE: Measure[LengthTally] = Measure(
    name=LENGTH,
    title="Characters",
    aspect="writing",
    scale=Scale(0, None),
    source=Paper("MMDeepResearch-Bench", "2601.12346", "the released code"),
    tally_type=LengthTally,
    collect=collect,
    equation=length,
)
