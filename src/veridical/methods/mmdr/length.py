"""How long a report is: below a length the published total of MMDR-Bench does not judge it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from veridical.measure import Context, Measure, Paper, Scale
from veridical.report.model import BlockKind, Report
from veridical.score import Measured, Score

LENGTH = "mmdr.length"
_NO_WORDS = re.compile(r"\bdata:[\w/+.-]{0,60}[;,][!-~]*|[\w/+=%-]{60,}", re.ASCII | re.IGNORECASE)
"""A picture written out as an address, or a run that no word is as long as."""
_UNREAD = frozenset({BlockKind.HIDDEN, BlockKind.MARKUP, BlockKind.FRONT_MATTER})


@dataclass(frozen=True, slots=True)
class LengthTally:
    """The characters that a reader reads in one report."""

    characters: int


def length(t: LengthTally) -> Score:
    """How many characters of a report its reader reads.

    Args:
        t: the tally of one report.

    Returns:
        Measured, a count from 0, n = 1.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, the released code: below 1,000 the overall score
        is 0.

    Deviates:
        The released code counts the file, and so the pictures written out in it and what is
        hidden.
    """
    return Measured(float(t.characters))


async def collect(context: Context) -> LengthTally:
    """Count."""
    return LengthTally(characters(context.report))


def characters(report: Report) -> int:
    """How many characters a reader reads: headings, text, cells, captions and references.

    No picture that is written out is read, well-formed or not, and no address behind a link; one
    that stands in the list of references is. White space at the ends of a block is none of it.
    """
    return sum(len(_NO_WORDS.sub("", text).strip()) for text in _texts(report))


def _texts(report: Report) -> Iterator[str]:
    yield from (b.text.plain for b in report.blocks if b.text and b.kind not in _UNREAD)
    yield from (cell.text.plain for table in report.tables for cell in table.cells)


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
