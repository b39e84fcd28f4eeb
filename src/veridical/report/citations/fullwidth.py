"""Full-width brackets: ``［1］``, ``【2】``, ``〔3〕``, and unlike pairs (``[3］``)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from veridical.report.citations.mark import Mark, Style
from veridical.report.citations.numbers import number_labels
from veridical.report.citations.passage import Passage

NAME = "fullwidth"

PAIRS = {"[": "]", "［": "］", "【": "】", "〔": "〕", "〖": "〗"}
"""Which bracket closes which."""

_BRACKET = re.compile(
    r"(?:[［【〔〖]([^\[\]［］【】〔〕〖〗\n]{1,100})[\]］】〕〗]"
    r"|\[([^\[\]［］【】〔〕〖〗\n]{1,100})[］】〕〗])"
)


def find(passage: Passage) -> Iterator[Mark]:
    """All numbers between brackets of which at least one is full-width."""
    for found in _BRACKET.finditer(passage.plain):
        labels = number_labels(passage, *found.span(found.lastindex or 1))
        if labels:
            yield Mark(NAME, *found.span(), passage.span(*found.span()), labels)


def is_mixed(written: str) -> bool:
    """Whether a mark's two brackets are no pair (``[3］``)."""
    return written[:1] in PAIRS and PAIRS[written[0]] != written[-1:]


STYLE = Style(NAME, find, hints=tuple("［【〔〖］】〕〗"))
