"""Dates with a month's name: 5 March 2024, March 5, 2024, March 2024, 5 de marzo de 2024."""

import re
from collections.abc import Iterator
from functools import cache

from veridical.report.dates.mention import Granularity, Sighting, is_day, of_day, of_months

_NAMES: dict[str, str] = {
    "en": """
        January February March April May June July August September October November December""",
    "de": """
        Januar Februar März April Mai Juni Juli August September Oktober November Dezember""",
    "fr": """
        janvier février mars avril mai juin juillet août septembre octobre novembre décembre""",
    "es": """
        enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre""",
    "pt": """
        janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro
        dezembro""",
    "it": """
        gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre
        dicembre""",
    "nl": """
        januari februari maart april mei juni juli augustus september oktober november december""",
    "ru": """
        января февраля марта апреля мая июня июля августа сентября октября ноября декабря""",
}
_SHORT = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"

_NEEDS_COMPANY = frozenset(["may", "march", "mai", "mars", "mar", "marzo", "mei", "sept"]) | {
    name.lower() for name in _SHORT.split()
}
"""Names that are also other words; alone they are no date."""

_PREPOSITIONS = frozenset(
    ["in", "since", "until", "by", "from", "of", "last", "early", "late", "mid"]
)
_BEFORE = re.compile(
    r"(?<![\d.,/$-])(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?"
    r"(?:[ ]?[-–—][ ]?(\d{1,2})(?:st|nd|rd|th|\.)?)?(?:[ ]of(?:[ ]the)?|[ ]de)?[ ]$"
)
_AFTER = re.compile(
    r"\.?(?:[ ](\d{1,2})(?:st|nd|rd|th)?(?![\d:%]|[ ]?%|[.,]\d)"
    r"(?:[ ]?[-–—][ ]?(\d{1,2})(?:st|nd|rd|th)?(?!\d))?)?"
    r"(?:,?[ ](?:de[ ]|of[ ])?(\d{4})(?![\d%]|[.,]\d))?"
)
_LONGEST_DAY = 20


def named_dates(surface: str, language: str) -> Iterator[Sighting]:
    """Find dates with a month's name in English and in the text's own language.

    Args:
        surface: Folded and masked text.
        language: A BCP-47 primary tag.
    """
    pattern, numbers = _pattern(language)
    for found in pattern.finditer(surface):
        before, after = (
            surface[found.start() - 1 : found.start()],
            surface[found.end() : found.end() + 1],
        )
        if before.isalnum() or before == "_" or after.isalnum():
            continue
        if sighting := _named_date(surface, found, numbers[found[0]]):
            yield sighting


@cache
def _pattern(language: str) -> tuple[re.Pattern[str], dict[str, int]]:
    """Compile the names of English and one more language, or of all if it is unknown."""
    codes = _NAMES if language == "und" else [code for code in ("en", language) if code in _NAMES]
    numbers = {"Sept": 9, **{name: n for n, name in enumerate(_SHORT.split(), 1)}}
    for code in codes:
        numbers |= {name: n for n, name in enumerate(_NAMES[code].split(), 1)}
    names = sorted(numbers, key=len, reverse=True)
    return re.compile("|".join(names)), numbers


def _named_date(surface: str, found: re.Match[str], month: int) -> Sighting | None:
    """Read what stands on both sides of a month's name."""
    left_from = max(0, found.start() - _LONGEST_DAY)
    left = _BEFORE.search(surface, left_from, found.start())
    right = _AFTER.match(surface, found.end())
    day, last_day, year = _parts(left, right)
    end = found.end()
    if right and (year or (right[1] and not left)):
        end = right.end()
    start = left.start() if left else found.start()
    if not (day or year or _stands_for_month(surface, found)):
        return None
    return _sighting((start, end), year, month, (day, last_day))


def _parts(left: re.Match[str] | None, right: re.Match[str] | None) -> tuple[int, int, int]:
    """Return day, last day and year; 0 for what is missing."""
    year = int(right[3] or 0) if right else 0
    side = left or right
    day, last = (int(side[1] or 0), int(side[2] or 0)) if side else (0, 0)
    if left and right and right[1]:
        year = 0
    return day, last, year


def _sighting(
    span: tuple[int, int], year: int, month: int, days: tuple[int, int]
) -> Sighting | None:
    day, last = days
    known = year or 2000
    if (day and not is_day(known, month, day)) or (last and not is_day(known, month, last)):
        return None
    if not year:
        kind = Granularity.DAY if day else Granularity.MONTH
        return Sighting(*span, kind, month=month, day=day)
    if not day:
        return Sighting(*span, Granularity.MONTH, (of_months(year, month, month),))
    if last > day:
        interval = of_day(year, month, day)[0], of_day(year, month, last)[1]
        return Sighting(*span, Granularity.RANGE, (interval,))
    return Sighting(*span, Granularity.DAY, (of_day(year, month, day),))


def _stands_for_month(surface: str, found: re.Match[str]) -> bool:
    """Tell whether a bare name is a month and not a verb or a person."""
    if found[0].lower() not in _NEEDS_COMPANY:
        return True
    words = surface[max(0, found.start() - 12) : found.start()].lower().split()
    is_placed = bool(words) and words[-1] in _PREPOSITIONS
    is_whole_name = len(found[0]) > 3 or found[0] == "May"
    return (is_placed and is_whole_name) or surface[found.end() : found.end() + 1] in (
        "–",
        "-",
        "/",
    )
