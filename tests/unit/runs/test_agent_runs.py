"""Several runs of an agent: mean and sample standard deviation, absence counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from veridical.runs.agent_runs import FILE, keep_runs, over_runs
from veridical.runs.demo import BENCH
from veridical.runs.research import Researching
from veridical.runs.researched import Question
from veridical.runs.verbs import check
from veridical.task import Query


def test_by_hand() -> None:
    """2, 4, 4, 4, 5, 5, 7, 9: mean 5, the squares of the differences add up to 32, over 7."""
    found = over_runs("s", [2, 4, 4, 4, 5, 5, 7, 9])
    assert (found.mean, found.n) == (5, 8)
    assert found.deviation == pytest.approx((32 / 7) ** 0.5)


def test_a_run_without_a_number_is_in_no_mean() -> None:
    """Of one number there is no deviation; of none no mean."""
    one = over_runs("s", [None, 3.0], ["", "no report"])
    assert (one.mean, one.deviation, one.n, one.absent) == (3.0, None, 1, ("no report",))
    none = over_runs("s", [None, None], ["a", "a"])
    assert (none.mean, none.deviation, none.n, none.absent) == (None, None, 0, ("a",))


def test_runs_are_kept(tmp_path: Path) -> None:
    """Each in a folder of its own; the rules do not differ, so that no score does."""
    researching = Researching(corpus=BENCH, agent="rag", runs=3)
    every = researching.answer_runs(
        Question(Query("Why does ice float on a lake in winter?")), tmp_path
    )
    assert [one.folder.name for one in every] == ["run-1", "run-2", "run-3"]
    checked = [check(one.path, sources=BENCH) for one in every if one.path is not None]
    found = keep_runs(every, checked, tmp_path)
    kept = json.loads((tmp_path / FILE).read_text("utf-8"))
    assert [one["run"] for one in kept["runs"]] == [1, 2, 3]
    by_name = {one.name: one for one in found.scores}
    assert by_name["supported"].n == 3
    assert {one.deviation for one in found.scores} == {0.0}
    assert by_name["contradicted"].mean == 0


def test_a_run_without_a_report_is_told(tmp_path: Path) -> None:
    """It has no score, and says why."""
    every = Researching(corpus=BENCH, agent="rag", runs=2).answer_runs(
        Question(Query("zzzz qqqq")), tmp_path
    )
    found = keep_runs(every, [None, None], tmp_path)
    assert found.scores == ()
    assert all(one.absence for one in found.runs)
