"""Numbers in digits: which marks part thousands and which the decimals, and what is no number."""

import re
from collections.abc import Iterator

from veridical.report.quantities.quantity import Numeral

DECIMAL_COMMA_LANGUAGES = frozenset(
    """
    de fr es pt it nl sv da no nb nn fi is pl cs sk sl hr sr hu ro bg ru uk be el tr id vi lt lv et
    """.split()  # noqa: SIM905
)
_NO_LANGUAGE = "und"
_LONGEST = 30
_INDIAN_GROUP = 2

_CHAIN = frozenset("-–/.:_")
"""What ties a number to an identifier before it, as in "CVE-2023-1234"."""

_NUMBER = re.compile(r"[0-9]+(?:[.,'’][0-9]+)*")
_SPACED_GROUPS = re.compile(r"(?: [0-9]{3}){1,6}(?![0-9])(?:[.,][0-9]{1,9}(?![0-9]))?")
_VULGAR = {
    sign: above / below
    for sign, above, below in zip(
        "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞",
        (1, 1, 2, 1, 3, 1, 2, 3, 4, 1, 5, 1, 3, 5, 7),
        (2, 3, 3, 4, 4, 5, 5, 5, 5, 6, 6, 8, 8, 8, 8),
        strict=True,
    )
}
_VULGAR_SIGN = re.compile("[" + "".join(_VULGAR) + "]")


def digit_numerals(surface: str, language: str, text: str) -> Iterator[Numeral]:
    """Find numbers in digits that nothing ties to a name, an address or a time.

    Args:
        surface: Folded and masked text.
        language: A BCP-47 primary tag; decides what "1.234" and "1,5" mean.
        text: The text itself, of the same length; it tells no-break spaces from plain ones.
    """
    done = refused_end = -1
    for found in _NUMBER.finditer(surface):
        start = found.start()
        if start < done:
            continue
        is_chained = start == refused_end + 1 and surface[refused_end] in _CHAIN
        numeral = None
        if not is_chained and _is_free(surface, start):
            numeral = _numeral(surface, found, language, text)
        if numeral is None:
            refused_end = found.end()
            continue
        done = numeral.end
        yield numeral
    if not surface.isascii():
        yield from _lone_vulgar(surface)


def read_number(written: str, language: str) -> tuple[float, float, str, float | None] | None:
    """Read digits with marks between them.

    Args:
        written: Digits, with points, commas or apostrophes between groups.
        language: A BCP-47 primary tag.

    Returns:
        Value, step (one unit in the last place), why it is ambiguous or "", and the other value
        or None; None altogether when it is no number, as "1.2.3" or "007".
    """
    if len(written) > _LONGEST:
        return None
    if written.isdigit():
        is_code = written[0] == "0" and len(written) > 1
        return None if is_code else (float(written), 1.0, "", None)
    plain = written.replace("'", "").replace("’", "")
    points, commas = plain.count("."), plain.count(",")
    if points and commas:
        return _both_marks(plain, points, commas)
    mark = "." if points else ","
    if points + commas == 0:
        return float(plain), 1.0, "", None
    if points + commas > 1:
        return (_whole(plain, mark), 1.0, "", None) if _is_grouped(plain, mark) else None
    return _one_mark(plain, mark, language)


def _both_marks(plain: str, points: int, commas: int) -> tuple[float, float, str, None] | None:
    """The last mark parts the decimals; the other one parts thousands."""
    decimal, group = (".", ",") if plain.rindex(".") > plain.rindex(",") else (",", ".")
    whole, _, decimals = plain.rpartition(decimal)
    if (points if decimal == "." else commas) > 1 or not _is_grouped(whole, group):
        return None
    return _decimal(_whole(whole, group), decimals), 10.0 ** -len(decimals), "", None


