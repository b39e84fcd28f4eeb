"""Reads all citation marks of a passage, in every style, each character for one mark only.

`STYLES` is the order in which the styles claim characters: what carries its own address or its
own fence goes before what is told by its surroundings. `DOUBTFUL` styles, bare numbers that only
a numbered list can explain, are read where a report uses no other numbered style.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from veridical.report.citations import (
    anchor,
    author_year,
    bare_url,
    brackets,
    cite_tag,
    dagger,
    doubled,
    footnote,
    fullwidth,
    glued,
    key,
    latex,
    link,
    malformed,
    pandoc,
    parentheses,
    private_use,
    prose,
    superscript,
)
from veridical.report.citations.apart import set_apart
from veridical.report.citations.mark import Mark, Style
from veridical.report.citations.passage import Passage

STYLES: tuple[Style, ...] = (
    link.STYLE,
    anchor.STYLE,
    footnote.STYLE,
    private_use.STYLE,
    cite_tag.STYLE,
    latex.STYLE,
    dagger.STYLE,
    superscript.STYLE,
    doubled.STYLE,
    brackets.STYLE,
    fullwidth.STYLE,
    pandoc.STYLE,
    key.STYLE,
    malformed.STYLE,
    bare_url.STYLE,
    prose.STYLE,
    author_year.STYLE,
)
"""Every style that is read in every report, in the order in which they claim characters."""

DOUBTFUL: tuple[Style, ...] = (parentheses.STYLE, glued.STYLE)
"""Styles that are read only where a numbered list supports them and no other is in use."""

_HINTED = re.compile("|".join(sorted({re.escape(h) for style in STYLES for h in style.hints})))

NUMBERED = frozenset(
    style.NAME
    for style in (
        anchor, brackets, cite_tag, dagger, doubled, footnote, fullwidth, superscript, key, pandoc,
        latex, private_use,
    )
)  # fmt: skip
"""Styles whose use in a report rules out the doubtful ones."""


def scan(passage: Passage) -> tuple[Mark, ...]:
    """All marks of a passage, in order; no two share a character."""
    if not passage.text.inlines and not _HINTED.search(passage.plain):
        return ()
    claimed = bytearray(len(passage.plain) + 1)
    marks: list[Mark] = []
    for style in STYLES:
        if passage.text.inlines or any(hint in passage.plain for hint in style.hints):
            marks.extend(_free(style.find(passage), claimed))
    marks.sort(key=_place)
    return tuple(set_apart(passage, marks))


def scan_doubtful(passage: Passage, marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """`marks` and the passage's numbers in doubtful styles, in order."""
    claimed = bytearray(len(passage.plain) + 1)
    for mark in marks:
        claimed[mark.start : mark.end] = b"\1" * (mark.end - mark.start)
    found = [mark for style in DOUBTFUL for mark in _free(style.find(passage), claimed)]
    return tuple(sorted((*marks, *found), key=_place))


def _place(mark: Mark) -> tuple[int, int]:
    return mark.start, mark.span.start


def _free(marks: Iterable[Mark], claimed: bytearray) -> list[Mark]:
    """Those marks whose characters no earlier mark has claimed; claims them."""
    free = []
    for mark in marks:
        if not any(claimed[mark.start : mark.end]):
            claimed[mark.start : mark.end] = b"\1" * (mark.end - mark.start)
            free.append(mark)
    return free
