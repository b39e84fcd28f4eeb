"""Questions about the same text put together, or one by one: fewer calls, the same run."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.journeys.judged import DATE, Reference, numbers, reference, results, verdicts
from tests.journeys.program import Done, Program, answers
from tests.rule_server import Serving, serving
from veridical.runs.demo import BENCH

MODES = {"grouped": (), "one by one": ("--one-by-one",)}
GROUPED = {"hievidr.instantiation", "hievidr.citation", "hievidr.claim"}


@dataclass(frozen=True)
class Judged:
    """A run over HTTP, with what was foreseen of it."""

    folder: Path
    served: Serving
    plan: Done
    done: Done

    @property
    def manifest(self) -> dict:
        """Its manifest."""
        return json.loads((self.folder / "run" / "manifest.json").read_text("utf-8"))

    @property
    def took(self) -> dict[str, float]:
        """Calls and tokens and money that its answers took."""
        model = self.manifest["models"][0]
        tokens = model["input_tokens"] + model["output_tokens"]
        return {"calls": model["replies"], "tokens": tokens, "money": model["cost_usd"]}

    @property
    def ranges(self) -> dict[str, list[float]]:
        """What the plan said of the judge."""
        row = next(line for line in self.plan.out.splitlines() if line.startswith("judge"))
        cells = zip(("calls", "tokens", "money"), row.split()[2:5], strict=True)
        return {name: [float(end) for end in cell.split("–")] for name, cell in cells}


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Reference:
    """What the same judge gives in this process."""
    return reference(tmp_path_factory.mktemp("reference"))


@pytest.fixture(scope="module")
def some(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The reports of two systems; all gates open for the one, not for the other."""
    folder = tmp_path_factory.mktemp("some") / "reports"
    for system in ("atlas", "cipher"):
        shutil.copytree(BENCH / "reports" / system, folder / system)
    return folder


