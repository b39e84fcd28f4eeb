"""What may be found: by day, host and language; what says nothing of itself is told apart."""

from __future__ import annotations

import pytest

from tests.unit.agents.release.release_cases import item
from veridical.agents.release import Filters
from veridical.agents.release.dated import published
from veridical.agents.research.withheld import References
from veridical.errors import ConfigError

PAGES = [
    item("new", "Text.", source="https://news.example.org/2026/03/14/lake"),
    item("old", "Published: 3 May 2019. Text.", source="https://old.example.com/x"),
    item("month", "发布时间：2025年12月。正文。", source="https://zh.example.cn/y"),
    item("undated", "The lake froze in 2026.", source="https://www.example.org/z"),
    item("file", "Text of a file.", source="notes/lake.md"),
]


def left(**more: object) -> list[str]:
    """Ids of what may be found."""
    withheld = Filters(**more).withheld(PAGES)  # type: ignore[arg-type]
    return [one.id for one in PAGES if one.id not in withheld]


@pytest.mark.parametrize(
    ("name", "days"),
    [
        ("new", ("2026-03-14", "2026-03-14")),
        ("old", ("2019-05-03", "2019-05-03")),
        ("month", ("2025-12-01", "2025-12-31")),
        ("undated", None),
        ("file", None),
    ],
)
def test_a_date_counts_where_it_stands_for_the_piece(name: str, days: object) -> None:
    """A year that a sentence speaks of is no date of publication."""
    assert published(next(one for one in PAGES if one.id == name)) == days


@pytest.mark.parametrize(
    ("more", "kept"),
    [
        ({}, ["new", "old", "month", "undated", "file"]),
        ({"since": "2025-12-01"}, ["new", "month"]),
        ({"since": "2025-12-15"}, ["new"]),
        ({"until": "2025-12-31"}, ["old", "month"]),
        ({"since": "2019-01-01", "until": "2019-12-31"}, ["old"]),
        ({"allowed": ("example.org",)}, ["new", "undated"]),
        ({"allowed": ("https://www.example.org/",)}, ["new", "undated"]),
        ({"denied": ("news.example.org",)}, ["old", "month", "undated", "file"]),
        ({"allowed": ("example.org",), "denied": ("news.example.org",)}, ["undated"]),
        ({"languages": ("zh",)}, ["month"]),
    ],
    ids=str,
)
def test_only_what_is_wanted_may_be_found(more: dict[str, object], kept: list[str]) -> None:
    """The whole of what a date may mean lies in the window; a host holds all below it."""
    assert left(**more) == kept


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (
            {"since": "last year"},
            "--since: is no day, got 'last year'; expected one as 2026-01-31. Correct it.",
        ),
        (
            {"since": "2026-02-01", "until": "2026-01-01"},
            "--since: is later than --until, got '2026-02-01'; expected a day up to 2026-01-01. "
            "Correct one of them.",
        ),
        (
            {"denied": ("no host",)},
            "--deny-host: is no host, got 'no host'; expected one as example.org. Correct it.",
        ),
    ],
)
def test_what_filters_nothing_is_refused(more: dict[str, object], message: str) -> None:
    """In one line."""
    with pytest.raises(ConfigError) as refused:
        Filters(**more)  # type: ignore[arg-type]
    assert str(refused.value) == message


@pytest.mark.parametrize(
    "reference",
    [
        "http://news.example.org/2026/03/14/lake",
        "https://www.news.example.org/2026/03/14/lake#top",
        "HTTPS://news.example.org/2026/03/14/lake?utm_source=x&fbclid=y",
        "news.example.org/2026/03/14/lake/",
        "On NEW",
    ],
)
def test_a_blocked_reference_is_found_however_it_is_spelled(reference: str) -> None:
    """Scheme, www, fragment and tracking tell nothing apart; a title does as well."""
    items = [item("new", "Text.", source=PAGES[0].source), *PAGES[1:]]
    if reference == "On NEW":
        items[0] = item("lake", "Text.", source=PAGES[0].source)
        reference = "on LAKE"
    assert References(items).ids_of([reference]) == {items[0].id}
