"""How long a server asks to wait."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from veridical.retry_after import wait_asked_s

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("0", 0.0),
        ("120", 120.0),
        (" 1.5 ", 1.5),
        ("-5", 0.0),
        ("Mon, 30 Nov 2026 12:00:30 GMT", 30.0),
        ("Mon, 30 Nov 2026 14:00:30 +0200", 30.0),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0.0),
        ("Mon Nov 30 12:00:30 2026", 30.0),
        ("", None),
        ("soon", None),
        ("nan", None),
        ("inf", None),
        ("1_000", None),
        ("１２", None),
        ("9" * 30, None),
        ("Mon, 99 Nov 2026 12:00:30 GMT", None),
    ],
)
def test_retry_after(value: str, expected: float | None) -> None:
    """Seconds or a date; what is neither says nothing."""
    assert wait_asked_s({"Retry-After": value}, NOW) == expected


def test_milliseconds_go_first() -> None:
    """The finer wish is the truer one; one that cannot be read leaves the other."""
    assert wait_asked_s({"retry-after-MS": "1500", "retry-after": "9"}) == 1.5
    assert wait_asked_s({"retry-after-ms": "some", "retry-after": "9"}) == 9.0


def test_a_date_is_measured_by_the_clock_that_named_it() -> None:
    """A server an hour ahead of us still means thirty seconds."""
    ahead = NOW + timedelta(hours=1)
    headers = {
        "Retry-After": format_datetime(ahead + timedelta(seconds=30), usegmt=True),
        "Date": format_datetime(ahead, usegmt=True),
    }

    assert wait_asked_s(headers, NOW) == 30.0


def test_a_date_alone_is_measured_by_our_clock() -> None:
    """Within the seconds that the test may take."""
    then = format_datetime(datetime.now(UTC) + timedelta(seconds=60), usegmt=True)
    wait = wait_asked_s({"Retry-After": then})

    assert wait is not None
    assert 30 < wait <= 60


def test_without_the_header() -> None:
    """Nothing is asked for."""
    assert wait_asked_s({"date": "Mon, 30 Nov 2026 12:00:00 GMT"}) is None
