"""`veridical check --sources web` against a web on loopback; without the network the same bytes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.fact_web import FactWeb, pages_of
from tests.fact_web import written as written_about
from tests.journeys.program import Done, Program
from tests.loopback_web import Answer, LoopbackWeb, page
from veridical import check
from veridical.runs.check_sources import WebSources, source_plan

HOST = "127.0.0.1"
PAGES = {
    "/tower": page("<p>The tower is 330 meters tall and was built in 1889.</p>", "The tower"),
    "/塔": page("<p>这座塔高330米，建于1889年。</p>", "高塔"),
    "/%E5%A1%94": page("<p>这座塔高330米，建于1889年。</p>", "高塔"),
    "/soft": page("<h1>Page not found</h1><p>Sorry, there is no such page.</p>", "404 Not Found"),
    "/blocked": Answer(b"no", 403),
    "/gone": Answer(b"gone", 410),
}
TOWER = "The tower is {} meters tall and was built in 1889."
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
    assert len([name for name in names if name[0] != "."]) == 4
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


def test_cited_sources_and_facts_share_one_web(program: Program) -> None:
    """A page that is cited and found by a search is fetched once; offline all is as it was."""
    said = [
        "The Rhine is 1,230 km long and flows through six countries.",
        "Mount Etna erupted 12 times between 1990 and 2010.",
    ]
    web = FactWeb(pages_of(written_about(said)))
    with web.server:
        entries = f"\n\n## References\n\n[1] Rivers. {web.url(0)}\n"
        (program.folder / "r.md").write_text("\n\n".join(f"{s[:-1]} [1]." for s in said) + entries)
        hosts = [part for host in web.hosts for part in ("--allow-host", host)]
        search = ["--search", "searxng", "--search-url", f"http://127.0.0.1:{web.server.port}"]
        asked = ["check", "r.md", "--sources", "web", "--facts", *search, *hosts]
        done = program(*asked, "--out", "first")
        fetched = list(web.fetched)
    kept = ["--snapshots", "first.snapshots.sqlite"]
    again = program(*asked, "--offline", *kept, "--out", "again")
    only = ["check", "r.md", "--sources", "snapshots", "--facts", *search]
    third = program(*only, *kept, "--out", "third")
    names = sorted(path.name for path in (program.folder / "first").iterdir())

    assert (done.code, again.code, third.code) == (0, 0, 0), done.err + again.err + third.err
    assert len(fetched) == len(set(fetched)) == 1
    assert states(program.folder, "first", "r.md") == ["supported", "contradicted"]
    assert "r.md.facts.json" in names
    for name in names:
        first = (program.folder / "first" / name).read_bytes()
        assert first == (program.folder / "again" / name).read_bytes()
        assert first == (program.folder / "third" / name).read_bytes()


def test_outputs_and_demands_of_two_languages(program: Program) -> None:
    """Files beside the pages, one verdict, one exit code; what is printed is one format."""
    with LoopbackWeb(PAGES) as web:
        written(program.folder, web)
        done = program(
            *["check", "en.md", "zh.md", "--sources", "web", "--allow-host", f"{HOST}:{web.port}"],
            *["--sarif", "ci/all.sarif", "--junit", "ci/all.xml", "--markdown", "ci/all.md"],
            *["--fail-on", "contradicted", "--min-supported", "0.5", "--min-coverage", "0.5"],
            *["--format", "markdown"],
        )
    ci = program.folder / "ci"
    log = json.loads((ci / "all.sarif").read_bytes())["runs"][0]
    suites = {
        suite.attrib["name"]: suite.attrib for suite in ElementTree.parse(ci / "all.xml").getroot()
    }

    assert done.code == 1
    assert done.err.splitlines() == [
        "FAIL: 2 findings of kind contradicted.",
        'FAIL: "en.md", coverage: 0.4 is below 0.5.',
    ]
    assert done.out.encode() == (ci / "all.md").read_bytes()
    assert "这座塔高300米" in done.out
    assert [one["location"]["uri"] for one in log["artifacts"]] == ["en.md", "zh.md"]
    assert (suites["en.md"]["failures"], suites["zh.md"]["failures"]) == ("2", "1")
    found = [r for r in log["results"] if r["ruleId"] == "contradicted"]
    assert [r["locations"][0]["physicalLocation"]["artifactLocation"]["index"] for r in found] == [
        0,
        1,
    ]


def test_the_web_in_python(tmp_path: Path) -> None:
    """As a function, with what came kept where it is told."""
    with LoopbackWeb(PAGES) as web:
        written(tmp_path, web)
        plan = source_plan("web", tmp_path / "kept.sqlite", hosts=[f"{HOST}:{web.port}"])
        result = check(tmp_path / "zh.md", sources=WebSources(plan))

    assert [v.state.value for v in result.verdicts] == ["supported", "contradicted", "unreachable"]
    assert (tmp_path / "kept.sqlite").is_file()


def test_a_page_that_changed_since(program: Program) -> None:
    """Fetched anew it says otherwise: no longer supported, and apart from wrong; offline too."""
    pages: dict[str, Answer] = {"/tower": page(f"<p>{TOWER.format(330)}</p>", "The tower")}
    with LoopbackWeb(lambda asked: pages[asked.path]) as web:
        (program.folder / "r.md").write_text(
            f"The tower is 330 meters tall [1].\n\n[1] The tower. {web.url('/tower', HOST)}\n"
        )
        reads = ["check", "r.md", "--sources", "web", "--allow-host", f"{HOST}:{web.port}"]
        program(*reads)
        before = states(program.folder, "veridical-check", "r.md")
        pages["/tower"] = page(f"<p>{TOWER.format(312)}</p>", "The tower")
        unmoved = program(*reads)
        anew = program(*reads, "--fetch-anew")
    offline = program(*reads, "--offline", "--out", "again",
                      "--snapshots", "veridical-check.snapshots.sqlite")  # fmt: skip
    found = json.loads((program.folder / "veridical-check/r.md.check.json").read_bytes())

    assert before == ["supported"]
    assert "not assessed: wrong by later evidence, changed since" in unmoved.out
    assert "0 wrong, 1 changed since, 0 unsupported" in anew.out
    assert [f["kind"] for f in found["findings"]] == ["changed_since"]
    (source,) = found["statements"][0]["sources"]
    assert (source["verdict"], source["changed"]) == ("contradicted", True)
    assert source["earlier"]["verdict"] == "supported"
    assert "330" in source["earlier"]["quotes"][0]["text"]
    again = (program.folder / "again/r.md.check.json").read_bytes()
    assert again == (program.folder / "veridical-check/r.md.check.json").read_bytes()
    assert offline.code == anew.code


def test_nothing_is_fetched_anew_without_the_network(program: Program) -> None:
    """The option is refused where it could do nothing."""
    (program.folder / "r.md").write_text("The tower is tall.")
    for named in (["--sources", "snapshots"], ["--sources", "web", "--offline"], []):
        done = program("check", "r.md", *named, "--fetch-anew")
        assert (done.code, "--fetch-anew: means nothing here" in done.err) == (3, True)
