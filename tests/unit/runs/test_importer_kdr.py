"""KDR-Bench's questions into a bench and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from veridical.errors import InputError, TaskFormatError
from veridical.runs.importers.formats import export_bench, import_bench
from veridical.task import KeyPoint, line_from_task, read_bench

QUESTION: dict[str, Any] = {
    "qid": "q/1",
    "domain": "Transport",
    "sub_domain": "Rail",
    "topic": "Fares",
    "type": "predictive",
    "question": "How will fares change by 2030?",
    "main_conclusion": "Fares will rise.",
    "key_points": [
        {"kp_id": "k1", "text": "Fuel costs rise.", "table_id": 7, "note": "by hand"},
        {"kp_id": "k2", "text": "票价上涨。"},
    ],
    "table_ids": [7, 8],
    "reference_report": "# Fares\n\nFares will rise.",
}
OTHER = {**QUESTION, "qid": "q2", "reference_report": None, "topic": None}


def written(folder: Path, *rows: object) -> Path:
    """A file of questions."""
    path = folder / "questions.json"
    path.write_text(json.dumps(rows, ensure_ascii=False), "utf-8")
    return path


def test_a_question_becomes_a_task_with_key_points(tmp_path: Path) -> None:
    """Gold, domain and tags; what a task has no place for is told."""
    told = import_bench("kdr", written(tmp_path, QUESTION, OTHER), tmp_path / "bench")
    first, second = read_bench(tmp_path / "bench").tasks

    assert (first.id, first.domain, first.language) == ("q/1", "Transport", "en")
    assert first.tags == {"sub_domain": "Rail", "topic": "Fares", "type": "predictive"}
    assert second.tags == {"sub_domain": "Rail", "type": "predictive"}
    assert first.gold.main_conclusion == "Fares will rise."
    assert first.gold.key_points == (
        KeyPoint("k1", "Fuel costs rise.", "7"),
        KeyPoint("k2", "票价上涨。"),
    )
    assert told.tasks == 2
    assert told.notes == (
        'kept in kdr.jsonl alone, as a task has no place for it: "table_ids"',
        f"1 reference reports are in {tmp_path / 'bench' / 'reference'}: name it as rival",
        "without a reference report: q2",
    )


def test_reference_reports_are_reports_by_task(tmp_path: Path) -> None:
    """Under a file name that any task id has."""
    import_bench("kdr", written(tmp_path, QUESTION, OTHER), tmp_path / "bench")
    files = sorted((tmp_path / "bench" / "reference").iterdir())

    assert [f.name for f in files] == ["q%2F1.md"]
    assert files[0].read_text("utf-8") == QUESTION["reference_report"]


@pytest.mark.parametrize("name", ["back.json", "back.jsonl"])
def test_what_was_read_comes_back(tmp_path: Path, name: str) -> None:
    """Key for key, in their order, whatever a task has a place for."""
    import_bench("kdr", written(tmp_path, QUESTION, OTHER), tmp_path / "bench")
    export_bench("kdr", tmp_path / "bench", tmp_path / name)
    text = (tmp_path / name).read_text("utf-8")
    rows = json.loads(text) if name.endswith("json") else list(map(json.loads, text.splitlines()))

    assert rows == [QUESTION, OTHER]
    assert [list(row) for row in rows] == [list(QUESTION), list(OTHER)]


def test_what_has_changed_since_is_written_as_it_is(tmp_path: Path) -> None:
    """The conclusion and a key point; the rest as it was."""
    bench = tmp_path / "bench"
    import_bench("kdr", written(tmp_path, QUESTION), bench)
    (task,) = read_bench(bench).tasks
    gold = msgspec.structs.replace(
        task.gold, main_conclusion="Fares will fall.", key_points=(KeyPoint("k1", "New.", "9"),)
    )
    changed = msgspec.structs.replace(task, gold=gold, domain="Rail")
    (bench / "tasks.jsonl").write_bytes(line_from_task(changed) + b"\n")
    export_bench("kdr", bench, tmp_path / "back.json")
    (row,) = json.loads((tmp_path / "back.json").read_text("utf-8"))

    assert row == {
        **QUESTION,
        "domain": "Rail",
        "main_conclusion": "Fares will fall.",
        "key_points": [{"kp_id": "k1", "text": "New.", "table_id": "9"}],
    }


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"qid": 5}, 'question 1: has no text under "qid", got 5'),
        ({"question": None}, 'question 1: has no text under "question"'),
        ({"main_conclusion": None}, 'question "q/1": has no text under "main_conclusion"'),
        ({"key_points": []}, 'question "q/1": has no key point'),
        ({"key_points": ["x"]}, 'question "q/1", key point: is no object'),
    ],
)
def test_a_question_that_lacks_something_is_named(
    tmp_path: Path, change: dict[str, object], said: str
) -> None:
    """And nothing is written."""
    with pytest.raises(TaskFormatError) as raised:
        import_bench("kdr", written(tmp_path, {**QUESTION, **change}), tmp_path / "bench")

    assert said in str(raised.value)
    assert not (tmp_path / "bench" / "tasks.jsonl").exists()


def test_an_id_twice_is_refused(tmp_path: Path) -> None:
    """Which of both a report answers could not be told."""
    with pytest.raises(InputError, match='share the id "q/1"'):
        import_bench("kdr", written(tmp_path, QUESTION, QUESTION), tmp_path / "bench")
