"""Trajectories: what an agent did, a line a step."""

from __future__ import annotations

from pathlib import Path

import pytest

from veridical.errors import TaskFormatError
from veridical.trajectory import Step, StepKind, read_trajectory


def test_steps_are_read_in_their_order(tmp_path: Path) -> None:
    """The file's order is the order of what was done."""
    path = tmp_path / "t.trajectory.jsonl"
    path.write_text(
        '{"step": 1, "kind": "search", "query": "水"}\n'
        '{"step": 1, "kind": "retrieve", "item": "water-01", "time": "2026-01-01T00:00:00Z"}\n',
        encoding="utf-8",
    )

    expected = (
        Step(1, StepKind.SEARCH, query="水"),
        Step(1, StepKind.RETRIEVE, item="water-01", time="2026-01-01T00:00:00Z"),
    )
    assert expected == read_trajectory(path)


def test_an_unknown_kind_of_step_is_refused(tmp_path: Path) -> None:
    """The line and what is wrong with it."""
    path = tmp_path / "t.trajectory.jsonl"
    path.write_text('{"step": 1, "kind": "dream"}\n', encoding="utf-8")
    with pytest.raises(TaskFormatError) as raised:
        read_trajectory(path)

    expected = (
        f"{path}, line 1: does not follow its format: Invalid enum value 'dream' - at "
        "`$.kind`, got dream; expected one JSON object with the fields step, kind, item, url, "
        "query, time, note. Mend the line."
    )
    assert expected == str(raised.value)
