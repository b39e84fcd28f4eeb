"""Where `check` looks sources up: what a command line means, and each address once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.given_web import GivenWeb
from veridical.errors import ConfigError
from veridical.report import parse_report
from veridical.runs.check import Progress
from veridical.runs.check_sources import (
    FetchedSources,
    OnceWeb,
    SourcePlan,
    fetch_cited,
    source_plan,
)
from veridical.sources import FetchState, Web

TEXT = (
    "Ice floats [1]. Salt is old [2]. Whales sing [3]. Ice floats again "
    "([ice](https://www.ice.org/a/)). Nobody knows [4].\n\n## References\n\n"
    "[1] Ice. https://ice.org/a\n[2] Salt. https://salt.org/b\n[3] A book without an address.\n"
    "[4] First. https://one.org/1\n[4] Second. https://two.org/2\n[5] Uncited. https://no.org/c\n"
)
PAGES = {"https://ice.org/a": "Ice floats.", "https://two.org/2": "Second."}
FAILED = {"https://salt.org/b": FetchState.BLOCKED, "https://one.org/1": FetchState.TIMEOUT}


def fetched(web: Web) -> tuple[FetchedSources, list[tuple[int, int]]]:
    """The sources of the report, and what its bar was told."""
    told: list[tuple[int, int]] = []

    @contextmanager
    def bar() -> Iterator[Progress]:
        yield lambda done, total: told.append((done, total))

    return asyncio.run(fetch_cited(parse_report(TEXT), web, bar)), told


def test_every_cited_address_is_read_once() -> None:
    """Of a number of two entries both; what is cited nowhere is left alone."""
    web = GivenWeb(PAGES, FAILED)
    _, told = fetched(web)
    spelled = "https://www.ice.org/a/"

    assert sorted(web.fetched) == sorted([*PAGES, *FAILED, spelled])
    assert told == [(n, 5) for n in range(1, 6)]


def test_a_source_is_found_by_each_of_its_names() -> None:
    """By its address as written and by its key; its state is the fetch's."""
    sources, _ = fetched(GivenWeb(PAGES, FAILED))

    assert sources.find(["https://ice.org/a"]).text == "Ice floats."
    assert sources.find(["", "https://salt.org/b", "2"]).state is FetchState.BLOCKED
    assert sources.find(["3", "A book without an address."]).state is FetchState.INVALID_URL
    assert sources.find([]).state is FetchState.INVALID_URL


def test_a_command_asks_once_also_where_it_failed() -> None:
    """A second report does not ask a host again that has just timed out."""
    given = GivenWeb({}, FAILED)
    web = OnceWeb(given, {})
    fetched(web)
    asked = list(given.fetched)
    fetched(web)

    assert given.fetched == asked


@pytest.mark.parametrize(
    ("named", "offline", "plan"),
    [
        (None, False, SourcePlan(store="s")),
        ("pages", False, SourcePlan(folder=Path("pages"), store="s")),
        ("./web", False, SourcePlan(folder=Path("web"), store="s")),
        ("snapshots.d", False, SourcePlan(folder=Path("snapshots.d"), store="s")),
        ("web", False, SourcePlan(reads_addresses=True, may_fetch=True, store="s")),
        ("web", True, SourcePlan(reads_addresses=True, store="s")),
        ("snapshots", False, SourcePlan(reads_addresses=True, only_kept=True, store="s")),
        ("snapshots:a:b", False, SourcePlan(reads_addresses=True, only_kept=True, store="a:b")),
    ],
)
def test_what_a_command_line_means(named: str | None, offline: bool, plan: SourcePlan) -> None:
    """A folder, the web, or what is kept."""
    assert source_plan(named, "s", is_offline=offline) == plan


def test_snapshots_of_no_name() -> None:
    """Are refused."""
    with pytest.raises(ConfigError, match="--sources: names no snapshots"):
        source_plan("snapshots:", "s")
