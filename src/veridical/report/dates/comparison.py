"""Do two mentions name the same date?"""

from veridical.report.dates.mention import DateMention, Interval


def same_date(first: DateMention, second: DateMention) -> bool:
    """Tell whether one of two dates contains the other.

    "March 2024" and "5 March 2024" are the same at the coarser one's precision. An ambiguous date
    is the same as another if any of its readings is; a date that the text leaves open is the same
    as none.

    Args:
        first: One mention.
        second: The other; the order does not matter.
    """
    return any(_contains(a, b) or _contains(b, a) for a in first.readings for b in second.readings)


def _contains(outer: Interval, inner: Interval) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]
