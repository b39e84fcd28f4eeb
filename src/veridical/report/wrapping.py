"""A report that its writer put into one code fence as a whole.

Models often answer with ```` ```markdown … ``` ````: the fence is no part of the report.
"""

from __future__ import annotations

import re

_OPENING = re.compile(r"\s*(?P<fence>`{3,}|~{3,})[ \t]*(?P<name>[A-Za-z]{2,10})[ \t]*(?:\r?\n|\r)")
_CLOSING = re.compile(r"(?:\A|[\r\n])[ \t]{0,3}(?P<fence>`{3,}|~{3,})\s*\Z")
_TAIL = 200


def unwrapped(source: str, names: frozenset[str]) -> tuple[int, int]:
    """The place of the report inside a fence around the whole text.

    Args:
        source: the decoded text.
        names: the languages of a fence that is to be taken off.

    Returns:
        (start, end); the whole text where no such fence is around all of it.
    """
    opening = _OPENING.match(source)
    if opening is None or opening["name"].lower() not in names:
        return 0, len(source)
    end = len(source.rstrip())
    start = max(opening.end() - 1, end - _TAIL)
    closing = _CLOSING.search(source[start:end])
    if closing is None:
        fence = re.compile(rf"^[ ]{{0,3}}{opening['fence']}[ \t]*$", re.MULTILINE)
        # Closed somewhere inside: then it is a piece of code that the report begins with.
        is_open = fence.search(source, opening.end()) is None
        return (opening.end(), len(source)) if is_open else (0, len(source))
    if not closing["fence"].startswith(opening["fence"]):
        return 0, len(source)
    return opening.end(), start + closing.start("fence")
