"""Numbers glued to the end of a sentence: ``growth.1 The next``, ``增长。2``.

What is left of raised numbers where an export lost their formatting. Read only where the list
has the numbers and no other numbered style is in use; not "No.1" or "Fig.2".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from veridical.report.citations.mark import Mark, Style
from veridical.report.citations.numbers import number_labels
from veridical.report.citations.passage import Passage

NAME = "glued"

_GLUED = re.compile(
    r"(?<=[^\W\d_)\]”\"’%][.,;:!?])(\d{1,3}(?:,\s?\d{1,3}){0,5})(?=\s+[A-Z“\"(]|\s*\Z|\s*\n)"
    r"|(?<=[。！？；，])(\d{1,3}(?:[,，]\d{1,3}){0,5})(?=\s|\Z|[^\W\d_a-z年月日个万亿%])"
)
_SHORT = re.compile(
    r"\b(?:nos?|figs?|pp?|v|ver|vols?|secs?|chs?|eqs?|art|tabs?|approx|ca|cf|vs|rev|ed|st)[.:]\Z",
    re.I,
)
_REACH = 12


def find(passage: Passage) -> Iterator[Mark]:
    """All numbers of the list that touch the stop before them."""
    for found in _GLUED.finditer(passage.plain):
        before = passage.plain[max(0, found.start() - _REACH) : found.start()]
        labels = number_labels(passage, *found.span(found.lastindex or 1))
        is_listed = labels and all(passage.known.has(label.text) for label in labels)
        if labels and is_listed and not _SHORT.search(before):
            yield Mark(NAME, *found.span(), passage.span(*found.span()), labels)


STYLE = Style(NAME, find, hints=(".", "。"))
