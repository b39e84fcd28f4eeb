"""`veridical import` and `export`: instances of another bench, there and back, by the program."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.journeys.program import Program
from veridical.task import read_bench


def instance(question: str, **more: object) -> dict[str, Any]:
    """The six fields, with keys of its own at every level, and whatever else."""
    return {
        "question": question,
        "answer": "It grew.",
        "mm_inputs": ["images/q.png"],
        "mm_outputs": ["images/c.png"],
        "evidence_graph": {
            "nodes": [
                {"id": "A", "type": "conclusion", "text": "It grew."},
                {"id": "C1", "type": "claim", "text": "It grew by 3 m.", "layer": 1},
                {"id": "E1", "type": "evidence", "text": "A chart.", "item_id": "w-1"},
                {"id": "E2", "type": "evidence", "text": "Nobody knows."},
            ],
            "edges": [
                {"from": "E1", "to": "C1", "relation": "shows"},
                {"from": "E2", "to": "C1"},
                {"from": "C1", "to": "A"},
            ],
        },
        "evidence_items": [
            {"id": "w-1", "modality": "image", "text": "A chart.", "image_path": "images/c.png"},
            {"id": "w-2", "modality": "smell", "text": "It was 2 m.", "score": 0.5},
        ],
        **more,
    }


INSTANCES = [
    instance("How did <image> grow?", note="one"),
    instance("河流怎么样了？", answer=["no", "text"], mm_inputs=[], reviewer={"id": 3}),
]


@pytest.mark.parametrize("name", ["instances.json", "instances.jsonl"])
def test_there_and_back(program: Program, name: str) -> None:
    """The file that comes out says what the file that went in said, to the order of its keys."""
    lines = [json.dumps(one, ensure_ascii=False) for one in INSTANCES]
    text = "\n".join(lines) if name.endswith("l") else json.dumps(INSTANCES, ensure_ascii=False)
    (program.folder / name).write_text(text, "utf-8")
    there = program("import", "hievidr", name, "--out", "bench/tasks.jsonl")
    back = program("export", "hievidr", "bench", "--out", f"again-{name}")
    written = (program.folder / f"again-{name}").read_text("utf-8")
    has_lines = name.endswith("l")
    found = [*map(json.loads, written.splitlines())] if has_lines else json.loads(written)

    assert (there.code, there.err, back.code, back.err) == (0, "", 0, "")
    assert back.out == f"2 tasks and 2 items are in again-{name}.\n"
    assert [json.dumps(one) for one in found] == [json.dumps(one) for one in INSTANCES]


def test_what_is_lost_is_told(program: Program) -> None:
    """How many tasks, and each thing that no task has a place for, once, with its number."""
    (program.folder / "instances.json").write_text(json.dumps(INSTANCES), "utf-8")
    (program.folder / "bench" / "images").mkdir(parents=True)
    (program.folder / "bench" / "images" / "q.png").write_bytes(b"\x89PNG")
    done = program("import", "hievidr", "instances.json", "--out", "bench")
    aside = "kept in hievidr.jsonl alone, as a task has no place for it"
    unread = "not understood, and kept in hievidr.jsonl alone"

    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        "2 tasks and 2 items are in bench.",
        f'{aside}: "layer" of 2 nodes.',
        f'{aside}: "mm_outputs" of 2 instances.',
        f'{aside}: "note" of 1 instance.',
        f'{aside}: "relation" of 2 edges.',
        f'{aside}: "reviewer" of 1 instance.',
        f'{aside}: "score" of 2 items.',
        f'{unread}: "answer" of 1 instance.',
        f'{unread}: "modality" of 2 items.',
        "without an item of the corpus: 2 evidence nodes (hievidr-0001: E2, hievidr-0002: E2).",
        "without a gold answer: 1 task (hievidr-0002).",
        "not in the bench's folder: 1 picture (images/c.png); put them there.",
    ]


def test_an_imported_bench_is_evaluated(program: Program, demo_bench: Path) -> None:
    """The demo's tasks, by way of the other format, with the demo's reports."""
    out = program("export", "hievidr", demo_bench, "--out", "demo.jsonl")
    back = program("import", "hievidr", "demo.jsonl", "--out", "bench")
    items = len(read_bench(program.folder / "bench").corpus)
    whole = len(read_bench(demo_bench).corpus)

    assert (out.code, back.code) == (0, 0)
    assert out.out.splitlines()[0] == f"8 tasks and {items} items are in demo.jsonl."
    assert out.out.splitlines()[1].startswith(
        f"left out, since no task's graph names them: {whole - items} items ("
    )
    # the format has no place for what a question's pictures show
    tasks = {
        task.id: replace(task, gold=replace(task.gold, visual=None))
        for task in read_bench(demo_bench).tasks
    }
    assert {t.id: t for t in read_bench(program.folder / "bench").tasks} == tasks


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("import", "other", "in.json", "--out", "bench"),
            "format: is unknown, got other; expected hievidr or kdr or mmdr. Correct it.\n",
        ),
        (
            ("import", "hievidr", "none.json", "--out", "bench"),
            "none.json: cannot be read, got 'No such file or directory'; expected a file. "
            "Check the path.\n",
        ),
        (
            ("import", "hievidr", "in.json", "--out", "other.jsonl"),
            "other.jsonl: is no bench; expected a folder, or tasks.jsonl in it. "
            "Name one of them.\n",
        ),
        (
            ("import", "hievidr", "in.json", "--out", "bench"),
            "in.json: holds no instance, got 'an empty array'; expected an array of instances, or "
            "one per line. Name another file.\n",
        ),
    ],
)
def test_what_cannot_be_imported(
    program: Program, arguments: tuple[str, ...], message: str
) -> None:
    """One line, exit code 3, and nothing is written."""
    (program.folder / "in.json").write_text("[]", "utf-8")
    done = program(*arguments)

    assert (done.code, done.err) == (3, message)
    assert [path.name for path in program.folder.iterdir()] == ["in.json"]


def test_a_bench_is_not_written_over(program: Program) -> None:
    """What is there stays to the byte."""
    (program.folder / "in.json").write_text(json.dumps(INSTANCES), "utf-8")
    (program.folder / "bench").mkdir()
    (program.folder / "bench" / "tasks.jsonl").write_text("mine", "utf-8")
    done = program("import", "hievidr", "in.json", "--out", "bench")

    assert (done.code, done.err.count("\n")) == (3, 1)
    assert 'folder "bench": holds a bench already' in done.err
    assert (program.folder / "bench" / "tasks.jsonl").read_text("utf-8") == "mine"


def test_a_broken_instance_is_named(program: Program) -> None:
    """By its number, and nothing is written."""
    broken = [INSTANCES[0], {"question": "Why?"}]
    (program.folder / "in.json").write_text(json.dumps(broken), "utf-8")
    done = program("import", "hievidr", "in.json", "--out", "bench")

    assert (done.code, done.err.count("\n")) == (3, 1)
    assert "hievidr-0002" in done.err
    assert not (program.folder / "bench").exists()


def test_a_file_in_the_place_of_the_bench(program: Program) -> None:
    """Usage: exit code 3, one line, and the file stays."""
    (program.folder / "in.json").write_text(json.dumps(INSTANCES), "utf-8")
    done = program("import", "hievidr", "in.json", "--out", "in.json")

    assert (done.code, done.err) == (
        3,
        "folder \"in.json\": is none, got 'the file in.json'; expected a folder, or a name "
        "that is free. Name another folder.\n",
    )
    assert json.loads((program.folder / "in.json").read_text("utf-8")) == INSTANCES


def test_an_export_writes_over_nothing(program: Program) -> None:
    """Neither the bench's own files, there or not, nor a stranger's: one line, exit code 3."""
    (program.folder / "in.json").write_text(json.dumps(INSTANCES), "utf-8")
    program("import", "hievidr", "in.json", "--out", "ok")
    (program.folder / "letter.txt").write_text("dear", "utf-8")
    (program.folder / "ok" / "hievidr.jsonl").unlink()
    before = {p: p.read_bytes() for p in program.folder.rglob("*") if p.is_file()}
    for target, wrong in {
        "ok/tasks.jsonl": "is a file of the bench itself",
        "ok/hievidr.jsonl": "is a file of the bench itself",
        "letter.txt": "is there already",
        "ok": "is there already",
    }.items():
        done = program("export", "hievidr", "ok", "--out", target)
        assert (done.code, done.err.count("\n")) == (3, 1)
        assert done.err.startswith(f"{target}: {wrong}, got ")

    assert {p: p.read_bytes() for p in program.folder.rglob("*") if p.is_file()} == before
