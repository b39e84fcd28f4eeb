"""`veridical check --facts`: real reports against a web on loopback; killed, resumed, replayed."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.fact_web import FactWeb, pages_of, written
from tests.journeys.program import Program
from veridical.agents.assertions import read_assertions
from veridical.report import parse_report
from veridical.respondents import Roles

REPORTS = Path("/work/shared/data/deepresearch_bench/reports_claude_3_7.jsonl")
ADDRESS = re.compile(r"https?://[A-Za-z0-9./_%?=&#~:+-]+")
SENTENCES = (
    "The Rhine is 1,230 km long and flows through six countries.",
    "Mount Etna erupted 12 times between 1990 and 2010.",
    "Finnish libraries lend about 90 million books a year.",
    "The Eiffel Tower was finished in 1889 in Paris.",
    "Coffee plants need 1500 mm of rain in every year.",
    "Penguins on Heard Island breed in colonies of 4000 pairs.",
)


def shortest(number: int) -> list[str]:
    """The shortest real reports."""
    if not REPORTS.is_file():
        pytest.skip(f"no real reports at {REPORTS}")
    articles = [json.loads(line)["article"] for line in REPORTS.read_text("utf-8").splitlines()]
    return sorted(articles, key=len)[:number]


def sentences_of(article: str) -> list[str]:
    """What it says that can be checked."""
    report = parse_report(article.encode(), format="markdown", name="r")
    return [a.wording for a in asyncio.run(read_assertions(report, Roles())).checkable]


def citing(web: FactWeb, article: str) -> str:
    """The report, its addresses leading to pages of this web."""
    return ADDRESS.sub(lambda m: web.url(len(m[0]) % web.pages), article)


def options(web: FactWeb) -> list[str]:
    """The options that have this web searched."""
    hosts = [part for host in web.hosts for part in ("--allow-host", host)]
    url = f"http://127.0.0.1:{web.server.port}"
    return ["--facts", "--search", "searxng", "--search-url", url, *hosts]


def facts(folder: Path, out: str) -> dict[str, Any]:
    """The files of facts, by the names of reports."""
    found = sorted((folder / out).glob("*.facts.json"))
    return {path.name: json.loads(path.read_bytes()) for path in found}


def has_grounds(one: dict[str, Any]) -> bool:
    """Every verdict shows its quotes, or the passages that were read."""
    read = [s for s in one["sources"] if s["verdict"] is not None]
    quoted = all(bool(s["quotes"]) != bool(s["passages"]) for s in read)
    needs_quote = one["standing"] in ("supported", "contradicted", "conflict", "partly")
    return quoted and (not needs_quote or any(s["quotes"] for s in read))


def test_three_real_reports_on_a_loopback_web(program: Program) -> None:
    """Killed in the middle and started again: the same files as unbroken, and as offline."""
    articles = shortest(3)
    names = [f"r{number}.md" for number in range(len(articles))]
    said = [s for article in articles for s in sentences_of(article)]
    web = FactWeb(pages_of(written(said)))
    with web.server:
        for name, article in zip(names, articles, strict=True):
            (program.folder / name).write_text(citing(web, article), "utf-8")
        whole = program("check", *names, *options(web), "--out", "whole")
        fetched = len(web.fetched)
        asked = len(web.server.asked)
        killed = program.killed_when(
            lambda: len(web.server.asked) > asked + asked // 2,
            *("check", *names, *options(web), "--out", "broken"),
        )
        again = program("check", *names, *options(web), "--out", "broken")
        broken = len(web.fetched) - fetched
    web_is_gone = [*options(web), "--offline", "--snapshots", "whole.snapshots.sqlite"]
    replay = program("check", *names, *web_is_gone, "--out", "replay")
    found = facts(program.folder, "whole")

    assert (whole.code, again.code, replay.code) == (0, 0, 0), whole.err + again.err + replay.err
    assert killed == -9
    assert len(found) == 3
    statements = [one for file in found.values() for one in file["statements"]]
    assert all(one["standing"] for one in statements)
    assert all(map(has_grounds, statements))
    standings = {one["standing"] for one in statements}
    assert {"supported", "contradicted", "silent"} <= standings
    # each page is fetched once in a run, however many statements need it
    assert fetched == len(set(web.fetched[:fetched]))
    assert broken <= fetched + 32  # what was under way when it was killed may come twice
    for out in ("broken", "replay"):
        for path in sorted((program.folder / "whole").iterdir()):
            assert path.read_bytes() == (program.folder / out / path.name).read_bytes(), path.name


def test_every_statement_gets_its_verdict(program: Program) -> None:
    """Supported, contradicted and silent ones, cited or not; two that say the same once."""
    (program.folder / "r.md").write_text("\n\n".join([*SENTENCES, SENTENCES[0]]), "utf-8")
    web = FactWeb(pages_of(written(SENTENCES)))
    with web.server:
        done = program("check", "r.md", *options(web))
    found = facts(program.folder, "veridical-check")["r.md.facts.json"]

    assert done.code == 0, done.err
    assert [one["standing"] for one in found["statements"]] == [
        "supported",
        "contradicted",
        "silent",
        "supported",
        "contradicted",
        "silent",
    ]
    assert found["statements"][0]["statements"] == [0, 6]
    assert all(map(has_grounds, found["statements"]))
    assert "2 contradicted" in done.out
