"""Which line breaks inside a paragraph end a statement.

Writers of reports seldom wrap their lines: a break mostly parts one item from the next ("Genre:
drama⏎Topic: war"). It does not where the next line goes on in lower case, where the line ends in
a comma, or where all lines are about as long, as a program wraps them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from unicodedata import east_asian_width

from veridical.report.model import InlineKind, Text
from veridical.report.running_text import lines

_GOES_ON = re.compile(r"\s{0,4}[a-zà-öø-ÿ]")
_OPEN_END = tuple(",，、(（[-–/")
_NAMED = re.compile(r"\s{0,4}[^:：\n]{1,30}[:：]\s?\S")
_NARROWEST = 40
_WIDEST = 140
_EVEN = 0.6

Place = tuple[int, int]


def parted(text: Text) -> Iterator[Place]:
    """The stretches of a text that no statement runs beyond, in order; blank ones left out."""
    places = lines(text)
    if len(places) == 1:
        yield from (place for place in places if text.plain.strip())
        return
    forced = {mark.start for mark in text.inlines if mark.kind is InlineKind.BREAK}
    is_wrapped = _is_wrapped(text.plain, places)
    start = 0
    for index, (_, end) in enumerate(places):
        following = places[index + 1] if index + 1 < len(places) else None
        is_forced = end in forced
        if following and _goes_on(
            text.plain, places[index], following, is_wrapped and not is_forced
        ):
            continue
        if text.plain[start:end].strip():
            yield start, end
        start = end


def _goes_on(plain: str, line: Place, following: Place, is_wrapped: bool) -> bool:
    if _GOES_ON.match(plain, following[0]):
        return True
    words = plain[slice(*line)].rstrip()
    if words.endswith(_OPEN_END):
        return True
    are_named = _NAMED.match(plain, *line) and _NAMED.match(plain, *following)
    return is_wrapped and not are_named


def _is_wrapped(plain: str, places: Sequence[Place]) -> bool:
    """Whether all lines but the last are about as wide."""
    widths = [_width(plain[start:end].rstrip()) for start, end in places[:-1]]
    return (
        min(widths) >= _NARROWEST and max(widths) <= _WIDEST and min(widths) >= _EVEN * max(widths)
    )


def _width(line: str) -> int:
    if line.isascii() or len(line) > _WIDEST:
        return len(line)
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in line)
