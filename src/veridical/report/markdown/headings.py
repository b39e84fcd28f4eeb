"""Headings that CommonMark does not see, and paragraphs that it takes for headings.

Models write ``##标题`` without a space, and a rule directly below a paragraph, which
CommonMark reads as a heading as long as the paragraph.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, replace

from veridical.report.draft import Draft
from veridical.report.model import BlockKind, Text
from veridical.report.running_text import lines, split, trim

_GLUED = re.compile(r"#{2,6}(?=[^\s#])")
_UNDERLINE = re.compile(r"[\r\n][ \t>]*(?P<rule>-+)[ \t]*\Z")
_SENTENCE_END = re.compile(
    r"[.。!！?？;；][\"”’』」)）]{0,3}\s{0,2}"
    r"(?:[\[［【(（]\^?[\d,，\s–-]{1,20}[\]］】)）]\s{0,2}){0,8}\Z"
)
_MAX_HEADING = 120
_MAX_UNDERLINE = 400


def has_glued_heading(source: str, text: Text) -> bool:
    """Whether a line of a paragraph is a heading without the space after its signs."""
    return "##" in text.plain and any(_is_glued(source, text, start) for start, _ in lines(text))


def _is_glued(source: str, text: Text, start: int) -> bool:
    if _GLUED.match(text.plain, start) is None:
        return False
    before = text.span(start, start + 1).start - 1
    return before < 0 or source[before] != "\\"


def parted(source: str, draft: Draft, text: Text) -> list[Draft]:
    """A paragraph cut at the lines that are headings."""
    groups: list[tuple[int, int]] = []
    previous_is_heading = True
    for start, end in lines(text):
        is_heading = _is_glued(source, text, start)
        if groups and not is_heading and not previous_is_heading:
            groups[-1] = (groups[-1][0], end)
        else:
            groups.append((start, end))
        previous_is_heading = is_heading
    pieces = [
        _piece(source, draft, part, (text, place))
        for part, place in zip(split(text, groups), groups, strict=True)
    ]
    return [piece for piece in pieces if piece.start < piece.end]


def _piece(source: str, draft: Draft, part: Text, whole: tuple[Text, tuple[int, int]]) -> Draft:
    text, (start, end) = whole
    first = draft.start if start == 0 else text.span(start - 1, start).end
    last = draft.end if end == len(text.plain) else text.span(end, end + 1).start
    signs = _GLUED.match(part.plain) if _is_glued(source, text, start) else None
    piece = replace(draft, start=first, end=last, text=trim(part), figures=[])
    begin = bisect_left(draft.figures, first, key=lambda figure: figure.start)
    end = bisect_left(draft.figures, last, key=lambda figure: figure.start)
    piece.figures = draft.figures[begin:end]
    if signs is not None:
        piece.kind, piece.level = BlockKind.HEADING, signs.end()
        piece.text = trim(split(part, [(signs.end(), len(part.plain))])[0])
    return piece


@dataclass(frozen=True, slots=True)
class Underline:
    """The dashes below a heading: where the text before them ends, and where they do."""

    start: int
    end: int
    dashes: int


def underline_of(source: str, start: int, end: int) -> Underline | None:
    """The underline of a heading at ``source[start:end]``, if it has one of dashes."""
    found = _UNDERLINE.search(source, max(start, end - _MAX_UNDERLINE), end)
    if found is None or source.startswith("#", start):
        return None
    text_end = start + len(source[start : found.start()].rstrip())
    return Underline(text_end, found.end("rule"), len(found["rule"]))


def is_paragraph(text: Text) -> bool:
    """Whether what is underlined reads as prose above a rule rather than as a heading."""
    plain = text.plain
    is_long = len(plain) > _MAX_HEADING or "\n" in plain
    return is_long or _SENTENCE_END.search(plain, max(0, len(plain) - 60)) is not None
