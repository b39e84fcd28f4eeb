"""Once the server is gone: a run that was killed and met faults is repeated from its ledger.

Also: its reports scored by another served judge, and its ledger thinned out, from outside.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path

import pytest

import veridical
from tests.journeys.judged import DATE, Reference, numbers, reference, results, verdicts
from tests.journeys.program import Done, Program
from tests.rule_server import Serving, serving
from veridical.runs.demo import BENCH

FAULTS = 0.05
TABLES = ("results.csv", "leaderboard.csv", "results.jsonl")
SYSTEMS = {"atlas", "cipher"}


@dataclass(frozen=True)
class Ended:
    """A run whose server has gone.

    Attributes:
        folder: where the program ran.
        served: where the server was.
        reports: what was scored.
        done: how the program ended at last.
    """

    folder: Path
    served: Serving
    reports: Path
    done: Done

    def again(self, *more: str | Path, out: str | Path = "run") -> Done:
        """The same command, with other options."""
        return Program(self.folder, {})(*arguments(self.served, self.reports, out), *more)


def arguments(served: Serving, reports: Path, out: str | Path = "run") -> list[str | Path]:
    """What `evaluate` is told."""
    return [
        *("evaluate", BENCH, reports, "--out", out, "--date", DATE, "--may-lack-reports"),
        *("--judge", "mine:rules", "--base-url", served.base_url),
    ]


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Reference:
    """What the same judge gives in this process."""
    return reference(tmp_path_factory.mktemp("reference"))


@pytest.fixture(scope="module")
def ended(rules: Reference, tmp_path_factory: pytest.TempPathFactory) -> Ended:
    """Garbage, truncated replies and 429s, 5 % each; killed in its middle, then gone on with."""
    folder = tmp_path_factory.mktemp("ended")
    reports = tmp_path_factory.mktemp("some") / "reports"
    for system in SYSTEMS:
        shutil.copytree(BENCH / "reports" / system, reports / system)
    with serving(rules.table, folder / "log", faults=FAULTS) as served:
        command = arguments(served, reports)
        code = Program(folder, {}).killed_when(lambda: len(served.calls()) >= 50, *command)
        assert code == -9
        done = Program(folder, {})(*command)
    return Ended(folder, served, reports, done)


def test_it_met_faults(ended: Ended, rules: Reference) -> None:
    """Some verdicts are missing, and those that there are are right."""
    there = results(ended.folder / "run")
    right = numbers(rules.results)
    reasons = {one.get("no_verdict") for r in there.values() for one in r["asked"]}

    assert ended.done.code == 2
    assert "unreadable" in reasons
    assert any(numbers(there)[key] != right[key] for key in there)
    assert any(numbers(there)[key] == right[key] for key in there)


def test_replayed_byte_for_byte(ended: Ended, tmp_path: Path) -> None:
    """Into another folder, offline: every table, and every absence with its reason."""
    out = tmp_path / "again"
    done = ended.again("--offline", "--ledger", str(ended.folder / "run.ledger"), out=out)
    first = ended.folder / "run"

    assert done.code == 2
    assert {n: (out / n).read_bytes() == (first / n).read_bytes() for n in TABLES} == (
        dict.fromkeys(TABLES, True)
    )
    ids = [json.loads((f / "manifest.json").read_text("utf-8"))["run"] for f in (first, out)]
    assert ids[0] == ids[1]


def test_recomputed_after_prompts_were_edited(ended: Ended, tmp_path: Path) -> None:
    """Nothing is rendered and nobody is asked."""
    package = tmp_path / "src" / "veridical"
    shutil.copytree(Path(veridical.__file__).parent, package)
    for path in package.rglob("prompts/*.txt"):
        path.write_text("New words.\n" + path.read_text("utf-8"), "utf-8")
    done = Program(ended.folder, {"PYTHONPATH": str(tmp_path / "src")})("recompute", "run")

    assert (done.code, done.out.splitlines()[-1]) == (0, "recomputed 16 reports, 0 differ.")


def test_another_served_judge(ended: Ended, rules: Reference, tmp_path: Path) -> None:
    """Without faults it gives the rules' numbers; its answers join the same ledger."""
    ledger = tmp_path / "copy.ledger"
    copied(ended.folder / "run.ledger", ledger)
    with serving(rules.table, tmp_path / "log") as served:
        done = Program(ended.folder, {})(
            *("rejudge", "run", "--out", tmp_path / "other", "--ledger", ledger),
            *("--judge", "other:rules", "--base-url", served.base_url),
        )
        calls = len(served.calls())
    first, other = (
        json.loads((f / "manifest.json").read_text("utf-8"))
        for f in (ended.folder / "run", tmp_path / "other")
    )
    right = {key: one for key, one in numbers(rules.results).items() if key[0] in SYSTEMS}
    recomputed = Program(ended.folder, {})("recompute", tmp_path / "other", "--ledger", ledger)

    assert (done.code, numbers(results(tmp_path / "other"))) == (0, right)
    assert calls == other["models"][0]["replies"] > 0
    assert (first["models"][0]["endpoint"], other["models"][0]["endpoint"]) == ("mine", "other")
    assert first["run"] != other["run"]
    assert first["reports_sha256"] == other["reports_sha256"]
    assert (recomputed.code, recomputed.out.splitlines()[-1]) == (
        0,
        "recomputed 16 reports, 0 differ.",
    )
    shared = verdicts(results(ended.folder / "run")).items()
    assert all(verdicts(results(tmp_path / "other"))[place] == one for place, one in shared)


