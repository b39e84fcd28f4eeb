"""DeepResearchEval's quality from the command line: by the rules, and by a served judge as they."""

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
from veridical.methods.deepresearcheval.method import deepresearcheval
from veridical.methods.deepresearcheval.settings import Part, Settings
from veridical.runs.demo import BENCH
from veridical.runs.submissions import read_submissions
from veridical.task import read_bench

NAME = "deepresearcheval.quality"
QUALITY = ("--method", "deepresearcheval", "--option", "parts=quality", "--may-lack-reports")


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
def runs(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    """An English and a Chinese task of two systems; planned, then run."""
    folder = tmp_path_factory.mktemp("quality")
    reports = folder / "reports"
    for system in ("atlas", "ember"):
        for task in ("t-water", "t-printing"):
            for path in (BENCH / "reports" / system).glob(f"{task}.*"):
                (reports / system).mkdir(parents=True, exist_ok=True)
                shutil.copy(path, reports / system)
    bench, method = read_bench(BENCH), deepresearcheval(Settings(parts=Part.QUALITY))
    submitted = read_submissions(reports, bench, may_lack_reports=True)
    noted = asyncio.run(asked_by_rule(bench, submitted, method))
    table = table_of(noted, folder / "table.ledger")
    (folder / "table.json").write_text(json.dumps(table, ensure_ascii=False), "utf-8")
    program, asked = Program(folder, {}), (BENCH, reports, *QUALITY, "--date", DATE)
    rules = program("evaluate", *asked, "--out", "rules")
    with serving(folder / "table.json", folder / "log") as server:
        models = ("--judge", "mine:m", "--examiner", "mine:m", "--base-url", server.base_url)
        plan = program("plan", *asked, *models)
        served = program("evaluate", *asked, *models, "--out", "served")
        calls = len(server.calls())
    return Runs(folder, plan, rules, served, calls)


def test_the_rules_mark_offline(runs: Runs) -> None:
    """Every measure of every report, in both languages; it says that it is indicative."""
    found = results(runs.folder / "rules")
    absent = [(key, name) for key, one in found.items() for name, score in one["scores"].items()
              if score["status"] != "measured"]  # fmt: skip

    assert runs.rules.code == 0, runs.rules.err
    assert (len(found), absent) == (4, [])
    assert "indicative" in runs.rules.out


def test_a_served_judge_gives_the_same_numbers(runs: Runs) -> None:
    """Read from its replies, in both languages, in groups."""
    rules, served = (numbers(results(runs.folder / name)) for name in ("rules", "served"))

    assert runs.served.code == 0, runs.served.err
    assert served == rules


def test_the_plan_holds_its_calls(runs: Runs) -> None:
    """Those of the examiner once a task, whatever the number of systems."""
    rows = {line.split()[0]: line.split()[2] for line in runs.plan.out.splitlines()
            if line.startswith(("judge", "examiner"))}  # fmt: skip
    ends = {role: [int(n) for n in cell.split("–")] for role, cell in rows.items()}
    tallies = [one["tallies"][NAME] for one in results(runs.folder / "rules").values()]
    # of each task: its own dimensions, the weights, and the criteria of each dimension
    rubric = sum(2 + len(t["sides"]) for t in tallies) // 2

    assert ends["examiner"] == [rubric, rubric]
    assert sum(high for _, high in ends.values()) == runs.calls


def test_departures_from_the_published_judge_are_named(runs: Runs) -> None:
    """Another model, and that criteria of several dimensions share a call."""
    manifest = json.loads((runs.folder / "served" / "manifest.json").read_text("utf-8"))
    said = {m["role"]: m["departures"] for m in manifest["models"]}

    assert any("published: gemini-2.5-pro" in one for one in said["judge"])
    assert any("criteria of several dimensions" in one for one in said["judge"])
    assert "not as published: " in runs.served.out
    assert [m["parameters"]["temperature"] for m in manifest["models"]] == [0.1, 0.1]


def test_a_reports_page_shows_every_criterion_with_its_mark(runs: Runs) -> None:
    """Under its dimension, the task's own named as such."""
    (tally,) = {
        json.dumps(one["tallies"][NAME])
        for (system, task), one in results(runs.folder / "rules").items()
        if (system, task) == ("atlas", "t-water")
    }
    page = (runs.folder / "rules" / "pages" / "systems" / "atlas" / "t-water.html").read_text(
        "utf-8"
    )
    criteria = [c for side in json.loads(tally)["sides"] for c in side["criteria"]]

    assert "Criteria of quality" in page
    assert "(this task alone)" in page
    assert [c["criterion"] for c in criteria if c["criterion"][:20] not in page] == []


def test_it_is_computed_again(runs: Runs) -> None:
    """From recorded answers alone."""
    again = Program(runs.folder, {})("recompute", "served")

    assert again.out.splitlines()[-1] == "recomputed 4 reports, 0 differ."
