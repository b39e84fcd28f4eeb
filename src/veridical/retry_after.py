"""How long a server asks to wait before it is asked again, as its headers say it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_NUMBER = re.compile(r"-?[0-9]{1,12}(?:\.[0-9]*)?")


def wait_asked_s(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """The wait that headers ask for, in seconds from 0; None where none asks readably.

    ``retry-after-ms`` goes before ``Retry-After`` (RFC 9110, 10.2.3), which is seconds, here
    also with a fraction, or a date. A date is measured from the response's own ``Date`` where
    it has one, for two clocks may differ.

    Args:
        headers: names in any case.
        now: our clock, for a date without the server's own; None = the time it is.
    """
    said = {name.lower(): value.strip() for name, value in headers.items()}
    after = said.get("retry-after", "")
    milliseconds = number_from(said.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    seconds = number_from(after)
    if seconds is not None:
        return seconds
    until = _date(after)
    if until is None:
        return None
    sent = _date(said.get("date", "")) or now or datetime.now(UTC)
    return max((until - sent).total_seconds(), 0.0)


def number_from(text: str) -> float | None:
    """A number of at most twelve digits before its point, from 0; None if `text` is none.

    What is below 0 is a wait that is over.
    """
    return max(float(text), 0.0) if _NUMBER.fullmatch(text) else None


def _date(text: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)
