"""Files of other benches that would be read with something lost, or never to their end."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from veridical.errors import InputError, TaskFormatError
from veridical.runs.importers.answer_pairs import read_pairs
from veridical.runs.importers.covered_insights import read_coverage
from veridical.runs.importers.kdr import question_of
from veridical.runs.importers.mmdr import import_rows, truth_file


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("images", [{"url": "a.png"}]),
        ("images", {"a": 1}),
        ("image_url", 7),
        ("split", 7),
        ("difficulty", ["hard"]),
        ("tags", {"a": "b"}),
        ("language", {}),
    ],
)
def test_values_that_are_no_words_are_refused(field: str, value: object) -> None:
    """They were passed over in silence, and a task with pictures had none."""
    with pytest.raises(TaskFormatError, match=f'"{field}" holds something else than words'):
        import_rows([{"qid": "1", "body": "q", field: value}])  # type: ignore[dict-item]


def test_two_key_points_of_one_id_are_refused() -> None:
    """Before a bench is written that nobody can load."""
    points = [{"kp_id": "1", "text": "t"}, {"kp_id": "1", "text": "u"}]
    row = {"qid": "k", "question": "q", "main_conclusion": "m", "key_points": points}
    with pytest.raises(TaskFormatError, match="has two key points of one id"):
        question_of(row, 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("read", [read_pairs, read_coverage])
def test_a_pipe_is_not_waited_for(read, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """It is no file."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="Not a regular file"):
        read(tmp_path / "pipe")


def test_a_folder_has_no_ground_truth_beside_it() -> None:
    """And is told to be none where it is read."""
    assert truth_file(Path()).name == "_vef"