def _one_mark(plain: str, mark: str, language: str) -> tuple[float, float, str, float | None]:
    whole, _, decimals = plain.partition(mark)
    as_decimal = float(f"{whole}.{decimals}"), 10.0 ** -len(decimals)
    is_comma_language = language in DECIMAL_COMMA_LANGUAGES
    is_own_decimal = (mark == ",") == is_comma_language
    if not _is_grouped(plain, mark):
        is_foreign = not is_own_decimal and (mark == "," or len(decimals) != 1)
        doubt = "a decimal comma in a text that writes points" if is_foreign and mark == "," else ""
        return *as_decimal, doubt, None
    as_whole = float(whole + decimals)
    if is_own_decimal and (mark == "," or language == _NO_LANGUAGE):
        return *as_decimal, "may be thousands", as_whole
    if is_own_decimal:
        return *as_decimal, "", None
    if is_comma_language or language == _NO_LANGUAGE:
        return as_whole, 1.0, "may be decimals", as_decimal[0]
    return as_whole, 1.0, "", None


def _is_grouped(written: str, mark: str) -> bool:
    """Tell whether the marks part thousands, in the Western or the Indian way."""
    head, *groups = written.split(mark)
    if not head or head[0] == "0" or len(head) > 3 or not groups or len(groups[-1]) != 3:
        return False
    inner = {len(group) for group in groups[:-1]}
    return inner <= {3} or (inner == {_INDIAN_GROUP} and len(head) <= _INDIAN_GROUP and mark == ",")


def _whole(written: str, mark: str) -> float:
    return float(written.replace(mark, ""))


def _decimal(whole: float, decimals: str) -> float:
    return float(f"{whole:.0f}.{decimals}")


def _numeral(surface: str, found: re.Match[str], language: str, text: str) -> Numeral | None:
    start, end, written, reason = found.start(), found.end(), found[0], ""
    groups = _SPACED_GROUPS.match(surface, end) if len(written) <= 3 else None
    if groups and written[0] != "0" and written.isdigit():
        end = groups.end()
        is_plain = text[groups.start()] == " " and language not in DECIMAL_COMMA_LANGUAGES
        reason = "spaces may part thousands or numbers" if is_plain else ""
        written = surface[start:end].replace(" ", "")
    if surface[start - 1 : start] == "." and _is_pointed(surface, start - 1):
        is_decimals = found[0].isdigit() and len(found[0]) <= _LONGEST
        value, step = float(f"0.{found[0]}") if is_decimals else 0.0, 10.0 ** -len(found[0][:30])
        return Numeral(start - 1, found.end(), value, step) if is_decimals else None
    read = read_number(written, language)
    if read is None:
        return None
    value, step, doubt, other = read
    if surface[end : end + 1] in _VULGAR and step == 1:
        return Numeral(start, end + 1, value + _VULGAR[surface[end]], 0.0)
    return Numeral(start, end, value, step, reason=reason or doubt, other=other)


def _is_pointed(surface: str, point: int) -> bool:
    """Tell whether a point opens a number, as in "p < .05"."""
    return surface[max(0, point - 1) : point] in (
        "",
        " ",
        "(",
        "=",
        "<",
        ">",
        "≈",
        "~",
        "≤",
        "≥",
        "$",
    )


def _is_free(surface: str, start: int) -> bool:
    """Tell whether what stands before the digits leaves them a number of their own."""
    if start == 0:
        return True
    before, earlier = surface[start - 1], surface[max(0, start - 2) : start - 1]
    if before == " ":
        return True
    if before.isalpha():
        return before >= "\u2e80" or _is_code(surface, start)
    if before in "-–—":
        return not (earlier.isalpha() and earlier < "\u2e80") and earlier not in ("_", ")", "^")
    if before == ".":
        return _is_pointed(surface, start - 1) or not earlier.isalnum()
    if before in ":/×":
        return not earlier.isalnum() or (before == "/" and earlier.isdigit())
    return before not in "_#@\\^§№²³" and not before.isdigit()


_CODE = re.compile(r"(?<![A-Za-z])(?:USD|EUR|GBP|CNY|RMB|JPY|HKD|INR|AUD|CAD|CHF|SGD|Rs)$")


def _is_code(surface: str, start: int) -> bool:
    """Tell whether the letters before are a currency's ("USD35")."""
    return _CODE.search(surface, max(0, start - 4), start) is not None


def _lone_vulgar(surface: str) -> Iterator[Numeral]:
    for found in _VULGAR_SIGN.finditer(surface):
        if not surface[max(0, found.start() - 1) : found.start()].isdigit():
            yield Numeral(*found.span(), _VULGAR[found[0]], 0.0)
