"""Rubrics from the command line: one for all systems and judges, until they are drawn anew."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.judged import DATE, results
from tests.journeys.program import Done, Program
from tests.marking_model import reply_to, shown_in
from tests.scripted_server import Act, ScriptedServer, Seen
from veridical.runs.demo import BENCH

NAME = "deepresearcheval.quality"
QUALITY = ("--method", "deepresearcheval", "--option", "parts=quality")


def writing(seen: Seen) -> Act:
    """Each model writes criteria under its own name, and another one each time it is asked."""
    said = json.loads(reply_to(seen))
    for n, one in enumerate(said.get("criteria", ())):
        one["criterion"] = f"{seen.payload['model']} {seen.number} {n}"
    return Act(text=json.dumps(said))


@pytest.fixture(scope="module")
def server() -> Iterator[ScriptedServer]:
    """Serves any model."""
    with ScriptedServer(writing) as server:
        yield server


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two systems on an English and a Chinese task."""
    folder = tmp_path_factory.mktemp("reports") / "reports"
    for system in ("atlas", "ember"):
        for task in ("t-water", "t-printing"):
            for path in (BENCH / "reports" / system).glob(f"{task}.*"):
                (folder / system).mkdir(parents=True, exist_ok=True)
                shutil.copy(path, folder / system)
    return folder


