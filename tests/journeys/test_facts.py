"""`veridical check --facts`: real reports against a web on loopback; killed, resumed, replayed."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any, cast

import pytest

from tests.fact_web import FactWeb, pages_of, written
from tests.journeys.program import Program
from tests.rule_server import Noting, plain, table_of
from tests.scripted_server import Act, ScriptedServer, Seen
from veridical.agents.assertions import read_assertions
from veridical.agents.fact_checker import check_facts
from veridical.agents.reading_room import ReadingRoom
from veridical.ask import Asker
from veridical.report import parse_report
from veridical.respondents import Roles
from veridical.retrieval.corpus import CorpusSearch
from veridical.sources import LocalSources
from veridical.sources.folder import FolderWeb

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


async def _asked(text: str, folder: Path) -> Noting:
    """Every ask about the facts of a report over a folder."""
    noted = Noting()
    asker = cast("Asker", noted)
    read = await read_assertions(parse_report(text.encode(), format="markdown", name="r"), asker)
    room = ReadingRoom(CorpusSearch(folder), FolderWeb(LocalSources(folder)))
    await check_facts(read.found, room, asker)
    return noted


def test_a_served_judge_is_killed_resumed_and_replayed(program: Program) -> None:
    """What it said is in the ledger: nothing is asked twice, and offline gives the same bytes."""
    text = "\n\n".join(f"{said[:-1]} in part {n}." for n in range(4) for said in SENTENCES)
    (program.folder / "r.md").write_text(text, "utf-8")
    sources = program.folder / "sources"
    sources.mkdir()
    for number, words in enumerate(pages_of(written(text.split("\n\n")))):
        (sources / f"page-{number}.md").write_text(words, "utf-8")
    table = table_of(asyncio.run(_asked(text, sources)), program.folder / "table.ledger")

    def answered(seen: Seen) -> Act:
        return Act(text=table[plain(seen.prompt)], delay_s=0.05)

    check = ["check", "r.md", "--sources", "sources", "--facts", "--judge", "mine:m", "--out"]
    with ScriptedServer(answered) as server:
        at = ["--base-url", server.base_url]
        whole = program(*check, "whole", *at)
        calls = server.calls
        killed = program.killed_when(lambda: server.calls >= calls + 3, *check, "broken", *at)
        before = server.calls
        again = program(*check, "broken", *at)
        resumed = server.calls - before
    offline = program(*check, "replay", *at, "--offline", "--ledger", "whole.ledger")

    assert (whole.code, again.code, offline.code) == (0, 0, 0), whole.err + again.err + offline.err
    assert killed == -9
    assert 0 < resumed < calls
    for out in ("broken", "replay"):
        for path in sorted((program.folder / "whole").glob("*.facts*")):
            assert path.read_bytes() == (program.folder / out / path.name).read_bytes(), path.name
