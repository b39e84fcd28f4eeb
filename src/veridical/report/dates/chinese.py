"""Dates in Chinese, Japanese and Korean: 2023年3月5日, 20世纪90年代, 令和5年, 2023년 3월."""

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
from veridical.report.dates.periods import FISCAL_REASON, fiscal, part_of_year

_HAN = "〇零○一二三四五六七八九"
_NUMBER = rf"(?:\d{{1,2}}|[{_HAN}十廿]{{1,3}})"
_YEAR_SIGN = re.compile("[年년]")
_YEAR_BEFORE = re.compile(
    rf"(?:(令和|平成|昭和)(\d{{1,2}}|元|[{_HAN}十]{{1,3}})|(?<![\d.,])(\d{{4}})|([{_HAN}]{{4}}))"
    r"[ ]?(财|財|会计)?$"
)
_YEAR_AFTER = re.compile(
    rf"[ ]?(?:({_NUMBER})[ ]?[-–—~至到][ ]?)?({_NUMBER})[ ]?[月월]"
    rf"(?:份|[ ]?({_NUMBER})[ ]?[日号號일])?"
    r"|[ ]?第?([一二三四1-4])[个個]?季度|([上下])半年|[ ]?([QH])([1-4])(?!\d)|度(?!过)"
)
_MONTH_SIGN = re.compile("[月월]")
_MONTH_BEFORE = re.compile(
    rf"(?<![\d.,第年])(?:({_NUMBER})[ ]?[-–—~至到][ ]?)?(?<![\d.,第])({_NUMBER})[ ]?$"
)
_MONTH_AFTER = re.compile(rf"份|[ ]?({_NUMBER})[ ]?[日号號일]")
_CENTURY_SIGN = re.compile(r"[世세](?:纪|紀|기)(?:[ ]?(\d0|[一二三四五六七八九]十)年代)?")
_CENTURY_BEFORE = re.compile(rf"(?:(?<!\d)(\d{{1,2}}|[{_HAN}十]{{1,3}})|(上[个個]?|本))$")
_DECADE_SIGN = "年代"
_DECADE_BEFORE = re.compile(r"(?<!\d)(\d{3}0|\d0|[一二三四五六七八九]十)$")
_SPAN_OF_TIME = re.compile(r"的?(?:历史|歷史|歴史|以上|以内|以來|以来的|之久|时间|の歴史)")
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925}
_EARLIEST, _LATEST = 1000, 2999


def chinese_dates(surface: str) -> Iterator[Sighting]:
    """Find dates written with 年, 月, 日, 世纪, 年代 and their kin.

    Args:
        surface: Folded and masked text.
    """
    if surface.isascii():
        return
    if "年" in surface or "년" in surface:
        yield from _years(surface)
        yield from _decades(surface)
    if "月" in surface or "월" in surface:
        yield from _months(surface)
    if "世" in surface or "세" in surface:
        yield from _centuries(surface)


def han_number(written: str) -> int:
    """Read digits or a Chinese number below 100; 0 when it is none."""
    if written.isascii():
        return int(written)
    text = written.replace("廿", "二十").replace("元", "一")
    if "十" not in text:
        return int("".join(str(_digit(letter)) for letter in text))
    tens, _, ones = text.partition("十")
    if len(tens) > 1 or len(ones) > 1:
        return 0
    return 10 * (_digit(tens) if tens else 1) + (_digit(ones) if ones else 0)


def _digit(letter: str) -> int:
    return max(0, _HAN.index(letter) - 2) if letter in _HAN else 0


def _before(pattern: re.Pattern[str], surface: str, end: int) -> re.Match[str] | None:
    """Search only just before a sign; the patterns end there."""
    return pattern.search(surface, max(0, end - 8), end)


def _years(surface: str) -> Iterator[Sighting]:
    for sign in _YEAR_SIGN.finditer(surface):
        left = _before(_YEAR_BEFORE, surface, sign.start())
        sighting = _year(surface, left, sign.end()) if left else None
        if sighting:
            yield sighting


