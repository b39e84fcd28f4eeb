"""Doubled brackets: ``[[1]]``, ``[[1, 2]]``, ``【【1】】``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from veridical.report.citations.mark import Mark, Style
from veridical.report.citations.numbers import number_labels
from veridical.report.citations.passage import Passage

NAME = "doubled"

_DOUBLED = re.compile(r"[\[［【]\s?[\[［【]([^\[\]［］【】\n]{1,100})[\]］】]\s?[\]］】]")


def find(passage: Passage) -> Iterator[Mark]:
    """All numbers in doubled brackets."""
    for found in _DOUBLED.finditer(passage.plain):
        labels = number_labels(passage, *found.span(1))
        if labels:
            yield Mark(NAME, *found.span(), passage.span(*found.span()), labels)


STYLE = Style(NAME, find, hints=("[", "［", "【"))
