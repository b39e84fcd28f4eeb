"""Numbers in Chinese characters: 一百二十三, 两千, 百分之三十五, 三分之一, 三成, 一半, 翻一番."""

import re
from collections.abc import Iterator

from veridical.report.quantities.quantity import Numeral, QuantityKind
from veridical.report.quantities.units import cjk_unit_at

_DIGITS = {sign: value for value, sign in enumerate("零一二三四五六七八九")}
_DIGITS |= {"〇": 0, "两": 2, "兩": 2}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_HUNDREDS = ("百", "千")
_SECTIONS = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_SIGNS = "".join((*_DIGITS, *_UNITS, *_SECTIONS))
_RUN = re.compile(f"[{_SIGNS}]+")
_POINT = re.compile("点([〇零一二三四五六七八九]{1,9})")
_LONGEST = 20

_PART_OF = "分之"
_WHOLE_BEFORE = re.compile(f"(?:[0-9]{{1,4}}|[{_SIGNS}]{{1,8}})$")
_SHARE_AFTER = re.compile(
    rf"([0-9]{{1,9}}(?:\.[0-9]{{1,6}})?)|([{_SIGNS}]{{1,8}})(?:点([〇零一二三四五六七八九]{{1,6}}))?"
)
_HALF = re.compile("一半|半数|半數|过半|過半")
_REDOUBLED = re.compile("翻了?([一两兩三])?[番倍]")

_COUNTERS = frozenset(
    "个個家件次项項种種篇条條座台臺辆輛套部所枚艘架只隻头頭匹张張起例届户戶笔筆层層步轮輪类類大点點份批組组支期款"
)
_NAME_AFTER = frozenset("强線线级級号號中环環手")
_VAGUE_BEFORE = frozenset("几幾数數第上每某同统統唯另单單之任万")
_VAGUE_AFTER = frozenset("几幾")
_NEVER_ONE = frozenset(["people", "day", "°", "m", "h", "L", "g", "A"])
_ARTICLES = frozenset("一零〇")
_WORDS = frozenset([("一", "CNY"), ("二", "CNY"), ("三", "CNY")])
"""二元 is "dual" far more often than two yuan."""

_MOST_LISTED = 10
"""十大 is "the top ten", 十八大 a congress."""

_NOT_TENTHS = frozenset("不长長本员員功就为為立分熟")


def chinese_numerals(surface: str) -> Iterator[Numeral]:
    """Find numbers in Chinese characters.

    One character alone is a number only before a unit or a measure word, and "一" only before a
    unit, for it is an article too.

    Args:
        surface: Folded and masked text.
    """
    if surface.isascii():
        return
    taken: list[Numeral] = [*_shares(surface), *_halves(surface)]
    yield from taken
    taken.sort()
    place = 0
    for found in _RUN.finditer(surface):
        while place < len(taken) and taken[place].end <= found.start():
            place += 1
        if place < len(taken) and taken[place].start < found.end():
            continue
        numeral = _run(surface, found)
        if numeral:
            yield numeral


def han_value(written: str) -> float | None:
    """Read a number in Chinese characters, or None when it is not well formed.

    Args:
        written: Characters of digits, 十百千 and 万亿 alone.
    """
    if len(written) > _LONGEST:
        return None
    return _sections(written.replace("萬", "万").replace("億", "亿"), "亿万")


def _sections(written: str, signs: str) -> float | None:
    """Read a number by the largest of the section signs left, then by the smaller ones.

    A lone digit after a sign counts in the next lower place: 一万二 is 12,000, 三百五 is 350.
    """
    if not signs:
        return _below_section(written)
    head, sign, tail = written.rpartition(signs[0])
    if not sign:
        return _sections(written, signs[1:])
    above = _sections(head, signs[1:])
    below = _sections(tail, signs[1:]) if tail else 0.0
    if not above or below is None:
        return None
    if tail in _DIGITS:
        below *= _SECTIONS[sign] / 10
    return above * _SECTIONS[sign] + below


