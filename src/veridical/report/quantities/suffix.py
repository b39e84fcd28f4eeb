"""What follows a number: "and more", scale words, the unit, and what makes it a name."""

import re

from veridical.report.quantities.chinese import is_tenths
from veridical.report.quantities.quantity import Draft, QuantityKind
from veridical.report.quantities.scales import (
    CJK,
    GERMAN_BILLION,
    LETTERS,
    LONGEST_STACK,
    MONEY_LETTERS,
    WORDS,
)
from veridical.report.quantities.unit_names import PREFIXES
from veridical.report.quantities.units import cjk_unit_at, measure_of, phrase_at, unit_named

_LETTER = r"A-Za-zµμΩ°℃℉$€£¥₹₩₽²³À-ɏЀ-ӿ"
_WORD = re.compile(rf"([ -]?)([%‰]|[{_LETTER}]+(?:\^?[23](?![0-9A-Za-z]))?(?:/[{_LETTER}]+[23]?)?)")
_TIMES_MORE = re.compile(
    r"[ ](?:as|more|higher|larger|greater|faster|lower|less|fewer|bigger|better|longer|cheaper|the"
    r"|that|than|stronger|smaller|slower|over)(?![A-Za-z])"
)
_SHARE_WORD = re.compile(r"[ ](?:share|proportion|fraction|probability|portion)(?![A-Za-z])")
_CLOCK = frozenset(["am", "pm"])
_ORDINAL_ENDINGS = frozenset(["st", "nd", "rd", "th"])
_SCREEN = re.compile(r"[ ](?:video|resolution|display|TV|monitor|screen|content|Ultra|UHD|camera)")
_CHEMICAL = ("ol", "ene", "ane", "yl", "one", "ide", "ate", "oic", "amine")
_OVER_SIGNS = frozenset("多余餘")


def with_suffix(surface: str, draft: Draft, language: str) -> Draft | None:
    """Take in signs for "and more", scale words and the unit.

    Args:
        surface: Folded and masked text.
        draft: A number with its sign and currency.
        language: A BCP-47 primary tag; "Billion" is 10^12 in German.

    Returns:
        The quantity, or None when the number is part of a name ("5G", "3D", "10:30").
    """
    draft = _with_latin_scales(surface, draft, language)
    draft = _with_cjk_scales(surface, draft)
    draft = _with_plus(surface, draft)
    if draft.kind is QuantityKind.MONEY or draft.unit:
        draft = _with_second_currency(surface, draft)
        return draft if not _is_tied(surface, draft) else None
    end = draft.end
    found = _WORD.match(surface, end)
    if found:
        return _with_word(surface, draft, found)
    return _with_cjk_unit(surface, draft, end + (surface[end : end + 1] == " "))


def _with_cjk_unit(surface: str, draft: Draft, at: int) -> Draft | None:
    """Take in a unit in Chinese, Japanese or Korean; "3成" is 30 %, "三位数" a number of digits."""
    if unit := cjk_unit_at(surface, at):
        is_place = surface.startswith(("位数", "位數"), at)
        return None if is_place else _with_unit(surface, draft, *unit)
    if is_tenths(surface, at) and draft.is_bare and draft.value <= 10:
        tenths = draft.scaled(10.0)
        return tenths._replace(end=at + 1, unit="%", kind=QuantityKind.PERCENT)
    return _plain(surface, draft)


def _with_latin_scales(surface: str, draft: Draft, language: str) -> Draft:
    letters = MONEY_LETTERS if draft.kind is QuantityKind.MONEY else LETTERS
    for _ in range(LONGEST_STACK):
        found = _WORD.match(surface, draft.end)
        if not found:
            break
        gap, word = found[1], found[2]
        size = WORDS.get(word.lower()) if len(word) > 1 else None
        if size and language == "de" and word.lower() == GERMAN_BILLION:
            size = 1e12
        if size is None and (not gap or draft.kind is QuantityKind.MONEY):
            size = None if gap == "-" else letters.get(word)
        if size is None and word[-1] in "€$£" and word[:-1] in MONEY_LETTERS:
            size = MONEY_LETTERS[word[:-1]]
            draft = draft._replace(unit=PREFIXES[word[-1]], kind=QuantityKind.MONEY)
        if size is None or _is_screen(surface, draft, found):
            break
        draft = draft.scaled(size)._replace(end=found.end())
        if word.lower() in ("mio", "mrd", "mil", "млн") and surface.startswith(".", draft.end):
            draft = draft._replace(end=draft.end + 1)
    return draft


def _is_screen(surface: str, draft: Draft, found: re.Match[str]) -> bool:
    """Tell whether "4K" names a resolution."""
    return found[2] == "K" and draft.value < 10 and bool(_SCREEN.match(surface, found.end()))


def _with_cjk_scales(surface: str, draft: Draft) -> Draft:
    for _ in range(LONGEST_STACK):
        at = draft.end + (surface[draft.end : draft.end + 1] == " ")
        sign = surface[at : at + 1]
        if not sign or sign < "\u2e80":
            break
        if sign in _OVER_SIGNS and not draft.is_over:
            draft = draft._replace(end=at + 1, is_over=True)
        elif sign in CJK and not cjk_unit_at(surface, at):
            draft = draft.scaled(CJK[sign])._replace(end=at + 1)
        else:
            break
    return draft


