"""Bare years: 1998, 2019–2023, 2019–23. Is a number of four digits a year or a count?

The words around it decide. Where they pull both ways the year is kept and marked ambiguous.
"""

import re
from collections.abc import Iterator

from veridical.report.dates.mention import Granularity, Sighting, of_years

_FOUR_DIGITS = re.compile(r"[0-9]{4}(?![0-9])")
_SHORT_RANGE = re.compile(r"[-–—/](\d{2})(?![\d%]|[.,]\d)")
_RANGE_TO = re.compile(
    r"(?:[ ]?[-–—~～][ ]?|[ ](?:to|and|through|until|bis|à|и)[ ]|[至到])(?=\d{4}(?!\d))"
)
_NEXT_WORD = re.compile(r"[ ]([^\W\d_]{2,20})")
_JOINED = re.compile(r"[ ]?(?:[×x*][ ]?\d|[%‰°$€£¥+]|[-–—~～][ ]?\d|[.,:/]\d|[/_-][A-Za-z])")
_LEFT_WINDOW = 14

EARLIEST, LATEST = 1500, 2100
_MODERN = 1900
_LIVELY = range(1950, 2036)
"""Years that reports speak of; "2023 results" is likelier a year than a count."""

_STRONG_BEFORE = frozenset(
    """
    in since until till by during circa year years early mid late spring summer autumn fall winter
    before after en im seit bis depuis dès desde nel dal до с от ©
    """.split()  # noqa: SIM905
)
_COUNT_BEFORE = frozenset(
    """
    about approximately around nearly almost over under than least most exactly only roughly some
    total n = ≈ ~ > < ≥ ≤ + × x
    """.split()  # noqa: SIM905
)
_COUNTED = frozenset(
    """
    people persons men women children percent per million billion thousand hundred trillion dozen
    km kg m cm mm g mg t mi ft lb lbs mw gw kw mwh gwh kwh twh hz khz mhz ghz usd eur gbp cny rmb
    yuan euro yen rupees mah ppm mph kcal degrees calories words
    """.split()  # noqa: SIM905
)
_NO_PLURAL = ("ss", "us", "is", "as", "ys", "wards")
_HAN_COUNTERS = frozenset(
    "人名个個家次件万萬亿億元台辆輛吨噸米公千克多余餘余位所座项項种種篇条條套只隻頭头株平美欧英倍"
)
_YEAR_SIGNS = ("年", "년", " 年", " 년")
"""A number before these is read as a whole elsewhere."""
_DATE_PREFIXES = ("pre", "post", "mid", "early", "late")


def bare_years(surface: str) -> Iterator[Sighting]:
    """Find years without a month, and ranges of the form 2019–23.

    Args:
        surface: Folded and masked text.
    """
    refused: set[int] = set()
    for found in reversed(list(_FOUR_DIGITS.finditer(surface))):
        if not EARLIEST <= int(found[0]) <= LATEST or not _starts_clean(surface, found.start()):
            refused.add(found.start())
            continue
        if surface.startswith(_YEAR_SIGNS, found.end()):
            continue
        sighting = _year(surface, found, refused)
        if sighting is None:
            refused.add(found.start())
        else:
            yield sighting


def _starts_clean(surface: str, start: int) -> bool:
    """Tell whether no letter, digit, sign or joint is tied to the number's front."""
    before = surface[max(0, start - 7) : start]
    last = before[-1:]
    if last in ("-", "–", "—", "/"):
        head = before[:-1].rstrip()
        return (
            head[-4:].isdigit() or head.lower().endswith(_DATE_PREFIXES) or not head[-1:].isalnum()
        )
    if last in (".", ",", ":") and before[-2:-1].isdigit():
        return False
    if last.isalpha() and last < "\u2e80":
        return False
    return not (last.isdigit() or last in tuple("$€£¥#_@\\^第"))


def _year(surface: str, found: re.Match[str], refused: set[int]) -> Sighting | None:
    """Judge one number by its surroundings."""
    value, (start, end) = int(found[0]), found.span()
    if short := _SHORT_RANGE.match(surface, end):
        last = value // 100 * 100 + int(short[1])
        if value < last <= value + 50:
            return Sighting(start, short.end(), Granularity.RANGE, (of_years(value, last),))
    if onward := _RANGE_TO.match(surface, end):
        if onward.end() in refused:
            return None
        if value < int(surface[onward.end() : onward.end() + 4]) and not onward[0][0].isspace():
            return Sighting(start, end, Granularity.YEAR, (of_years(value, value),))
    elif _JOINED.match(surface, end) or _is_tied(surface, end):
        return None
    reason = _doubt(surface, start, end, value)
    if reason is None:
        return None
    return Sighting(start, end, Granularity.YEAR, (of_years(value, value),), reason)


def _is_tied(surface: str, end: int) -> bool:
    """Tell whether a letter follows at once, other than in "2020a" (a citation), "2030F"."""
    letter = surface[end : end + 1]
    if not letter.isalpha():
        return False
    if letter >= "\u2e80":
        return letter in _HAN_COUNTERS
    return not (letter in "abcdeEF" and not surface[end + 1 : end + 2].isalnum())


def _doubt(surface: str, start: int, end: int, value: int) -> str | None:
    """Return why it may be a count, "" when it surely is a year, None when it is none."""
    is_placed = _is_placed(surface, start, end)
    counts = _is_count_like(surface, start, end)
    is_round = value % 50 == 0
    if is_placed:
        return "may be a count" if counts else ""
    if counts:
        return "may be a count" if value in _LIVELY and not is_round else None
    if value < _MODERN:
        return None
    return "may be a count" if value % 100 == 0 else ""


def _is_placed(surface: str, start: int, end: int) -> bool:
    """Tell whether the words before, or brackets around it, make it a year."""
    before = surface[max(0, start - _LEFT_WINDOW) : start]
    after = surface[end : end + 2].lstrip("abcd")
    is_closed = after[:1] in (")", "]", ";", ",", "）", "，")
    if is_closed and before.endswith(("(", ", ", "[", "; ", "（")):
        return True
    words = before.lower().split()
    word = words[-1].strip("(.,") if words else ""
    return word in _STRONG_BEFORE or word.endswith(tuple(f"{p}-" for p in _DATE_PREFIXES))


def _is_count_like(surface: str, start: int, end: int) -> bool:
    """Tell whether the neighbors speak of a number of things."""
    words = surface[max(0, start - _LEFT_WINDOW) : start].split()
    if words and words[-1].lower() in _COUNT_BEFORE:
        return True
    found = _NEXT_WORD.match(surface, end)
    if not found:
        return False
    word = found[1]
    if word.lower() in _COUNTED:
        return True
    is_plural = len(word) > 3 and word.endswith("s") and not word.endswith(_NO_PLURAL)
    return is_plural and word.islower()
