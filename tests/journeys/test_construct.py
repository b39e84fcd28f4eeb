"""A corpus becomes a bench through the real program: offline, by served models, killed."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.journeys.program import Done, Program, answers, files
from tests.rule_server import Noting, serving, table_of
from veridical.ask import Role
from veridical.construction.curation import Wanted
from veridical.construction.pipeline import through
from veridical.construction.registry import curation_of
from veridical.methods.registry import METHODS
from veridical.runs.corpus import corpus_items
from veridical.runs.demo import BENCH
from veridical.task import read_bench

SERVED = ("--judge", "mine:rules", "--examiner", "mine:rules", "--key-env", "MY_KEY")
TASKS, CANDIDATES = 4, 24


def at(folder: Path) -> Program:
    """The program in a folder, with a key in its environment."""
    folder.mkdir(parents=True, exist_ok=True)
    return Program(folder, {"MY_KEY": "sk-journey"})


def told(*more: str | Path) -> list[str | Path]:
    """What `construct` is told."""
    wanted = ["--tasks", str(TASKS), "--candidates", str(CANDIDATES), "--held-out", "0.25"]
    return ["construct", "hievidr", "--corpus", BENCH, "--out", "out", *wanted, *more]


@dataclass(frozen=True)
class Offline:
    """A set that the rules made."""

    folder: Path
    done: Done


@pytest.fixture(scope="module")
def offline(tmp_path_factory: pytest.TempPathFactory) -> Offline:
    """Made once."""
    folder = tmp_path_factory.mktemp("offline")
    return Offline(folder, at(folder)(*told()))


def fates(out: Path) -> list[dict]:
    """Every candidate's, at each stage."""
    return [json.loads(line) for line in (out / "candidates.jsonl").read_text("utf-8").splitlines()]


def test_offline_a_validated_set_with_a_reason_for_each_other_candidate(offline: Offline) -> None:
    """Tasks are read back as a bench; whoever is no task has fallen once, with a reason."""
    assert offline.done.code == 0, offline.done.err
    out = offline.folder / "out"
    tasks = [*read_bench(out).tasks, *read_bench(out / "held-out").tasks]
    told_fates = fates(out)
    fell = {f["candidate"]: f for f in told_fates if f["became"] != "kept"}
    seeds = {f["candidate"] for f in told_fates if f["stage"] == "neighbourhood"}

    assert (len(tasks), len(read_bench(out / "held-out").tasks)) == (TASKS, 1)
    assert len(seeds) == CANDIDATES
    assert {t.tags["candidate"] for t in tasks} == seeds - fell.keys()
    assert all(f["reason"] for f in fell.values())
    assert all(t.gold.graph and t.gold.answer and t.tags["canary"] for t in tasks)
    funnel = json.loads((out / "funnel.json").read_text("utf-8"))
    assert next(s["came"] for s in funnel) == CANDIDATES
    assert funnel[-1]["passed"] == TASKS
    assert sum(sum(s["dropped"].values()) for s in funnel) == len(fell)
    assert "modest set" in (out / "card.md").read_text("utf-8")


def test_the_same_seed_is_the_same_set_and_another_seed_another(
    offline: Offline, tmp_path: Path
) -> None:
    """To the byte."""
    at(tmp_path / "same")(*told())
    at(tmp_path / "other")(*told("--seed", "7"))
    first = files(offline.folder / "out")

    assert files(tmp_path / "same" / "out") == first
    assert files(tmp_path / "other" / "out")["tasks.jsonl"] != first["tasks.jsonl"]