def _with_second_currency(surface: str, draft: Draft) -> Draft:
    """Take in the currency named again behind the number ("人民币35万元", "$5 million USD")."""
    end = draft.end
    found = cjk_unit_at(surface, end + (surface[end : end + 1] == " "))
    if found is None and (word := _WORD.match(surface, end)):
        unit = unit_named(word[2])
        found = (unit, word.end()) if unit else None
    if found and kind_of(found[0]) is QuantityKind.MONEY:
        return draft._replace(unit=found[0], end=found[1])
    return draft


def _with_plus(surface: str, draft: Draft) -> Draft:
    if surface.startswith("+", draft.end) and not surface[draft.end + 1 : draft.end + 2].isalnum():
        return draft._replace(end=draft.end + 1, is_over=True)
    return draft


def _with_word(surface: str, draft: Draft, found: re.Match[str]) -> Draft | None:
    """Judge the word after a number: unit, ordinal, multiple, or none of them."""
    word, end = found[2].replace("^", ""), found.end()
    if special := _special(surface, draft, found):
        return special
    if _makes_a_name(surface, draft, found):
        return None
    if phrase := phrase_at(surface, found.start(2), word.lower()):
        return _with_unit(surface, draft, *phrase)
    unit = unit_named(word)
    if unit is None and "/" in word:
        unit, end = unit_named(word.partition("/")[0]), surface.index("/", found.start(2))
    is_cross = unit == "×" and (found[1] or draft.value <= 1)
    if unit is None or is_cross or surface.startswith(("'", "’"), end):
        return _plain(surface, draft)
    return _with_unit(surface, draft, unit, end)


def _makes_a_name(surface: str, draft: Draft, found: re.Match[str]) -> bool:
    """Tell whether the word makes a time, an age, a grid or a resolution of the number."""
    if found[2].lower() in _CLOCK or _is_screen(surface, draft, found):
        return True
    return not found[1] and (_is_age(draft, found[2]) or _is_grid(surface, found))


def _special(surface: str, draft: Draft, found: re.Match[str]) -> Draft | None:
    gap, word, end = found[1], found[2], found.end()
    if word == "fold":
        return draft._replace(end=end, unit="×", kind=QuantityKind.MULTIPLE)
    if word == "times" and gap == " " and _TIMES_MORE.match(surface, end):
        return draft._replace(end=end, unit="×", kind=QuantityKind.MULTIPLE)
    if word in _ORDINAL_ENDINGS and not gap and draft.is_bare:
        return draft._replace(end=end, kind=QuantityKind.ORDINAL)
    if _SHARE_WORD.match(surface, found.start()) and 0 < draft.value < 1:
        return draft._replace(kind=QuantityKind.FRACTION)
    return None


def _is_age(draft: Draft, word: str) -> bool:
    """Tell whether "20s" is a decade of life or of a century and not seconds."""
    return word == "s" and draft.value % 10 == 0 and 10 <= draft.value < 100


def _is_grid(surface: str, found: re.Match[str]) -> bool:
    """Tell whether "1920x" goes on with a number."""
    is_cross = found[2] in ("x", "X", "×")
    return is_cross and surface[found.end() : found.end() + 1].isdigit()


def _with_unit(surface: str, draft: Draft, unit: str, end: int) -> Draft | None:
    draft = draft._replace(end=end, unit=unit)
    if draft.kind is QuantityKind.COUNT:
        draft = draft._replace(kind=kind_of(unit))
    if unit == "lb" and surface.startswith("pounds", end - 6):
        reason = draft.reason or "pounds are a weight or a currency"
        draft = draft._replace(other_unit="GBP", reason=reason)
    draft = _with_plus(surface, draft)
    return None if _is_tied(surface, draft) else draft


def _plain(surface: str, draft: Draft) -> Draft | None:
    """Keep a number without a unit unless what follows makes it a name."""
    if _is_tied(surface, draft):
        return None
    if draft.is_weak and draft.is_bare:
        return draft
    if surface.startswith("-", draft.end):
        found = _WORD.match(surface, draft.end)
        word = found[2] if found else ""
        is_plain_word = len(word) > 3 and word.islower() and not word.endswith(_CHEMICAL)
        return draft if not word or is_plain_word else None
    return draft


def _is_tied(surface: str, draft: Draft) -> bool:
    """Tell whether a letter, an underscore or a time's colon follows at once."""
    after = surface[draft.end : draft.end + 2]
    first, second = after[:1], after[1:]
    if not first:
        return False
    if first.isalpha():
        return first < "\u2e80" and not (draft.unit and not surface[draft.end - 1].isalpha())
    if first == ".":
        return second.isalpha() and second.islower() and second < "\u2e80"
    return first in "_^" or (first in ":×" and second.isdigit())


def kind_of(unit: str) -> QuantityKind:
    """Return the sort of number that a canonical unit makes.

    Args:
        unit: A canonical symbol.
    """
    measure = measure_of(unit)
    dimension = measure.dimension if measure else ""
    if dimension.startswith("money ") and "/" not in dimension:
        return QuantityKind.MONEY
    return {
        "share": QuantityKind.PERCENT,
        "points": QuantityKind.PERCENTAGE_POINT,
        "multiple": QuantityKind.MULTIPLE,
        "count": QuantityKind.COUNT,
    }.get(dimension, QuantityKind.MEASURE)
