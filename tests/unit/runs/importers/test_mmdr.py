"""MMDR-Bench's tasks and ground truths become a bench and become themselves again."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from veridical.errors import InputError, TaskFormatError
from veridical.runs.importers.formats import export_bench, import_bench
from veridical.runs.importers.mmdr import Imported, export_rows, import_rows
from veridical.runs.verbs import evaluate, method_named
from veridical.task import Task, read_bench

QUIZ: list[dict[str, Any]] = [
    {
        "qid": 7,
        "caption": "Ice",
        "body": "Why does the ice in the picture float?",
        "image_url": ["floe.png", "https://a.org/p/photo.jpg?w=3"],
        "set": "Research",
        "difficulty": "Hard",
        "language": "English",
        "tags": ["physics", "ice"],
        "source": {"page": 3},
    },
    {"id": "Q120", "title": "", "text": "图中的冰为什么会浮起来？", "images": "images/q.png"},
    {"id": "x-1", "text": "What is it?", "images": [], "split": "daily_hard", "domain": "life"},
]
TRUTHS: list[dict[str, Any]] = [
    {"id": "Q120", "gt": "一块浮冰，标有 3 m。", "by": "an expert"},
    {"qid": "7", "body": "A floe under a flag.", "version": 2},
    {"qid": "99", "text": "Of a task that is not there."},
]


def written(folder: Path) -> Path:
    """Both files and one of the pictures."""
    for name, rows in (("quiz.jsonl", QUIZ), ("quiz_vef.jsonl", TRUTHS)):
        (folder / name).write_text("".join(json.dumps(r) + "\n" for r in rows), "utf-8")
    (folder / "images").mkdir()
    (folder / "images" / "floe.png").write_bytes(b"\x89PNG-floe")
    return folder / "quiz.jsonl"


def by_id(imported: Imported) -> dict[str, Task]:
    """The tasks."""
    return {task.id: task for task in imported.tasks}


def test_the_task_holds_what_the_line_says() -> None:
    """Under any of the names of a field; digits become Q and digits."""
    tasks = by_id(import_rows(QUIZ, TRUTHS))

    assert list(tasks) == ["Q7", "Q120", "x-1"]
    first = tasks["Q7"]
    assert first.query.text == "Why does the ice in the picture float?"
    assert [i.path for i in first.query.images] == ["images/floe.png", "images/Q7-2.jpg"]
    assert first.language == "en"
    assert first.tags == {
        "regime": "research",
        "difficulty": "hard",
        "title": "Ice",
        "tags": "physics, ice",
    }
    assert [i.path for i in tasks["Q120"].query.images] == ["images/q.png"]
    assert (tasks["Q120"].language, tasks["x-1"].domain) == ("zh", "life")


def test_ground_truths_are_joined_by_id_and_never_by_line() -> None:
    """The released code takes the line of the same number first: here all three are others'."""
    imported = import_rows(QUIZ, TRUTHS)
    seen = {id_: task.gold.visual for id_, task in by_id(imported).items()}

    assert seen["Q7"] is not None
    assert (seen["Q7"].text, seen["Q7"].version) == ("A floe under a flag.", "2")
    assert seen["Q120"] is not None
    assert seen["Q120"].text.startswith("一块浮冰")
    assert seen["x-1"] is None
    assert imported.strays == ("Q99",)


@pytest.mark.parametrize(
    ("id_", "regime"),
    [("0", "research"), ("99", "research"), ("100", "daily"), ("139", "daily"), ("140", None)],
)
def test_the_regime_follows_from_the_number_where_nothing_is_said(
    id_: str, regime: str | None
) -> None:
    """Q0 to Q99 are research, Q100 to Q139 daily, whatever their difficulty."""
    task = import_rows([{"qid": id_, "body": "Why?"}]).tasks[0]

    assert task.tags.get("regime") == regime


def test_there_and_back() -> None:
    """Every line as it was, to the order of its keys; the stray truth has no task."""
    tasks, truths = export_rows(import_rows(QUIZ, TRUTHS))

    assert json.dumps(tasks) == json.dumps(QUIZ)
    assert {json.dumps(t) for t in truths} == {json.dumps(t) for t in TRUTHS[:2]}


def test_there_and_back_through_files(tmp_path: Path) -> None:
    """The bench's folder holds all that is needed; pictures that lie there are copied."""
    quiz = written(tmp_path)
    told = import_bench("mmdr", quiz, tmp_path / "bench")
    again = export_bench("mmdr", tmp_path / "bench", tmp_path / "again.jsonl")
    lines = (tmp_path / "again.jsonl").read_text("utf-8").splitlines()
    truths = (tmp_path / "again_vef.jsonl").read_text("utf-8").splitlines()

    assert (told.tasks, again.tasks) == (3, 3)
    assert [json.loads(line) for line in lines] == QUIZ
    assert [json.loads(line) for line in truths] == [TRUTHS[1], TRUTHS[0]]
    assert (tmp_path / "bench" / "images" / "floe.png").read_bytes() == b"\x89PNG-floe"
    assert read_bench(tmp_path / "bench").tasks[0].gold.visual is not None


