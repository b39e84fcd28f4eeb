"""What a method that searches would take: nobody is asked, and a run lies within the range."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.small_method import bench, write_reports
from veridical.ask import Role
from veridical.errors import ConfigError
from veridical.measure import Method
from veridical.runs.plan import Forecast
from veridical.runs.plan_search import StandInWorld
from veridical.runs.planning import plan
from veridical.runs.settings import Flags, Settings, read_settings
from veridical.runs.verbs import method_named

REPORT = "The Rhine is 1,230 km long.\n\nThe Eiffel Tower was finished in 1889 in Paris.\n"
ZH = "莱茵河全长1230公里。\n\n埃菲尔铁塔于1889年在巴黎建成。\n"


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A judge at an address that nobody answers."""
    monkeypatch.chdir(tmp_path)
    flags = Flags(models={Role.JUDGE: "mine:m"}, base_url="http://127.0.0.1:9/v1")
    return read_settings(None, flags)


def planned(folder: Path, settings: Settings, text: str, method: Method) -> Forecast:
    """The judge's forecast for one report, with a search."""
    bench(folder / "bench")
    write_reports(folder / "reports", {("s", "t-sky"): text})
    found = plan(
        folder / "bench",
        folder / "reports",
        settings=settings,
        method=method,
        may_lack_reports=True,
        search="serper",
    )
    return next(one for one in found if one.role is Role.JUDGE)


@pytest.mark.parametrize("text", [REPORT, ZH])
def test_a_range(text: str, tmp_path: Path, settings: Settings) -> None:
    """Low: nothing is found, so only queries are asked for; high: sources are judged too."""
    method = method_named("deepresearcheval")
    one = planned(tmp_path, settings, text, method)
    turns, sources = 3, 3

    assert 0 < one.low.calls < one.high.calls
    assert one.high.tokens > one.low.tokens + 2 * sources * 250
    assert one.high.calls <= one.low.calls + 2 * turns * (sources + 1)


def test_more_turns_take_more(tmp_path: Path, settings: Settings) -> None:
    """The range follows the method's own limits."""
    few = method_named("deepresearcheval", {"turns": "1"})
    many = method_named("deepresearcheval", {"turns": "3"})
    taken = [planned(tmp_path / str(n), settings, REPORT, m) for n, m in enumerate((few, many))]

    assert taken[0].high.tokens < taken[1].high.tokens


@pytest.mark.parametrize(
    ("method", "provider", "told"),
    [("hievidr", "serper", "method that searches"), ("deepresearcheval", "asking", "no provider")],
)
def test_refused(method: str, provider: str, told: str, tmp_path: Path, settings: Settings) -> None:
    """A method that searches nothing, and a provider that is none."""
    bench(tmp_path / "bench")
    write_reports(tmp_path / "reports", {("s", "t-sky"): REPORT})
    with pytest.raises(ConfigError, match=told):
        plan(
            tmp_path / "bench",
            tmp_path / "reports",
            settings=settings,
            method=method_named(method),
            may_lack_reports=True,
            search=provider,
        )


async def _pages(language: str) -> list[str]:
    world = StandInWorld(is_full=True)
    hits = await world.search("a", 3, language=language)
    return [(await world.fetch(hit.url)).text for hit in hits.results]


def test_pages_are_new_and_full() -> None:
    """Each differs, and is as long as what is shown of a page."""
    for language in ("en", "zh"):
        pages = asyncio.run(_pages(language))
        assert len(set(pages)) == 3
        assert {len(page) for page in pages} == {1201}
