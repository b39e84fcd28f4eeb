"""Did the model fill the form, or copy it?"""

from __future__ import annotations

import re
from collections.abc import Iterable

_HOLES = re.compile(r"<([^<>\n]{1,60})>|\{\{?([^{}\n]{1,60})\}\}?|\[([^\[\]\n]{1,60})\]")
_STARTS = ("your ", "insert ", "the reason", "reason for", "explanation of", "brief ", "short ")
_NAMES = """
score reason reasons reasoning rationale explanation verdict value rating label answer why
string text number integer placeholder nonce 你的理由 理由 分数 评分 解释 原因
"""
_FORM = frozenset(_NAMES.split())
_BLANK = frozenset({"...", "…", "string", "text", "why", "reason", "your reason", "理由"})


def placeholder_in(text: str, names: Iterable[str] = ()) -> str:
    """The first hole of a form that stands unfilled in `text`; "" = there is none.

    Args:
        text: what should be the model's own words.
        names: names that may stand in angle brackets, as the sources' do in a prompt.
    """
    if text.strip().casefold() in _BLANK:
        return text.strip()
    known = {name.casefold() for name in names}
    for found in _HOLES.finditer(text):
        hole = next(part for part in found.groups() if part is not None)
        if hole.casefold() not in known and _is_hole(hole):
            return found[0]
    return ""


def _is_hole(inside: str) -> bool:
    plain = " ".join(inside.casefold().replace("_", " ").replace("-", " ").split())
    return plain in _FORM or plain.startswith(_STARTS)
