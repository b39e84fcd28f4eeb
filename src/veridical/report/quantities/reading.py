"""From a number alone to a quantity: currency and sign before it, a power of ten behind it."""

import re

from veridical.report.quantities.quantity import Draft, Numeral, QuantityKind
from veridical.report.quantities.suffix import with_suffix
from veridical.report.quantities.unit_names import PREFIXES
from veridical.report.quantities.units import CURRENCIES

_POWER = re.compile(
    r"[eE]([+-]?[0-9]{1,2})(?![0-9A-Za-z])"
    r"|[ ]?[×x·*][ ]?10(?:\^[({]?([-+]?[0-9]{1,2})[)}]?|([⁻⁺]?[⁰¹²³⁴-⁹]{1,2}))"
)
_POWER_OF_TEN = re.compile(r"\^[({]?([-+]?[0-9]{1,2})[)}]?|([⁻⁺]?[⁰¹²³⁴-⁹]{1,2})")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")

_PREFIX = re.compile(
    r"(?:(?:US|AU|A|CA|C|HK|NT|S|NZ|R|MX)?\$|[€£¥￥₹₩₽₺₫฿₪₦]"
    rf"|(?<![A-Za-z])(?:{'|'.join(sorted(CURRENCIES))}|RMB|Rs\.?|RM)|人民[币幣])[ ]?$"
)
_PREFIX_ENDS = frozenset("$€£¥￥₹₩₽₺₫฿₪₦.s币幣")
_BEFORE_SIGN = frozenset(" \n\t([{（：:，,、=|≈~<>≤≥至为是到$€£")
_MINUS_WORDS = ("minus ", "negative ", "零下", "负", "負")
_NOT_MINUS = ("背", "担", "承", "抱", "肩", "胜", "自", "勝", "擔")
"""Before 负 they make a verb ("bear a debt of 1.2 million")."""


_JAPANESE_YUAN_YEN = "¥ is yen or yuan"


def read_quantity(surface: str, numeral: Numeral, language: str, floor: int = 0) -> Draft | None:
    """Read what stands around a number.

    Args:
        surface: Folded and masked text.
        numeral: The number.
        language: A BCP-47 primary tag.
        floor: Where the quantity before ended; what stands before is not taken twice.

    Returns:
        The quantity, or None when the number is part of a name ("5G", "3D", "10:30").
    """
    draft = Draft(
        numeral.start,
        numeral.end,
        numeral.value,
        numeral.step,
        "",
        numeral.kind,
        is_words=numeral.is_words,
        reason=numeral.reason,
        other=numeral.other,
        is_weak=numeral.is_weak,
    )
    if numeral.kind is QuantityKind.PERCENT:
        return draft._replace(unit="%")
    if numeral.kind is QuantityKind.MULTIPLE:
        return draft._replace(unit="×")
    draft = _with_prefix(surface, draft, language, floor)
    if not numeral.is_words:
        draft = _with_power(surface, draft)
    return with_suffix(surface, draft, language)


def _with_prefix(surface: str, draft: Draft, language: str, floor: int) -> Draft:
    """Take in the currency and the sign before the number."""
    draft = _signed(surface, draft, floor)
    at = draft.start
    last = surface[max(0, at - 2) : at].rstrip(" ")[-1:]
    if last in _PREFIX_ENDS or last.isupper():
        found = _PREFIX.search(surface, max(floor, at - 5), at)
        if found:
            name = found[0].rstrip(" ")
            draft = _money(draft._replace(start=found.start()), name, language)
            draft = _signed(surface, draft, floor) if draft.value >= 0 else draft
    return draft


def _money(draft: Draft, name: str, language: str) -> Draft:
    unit = PREFIXES.get(name, name)
    if name == "¥" and language in ("zh", "ja"):
        unit = "CNY" if language == "zh" else "JPY"
    elif name == "¥":
        reason = draft.reason or _JAPANESE_YUAN_YEN
        draft = draft._replace(other_unit="CNY", reason=reason)
    return draft._replace(unit=unit, kind=QuantityKind.MONEY)


def _signed(surface: str, draft: Draft, floor: int) -> Draft:
    """Take in a minus, but not a dash between two numbers."""
    at = draft.start
    sign = surface[max(0, at - 1) : at]
    if sign in ("-", "–") and at > floor:
        before = surface[max(0, at - 3) : at - 1]
        is_range = before.rstrip(" ")[-1:].isdigit() or before.rstrip(" ")[-1:] == "%"
        if (not before or before[-1] in _BEFORE_SIGN) and not is_range:
            return _negative(draft, at - 1)
        return draft
    before = surface[max(floor, at - 9) : at]
    if before.endswith(_MINUS_WORDS):
        word = next(word for word in _MINUS_WORDS if before.endswith(word))
        if not before[: -len(word)].endswith(_NOT_MINUS):
            return _negative(draft, at - len(word))
    return draft


def _negative(draft: Draft, start: int) -> Draft:
    other = None if draft.other is None else -draft.other
    return draft._replace(start=start, value=-draft.value, other=other)


def _with_power(surface: str, draft: Draft) -> Draft:
    """Take in "e3", "× 10^3"; "10^3" is a power itself."""
    pattern = _POWER_OF_TEN if abs(draft.value) == 10 else _POWER
    found = pattern.match(surface, draft.end)
    if not found:
        return draft
    written = next(group for group in found.groups() if group)
    power = int(written.translate(_SUPERSCRIPTS).rstrip("-+") or 0)
    if pattern is _POWER_OF_TEN:
        power -= 1
    return draft.scaled(10.0**power)._replace(end=found.end())