@pytest.fixture(scope="module")
def folder(reports: Path, server: ScriptedServer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first run, by the models ``first`` and ``examiner``."""
    folder = tmp_path_factory.mktemp("rubrics")
    done = evaluate(folder, reports, server, "--out", "run")
    assert done.code == 0, done.err
    return folder


def models(server: ScriptedServer, judge: str, examiner: str = "") -> tuple[str, ...]:
    """Options that bind them."""
    bound = ("--judge", f"mine:{judge}", "--base-url", server.base_url)
    return (*bound, "--examiner", f"mine:{examiner}") if examiner else bound


def evaluate(folder: Path, reports: Path, server: ScriptedServer, *more: str) -> Done:
    """The reports evaluated."""
    options = ("--may-lack-reports", "--date", DATE, *QUALITY)
    bound = models(server, "first", "examiner")
    return Program(folder, {})("evaluate", BENCH, reports, *options, *bound, *more)


def criteria(run: Path) -> dict[str, set[str]]:
    """By task, the words of all criteria that its reports were marked by."""
    found: dict[str, set[str]] = {}
    for (_, task), one in results(run).items():
        sides = one["tallies"][NAME]["sides"]
        words = "|".join(c["criterion"] for side in sides for c in side["criteria"])
        found.setdefault(task, set()).add(words)
    return found


def manifest(run: Path) -> dict[str, Any]:
    """The run's manifest."""
    found: dict[str, Any] = json.loads((run / "manifest.json").read_text("utf-8"))
    return found


def test_all_systems_are_marked_by_the_same_rubric(folder: Path) -> None:
    """One a task, though the examiner writes another one each time; its hash is named."""
    found = criteria(folder / "run")

    assert sorted(map(len, found.values())) == [1, 1]
    assert len(manifest(folder / "run")["rubrics_sha256"]) == 64


def test_another_judge_marks_by_the_same_rubric(folder: Path, server: ScriptedServer) -> None:
    """Whoever is the examiner now, and with a ledger of its own; it can be recomputed."""
    program = Program(folder, {})
    bound = models(server, "second", "other")
    done = program("rejudge", "run", "--out", "again", "--ledger", "again.ledger", *bound)
    once_more = program("rejudge", "run", "--out", "again", "--ledger", "again.ledger", *bound)
    asked = [seen for seen in server.seen if seen.payload["model"] == "other"]

    assert (done.code, once_more.code) == (0, 0), done.err + once_more.err
    assert asked == []
    assert criteria(folder / "again") == criteria(folder / "run")
    assert (
        manifest(folder / "again")["rubrics_sha256"] == manifest(folder / "run")["rubrics_sha256"]
    )
    assert "the rubrics are those of the run that was judged before" in done.out
    again = program("recompute", "again")
    assert again.out.splitlines()[-1] == "recomputed 4 reports, 0 differ."


def test_new_rubrics_are_drawn_by_whoever_is_the_examiner(
    folder: Path, server: ScriptedServer
) -> None:
    """By the same one too: it is another drawing, and the run says so."""
    bound = models(server, "first", "examiner")
    done = Program(folder, {})("rejudge", "run", "--out", "new", "--new-rubrics", *bound)

    assert done.code == 0, done.err
    before, after = criteria(folder / "run"), criteria(folder / "new")
    assert all(before[task] != after[task] for task in before)
    assert manifest(folder / "new")["rubrics"] == 1
    assert manifest(folder / "new")["run"] != manifest(folder / "run")["run"]


def test_repeats_judge_anew_by_the_same_rubric(
    folder: Path, reports: Path, server: ScriptedServer
) -> None:
    """How far a judge differs is not how far rubrics do."""
    done = evaluate(folder, reports, server, "--out", "run", "--repeats", "2")

    assert done.code == 0, done.err
    assert criteria(folder / "run.repeat-1") == criteria(folder / "run")
    assert manifest(folder / "run.repeat-1")["repeat"] == 1


def test_a_run_goes_on_by_its_rubrics_with_another_ledger(
    folder: Path, reports: Path, server: ScriptedServer
) -> None:
    """A system that comes late is marked as the others were."""
    shutil.copytree(folder / "run", folder / "moved")
    lines = (folder / "moved" / "results.jsonl").read_text("utf-8").splitlines(keepends=True)
    (folder / "moved" / "results.jsonl").write_text("".join(lines[:2]), "utf-8")
    done = evaluate(folder, reports, server, "--out", "moved", "--ledger", "fresh.ledger")

    # pages of the reports that were done before need the ledger that has their answers
    assert "expected the ledger that the run was made with" in done.err
    assert len(results(folder / "moved")) == 4
    assert criteria(folder / "moved") == criteria(folder / "run")


def test_rubrics_go_to_a_file_and_back(folder: Path, reports: Path, server: ScriptedServer) -> None:
    """The same numbers, and nobody writes a rubric."""
    done = evaluate(folder, reports, server, "--out", "run", "--rubrics", "r.jsonl")
    by_file = evaluate(folder, reports, server, "--out", "file", "--option", "rubrics=r.jsonl")
    scores = [{k: one["scores"] for k, one in results(folder / name).items()}
              for name in ("run", "file")]  # fmt: skip

    assert (done.code, by_file.code) == (0, 0), done.err + by_file.err
    assert "rubrics: 2 in r.jsonl" in done.out
    assert not (folder / "file" / "rubrics.jsonl").exists()
    assert manifest(folder / "file")["rubrics_sha256"]
    assert scores[0] == scores[1]


def test_changed_rubrics_are_refused(folder: Path, server: ScriptedServer) -> None:
    """They are not what the run was marked by."""
    shutil.copytree(folder / "run", folder / "changed")
    path = folder / "changed" / "rubrics.jsonl"
    path.write_text(path.read_text("utf-8").replace("examiner 0 0", "another"), "utf-8")
    path.write_text(path.read_text("utf-8") + "\n", "utf-8")
    done = Program(folder, {})(
        "rejudge", "changed", "--out", "x", "--ledger", "x.ledger", *models(server, "second")
    )

    assert done.code != 0
    assert "is not what the run ended with" in done.err


def test_what_was_shown_to_the_examiner_is_no_report(server: ScriptedServer) -> None:
    """A rubric is written before any report is seen."""
    titles = {one.title for seen in server.seen if seen.payload["model"] == "examiner"
              for one in shown_in(seen.prompt)}  # fmt: skip

    assert titles <= {"query", "side", "sides"}
    assert titles
