"""Numbers or ids with a dagger and a place: ``【1†L3-L5】``, ``【4:0†source】``, ``[2†L1]``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from veridical.report.citations.mark import Label, Mark, MarkState, Style
from veridical.report.citations.passage import Passage

NAME = "dagger"

_DAGGER = re.compile(r"[\[［【〔]\s*([\w:.-]{1,40})\s*[†‡]([^\[\]［］【】〔〕\n]{0,120})[\]］】〕]")


def find(passage: Passage) -> Iterator[Mark]:
    """All marks of a number or an id, a dagger, and where in the source to look."""
    for found in _DAGGER.finditer(passage.plain):
        label = Label(found[1], passage.span(*found.span(1)))
        state = MarkState.PLAIN if found[1].isdecimal() else MarkState.OPAQUE
        yield Mark(NAME, *found.span(), passage.span(*found.span()), (label,), state)


STYLE = Style(NAME, find, hints=("†", "‡"))