def _below_section(written: str) -> float | None:
    """Read a number below 10,000, its signs in falling order."""
    total, digit, smallest = 0, -1, _SECTIONS["万"]
    for sign in written:
        if sign in _DIGITS:
            if digit > 0:
                return None
            digit = _DIGITS[sign]
        else:
            size = _UNITS.get(sign, smallest)
            if size >= smallest:
                return None
            total, digit, smallest = total + (1 if digit < 0 else digit) * size, -1, size
    is_short = digit > 0 and written[-2:-1] in _HUNDREDS
    return float(total + max(digit, 0) * (smallest // 10 if is_short else 1)) if written else None


def is_tenths(surface: str, position: int) -> bool:
    """Tell whether 成 stands here for tenths and not for "become".

    Args:
        surface: Folded and masked text.
        position: Where the number ended.
    """
    sign, after = surface[position : position + 1], surface[position + 1 : position + 2]
    return sign == "成" and after not in _NOT_TENTHS


def _shares(surface: str) -> Iterator[Numeral]:
    """Read 百分之X and X分之Y."""
    at = surface.find(_PART_OF)
    while at >= 0:
        whole = _WHOLE_BEFORE.search(surface, max(0, at - 8), at)
        share = _SHARE_AFTER.match(surface, at + len(_PART_OF))
        if whole and share and (numeral := _share(whole, share)):
            yield numeral
        at = surface.find(_PART_OF, at + len(_PART_OF))


def _share(whole: re.Match[str], share: re.Match[str]) -> Numeral | None:
    below, above = _above_and_below(whole[0], share)
    if not below or above is None:
        return None
    if whole[0] in ("百", "千"):
        decimals = len((share[1] or "").partition(".")[2]) + len(share[3] or "")
        step = 10.0**-decimals * 100 / below
        value = above * 100 / below
        kind = QuantityKind.PERCENT
        return Numeral(whole.start(), share.end(), value, step, not share[1], kind=kind)
    kind = QuantityKind.FRACTION
    return Numeral(whole.start(), share.end(), above / below, 0.0, True, kind=kind)


def _above_and_below(whole: str, share: re.Match[str]) -> tuple[float, float | None]:
    below = float(whole) if whole.isdigit() else _UNITS.get(whole) or han_value(whole) or 0.0
    if share[1]:
        return below, float(share[1])
    above = han_value(share[2])
    if above is not None and share[3]:
        above += _decimals(share[3])
    return below, above


def _decimals(written: str) -> float:
    return float("0." + "".join(str(_DIGITS[sign]) for sign in written))


def _halves(surface: str) -> Iterator[Numeral]:
    if "半" in surface:
        for found in _HALF.finditer(surface):
            yield Numeral(*found.span(), 0.5, 0.0, True, kind=QuantityKind.FRACTION)
    if "翻" in surface:
        for found in _REDOUBLED.finditer(surface):
            times = _DIGITS[found[1]] if found[1] else 1
            value = 2.0**times if found[0].endswith("番") or times == 1 else float(times)
            yield Numeral(*found.span(), value, 0.0, True, kind=QuantityKind.MULTIPLE)


def _run(surface: str, found: re.Match[str]) -> Numeral | None:
    """Judge one run of number signs by its neighbors."""
    start, end, written = found.start(), found.end(), found[0]
    before, after = surface[max(0, start - 1) : start], surface[end : end + 1]
    if before in _VAGUE_BEFORE or before.isdigit() or after in _NAME_AFTER:
        return None
    value = han_value(written)
    if value is None or not (written[0] in _DIGITS or written[0] == "十"):
        return None
    if written == "一" and after == "倍":
        return Numeral(start, end + 1, 2.0, 0.0, True, kind=QuantityKind.MULTIPLE)
    if point := _POINT.match(surface, end):
        value, end = value + _decimals(point[1]), point.end()
        return Numeral(start, end, value, 10.0 ** -len(point[1]), True)
    if len(written) == 1 and is_tenths(surface, end):
        return Numeral(start, end + 1, 10 * value, 10.0, True, kind=QuantityKind.PERCENT)
    step = float(_SECTIONS.get(written[-1], 1))
    return _accepted(surface, Numeral(start, end, value, step, True), written)


def _accepted(surface: str, numeral: Numeral, written: str) -> Numeral | None:
    """Ask for a unit where the sign alone is a common word."""
    unit = cjk_unit_at(surface, numeral.end)
    after = surface[numeral.end : numeral.end + 1]
    if written in _ARTICLES or (unit and (written, unit[0]) in _WORDS):
        is_amount = written == "一" and unit and unit[0] and unit[0] not in _NEVER_ONE
        return numeral if is_amount and unit and (written, unit[0]) not in _WORDS else None
    if len(written) == 1 and unit and unit[0] == "°":
        return None
    if after == "大" and numeral.value > _MOST_LISTED:
        return None
    if unit or after in _COUNTERS:
        return numeral
    is_long = len(written) > 2 or (len(written) == 2 and written != "十一")
    if is_long and not set(written) <= set(_DIGITS):
        return numeral
    return numeral if is_long and after in ("多", "余", "餘") else None
