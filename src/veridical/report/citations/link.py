"""Links in running text: ``[title](https://…)``, ``[1](https://…)``, ``[[1]](https://…)``.

A link to a place in the report itself is read by the anchor style; mail addresses and
relative paths are no citations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from veridical.report.citations.brackets import shortcut_labels
from veridical.report.citations.mark import Label, Mark, MarkState, Style
from veridical.report.citations.passage import Passage
from veridical.report.model import Inline, InlineKind, Span

NAME = "link"

_ADDRESS = re.compile(
    r"(?:https?:)?//\S|www\.\S|(?:https?://)?(?:dx\.)?doi\.org/|doi:\s?10\.", re.I
)
_NUMBERED = re.compile(r"[\s\[［【(（]*(\d{1,4}|[A-Za-z]{1,10}[-_]?\d{1,4})[\s\]］】)）]*")
_GENERIC = re.compile(
    r"[\s\[【(（]*(?:\d{1,4}|link|source|src|ref|reference|cite|here|url|web|pdf|doi|来源|來源"
    r"|链接|鏈接|出处|参考|原文|↗|🔗|\W*)[\s\]】)）]*|(?:https?://)?(?:[\w-]+\.)+[a-z]{2,10}(?:/\S*)?",
    re.I,
)


def find(passage: Passage) -> Iterator[Mark]:
    """All links that lead out of the report."""
    for inline in passage.of_kind(InlineKind.LINK):
        is_plain = inline.is_bare or shortcut_labels(passage, inline)
        if not is_plain and is_address(inline.target):
            yield _mark(passage, inline)


def is_address(target: str) -> bool:
    """Whether a link's target is an address on the web."""
    return bool(_ADDRESS.match(target.strip()))


def _mark(passage: Passage, inline: Inline) -> Mark:
    shown = passage.plain[inline.start : inline.end]
    numbered = _NUMBERED.fullmatch(shown)
    start, end = _with_brackets(passage, inline)
    span = inline.span if (start, end) == (inline.start, inline.end) else _hull(passage, inline)
    if numbered:
        at = inline.start + numbered.start(1)
        label = Label(numbered[1], passage.span(at, at + len(numbered[1])))
    else:
        label = Label(inline.target, inline.span)
    is_word = not _GENERIC.fullmatch(shown)
    return Mark(NAME, start, end, span, (label,), MarkState.LINKED, inline.target, is_word)


def _with_brackets(passage: Passage, inline: Inline) -> tuple[int, int]:
    """The link's place, with square brackets right around it (``[[1](https://…)]``)."""
    start, end = inline.start, inline.end
    if passage.plain[max(0, start - 1) : start] == "[" and passage.plain[end : end + 1] == "]":
        return start - 1, end + 1
    return start, end


def _hull(passage: Passage, inline: Inline) -> Span:
    before = passage.span(inline.start - 1, inline.start)
    after = passage.span(inline.end, inline.end + 1)
    return Span(before.start, after.end)


STYLE = Style(NAME, find, hints=())
