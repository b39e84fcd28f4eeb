"""Where a model's thinking ends and its answer begins.

Some endpoints leave the thinking in the reply, between tags or, where the first tag was part
of the prompt, before a closing tag alone. A tag inside a string of the answer is no tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_NAMES = "think|thinking|thought|thoughts|reasoning|scratchpad|reflection"
_OPENING = re.compile(
    rf"<(?:{_NAMES})>|\[(?:{_NAMES})\]|◁think▷|<\|begin_of_thought\|>"
    r"|<\|channel\|>analysis<\|message\|>",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    rf"</(?:{_NAMES})>|\[/(?:{_NAMES})\]|◁/think▷|<\|end_of_thought\|>"
    r"|<\|channel\|>final<\|message\|>",
    re.IGNORECASE,
)

Span = tuple[int, int]


def after_first_thought(text: str) -> str:
    """The text without a thought that it opens with; "" if that thought does not end."""
    rest = text.lstrip()
    opening = _OPENING.match(rest)
    if opening is None:
        return text
    closing = _CLOSING.search(rest, opening.end())
    return rest[closing.end() :] if closing else ""


def said_between(text: str, strings: Iterable[Span]) -> Span:
    """The stretch in which an answer may stand.

    It begins after the last closing tag and ends at an opening tag that is never closed; tags
    inside `strings` do not count.

    Args:
        text: the reply.
        strings: the places of the objects found in it.
    """
    inside = list(strings)
    closed = [m.end() for m in _CLOSING.finditer(text) if not _within(m.start(), inside)]
    start = closed[-1] if closed else 0
    opened = (m.start() for m in _OPENING.finditer(text, start) if not _within(m.start(), inside))
    return start, next(opened, len(text))


def _within(at: int, spans: list[Span]) -> bool:
    return any(start <= at < end for start, end in spans)
