"""Dates written in digits: 2024-03-05, 05/03/2024, 5.3.2024."""

import re
from collections.abc import Iterator

from veridical.report.dates.mention import (
    Granularity,
    Sighting,
    is_day,
    of_day,
    of_months,
    of_years,
)

_JOINED_DIGITS = re.compile(r"[0-9]{1,4}[-/.][0-9]{1,2}")
_YEAR_FIRST = re.compile(
    r"\d{4}([-/.])(\d{1,2})(?:\1(\d{1,2})(?:T\d{2}:\d{2}(?::\d{2})?(?:\.\d{1,9})?(?:Z|[+-]\d{2}:?\d{2})?)?)?"
)
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})")

_MONTH_FIRST_LANGUAGES = frozenset(["en", "und"])
_CENTURY_PIVOT = 69
_EARLIEST, _LATEST = 1000, 2999


def numeric_dates(surface: str, language: str) -> Iterator[Sighting]:
    """Find dates in digits; those that two conventions read differently keep both readings.

    Args:
        surface: Folded and masked text.
        language: English texts may mean either the American or the British order.
    """
    for candidate in _JOINED_DIGITS.finditer(surface):
        start = candidate.start()
        if found := _YEAR_FIRST.match(surface, start):
            sighting = _year_first(found) if _stands_alone(surface, found) else None
        elif found := _YEAR_LAST.match(surface, start):
            sighting = _year_last(found, language) if _stands_alone(surface, found) else None
        else:
            continue
        if sighting:
            yield sighting


def _stands_alone(surface: str, found: re.Match[str]) -> bool:
    """Tell whether no digit, letter or joint runs on at either side."""
    before, after = (
        surface[max(0, found.start() - 1) : found.start()],
        surface[found.end() : found.end() + 2],
    )
    if before.isdigit() or before in tuple("-/.,_$") or (before.isalpha() and before < "\u2e80"):
        return False
    if not after or not (after[0].isdigit() or after[0] in "-/.,_" or _is_latin(after[0])):
        return True
    return after[0] in ".,-" and not after[1:].isalnum()


def _is_latin(letter: str) -> bool:
    return letter.isalpha() and letter < "\u2e80"


def _year_first(found: re.Match[str]) -> Sighting | None:
    year, month = int(found[0][:4]), int(found[2])
    if not _EARLIEST <= year <= _LATEST:
        return None
    if found[3]:
        day = int(found[3])
        if not is_day(year, month, day):
            return None
        return Sighting(*found.span(), Granularity.DAY, (of_day(year, month, day),))
    if not 1 <= month <= 12 or len(found[2]) != 2 or found[1] == ".":
        return None
    readings = [of_months(year, month, month)]
    if found[1] == "." or (year % 100) < month:
        readings.append(of_years(year, year // 100 * 100 + month))
    reason = "a month or a range of years" if len(readings) > 1 else ""
    return Sighting(*found.span(), Granularity.MONTH, tuple(readings), reason)


def _year_last(found: re.Match[str], language: str) -> Sighting | None:
    first, second = int(found[1]), int(found[3])
    year = _full_year(found[4], found[2])
    if not _EARLIEST <= year <= _LATEST:
        return None
    day_first = of_day(year, second, first) if is_day(year, second, first) else None
    month_first = of_day(year, first, second) if is_day(year, first, second) else None
    if found[2] == "." or language not in _MONTH_FIRST_LANGUAGES:
        chosen = [day_first or month_first]
    else:
        chosen = [month_first, day_first]
    readings = tuple(dict.fromkeys(reading for reading in chosen if reading))
    if not readings:
        return None
    reason = "day and month may be the other way round" if len(readings) > 1 else ""
    return Sighting(*found.span(), Granularity.DAY, readings, reason)


def _full_year(digits: str, joint: str) -> int:
    """Read two digits as a year of 1969 to 2068, only where slashes make a date likely."""
    if len(digits) == 4:
        return int(digits)
    if joint != "/":
        return 0
    return int(digits) + (2000 if int(digits) < _CENTURY_PIVOT else 1900)