@pytest.fixture(scope="module")
def open_ones(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three reports in English for which all gates open."""
    folder = tmp_path_factory.mktemp("open") / "reports"
    for task in ("t-heart", "t-water", "t-kilogram"):
        for path in (BENCH / "reports" / "atlas").glob(f"{task}.*"):
            (folder / "atlas").mkdir(parents=True, exist_ok=True)
            shutil.copy(path, folder / "atlas")
    return folder


def judged(
    folder: Path, table: Path, reports: Path, mode: str, *, faults: float = 0.0, cut: float = 0.0
) -> Judged:
    """Planned, then run."""
    (folder / "prices.toml").write_text("[rules]\ninput = 1\noutput = 4\n", "utf-8")
    with serving(table, folder / "log", faults=faults, cut=cut) as served:
        judge = ("--judge", "mine:rules", "--base-url", served.base_url, *MODES[mode])
        more = (*judge, "--prices", "prices.toml", "--may-lack-reports")
        program = Program(folder, {})
        plan = program("plan", BENCH, reports, *more)
        done = program("evaluate", BENCH, reports, "--out", "run", "--date", DATE, *more)
    return Judged(folder, served, plan, done)


@pytest.fixture(scope="module")
def both(
    rules: Reference, some: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Judged]:
    """The same reports in both modes."""
    return {
        mode: judged(tmp_path_factory.mktemp("mode"), rules.table, some, mode) for mode in MODES
    }


def of(found: dict, systems: set[str]) -> dict:
    """Those of these systems."""
    return {key: value for key, value in found.items() if key[0] in systems}


def test_both_are_the_same_run(rules: Reference, both: dict[str, Judged]) -> None:
    """The same numbers, the same answers, the same id: how it was asked changes no key."""
    there = {mode: results(one.folder / "run") for mode, one in both.items()}
    right = of(rules.results, {"atlas", "cipher"})

    assert {mode: one.done.code for mode, one in both.items()} == dict.fromkeys(MODES, 0)
    assert [numbers(there[mode]) for mode in MODES] == [numbers(right)] * 2
    assert verdicts(there["grouped"]) == verdicts(there["one by one"])
    keys = [{row.key for row in answers(one.folder / "run.ledger")} for one in both.values()]
    assert keys[0] == keys[1]
    assert len({one.manifest["run"] for one in both.values()}) == 1


def test_how_many_calls(both: dict[str, Judged]) -> None:
    """One by one each ask is a call; grouped, those about one report's text share calls."""
    alone, grouped = both["one by one"], both["grouped"]
    asked = {
        (one["ask"], one["kind"])
        for result in results(alone.folder / "run").values()
        for one in result["asked"]
        if "key" in one and one.get("role", "judge") == "judge"
    }
    kinds = Counter(kind for _, kind in asked)

    assert alone.took["calls"] == len(asked) == len(set(alone.served.calls()))
    saved = alone.took["calls"] - grouped.took["calls"]
    most = sum(n for kind, n in kinds.items() if kind in GROUPED)
    assert most * 0.5 < saved < most
    assert grouped.took["tokens"] < 0.7 * alone.took["tokens"]


@pytest.mark.parametrize("mode", MODES)
def test_a_run_lies_inside_its_plan(both: dict[str, Judged], mode: str) -> None:
    """Calls, tokens and money."""
    one = both[mode]

    assert {
        name: low <= one.took[name] <= high for name, (low, high) in one.ranges.items()
    } == dict.fromkeys(("calls", "tokens", "money"), True)


@pytest.mark.parametrize("mode", MODES)
def test_the_high_end_with_open_gates(
    rules: Reference, open_ones: Path, tmp_path: Path, mode: str
) -> None:
    """Without faults: as many calls, and tokens within 10 %."""
    one = judged(tmp_path, rules.table, open_ones, mode)
    took, high = one.took, {name: ends[1] for name, ends in one.ranges.items()}

    assert one.done.code == 0
    assert high["calls"] == took["calls"]
    assert took["tokens"] <= high["tokens"] <= 1.1 * took["tokens"]


def test_of_a_reply_that_breaks_off_only_the_rest_is_asked_again(
    rules: Reference, some: Path, both: dict[str, Judged], tmp_path: Path
) -> None:
    """Truncated for 5 % of the prompts: what was whole stays, and no verdict differs.

    An ask alone that breaks off each time is lost; so many at most are.
    """
    one = judged(tmp_path, rules.table, some, "grouped", cut=0.05)
    right = verdicts(results(both["grouped"].folder / "run"))
    there = verdicts(results(one.folder / "run"))
    connection = sqlite3.connect(f"file:{one.folder / 'run.ledger'}?mode=ro", uri=True)
    replies = connection.execute("select count(*) from replies").fetchone()[0]
    connection.close()

    assert {place: there[place] for place in there if there[place] != right.get(place)} == {}
    assert len(there) > 0.9 * len(right)
    assert len(one.served.calls()) == replies
    assert both["grouped"].took["calls"] < replies < both["one by one"].took["calls"]


def test_a_mode_is_changed_in_the_middle(
    rules: Reference, some: Path, both: dict[str, Judged], tmp_path: Path
) -> None:
    """Stopped while grouped and gone on with one by one: what has an answer is not asked."""
    with serving(rules.table, tmp_path / "log") as served:
        judge = ("--judge", "mine:rules", "--base-url", served.base_url, "--may-lack-reports")
        arguments = ("evaluate", BENCH, some, "--out", "run", "--date", DATE, *judge)
        stopped = Program(tmp_path, {})(*arguments, "--max-calls", "30")
        before = {row.key for row in answers(tmp_path / "run.ledger") if row.is_verdict}
        done = Program(tmp_path, {})(*arguments, "--one-by-one")
        calls = len(served.calls()) - 30

    assert (stopped.code, done.code) == (2, 0)
    assert numbers(results(tmp_path / "run")) == numbers(results(both["grouped"].folder / "run"))
    there = {row.key for row in answers(tmp_path / "run.ledger") if row.is_verdict}
    assert calls == len(there - before)


def test_the_file_says_one_by_one(rules: Reference, open_ones: Path, tmp_path: Path) -> None:
    """As the flag does."""
    with serving(rules.table, tmp_path / "log") as served:
        (tmp_path / "veridical.toml").write_text(
            f'[roles.judge]\nmodel = "mine:rules"\nbase_url = "{served.base_url}"\n'
            "[calls]\none_by_one = true\n",
            "utf-8",
        )
        program = Program(tmp_path, {})
        plans = [
            program("plan", BENCH, open_ones, "--may-lack-reports", *more).out
            for more in ((), MODES["one by one"])
        ]

    assert plans[0] == plans[1]
