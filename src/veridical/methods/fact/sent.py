"""What of a page is sent with the statements that cite it: all of it, or what retrieval finds.

One page is sent once with all of its statements, so the passages of one statement are shown to
the others too: what is found is put together and stands first in the prompt. What stands before
and after a passage comes with it, since a statement seldom rests on one sentence alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from veridical.methods.fact.settings import Settings
from veridical.retrieval.bm25 import Pieces
from veridical.retrieval.passages import Passage, passages, whole

AROUND = 1
"""Passages before and after one that is found."""


def sent(
    text: str, statements: Iterable[str], settings: Settings, *, source: str
) -> tuple[Passage, ...]:
    """The passages of a page that are sent, in the page's order; neighbors are one passage.

    Args:
        text: the page.
        statements: what is asked of it.
        settings: whether it is sent whole, else how many passages for each statement.
        source: the page's id.
    """
    if not settings.passages:
        return (whole(text, source=source),)
    cut = passages(text, source=source, characters=settings.characters)
    pieces = Pieces([p.text for p in cut])
    found: set[int] = set()
    for statement in statements:
        for number in pieces.best(statement, settings.passages):
            found |= set(range(number - AROUND, number + AROUND + 1))
    return _joined(text, [p for number, p in enumerate(cut) if number in found], cut)


def _joined(text: str, found: Sequence[Passage], cut: Sequence[Passage]) -> tuple[Passage, ...]:
    """Passages that follow each other, as one."""
    place = {p.start: number for number, p in enumerate(cut)}
    runs: list[list[Passage]] = []
    for passage in found:
        if runs and place[passage.start] == place[runs[-1][-1].start] + 1:
            runs[-1].append(passage)
        else:
            runs.append([passage])
    return tuple(
        Passage(run[0].source, run[0].start, text[run[0].start : run[-1].end]) for run in runs
    )
