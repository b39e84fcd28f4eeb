"""`veridical check --sources web` against a web on loopback; without the network the same bytes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.program import Done, Program
from tests.loopback_web import Answer, LoopbackWeb, page

HOST = "127.0.0.1"
PAGES = {
    "/tower": page("<p>The tower is 330 meters tall and was built in 1889.</p>", "The tower"),
    "/塔": page("<p>这座塔高330米，建于1889年。</p>", "高塔"),
    "/%E5%A1%94": page("<p>这座塔高330米，建于1889年。</p>", "高塔"),
    "/soft": page("<h1>Page not found</h1><p>Sorry, there is no such page.</p>", "404 Not Found"),
    "/blocked": Answer(b"no", 403),
    "/gone": Answer(b"gone", 410),
}
ENGLISH = """# Tower

The tower is 330 meters tall [1]. The tower is 300 meters tall [1]. Whales sing in harbours [2].
The sea holds much salt [3]. Ice floats on cold water [4].

## References

[1] The tower. {tower}
[2] Whales. {soft}
[3] Salt. {blocked}
[4] Ice. {gone}
"""
CHINESE = """# 高塔

这座塔高330米［1］。这座塔高300米［1］。海水含有大量的盐［2］。

## 参考文献

［1］ 高塔。 {塔}
［2］ 海水。 {blocked}
"""


def written(folder: Path, web: LoopbackWeb) -> None:
    """Both reports, with addresses on this web."""
    at = {name.strip("/"): web.url(name, HOST) for name in PAGES}
    (folder / "en.md").write_text(ENGLISH.format(**at), "utf-8")
    (folder / "zh.md").write_text(CHINESE.format(**at), "utf-8")


def states(folder: Path, out: str, report: str) -> list[str]:
    """How the statements of a report stand."""
    found: dict[str, Any] = json.loads((folder / out / f"{report}.check.json").read_bytes())
    return [statement["state"] for statement in found["statements"]]


def messages(folder: Path, out: str, report: str) -> list[tuple[str, str]]:
    """The findings of a report, save that these hosts are nobody's."""
    found = json.loads((folder / out / f"{report}.check.json").read_bytes())["findings"]
    return [(f["kind"], f["message"]) for f in found if f["kind"] != "placeholder_host"]


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Program, list[str], Done, list[str]]:
    """Both reports checked on the web, which is gone by now; the paths that were asked for."""
    program = Program(tmp_path_factory.mktemp("web"), {})
    with LoopbackWeb(PAGES) as web:
        written(program.folder, web)
        asked = ["check", "en.md", "zh.md", "--allow-host", f"{HOST}:{web.port}"]
        done = program(*asked, "--sources", "web", "--out", "first")
        paths = [one.path for one in web.asked]
    return program, asked, done, paths


def test_what_stands_at_an_address_is_read_once(
    checked: tuple[Program, list[str], Done, list[str]],
) -> None:
    """Though two reports cite one and the same page, and it fails; what failed is no verdict."""
    program, _, done, paths = checked

    assert done.code == 0, done.err
    assert sorted(paths) == sorted(set(paths))
    assert states(program.folder, "first", "en.md") == [
        "supported",
        "contradicted",
        "unreachable",
        "unreachable",
        "unreachable",
    ]
    assert states(program.folder, "first", "zh.md") == ["supported", "contradicted", "unreachable"]


def test_each_reference_that_could_not_be_read_has_a_finding(
    checked: tuple[Program, list[str], Done, list[str]],
) -> None:
    """With the state of its fetch; it is never unsupported."""
    found = messages(checked[0].folder, "first", "en.md")

    assert ("dead_reference", "Reference 2 leads nowhere (soft 404).") in found
    assert ("dead_reference", "Reference 4 leads nowhere (not found).") in found
    assert ("unreachable_source", "The source of citation 3 is not there (blocked).") in found
    assert "not_in_source" not in dict(found)


