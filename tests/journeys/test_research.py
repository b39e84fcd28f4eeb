"""An agent answers through the real program: offline, by served models, killed, over a bench."""

from __future__ import annotations

import asyncio
import base64
import json
import re
from pathlib import Path

import pytest

from tests.journeys.program import Done, Program, answers, files
from tests.requirements import require
from tests.rule_server import Noting, serving, table_of
from veridical.agents.hka.settings import Hka
from veridical.agents.research import deep_research
from veridical.agents.research.library import Library, Setting
from veridical.runs.analysing import analysing, texts_of
from veridical.runs.demo import BENCH
from veridical.task import Query, read_bench

QUESTION = "Why does ice float on a lake, and why does its deep water not freeze in winter?"
SERVED = ("--planner", "mine:rules", "--writer", "mine:rules", "--key-env", "MY_KEY")


def at(folder: Path) -> Program:
    """The program in a folder, with a key in its environment."""
    folder.mkdir(parents=True, exist_ok=True)
    return Program(folder, {"MY_KEY": "sk-journey"})


def told(*more: str | Path) -> list[str | Path]:
    """What `research` is told."""
    return ["research", QUESTION, "--corpus", BENCH, "--out", "out", *more]


@pytest.fixture(scope="module")
def offline(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Done]:
    """A question answered by the rules, and checked at once."""
    folder = tmp_path_factory.mktemp("offline")
    return folder, at(folder)(*told("--then-check"))


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the rules say to each ask of the question, for a server."""
    folder = tmp_path_factory.mktemp("table")
    noted = Noting()
    library = Library.of(read_bench(BENCH).corpus.values())
    asyncio.run(deep_research(Query(QUESTION), library, noted))  # type: ignore[arg-type]
    (folder / "table.json").write_text(json.dumps(table_of(noted, folder / "t.ledger")), "utf-8")
    return folder / "table.json"


def test_offline_all_is_cited_and_stands(offline: tuple[Path, Done]) -> None:
    """Report, page, evidence, trajectory; nothing contradicted, nothing missing."""
    folder, done = offline
    assert done.code == 0, done.err
    assert "Written by the built-in rules" in done.out
    assert "contradicted" not in done.out
    assert "missing" not in done.out
    names = {path.name for path in (folder / "out").iterdir()}
    assert names >= {
        "report.md",
        "report.html",
        "report.evidence.json",
        "report.trajectory.jsonl",
        "report.about.json",
    }
    assert "<img" in (folder / "out" / "report.html").read_text("utf-8")


def test_offline_twice_is_the_same_to_the_byte(offline: tuple[Path, Done], tmp_path: Path) -> None:
    """No clock, no chance."""
    at(tmp_path)(*told())
    assert files(tmp_path / "out") == files(offline[0] / "out")


def test_served_models_write_the_same_and_a_second_run_asks_nothing(
    table: Path, offline: tuple[Path, Done], tmp_path: Path
) -> None:
    """Every ask over HTTP, kept before it is used."""
    with serving(table, tmp_path / "log") as served:
        program = at(tmp_path)
        done = program(*told(*SERVED, "--base-url", served.base_url))
        assert done.code == 0, done.err
        calls = served.calls()
        again = program(*told(*SERVED, "--base-url", served.base_url))
        assert again.code == 0
        assert served.calls() == calls
    report = (tmp_path / "out" / "report.md").read_bytes()
    assert report == (offline[0] / "out" / "report.md").read_bytes()
    assert "Written by the built-in rules" not in done.out
    offline_again = program(*told(*SERVED, "--base-url", served.base_url, "--offline"))
    assert offline_again.code == 0
    assert (tmp_path / "out" / "report.md").read_bytes() == report


def test_a_killed_run_goes_on_and_asks_nothing_twice(table: Path, tmp_path: Path) -> None:
    """What had an answer is not asked again; the report is that of a run without a kill."""
    program = at(tmp_path)
    with serving(table, tmp_path / "log", latency=0.2) as served:
        ledger = tmp_path / "out" / "ledger.sqlite"

        def is_time() -> bool:
            return ledger.exists() and len(served.calls()) >= 3

        program.killed_when(is_time, *told(*SERVED, "--base-url", served.base_url))
        before = {row.key for row in answers(ledger)}
        begun = len(served.calls())
        done = program(*told(*SERVED, "--base-url", served.base_url))
        assert done.code == 0, done.err
        every = {row.key for row in answers(ledger)}
        assert before
        assert len(served.calls()) - begun == len(every - before)


def test_faults_leave_a_report_or_a_reason(table: Path, tmp_path: Path) -> None:
    """Garbage, cut replies and 429 never make a citation that was not given."""
    with serving(table, tmp_path / "log", faults=0.3) as served:
        done = at(tmp_path)(*told(*SERVED, "--base-url", served.base_url))
    assert done.code in (0, 2)
    assert "Traceback" not in done.err
    about = json.loads((tmp_path / "out" / "report.about.json").read_text("utf-8"))
    has_report = (tmp_path / "out" / "report.md").exists()
    assert has_report == (done.code == 0)
    assert has_report or about["absence"]


def test_a_bench_is_answered_and_scored(tmp_path: Path) -> None:
    """Two agents over all tasks, in the form that `evaluate` reads."""
    program = at(tmp_path)
    for agent in ("rag", "deep_research"):
        done = program(
            "research", "--tasks", BENCH, "--corpus", BENCH, "--out", "reports", "--agent", agent
        )
        assert done.code == 0, done.err
    scored = program("evaluate", BENCH, "reports", "--out", "run", "--date", "2026-01-15")
    assert scored.code == 0, scored.err
    lines = [line.split() for line in scored.out.splitlines()]
    totals = {line[0]: float(line[1]) for line in lines if line[:1] in (["rag"], ["deep_research"])}
    assert totals["deep_research"] > totals["rag"] > 20


ON_TABLES = (
    "Give the densities and temperatures of water and ice. "
    "Why does the deep water of a lake not freeze in winter?"
)


def analysed(folder: Path, *more: str, **environment: str) -> Done:
    """The program with the agent that analyses tables."""
    folder.mkdir(parents=True, exist_ok=True)
    program = Program(folder, environment)
    told: list[str | Path] = ["--corpus", BENCH, "--out", "out", "--agent", "hka", "--then-check"]
    return program("research", ON_TABLES, *told, *more)


def test_a_figure_is_drawn_from_a_table_and_all_stands(tmp_path: Path) -> None:
    """By code in the sandbox; every statement cited, nothing contradicted, nothing missing."""
    require("bubblewrap")
    done = analysed(tmp_path)
    assert done.code == 0, done.err
    assert "2 figures made; programs that failed: 0 of 2 at first" in done.out
    for wrong in ("contradicted", "missing", "never retrieved"):
        assert wrong not in done.out
    out = tmp_path / "out"
    assert {path.name for path in (out / "figures").iterdir()} == {
        f"figure-{n}.{end}"
        for n in (1, 2)
        for end in ("png", "py", "data.json", "numbers.json", "read.json")
    }
    given = json.loads((out / "report.evidence.json").read_text("utf-8"))
    shown = given["images"].index("figure-1") + 1
    report = (out / "report.md").read_text("utf-8")
    assert f"|image{shown}|" in report
    body = report.partition("## References")[0]
    prose = [p for p in body.split("\n\n") if not p.startswith(("#", "|", "*"))]
    assert prose
    assert all(re.search(r"\[\d+\]\.?$", sentence) for p in prose for sentence in sentences(p))
    page = (out / "report.html").read_text("utf-8")
    picture = base64.b64encode((out / "figures/figure-1.png").read_bytes()).decode()
    assert picture in page
    about = json.loads((out / "report.about.json").read_text("utf-8"))["analyses"]
    assert (about["rates"]["programs"], about["rates"]["failed_last"]) == (2, 0)
    (number, *_) = json.loads((out / "figures/figure-1.numbers.json").read_text("utf-8"))[0][
        "numbers"
    ]
    assert (number["expression"]["table"], number["written"]) == ("water-09", "999.97")
    assert files(out) == files(again(tmp_path / "again"))


def test_served_models_plan_code_and_write_the_same(tmp_path: Path) -> None:
    """Every ask over HTTP, programs among them; a second run asks nothing and draws the same."""
    require("bubblewrap")
    told: list[str | Path] = ["research", ON_TABLES, "--corpus", BENCH, "--out", "out"]
    # as published a table gives one figure: the rules' second program has the first one's prompt
    told += ["--agent", "hka", "--as-published", *SERVED, "--coder", "mine:rules"]
    with serving(replies_on_tables(tmp_path), tmp_path / "log") as served:
        program = at(tmp_path / "served")
        done = program(*told, "--base-url", served.base_url)
        assert done.code == 0, done.err
        calls = served.calls()
        assert program(*told, "--base-url", served.base_url).code == 0
        assert served.calls() == calls
    assert "Written by the built-in rules" not in done.out
    assert all(row.is_verdict for row in answers(tmp_path / "served/out/ledger.sqlite"))
    offline = again(tmp_path / "offline", "--as-published")
    for name in ("report.md", "figures/figure-1.png", "figures/figure-1.py"):
        assert (tmp_path / "served/out" / name).read_bytes() == (offline / name).read_bytes()


def replies_on_tables(folder: Path) -> Path:
    """What the rules say to each ask of the question on tables, for a server."""
    noted = Noting()
    items = list(read_bench(BENCH).corpus.values())

    async def asked() -> None:
        agent = await analysing(BENCH, items, Hka(as_published=True), Setting.HYBRID)
        await agent(Query(ON_TABLES), texts_of(items), noted)

    asyncio.run(asked())
    (folder / "table.json").write_text(json.dumps(table_of(noted, folder / "t.ledger")), "utf-8")
    return folder / "table.json"


def again(folder: Path, *more: str) -> Path:
    """The same once more."""
    assert analysed(folder, *more).code == 0
    return folder / "out"


def sentences(paragraph: str) -> list[str]:
    """Cut after a marker and a stop, or a stop alone."""
    return [one for one in re.split(r"(?<=\.)\s+(?=[A-Z])", paragraph) if one]


def test_without_bubblewrap_the_report_is_written_and_says_so(tmp_path: Path) -> None:
    """Tables are not assessed; nothing runs on the bare host."""
    done = analysed(tmp_path, PATH=str(tmp_path / "nothing"))
    assert done.code == 0, done.err
    assert "not assessed: analyses of tables: the sandbox: there is none" in done.err
    assert "0 figures made" in done.out
    assert (tmp_path / "out" / "report.md").exists()
    assert not (tmp_path / "out" / "figures").exists()
    assert "Not assessed: analyses of tables" in (tmp_path / "out/report.html").read_text("utf-8")


USAGE = [
    (
        ["research", "q", "--corpus", str(BENCH), "--out", "o", "--without", "web"],
        "--without: means nothing for this agent",
    ),
    (
        [
            *("research", "q", "--corpus", str(BENCH), "--out", "o", "--agent", "hka"),
            *("--without", "x"),
        ],
        "--without: is none",
    ),
    (["research", "--corpus", "c", "--out", "o"], "is to answer one thing"),
    (["research", "q", "--tasks", "t", "--corpus", "c", "--out", "o"], "is to answer one thing"),
    (["research", "q", "--corpus", "nothing", "--out", "o"], "holds no corpus"),
    (["research", "q", "--corpus", str(BENCH), "--out", "o", "--agent", "x"], "--agent: is none"),
    (["research", "q", "--corpus", str(BENCH), "--out", "o", "--setting", "x"], "--setting: is"),
    (
        ["research", "--tasks", str(BENCH), "--corpus", str(BENCH), "--out", "o", "--then-check"],
        "means nothing with --tasks",
    ),
]


@pytest.mark.parametrize(("arguments", "wrong"), USAGE)
def test_usage(arguments: list[str], wrong: str, tmp_path: Path) -> None:
    """One line, exit code 3, nothing made."""
    done = at(tmp_path)(*arguments)
    assert (done.code, done.err.count("\n")) == (3, 1)
    assert wrong in done.err
    assert not (tmp_path / "o").exists()


def test_nothing_is_found(tmp_path: Path) -> None:
    """No report, the reason, exit code 2."""
    done = at(tmp_path)("research", "zzzz qqqq", "--corpus", BENCH, "--out", "o")
    assert done.code == 2
    assert "not answered" in done.err
