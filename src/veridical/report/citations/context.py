"""What stands around a bracket and shows that it is no citation: an index, an interval, a list."""

from __future__ import annotations

import re

from veridical.report.citations.passage import Passage

_REACH = 40
_INDEXED = re.compile(
    r"(?:(?<![A-Za-z0-9_.])(?:[a-z]|arr|array|vec|args?|argv|mat|dict|obj|idx|buf|lst|tensor)"
    r"|[A-Za-z0-9]+_[A-Za-z0-9_]*)$"
)
_ASSIGNED = re.compile(r"\s?(?:[-+*/]?=(?!=)|==)\s?\S")
_INTERVAL_BEFORE = re.compile(
    r"(?:\b(?:interval|range|domain|scale|between|array|list|vector|tuple|matrix|bounds?"
    r"|values? in)"
    r"(?:\s(?:of|from|is|be))?|[∈=≤≥<>∉⊂]|区间|區間|范围|範圍|取值|属于|屬於|数组|數組|列表|向量)\s?$",
    re.I,
)
_SEVERAL = re.compile(r"\s*[-−]?\d+(?:\.\d+)?\s*(?:[,，;-]|–|\.\.)\s*[-−]?\d+(?:\.\d+)?.*", re.S)


def is_index(passage: Passage, found: re.Match[str]) -> bool:
    """Whether the bracket directly follows the name of a variable, or is assigned to."""
    before = passage.plain[max(0, found.start() - _REACH) : found.start()]
    touches = bool(before) and (before[-1].isalnum() or before[-1] == "_")
    return touches and bool(
        _INDEXED.search(before) or _ASSIGNED.match(passage.plain, found.end(), found.end() + 4)
    )


def is_interval(passage: Passage, found: re.Match[str]) -> bool:
    """Whether the words before speak of an interval, an array or a scale."""
    if not _SEVERAL.fullmatch(found[1]):
        return False
    before = passage.plain[max(0, found.start() - _REACH) : found.start()]
    return bool(_INTERVAL_BEFORE.search(before))
