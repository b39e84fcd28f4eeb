"""What a date in a text is: a place in the text and an interval of days."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

Interval = tuple[str, str]
"""First and last day, both inclusive, as ISO dates; they order as text."""

_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


class Granularity(StrEnum):
    """How long a stretch a mention names."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    HALF = "half"
    YEAR = "year"
    FISCAL_YEAR = "fiscal_year"
    DECADE = "decade"
    CENTURY = "century"
    RANGE = "range"


@dataclass(frozen=True, slots=True)
class DateMention:
    """A date in a text.

    Attributes:
        start: First code point in the text.
        end: One past the last.
        text: What stands there.
        low: First day meant, ISO; None when only the context could tell, and before the year 1.
        high: Last day meant, ISO, inclusive; None together with `low`.
        granularity: The stretch named; RANGE when two dates bound it.
        ambiguous: Whether it may be read otherwise.
        reason: Why, in words; empty when not ambiguous.
        readings: All intervals it may mean, the likeliest first; it is (low, high).
        relative: Whether it is told from a day that the text leaves open ("last year", "March").
    """

    start: int
    end: int
    text: str
    low: str | None
    high: str | None
    granularity: Granularity
    ambiguous: bool = False
    reason: str = ""
    readings: tuple[Interval, ...] = ()
    relative: bool = False


class Sighting(NamedTuple):
    """A date as its finder sees it, before overlaps and ranges are settled.

    `month` and `day` are kept where the year is missing, for a neighbor may lend it. `is_early`
    says that the date lies before the year 1, where ISO dates do not reach.
    """

    start: int
    end: int
    granularity: Granularity
    readings: tuple[Interval, ...] = ()
    reason: str = ""
    month: int = 0
    day: int = 0
    is_early: bool = False


def is_day(year: int, month: int, day: int) -> bool:
    """Tell whether the calendar has this day."""
    return 1 <= year <= 9999 and 1 <= month <= 12 and 1 <= day <= days_in(year, month)


def days_in(year: int, month: int) -> int:
    """Count the days of a month (1 to 12)."""
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 29 if month == 2 and is_leap else _DAYS[month - 1]


def iso(year: int, month: int, day: int) -> str:
    """Write a day as YYYY-MM-DD."""
    return f"{year:04d}-{month:02d}-{day:02d}"


def of_day(year: int, month: int, day: int) -> Interval:
    """Return the interval of one day."""
    return iso(year, month, day), iso(year, month, day)


def of_months(year: int, first: int, last: int) -> Interval:
    """Return the interval from one month to another of the same year."""
    return iso(year, first, 1), iso(year, last, days_in(year, last))


def of_years(first: int, last: int) -> Interval:
    """Return the interval of whole years."""
    return iso(first, 1, 1), iso(last, 12, 31)