def _year(surface: str, left: re.Match[str], end: int) -> Sighting | None:
    """Read a year and what follows its sign."""
    year = _ERAS[left[1]] + han_number(left[2]) if left[1] else han_number(left[3] or left[4])
    if not _EARLIEST <= year <= _LATEST:
        return None
    if left[5]:
        return Sighting(left.start(), end, Granularity.FISCAL_YEAR, fiscal(year), FISCAL_REASON)
    right = _YEAR_AFTER.match(surface, end)
    last = right.end() if right else end
    if right and right[2]:
        span = left.start(), last
        return _months_of_year(span, year, right) or _day(
            span, year, han_number(right[2]), right[3]
        )
    letter, number = _part(right) if right else ("", 0)
    if letter and (part := part_of_year(letter, number, year)):
        return Sighting(left.start(), last, part[0], (part[1],))
    is_length = year % 50 == 0 and _SPAN_OF_TIME.match(surface, end)
    if surface.startswith("代", end) or is_length:
        return None
    return Sighting(left.start(), last, Granularity.YEAR, (of_years(year, year),))


def _part(right: re.Match[str]) -> tuple[str, int]:
    """Return the quarter or half that follows the year."""
    if right[4]:
        return "Q", han_number(right[4])
    if right[5]:
        return "H", 1 if right[5] == "上" else 2
    return right[6] or "", int(right[7] or 0)


def _months_of_year(span: tuple[int, int], year: int, right: re.Match[str]) -> Sighting | None:
    """Read "2025年1-3月"."""
    first, last = han_number(right[1] or "0"), han_number(right[2])
    if right[3] or not 1 <= first < last <= 12:
        return None
    return Sighting(*span, Granularity.RANGE, (of_months(year, first, last),))


def _day(span: tuple[int, int], year: int, month: int, day: str | None) -> Sighting | None:
    if not 1 <= month <= 12:
        return None
    if not day:
        return Sighting(*span, Granularity.MONTH, (of_months(year, month, month),))
    number = han_number(day)
    if not is_day(year, month, number):
        return None
    return Sighting(*span, Granularity.DAY, (of_day(year, month, number),))


def _months(surface: str) -> Iterator[Sighting]:
    """Find months without a year; "三个月" has a measure word and is none."""
    for sign in _MONTH_SIGN.finditer(surface):
        left = _before(_MONTH_BEFORE, surface, sign.start())
        month = han_number(left[2]) if left else 0
        if not left or not 1 <= month <= 12:
            continue
        right = _MONTH_AFTER.match(surface, sign.end())
        day = han_number(right[1]) if right and right[1] else 0
        if day and not is_day(2000, month, day):
            continue
        end = right.end() if right else sign.end()
        kind = Granularity.DAY if day else Granularity.MONTH
        yield Sighting(left.start(), end, kind, month=month, day=day)


def _centuries(surface: str) -> Iterator[Sighting]:
    for sign in _CENTURY_SIGN.finditer(surface):
        left = _before(_CENTURY_BEFORE, surface, sign.start())
        century = _century(left) if left else 0
        if not left or not 1 <= century <= 29:
            continue
        span = left.start(), sign.end()
        if sign[1]:
            first = 100 * (century - 1) + han_number(sign[1])
            yield Sighting(*span, Granularity.DECADE, (of_years(first, first + 9),))
        else:
            interval = of_years(100 * century - 99, 100 * century)
            yield Sighting(*span, Granularity.CENTURY, (interval,))


def _century(left: re.Match[str]) -> int:
    if left[1]:
        return han_number(left[1])
    return 20 if left[2].startswith("上") else 21


def _decades(surface: str) -> Iterator[Sighting]:
    at = surface.find(_DECADE_SIGN)
    while at >= 0:
        left = _before(_DECADE_BEFORE, surface, at)
        first = han_number(left[1]) if left else 0
        end = at + len(_DECADE_SIGN)
        if left and first:
            is_short = first < 100
            first += (1900 if first >= 30 else 2000) if is_short else 0
            reason = "the century is not named" if is_short else ""
            interval = of_years(first, first + 9)
            yield Sighting(left.start(), end, Granularity.DECADE, (interval,), reason)
        at = surface.find(_DECADE_SIGN, end)
