"""A run's folder into which somebody wrote by hand: one clear line, never a wrong number."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.small_method import METHOD, bench, write_reports
from veridical.errors import StoreError, VeridicalError
from veridical.ledger import open_ledger
from veridical.runs.load import load_run
from veridical.runs.recompute import recompute
from veridical.runs.sync import run_sync
from veridical.runs.verbs import evaluate
from veridical.task import read_bench

Result = dict[str, Any]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with a bench, reports with companions, and their finished run."""
    bench(tmp_path / "bench")
    reports = write_reports(tmp_path / "reports")
    (reports / "good" / "t-sky.evidence.json").write_text('{"texts": ["sky-1"]}', "utf-8")
    (reports / "good" / "t-sky.trajectory.jsonl").write_text(
        '{"step": 1, "kind": "plan"}\n', "utf-8"
    )
    _evaluate(tmp_path)
    return tmp_path


def _evaluate(place: Path) -> None:
    evaluate(
        place / "bench", place / "reports", method=METHOD, out=place / "run", date="2026-01-02"
    )


def _recompute(place: Path) -> tuple[tuple[str, str], ...]:
    with open_ledger(place / "run.ledger", read_only=True) as ledger:
        found = recompute(place / "run", ledger, method=METHOD, bench=read_bench(place / "bench"))
        return run_sync(found).different


def _rewrite(place: Path, change: Callable[[Result], object]) -> None:
    """Change every recorded result."""
    path = place / "run" / "results.jsonl"
    results = [json.loads(line) for line in path.read_bytes().splitlines()]
    for result in results:
        change(result)
    path.write_text("".join(json.dumps(r) + "\n" for r in results), "utf-8")


def _no_values(result: Result) -> None:
    for score in result["scores"].values():
        score |= {"status": "measured", "value": None}


def _no_answers(result: Result) -> None:
    for asked in result["asked"]:
        asked.pop("key", None)
        asked.pop("no_verdict", None)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda r: r.update(task="t-else"), "is not of this run: it has other task"),
        (lambda r: r.update(system="../../x"), "is not of this run: it has other system"),
        (lambda r: r.update(scores={}), "is not of this run: it has other measures"),
        (lambda r: r.update(totals={}), "is not of this run: it has other totals"),
        (_no_values, "is no result: ScoreRecord: a measured score needs a value"),
        (_no_answers, "has neither answer nor reason"),
    ],
    ids=["task", "system", "scores", "totals", "values", "answers"],
)
def test_a_result_that_the_run_cannot_have_is_refused(
    place: Path, change: Callable[[Result], object], message: str
) -> None:
    """By whatever reads it, before any number is shown."""
    _rewrite(place, change)
    for read in (lambda p: load_run(p / "run"), _recompute, _evaluate):
        with pytest.raises(StoreError) as raised:
            read(place)

        assert message in str(raised.value)


@pytest.mark.parametrize("field", ["report_path", "evidence_path", "trajectory_path"])
@pytest.mark.parametrize(
    "path", ["/etc/hostname", "../bench/tasks.jsonl", "a\0b", "reports", "a" * 5000, ""]
)
def test_a_stored_file_is_read_from_the_runs_folder_alone(
    place: Path, field: str, path: str
) -> None:
    """And only with the content that its name or the result says."""
    _rewrite(place, lambda result: result.update({field: path}))

    with pytest.raises(StoreError) as raised:
        _recompute(place)

    assert str(raised.value).isprintable()
    assert "is not in the run's folder" in str(raised.value)


@pytest.mark.parametrize("ending", [".evidence.json", ".trajectory.jsonl"])
def test_a_companion_that_is_not_what_was_scored_is_refused(place: Path, ending: str) -> None:
    """Its name holds its hash."""
    for path in (place / "run" / "reports").glob(f"*{ending}"):
        path.write_bytes(b"[")

    with pytest.raises(StoreError, match="is not what was scored"):
        _recompute(place)


@pytest.mark.parametrize("kept", [0, 1, 3])
def test_a_finished_run_that_has_lost_results_is_no_success(place: Path, kept: int) -> None:
    """Nothing differs in what is gone."""
    path = place / "run" / "results.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:kept]))

    with pytest.raises(StoreError, match="its results are not those of the reports"):
        _recompute(place)


def test_lost_results_come_back(place: Path) -> None:
    """The same evaluate adds them, from the answers that were kept."""
    path = place / "run" / "results.jsonl"
    before = path.read_bytes()
    path.write_bytes(b"")
    _evaluate(place)

    assert path.read_bytes() == before
    assert _recompute(place) == ()


def test_a_manifest_of_another_schema_is_refused(place: Path) -> None:
    """What its fields mean is not known."""
    path = place / "run" / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_bytes()) | {"schema": 99}), "utf-8")
    for read in (lambda p: load_run(p / "run"), _recompute, _evaluate):
        with pytest.raises(StoreError) as raised:
            read(place)

        assert str(raised.value) == (
            f"{path}: has an unknown schema, got 99; expected schema 1. "
            "Update veridical, or run again into another folder."
        )


@pytest.mark.parametrize(
    ("out", "message"), [("/", "is the root of a disk"), (".", "holds something that is no run")]
)
def test_a_folder_that_cannot_be_a_run_is_refused(
    place: Path, monkeypatch: pytest.MonkeyPatch, out: str, message: str
) -> None:
    """In one line, though such a path has no name of its own."""
    monkeypatch.chdir(place / "bench")
    with pytest.raises(VeridicalError, match=message):
        evaluate(place / "bench", place / "reports", method=METHOD, out=out)