def test_a_folder_with_one_short_file_gives_fewer_tasks_and_says_why(tmp_path: Path) -> None:
    """40 words, ten tasks: none, a reason for each candidate, exit code 2."""
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("Ice floats on water. " * 10, "utf-8")
    program = at(tmp_path)
    assert program("corpus", "build", "base", "notes").code == 0
    done = program("construct", "hievidr", "--corpus", "base", "--out", "out", "--tasks", "10")

    assert done.code == 2
    assert "too_few_neighbours" in done.out
    assert "0 of 10 tasks" in done.out
    found = fates(tmp_path / "out")
    assert len(found) == 40
    assert {f["reason"] for f in found} == {"too_few_neighbours"}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the rules say to each ask, for a server."""
    folder = tmp_path_factory.mktemp("table")
    noted, items = Noting(), corpus_items(BENCH)
    curation = curation_of("hievidr", Wanted(tasks=TASKS, candidates=CANDIDATES))

    async def ask_all() -> None:
        steps = curation.stages(items, noted)  # type: ignore[arg-type]
        async for _ in through(curation.seeds(items), steps, lambda _: None):
            pass

    asyncio.run(ask_all())
    assert {ask.role for ask in noted.asks.values()} == {Role.EXAMINER, Role.JUDGE}
    (folder / "table.json").write_text(json.dumps(table_of(noted, folder / "t.ledger")), "utf-8")
    return folder / "table.json"


def test_served_models_make_the_same_tasks_and_a_second_run_asks_nothing(
    table: Path, offline: Offline, tmp_path: Path
) -> None:
    """Every ask over HTTP, kept before it is used; the low end of the forecast is what it took."""
    with serving(table, tmp_path / "log") as served:
        program = at(tmp_path)
        done = program(*told(*SERVED, "--base-url", served.base_url))
        calls = served.calls()
        again = program(*told(*SERVED, "--base-url", served.base_url))
        later = served.calls()[len(calls) :]
    assert known(table) & set(calls)
    assert not known(table) & set(later)
    # where the rules say nothing the server has no reply: that candidate waits, and is no drop
    assert (done.code, again.code) == (2, 2), done.err
    assert "could not be settled; run it again" in done.err
    made, ruled = files(tmp_path / "out"), files(offline.folder / "out")
    assert graphs(made["tasks.jsonl"]) == graphs(ruled["tasks.jsonl"])
    assert "modest set" not in done.out


def known(table: Path) -> set[str]:
    """The hashes of the prompts that the server has a reply to."""
    return {hashlib.sha256(p.encode()).hexdigest() for p in json.loads(table.read_text("utf-8"))}


def graphs(tasks: bytes) -> list[object]:
    """The gold of each task."""
    return [json.loads(line)["gold"] for line in tasks.splitlines()]


def test_a_killed_run_goes_on_and_asks_nothing_twice(table: Path, tmp_path: Path) -> None:
    """At three moments, so that each kind of stage is cut once."""
    program = at(tmp_path)
    with serving(table, tmp_path / "log", latency=0.05) as served:
        arguments = told(*SERVED, "--base-url", served.base_url)
        ledger = tmp_path / "out" / "ledger.sqlite"
        for many in (5, 25, 45):
            begun = len(served.calls())

            def is_time(least: int = begun + many) -> bool:
                return ledger.exists() and len(served.calls()) >= least

            program.killed_when(is_time, *arguments)
        before = {row.key for row in answers(ledger) if row.is_verdict}
        begun = len(served.calls())
        done = program(*arguments)
        every = {row.key for row in answers(ledger) if row.is_verdict}
        later = {name for name in served.calls()[begun:] if name in known(table)}
    assert done.code == 2, done.err
    assert before
    assert every - before
    assert len(later) == len(every - before)


def test_faults_drop_nothing_and_leave_candidates_open(table: Path, tmp_path: Path) -> None:
    """Garbage, 429 and cut replies: what falls, falls for what was said; the rest waits."""
    with serving(table, tmp_path / "log", faults=0.4) as served:
        done = at(tmp_path)(*told(*SERVED, "--base-url", served.base_url))
    found = Counter((f["became"], f.get("reason", "")) for f in fates(tmp_path / "out"))

    assert done.code in (0, 2)
    assert "Traceback" not in done.err
    open_ = {reason for became, reason in found if became == "unsettled"}
    assert open_ <= {"unreadable", "rate_limited", "unavailable", "timeout"}


def test_personas_of_domains_ask_tasks_that_pass_both_filters(tmp_path: Path) -> None:
    """The same twice, in Chinese too; a set of its own kind is read back as a bench."""
    program = at(tmp_path)
    arguments = ["construct", "deepresearcheval", "--corpus", BENCH, "--tasks", "8"]
    first = program(*arguments, "--out", "a")
    again = program(*arguments, "--out", "b")
    chinese = program(*arguments, "--out", "c", "--language", "zh")
    tasks = read_bench(tmp_path / "a").tasks

    assert (first.code, again.code, chinese.code) == (0, 0, 0), first.err + chinese.err
    assert files(tmp_path / "a") == files(tmp_path / "b")
    assert len(tasks) == 8
    assert len({t.domain for t in tasks}) == 8
    assert "explicit window of time: " in (tmp_path / "a" / "card.md").read_text("utf-8")
    assert {t.language for t in read_bench(tmp_path / "c").tasks} == {"zh"}


def test_a_dry_run_asks_nothing_and_tells_a_range(tmp_path: Path) -> None:
    """Calls and tokens by stage; no folder is written."""
    done = at(tmp_path)(*told("--dry-run"))

    assert done.code == 0, done.err
    assert "judge: soundness: " in done.out
    assert "input tokens" in done.out
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("method", [one.name for one in METHODS])
def test_a_set_built_here_is_evaluated_by_every_method(
    method: str, offline: Offline, tmp_path: Path
) -> None:
    """Without conversion."""
    program, bench = at(tmp_path), offline.folder / "out"
    wrote = program("research", "--corpus", bench, "--tasks", bench, "--out", "r", "--agent", "rag")
    assert wrote.code == 0, wrote.err
    more = ("--option", "rival=stand-in") if method == "race" else ()
    done = program("evaluate", bench, "r", "--method", method, "--out", "run", *more)

    assert done.code == 0, done.err
    assert "pages: " in done.out


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--corpus", "nowhere"), "holds no corpus"),
        (("--tasks", "0"), "--tasks: not in range, got 0"),
        (("--held-out", "2"), "--held-out: not in range, got 2"),
    ],
)
def test_bad_input_is_one_line(more: tuple[str, str], says: str, tmp_path: Path) -> None:
    """And exit code 3."""
    done = at(tmp_path)(*told(*more))

    assert done.code == 3
    assert says in done.err
    assert len(done.err.strip().splitlines()) == 1
