"""RACE from the command line: by the rules, and by a served judge that answers as they do."""

from __future__ import annotations

import asyncio
import json
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.journeys.judged import DATE, numbers, results
from tests.journeys.program import Done, Program
from tests.rule_server import asked_by_rule, serving, table_of
from veridical.methods.race.method import race
from veridical.methods.race.settings import Settings
from veridical.runs.demo import BENCH
from veridical.runs.rivals import with_rivals
from veridical.runs.submissions import read_submissions
from veridical.task import read_bench

RACE = ("--method", "race", "--rival", "cipher", "--may-lack-reports", "--date", DATE)


@dataclass(frozen=True)
class Runs:
    """The same reports by the rules and by a served judge and examiner.

    Attributes:
        folder: where both runs are.
        plan: what was foreseen of the served one.
        rules: what the program said.
        served: the same of the served one.
        calls: how many calls it made.
    """

    folder: Path
    plan: Done
    rules: Done
    served: Done
    calls: int


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An English and a Chinese task of three systems."""
    folder = tmp_path_factory.mktemp("some") / "reports"
    for system in ("atlas", "cipher", "ember"):
        for task in ("t-water", "t-printing"):
            for path in (BENCH / "reports" / system).glob(f"{task}.*"):
                (folder / system).mkdir(parents=True, exist_ok=True)
                shutil.copy(path, folder / system)
    return folder


@pytest.fixture(scope="module")
def runs(reports: Path, tmp_path_factory: pytest.TempPathFactory) -> Runs:
    """Planned, then run."""
    folder = tmp_path_factory.mktemp("race")
    bench, method = read_bench(BENCH), race(Settings(rival="cipher"))
    submitted = read_submissions(reports, bench, may_lack_reports=True)
    noted = asyncio.run(asked_by_rule(bench, with_rivals(submitted, method, bench), method))
    table = table_of(noted, folder / "table.ledger")
    (folder / "table.json").write_text(json.dumps(table, ensure_ascii=False), "utf-8")
    program = Program(folder, {})
    rules = program("evaluate", BENCH, reports, "--out", "rules", *RACE)
    with serving(folder / "table.json", folder / "log") as server:
        models = ("--judge", "mine:m", "--examiner", "mine:m", "--base-url", server.base_url)
        plan = program("plan", BENCH, reports, *RACE, *models)
        served = program("evaluate", BENCH, reports, "--out", "served", *RACE, *models)
        calls = len(server.calls())
    return Runs(folder, plan, rules, served, calls)


def test_the_rules_score_it_offline(runs: Runs) -> None:
    """Every report but the reference's has a number, and it says who judged."""
    found = results(runs.folder / "rules")
    status = {key[0]: one["totals"]["measured"]["status"] for key, one in found.items()}

    assert runs.rules.code == 0, runs.rules.err
    assert status == {"atlas": "measured", "cipher": "undefined", "ember": "measured"}
    assert "indicative" in runs.rules.out
    assert "The reference: cipher." in runs.rules.out


def test_a_served_judge_gives_the_same_numbers(runs: Runs) -> None:
    """Read from its replies, in both languages, in groups."""
    rules, served = (numbers(results(runs.folder / name)) for name in ("rules", "served"))

    assert runs.served.code == 0, runs.served.err
    assert served == rules


def test_the_plan_holds_its_calls(runs: Runs) -> None:
    """Those of the examiner once a task, those of the judge for both orders."""
    rows = {line.split()[0]: line.split()[2] for line in runs.plan.out.splitlines()
            if line.startswith(("judge", "examiner"))}  # fmt: skip
    ends = {role: [int(n) for n in cell.split("–")] for role, cell in rows.items()}

    # 5 drawings of the weights and 4 dimensions, for each of two tasks
    assert ends["examiner"] == [18, 18]
    assert sum(high for _, high in ends.values()) == runs.calls


def test_the_same_command_asks_nothing(runs: Runs, reports: Path) -> None:
    """Rubrics and marks are found again; a departure from the published judge is named."""
    again = Program(runs.folder, {})("recompute", "served")
    manifest = json.loads((runs.folder / "served" / "manifest.json").read_text("utf-8"))

    assert again.out.splitlines()[-1] == "recomputed 6 reports, 0 differ."
    assert any("gemini" in d for model in manifest["models"] for d in model["departures"])