def copied(ledger: Path, target: Path) -> None:
    """A whole copy, whatever still stands in its log."""
    with sqlite3.connect(ledger) as source, sqlite3.connect(target) as copy:
        source.backup(copy)
    source.close()
    copy.close()


def rows(ledger: Path) -> dict[str, int]:
    """How many replies and answers there are, and how many can never answer again."""
    connection = sqlite3.connect(ledger)
    found = {
        f"{table} {kind}": connection.execute(
            f"select count(*) from {table} where status {sign} '{good}'"
        ).fetchone()[0]
        for table, good in (("replies", "readable"), ("answers", "answered"))
        for kind, sign in (("good", "="), ("bad", "<>"))
    }
    connection.close()
    return found


def test_what_can_never_answer_is_pruned(ended: Ended, tmp_path: Path) -> None:
    """Counted first, then removed, once; the run is recomputed as before."""
    ledger = tmp_path / "copy.ledger"
    copied(ended.folder / "run.ledger", ledger)
    before = rows(ledger)
    program = Program(ended.folder, {})
    trial = program("ledger", "prune", ledger, "--dry-run")
    untouched = rows(ledger)
    done, again = (program("ledger", "prune", ledger) for _ in range(2))
    recomputed = program("recompute", "run", "--ledger", ledger)
    counted = f"{before['replies bad']} replies and {before['answers bad']} answers"

    assert before["replies bad"] > 0
    assert before["answers bad"] > 0
    assert untouched == before
    assert trial.out == f"{counted} would be removed.\n"
    assert done.out == f"{counted} were removed.\n"
    assert again.out == "0 replies and 0 answers were removed.\n"
    assert rows(ledger) == {**before, "replies bad": 0, "answers bad": 0}
    assert recomputed.code == 0


def test_what_is_old_is_pruned_but_not_what_a_run_rests_on(ended: Ended, tmp_path: Path) -> None:
    """With --keep the run is recomputed; without it its answers are gone, and it says so."""
    ledger = tmp_path / "copy.ledger"
    copied(ended.folder / "run.ledger", ledger)
    program = Program(ended.folder, {})
    kept = program("ledger", "prune", ledger, "--before", "2999-01-01", "--keep", "run")
    with_it = program("recompute", "run", "--ledger", ledger)
    program("ledger", "prune", ledger, "--before", "2999-01-01")
    without = program("recompute", "run", "--ledger", ledger)

    assert (kept.code, with_it.code) == (0, 0)
    assert rows(ledger) == dict.fromkeys(rows(ledger), 0)
    assert without.code != 0
    assert "lacks the answer that system" in without.err