@pytest.mark.parametrize(
    "way", [["--sources", "web", "--offline"], ["--sources", "snapshots:first.snapshots.sqlite"]]
)
def test_without_the_network_the_same_bytes(
    checked: tuple[Program, list[str], Done, list[str]], way: list[str]
) -> None:
    """Of every file, whichever way the network is left out."""
    program, asked, _, _ = checked
    out = f"again{len(way)}"
    kept = ["--snapshots", "first.snapshots.sqlite"]
    again = program(*asked, *way, *kept, "--out", out)
    names = [path.name for path in (program.folder / "first").iterdir()]

    assert (again.code, again.err) == (0, "")
    assert len(names) == 4
    for name in names:
        first, second = (program.folder / place / name for place in ("first", out))
        assert first.read_bytes() == second.read_bytes()


def test_offline_names_what_it_skipped(
    checked: tuple[Program, list[str], Done, list[str]],
) -> None:
    """In a line, with exit code 2; a fault of nobody's, so no statement is unsupported."""
    program = checked[0]
    (program.folder / "new.md").write_text(
        "Ice is cold [1].\n\n[1] Ice. https://ice.org/new\n", "utf-8"
    )
    more = ["--sources", "web", "--offline", "--snapshots", "first.snapshots.sqlite"]
    done = program("check", "new.md", *more, "--out", "skipped")

    assert done.code == 2
    assert done.err == (
        "incomplete: offline, 1 address is not kept and not read: https://ice.org/new.\n"
    )
    assert states(program.folder, "skipped", "new.md") == ["unreachable"]


def test_a_place_that_was_not_named_is_not_connected_to(program: Program) -> None:
    """The guard stands between a report and this machine."""
    with LoopbackWeb(PAGES) as web:
        written(program.folder, web)
        done = program("check", "en.md", "--sources", "web", "--out", "out")
        connections = web.connections

    assert (done.code, connections) == (0, 0)
    assert set(states(program.folder, "out", "en.md")) == {"unreachable"}
    refused = "The source of citation 1 is not there (refused target)."
    assert ("unreachable_source", refused) in messages(program.folder, "out", "en.md")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--sources", "snapshots"], "are not there, and the network is forbidden"),
        (["--sources", "web", "--offline"], "are not there, and the network is forbidden"),
        (["--sources", "snapshots:"], "--sources: names no snapshots"),
        (["--sources", "web", "--allow-host", "wiki"], "allow_host: names no place"),
        (["--sources", "web", "--facts"], "--facts: has nothing to search"),
    ],
)
def test_what_is_refused_leaves_nothing_behind(
    program: Program, options: list[str], said: str
) -> None:
    """One line and exit code 3; no snapshots and no ledger are made for it."""
    (program.folder / "r.md").write_text("Ice floats [1].\n\n[1] Ice. https://ice.org/a\n", "utf-8")
    judge = ["--judge", "mine:m", "--base-url", "http://127.0.0.1:9/v1"]
    done = program("check", "r.md", *options, *judge, "--ledger", "new.ledger")

    assert done.code == 3
    assert said in done.err
    assert done.err.count("\n") == 1
    assert [path.name for path in program.folder.iterdir()] == ["r.md"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["none.md", "--judge", "mine:m", "--base-url", "http://127.0.0.1:9/v1"],
        ["r.md", "--judge", "mine:m", "--base-url", "http://127.0.0.1:9/v1", "--max-usd", "1"],
        ["r.md", "--judge", "mine:m", "--base-url", "http://127.0.0.1:9/v1", "--key-env", "NONE_1"],
    ],
)
def test_a_refused_run_leaves_no_ledger(program: Program, arguments: list[str]) -> None:
    """Whether the report, the price or the key is missing."""
    (program.folder / "r.md").write_text("Ice floats [1].\n\n[1] Ice. https://ice.org/a\n", "utf-8")
    done = program("check", *arguments, "--ledger", "new.ledger")

    assert done.code == 3, done.err
    assert not (program.folder / "new.ledger").exists()