def test_what_is_not_carried_over_is_told(tmp_path: Path) -> None:
    """Keys without a place, pictures that are not there, truths and tasks without each other."""
    notes = import_bench("mmdr", written(tmp_path), tmp_path / "bench").notes

    assert any('"source" of 1 line' in note for note in notes)
    assert any('"by" of 1 line' in note for note in notes)
    assert any("named by address" in note and "images/Q7-2.jpg" in note for note in notes)
    assert any("not beside the file" in note and "images/q.png" in note for note in notes)
    assert any("without ground truth" in note and "x-1" in note for note in notes)
    assert any("no task has its id" in note and "Q99" in note for note in notes)


def test_a_bench_without_ground_truth_is_one_too(tmp_path: Path) -> None:
    """And says so."""
    (tmp_path / "q.jsonl").write_text('{"qid": 1, "body": "Why?"}\n', "utf-8")
    told = import_bench("mmdr", tmp_path / "q.jsonl", tmp_path / "bench")

    assert told.notes[0] == "without ground truth of pictures: there is no q_vef.jsonl"


@pytest.mark.parametrize(
    ("rows", "truths", "match"),
    [
        ([{"body": "Why?"}], [], "task 1: lacks a field"),
        ([{"qid": 1}], [], 'task "Q1": lacks a field'),
        ([{"qid": 1, "body": "a"}, {"id": "1", "text": "b"}], [], 'share the id "Q1"'),
        ([{"qid": 1, "body": "a"}], [{"qid": 1, "gt": "x"}, {"id": 1, "gt": "y"}], "ground truths"),
        ([{"qid": 1, "body": "a"}], [{"qid": 1}], 'ground truth of "Q1": lacks a field'),
    ],
    ids=["no id", "no query", "one id twice", "two truths", "no truth"],
)
def test_lines_that_are_no_task_are_refused(
    rows: list[dict[str, Any]], truths: list[dict[str, Any]], match: str
) -> None:
    """With what is wrong and what was expected."""
    with pytest.raises(TaskFormatError, match=match):
        import_rows(rows, truths)


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "a/../../x", "C:\\x.png"])
def test_no_picture_leads_out_of_the_bench(name: str, tmp_path: Path) -> None:
    """A name that leads out is replaced by one of the task's own, and nothing is read there."""
    (tmp_path / "q.jsonl").write_text(
        json.dumps({"qid": 1, "body": "Why?", "images": [name]}) + "\n", "utf-8"
    )
    import_bench("mmdr", tmp_path / "q.jsonl", tmp_path / "bench")
    path = read_bench(tmp_path / "bench").tasks[0].query.images[0].path

    assert path in ("images/Q1-1", "images/Q1-1.png")
    assert not (tmp_path / "bench" / path).exists()


def test_an_export_writes_over_nothing(tmp_path: Path) -> None:
    """Neither file."""
    import_bench("mmdr", written(tmp_path), tmp_path / "bench")

    with pytest.raises(InputError, match="is there already"):
        export_bench("mmdr", tmp_path / "bench", tmp_path / "quiz.jsonl")
    (tmp_path / "new_vef.jsonl").write_text("", "utf-8")
    with pytest.raises(InputError, match="is there already"):
        export_bench("mmdr", tmp_path / "bench", tmp_path / "new.jsonl")


def test_an_imported_bench_is_evaluated_and_broken_down_by_regime(tmp_path: Path) -> None:
    """From the published files to means by regime, with the built-in rules."""
    import_bench("mmdr", written(tmp_path), tmp_path / "bench")
    for task in ("Q7", "Q120", "x-1"):
        report = tmp_path / "reports" / "one" / f"{task}.md"
        report.parent.mkdir(parents=True, exist_ok=True)
        report.write_text("# Ice\n\nIce floats on water, since it is lighter.\n", "utf-8")
    run = evaluate(
        tmp_path / "bench",
        tmp_path / "reports",
        method=method_named("mmdr", {}),
        out=tmp_path / "run",
        date="2026-01-15",
    )
    with (tmp_path / "run" / "leaderboard.csv").open(encoding="utf-8", newline="") as file:
        rows = [r for r in csv.DictReader(file) if r["name"] == "published"]
    found = {(r["label"], r["value"]): int(r["tasks"]) for r in rows}

    assert run.manifest.method == "mmdr"
    assert found["", ""] == 3
    assert {v: n for (label, v), n in found.items() if label == "regime"} == {
        "research": 1,
        "daily": 2,
    }
