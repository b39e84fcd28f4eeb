"""Dates told from a day that the text leaves open: last year, three weeks ago, 去年3月."""

import re
from collections.abc import Iterator

from veridical.report.dates.mention import Granularity, Sighting

_UNIT = re.compile(r"[ ](?:fiscal[ ])?(year|month|week|quarter|decade|century)(?!\w)")
_POINTERS = ("last", "this", "next", "previous", "current", "past", "following", "coming", "prior")
_AGO = re.compile(r"[ ](?:ago|earlier)(?!\w)")
_AGO_BEFORE = re.compile(
    r"(?<![\w.,])(?:\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|several|many|few)"
    r"[ ](day|week|month|year|decade|century|centurie)s?$"
)
_DAYS = tuple(re.compile(rf"{word}(?!\w)") for word in ("esterday", "omorrow", "oday"))
_HAN = re.compile(
    r"[去今明前后後上来來昨本下这這先작올내](?:(年度?|해|년)(?:[ ]?\d{1,2}月(?:\d{1,2}[日号])?)?"
    r"|([个個]?月)|([个個]?[周週])|([个個]?季度)|([天日]))"
)
_HAN_KINDS = (
    Granularity.YEAR,
    Granularity.MONTH,
    Granularity.WEEK,
    Granularity.QUARTER,
    Granularity.DAY,
)
_HAN_DAYS = frozenset("今明昨前本")


def relative_dates(surface: str) -> Iterator[Sighting]:
    """Find relative dates; they have no interval.

    Args:
        surface: Folded and masked text.
    """
    for found in _UNIT.finditer(surface):
        word = _word_before(surface, found.start())
        if word.lower() in _POINTERS:
            start = found.start() - len(word)
            yield Sighting(start, found.end(), Granularity(found[1]))
    for found in _AGO.finditer(surface):
        before = _AGO_BEFORE.search(surface, max(0, found.start() - 24), found.start())
        if before:
            unit = before[1].replace("centurie", "century")
            yield Sighting(before.start(), found.end(), Granularity(unit))
    for pattern in _DAYS:
        for found in pattern.finditer(surface):
            start = found.start() - 1
            if start >= 0 and surface[start] in "yYtT" and not surface[start - 1 : start].isalnum():
                yield Sighting(start, found.end(), Granularity.DAY)
    if not surface.isascii():
        yield from _han_dates(surface)


def _word_before(surface: str, end: int) -> str:
    words = surface[max(0, end - 10) : end].split()
    return words[-1] if words and not surface[end - 1 : end].isspace() else ""


def _han_dates(surface: str) -> Iterator[Sighting]:
    for found in _HAN.finditer(surface):
        place = next(n for n in range(5) if found[n + 1])
        if _HAN_KINDS[place] is Granularity.DAY and found[0][0] not in _HAN_DAYS:
            continue
        yield Sighting(*found.span(), _HAN_KINDS[place])
