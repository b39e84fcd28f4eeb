"""Finds all dates of a text, settles overlaps and joins two dates to a range."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from veridical.report.dates.chinese import chinese_dates
from veridical.report.dates.mention import (
    DateMention,
    Granularity,
    Interval,
    Sighting,
    is_day,
    of_day,
    of_months,
)
from veridical.report.dates.months import named_dates
from veridical.report.dates.numeric import numeric_dates
from veridical.report.dates.periods import named_periods
from veridical.report.dates.relative import relative_dates
from veridical.report.dates.surface import Span, surface, without_overlap
from veridical.report.dates.years import bare_years
from veridical.report.language import language_of

_RANGE_GAPS = frozenset(
    [
        "-",
        "–",
        "—",
        "~",
        "～",
        "--",
        " - ",
        " – ",
        " — ",
        "/",
        "至",
        "到",
        " 至 ",
        " 到 ",
        "から",
        "부터 ",
    ]
    + [f" {word} " for word in ("to", "through", "until", "till", "bis", "à", "al", "a", "по")]
)
_LONGEST_GAP = max(map(len, _RANGE_GAPS))


def dates(text: str, language: str | None = None, skip: Sequence[Span] = ()) -> list[DateMention]:
    """Find the dates of a text.

    Args:
        text: Running text.
        language: A BCP-47 primary tag; found from the text when absent. It decides which names of
            months are known and how "03/04/2024" may be read.
        skip: Spans to pass over, such as citation markers.

    Returns:
        Mentions in order, without overlap.

    Example:
        >>> [(d.text, d.low, d.high) for d in dates("It rose in March 2024.", "en")]
        [('March 2024', '2024-03-01', '2024-03-31')]
    """
    return dates_on(text, surface(text, skip), language or language_of(text))


def dates_on(text: str, folded: str, language: str) -> list[DateMention]:
    """Find the dates of a text whose surface is already made.

    Args:
        text: The text as it is shown.
        folded: Its surface, of the same length.
        language: A BCP-47 primary tag.
    """
    found = without_overlap(
        chain(
            numeric_dates(folded, language),
            named_dates(folded, language),
            chinese_dates(folded),
            named_periods(folded),
            bare_years(folded),
            relative_dates(folded),
        )
    )
    return [_mention(text, sighting) for sighting in _ranges(folded, found)]


def _mention(text: str, sighting: Sighting) -> DateMention:
    low, high = sighting.readings[0] if sighting.readings else (None, None)
    return DateMention(
        sighting.start,
        sighting.end,
        text[sighting.start : sighting.end],
        low,
        high,
        sighting.granularity,
        bool(sighting.reason),
        sighting.reason,
        sighting.readings,
        not sighting.readings and not sighting.is_early,
    )


def _ranges(folded: str, found: Iterable[Sighting]) -> Iterator[Sighting]:
    """Join neighbors that a dash or a word for "to" makes one stretch."""
    waiting: Sighting | None = None
    for sighting in found:
        joined = _joined(folded, waiting, sighting) if waiting else None
        if waiting and not joined:
            yield waiting
        waiting = joined or sighting
    if waiting:
        yield waiting


def _joined(folded: str, first: Sighting, second: Sighting) -> Sighting | None:
    if second.start - first.end > _LONGEST_GAP or first.granularity is Granularity.RANGE:
        return None
    gap = folded[first.end : second.start]
    is_between = (
        gap == " and " and folded[max(0, first.start - 8) : first.start].lower() == "between "
    )
    if gap not in _RANGE_GAPS and not is_between:
        return None
    first, second = _lend_year(first, second)
    if not first.readings or not second.readings or first.readings[0][0] >= second.readings[0][0]:
        return None
    interval: Interval = first.readings[0][0], second.readings[0][1]
    return Sighting(first.start, second.end, Granularity.RANGE, (interval,))


def _lend_year(first: Sighting, second: Sighting) -> tuple[Sighting, Sighting]:
    """Give "March" in "March–May 2024" the year of its neighbor, and the other way round."""
    if first.month and second.readings:
        first = _with_year(first, int(second.readings[0][0][:4]))
    elif second.month and first.readings:
        second = _with_year(second, int(first.readings[0][0][:4]))
    return first, second


def _with_year(partial: Sighting, year: int) -> Sighting:
    if not partial.day:
        return partial._replace(readings=(of_months(year, partial.month, partial.month),))
    if not is_day(year, partial.month, partial.day):
        return partial
    return partial._replace(readings=(of_day(year, partial.month, partial.day),))
