"""Stretches with a name: quarters, halves, fiscal years, decades, centuries."""

import re
from collections.abc import Iterator
from itertools import chain

from veridical.report.dates.mention import Granularity, Interval, Sighting, iso, of_months, of_years

_QUARTER = re.compile(
    r"([QH])([1-4])(?:[ ]of|,)?[ ]?(FY|fiscal[ ])?[ ]?'?(\d{4}|\d{2})(?![\d%.,]\d|\d)"
)
_YEAR_QUARTER = re.compile(r"([QH])([1-4])(?!\w)")
_YEAR_BEFORE = re.compile(r"(?<!\d)(\d{4})[ -]?$")
_SPELLED = re.compile(r"(?:quarter|half)[ ](?:of[ ])?(fiscal[ ])?(?:year[ ])?(\d{4})(?!\d)")
_FISCAL = re.compile(r"FY[ -]?'?(\d{4}|\d{2})(?:[-/](\d{2}))?(?!\d)")
_FISCAL_SPELLED = re.compile(r"iscal[ ](?:[Yy]ear[ ])?(\d{4}|\d{2})(?:[-/](\d{2}))?(?!\d)")
_DECADE = re.compile(r"0['’]?s(?!\w)")
_DECADE_BEFORE = re.compile(r"(?:(?<![\w.,$])([12]\d\d)|['’]([2-9])|[Tt]he[ ]([2-9]))$")
_CENTURY = re.compile(r"entur(?:y|ies)")
_CENTURY_BEFORE = re.compile(
    r"(?:(\d{1,2})(?:st|nd|rd|th)|([A-Za-z]{5,11})(?:-([a-z]{5}))?)[ -][Cc]$"
)
_ERA = re.compile(r"\d{1,5}(?:st|nd|rd|th)?(?:[ ]century)?[ ]?(?:BCE?|B\.C\.(?:E\.)?)(?!\w)")

_ORDINALS = {
    word: number
    for number, word in enumerate(
        """
        first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth
        fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth
        """.split(),  # noqa: SIM905
        1,
    )
}


def named_periods(surface: str) -> Iterator[Sighting]:
    """Find quarters, half years, fiscal years, decades and centuries.

    Args:
        surface: Folded and masked text.
    """
    yield from _quarters(surface)
    yield from _fiscal_years(surface)
    yield from _decades(surface)
    yield from _centuries(surface)
    if "BC" in surface or "B.C." in surface:
        for found in _ERA.finditer(surface):
            yield Sighting(*found.span(), Granularity.YEAR, is_early=True)


def part_of_year(letter: str, number: int, year: int) -> tuple[Granularity, Interval] | None:
    """Return a quarter ("Q") or a half ("H") of a calendar year."""
    size = 3 if letter == "Q" else 6
    last = number * size
    if number < 1 or last > 12:
        return None
    kind = Granularity.QUARTER if letter == "Q" else Granularity.HALF
    return kind, of_months(year, last - size + 1, last)


def fiscal(year: int) -> tuple[Interval, ...]:
    """Return what "fiscal year" may mean: calendar, US government, July, April."""
    return (
        of_years(year, year),
        (iso(year - 1, 10, 1), iso(year, 9, 30)),
        (iso(year - 1, 7, 1), iso(year, 6, 30)),
        (iso(year, 4, 1), iso(year + 1, 3, 31)),
    )


FISCAL_REASON = "fiscal years begin in different months"


def _quarters(surface: str) -> Iterator[Sighting]:
    for found in _QUARTER.finditer(surface):
        yield from _part(found.span(), found[1], int(found[2]), found[4], is_fiscal=bool(found[3]))
    for found in _YEAR_QUARTER.finditer(surface):
        year = _YEAR_BEFORE.search(surface, max(0, found.start() - 6), found.start())
        if year:
            yield from _part((year.start(), found.end()), found[1], int(found[2]), year[1])
    for found in _SPELLED.finditer(surface):
        words = surface[max(0, found.start() - 16) : found.start()].split()
        number = _ORDINALS.get(words[-1].lower().strip("(")) if words else None
        if number is not None:
            start = surface.rindex(words[-1], 0, found.start())
            letter = "Q" if found[0].startswith("q") else "H"
            yield from _part(
                (start, found.end()), letter, number, found[2], is_fiscal=bool(found[1])
            )


def _part(
    span: tuple[int, int], letter: str, number: int, year: str, *, is_fiscal: bool = False
) -> Iterator[Sighting]:
    full = int(year) if len(year) == 4 else 2000 + int(year)
    if 1000 <= full <= 2999 and (part := part_of_year(letter, number, full)):
        reason = FISCAL_REASON if is_fiscal else ""
        yield Sighting(*span, part[0], (part[1],), reason)


def _fiscal_years(surface: str) -> Iterator[Sighting]:
    for found in chain(_FISCAL.finditer(surface), _FISCAL_SPELLED.finditer(surface)):
        start = found.start() - (found[0][0] == "i")
        if surface[max(0, start - 1) : start].isalnum():
            continue
        last = found[2] or found[1]
        year = int(last) + 2000 if len(last) == 2 else int(last)
        if 1000 < year < 2999:
            yield Sighting(start, found.end(), Granularity.FISCAL_YEAR, fiscal(year), FISCAL_REASON)


def _decades(surface: str) -> Iterator[Sighting]:
    for found in _DECADE.finditer(surface):
        before = _DECADE_BEFORE.search(surface, max(0, found.start() - 8), found.start())
        if not before:
            continue
        group = before.lastindex or 1
        first, reason = 10 * int(before[group]), ""
        if group > 1:
            first, reason = first + (1900 if first >= 30 else 2000), "the century is not named"
        interval = of_years(first, first + 9)
        start = before.start(3) if group == 3 else before.start()
        yield Sighting(start, found.end(), Granularity.DECADE, (interval,), reason)


def _centuries(surface: str) -> Iterator[Sighting]:
    for found in _CENTURY.finditer(surface):
        before = _CENTURY_BEFORE.search(surface, max(0, found.start() - 20), found.start())
        number = _ordinal(before) if before else 0
        if before and 1 <= number <= 29:
            interval = of_years(100 * number - 99, 100 * number)
            yield Sighting(before.start(), found.end(), Granularity.CENTURY, (interval,))


def _ordinal(found: re.Match[str]) -> int:
    if found[1]:
        return int(found[1])
    word = found[2].lower()
    if found[3]:
        return 20 + _ORDINALS.get(found[3], 99) if word == "twenty" else 0
    return _ORDINALS.get(word, 0)
