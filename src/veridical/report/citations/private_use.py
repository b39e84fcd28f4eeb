r"""Marks between private-use characters, whole, lost, or written out as escapes.

``\ue200cite\ue202turn0search3\ue201``; ``citeturn0search3turn0search8`` where an export lost the
characters; the six characters ``\ue200`` where one wrote them out. The ids are the writing
system's own: they lead somewhere only through a map of sources.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from veridical.report.citations.mark import Label, Mark, MarkState, Style
from veridical.report.citations.passage import Passage

NAME = "private_use"

_OPEN = r"(?:\ue200|\\{1,2}u[eE]200)"
_NEXT = r"(?:\ue202|\\{1,2}u[eE]202)"
_CLOSE = r"(?:\ue201|\\{1,2}u[eE]201)"
_ID = r"turn\d{1,4}[a-z]{2,20}\d{1,4}"
_FENCED = re.compile(
    rf"{_OPEN}([a-z_]{{2,24}})((?:{_NEXT}[^\ue200-\ue204\n\\]{{0,400}}){{0,40}}){_CLOSE}"
)
_LOST = re.compile(rf"(?:file)?cite(?:[ |:]?{_ID}){{1,40}}(?![a-z])")
_BARE_ID = re.compile(_ID)
_STRAY = re.compile(r"[\ue200-\ue2ff]|\\{1,2}u[eE]20[0-6]")
_BEGINNING = ("\ue203", "3")
_CITING = ("cite", "filecite", "url", "navlist", "i", "link")


def find(passage: Passage) -> Iterator[Mark]:
    """All private-use marks; those that cite nothing (widgets, bounds) are SILENT."""
    for found in _FENCED.finditer(passage.plain):
        yield _mark(passage, found, found[1] in _CITING)
    for found in _LOST.finditer(passage.plain):
        yield _mark(passage, found, True)
    for found in _STRAY.finditer(passage.plain):
        yield _mark(passage, found, False)


def _mark(passage: Passage, found: re.Match[str], is_citing: bool) -> Mark:
    labels = tuple(
        Label(source[0], passage.span(*source.span()))
        for source in _BARE_ID.finditer(passage.plain, *found.span())
        if is_citing
    )
    state = MarkState.OPAQUE if labels else MarkState.SILENT
    if not labels and found[0][-1:] in _BEGINNING:
        state = MarkState.OPENING
    return Mark(NAME, *found.span(), passage.span(*found.span()), labels, state)


STYLE = Style(NAME, find, hints=("turn", "\\u", *map(chr, range(0xE200, 0xE205))))
