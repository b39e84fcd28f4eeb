"""Tasks, corpora and the lines they are kept in."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from veridical.errors import GraphError, InputError, TaskFormatError
from veridical.graph import EvidenceGraph, Node, NodeType
from veridical.task import (
    Bench,
    Gold,
    Image,
    Item,
    KeyPoint,
    Modality,
    Query,
    Task,
    line_from_task,
    read_bench,
    read_lines,
)

GRAPH = EvidenceGraph(
    (
        Node("A", NodeType.CONCLUSION, "结论"),
        Node("C1", NodeType.CLAIM, "a claim"),
        Node("E1", NodeType.EVIDENCE, "a fact", "i-1"),
    ),
    (("E1", "C1"), ("C1", "A")),
)
TASK = Task(
    "t-1",
    Query("What is <image>?", (Image("q-1", "images/q.svg", "a picture"),)),
    "en",
    "physics",
    Gold("It is that.", GRAPH),
    {"difficulty": "easy"},
)
ITEM = b'{"id": "i-1", "text": "a fact"}\n'


def write(folder: Path, tasks: bytes, corpus: bytes | None = ITEM) -> Path:
    """A bench's files."""
    (folder / "tasks.jsonl").write_bytes(tasks)
    if corpus is not None:
        (folder / "corpus.jsonl").write_bytes(corpus)
    return folder


def test_a_task_survives_being_written(tmp_path: Path) -> None:
    """What is read is what was written."""
    bench = read_bench(write(tmp_path, line_from_task(TASK) + b"\n"))

    assert Bench((TASK,), {"i-1": Item("i-1", "a fact")}, tmp_path) == bench


def test_a_task_needs_no_gold(tmp_path: Path) -> None:
    """A query alone is a task."""
    line = b'{"schema": 1, "id": "t", "query": {"text": "Why?"}}'

    assert Task("t", Query("Why?")) == read_bench(write(tmp_path, line)).tasks[0]


def test_a_task_file_is_a_bench_too(tmp_path: Path) -> None:
    """Its corpus is looked for beside it."""
    write(tmp_path, line_from_task(TASK))

    assert {"i-1"} == set(read_bench(tmp_path / "tasks.jsonl").corpus)


def test_without_a_corpus_items_are_not_checked(tmp_path: Path) -> None:
    """A bench may leave its corpus out."""
    bench = read_bench(write(tmp_path, line_from_task(TASK), corpus=None))

    assert bench.corpus == {}


def test_marks_and_breaks_of_other_systems_are_read(tmp_path: Path) -> None:
    """A byte-order mark, CR LF and blank lines are no content."""
    line = line_from_task(TASK)
    tasks = b"\xef\xbb\xbf" + line + b"\r\n\r\n \n"

    assert read_bench(write(tmp_path, tasks)).tasks == (TASK,)


@pytest.mark.parametrize(
    ("tasks", "message"),
    [
        (
            b'{"schema": 1, "id": "t", "query": {"text": "x"}}\n\n{"schema": 1, "id": "u"}\n',
            "tasks.jsonl, line 3: does not follow its format: Object missing required field "
            "`query`, got {'schema': 1, 'id': 'u'}; expected one JSON object with the fields "
            "schema, id, query, language, domain, gold, tags, blocked. Mend the line.",
        ),
        (
            b'{"schema": 1, "id": "t", "query": {"text": "x"}, "answr": 1}',
            "tasks.jsonl, line 1: does not follow its format: Object contains unknown field "
            "`answr`, got {'schema': 1, 'id': 't', 'query': {'text': 'x'}, 'answr': 1}; expected "
            "one JSON object with the fields schema, id, query, language, domain, gold, tags, "
            "blocked. Mend the line.",
        ),
        (
            b'{"schema": 1, "id": "\xff"}',
            "tasks.jsonl, line 1: does not follow its format: Invalid UTF-8 encoded string; "
            "expected one JSON object with the fields schema, id, query, language, "
            "domain, gold, tags, blocked. Mend the line.",
        ),
        (
            b'{"schema": 9, "id": "t", "query": {"text": "x"}}',
            'tasks.jsonl, line 1, task "t": has an unknown schema, got 9; expected schema 1 to 2. '
            "Update veridical, or export the tasks again.",
        ),
        (
            b'{"schema": 1, "id": "t", "query": {"text": "x"}}\n' * 2,
            'tasks.jsonl: two of them share the id "t"; expected every task id once. Rename one.',
        ),
    ],
    ids=["missing field", "unknown field", "no UTF-8", "unknown schema", "repeated id"],
)
def test_a_line_that_is_no_task_is_named(tmp_path: Path, tasks: bytes, message: str) -> None:
    """The file, the line, and what to do."""
    with pytest.raises(TaskFormatError) as raised:
        read_bench(write(tmp_path, tasks))

    assert f"{tmp_path}/{message}" == str(raised.value)


def test_a_graph_that_is_none_names_its_task(tmp_path: Path) -> None:
    """A broken gold graph stops the bench, by the name of its task."""
    line = (
        b'{"schema": 1, "id": "t-9", "query": {"text": "x"}, "gold": {"graph": {"nodes": '
        b'[{"id": "A", "type": "conclusion", "text": "x"}], "edges": []}}}'
    )
    with pytest.raises(GraphError) as raised:
        read_bench(write(tmp_path, line))

    expected = (
        f'{tmp_path}/tasks.jsonl, line 1, graph "t-9": conclusion "A" has no supporter; '
        "expected at least one edge into it. "
        "Add the evidence or claim that it rests on."
    )
    assert expected == str(raised.value)


def test_gold_evidence_stands_in_the_corpus(tmp_path: Path) -> None:
    """An evidence node whose item is not there is refused."""
    with pytest.raises(GraphError) as raised:
        read_bench(write(tmp_path, line_from_task(TASK), b'{"id": "i-2", "text": "x"}'))

    expected = (
        f'{tmp_path}/tasks.jsonl, line 1, task "t-1": evidence node "E1" names an item that is '
        "not in the corpus, got 'i-1'; "
        "expected an id of corpus.jsonl. Add the item or correct the node."
    )
    assert expected == str(raised.value)


def test_items_have_one_id_each(tmp_path: Path) -> None:
    """Two items of one id are refused."""
    with pytest.raises(TaskFormatError) as raised:
        read_bench(write(tmp_path, line_from_task(TASK), ITEM * 2))

    expected = (
        f'{tmp_path}/corpus.jsonl: two of them share the id "i-1"; expected every item id once. '
        "Rename one."
    )
    assert expected == str(raised.value)


def test_a_bench_without_tasks_is_none(tmp_path: Path) -> None:
    """An empty file is no bench."""
    with pytest.raises(TaskFormatError) as raised:
        read_bench(write(tmp_path, b"\n"))

    expected = f"{tmp_path}/tasks.jsonl: has no task; expected a task per line. Check the path."
    assert expected == str(raised.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    """The path and the system's reason."""
    with pytest.raises(InputError) as raised:
        read_bench(tmp_path / "none.jsonl")

    expected = (
        f"{tmp_path}/none.jsonl: cannot be read, got 'No such file or directory'; "
        "expected a JSONL file. Check the path."
    )
    assert expected == str(raised.value)


def test_an_item_says_its_modality(tmp_path: Path) -> None:
    """Text unless it says otherwise."""
    path = tmp_path / "corpus.jsonl"
    path.write_text(
        '{"id": "a", "text": "x"}\n{"id": "b", "text": "图", "modality": "image"}', encoding="utf-8"
    )

    assert [i.modality for i in read_lines(path, Item)] == [Modality.TEXT, Modality.IMAGE]


@pytest.mark.parametrize("name", ["tasks.jsonl", "corpus.jsonl"])
def test_a_pipe_is_not_waited_for(tmp_path: Path, name: str) -> None:
    """It may never end."""
    write(tmp_path, line_from_task(TASK) + b"\n")
    (tmp_path / name).unlink()
    os.mkfifo(tmp_path / name)

    with pytest.raises(InputError) as raised:
        read_bench(tmp_path)

    assert str(raised.value) == (
        f"{tmp_path / name}: cannot be read, got 'Not a regular file'; "
        "expected a JSONL file. Check the path."
    )


def test_a_corpus_that_is_a_broken_link_is_not_taken_for_none(tmp_path: Path) -> None:
    """The tasks would be scored without it."""
    write(tmp_path, line_from_task(TASK) + b"\n", None)
    (tmp_path / "corpus.jsonl").symlink_to("nowhere")

    with pytest.raises(InputError, match="got 'No such file or directory'"):
        read_bench(tmp_path)


def test_a_path_that_no_file_can_have_is_refused(tmp_path: Path) -> None:
    """A run's manifest may name anything."""
    with pytest.raises(InputError, match="cannot be read, got 'embedded null byte'"):
        read_bench(tmp_path / "a\0b")


def changed(old: bytes, new: bytes) -> bytes:
    """The task's line with something in it that was not there."""
    line = line_from_task(TASK)
    assert old in line
    return line.replace(old, new, 1)


@pytest.mark.parametrize(
    ("tasks", "corpus", "wrong"),
    [
        (changed(b"What is <image>?", b" \\n"), ITEM, 'task "t-1": asks nothing, got '),
        (changed(b'"en"', b'"klingon"'), ITEM, "its language is no code, got klingon; expected"),
        (changed(b"images/q", b"/etc/q"), ITEM, "its image is outside the bench, got '/etc/q.svg'"),
        (changed(b"images/q", b"a/../../q"), ITEM, "outside the bench, got 'a/../../q.svg'"),
        (changed(b"images/q", b"C:/q"), ITEM, "its image is outside the bench, got 'C:/q.svg'"),
        (changed(b'"id":"t-1"', b'"id":"t-0","id":"t-1"'), ITEM, "says the same key twice, got id"),
        (changed(b'["E1","C1"]', b'["E1"]'), ITEM, "`$.gold.graph.edges[0]`, got ['E1']; expected"),
        (changed(b"physics", b"optics"), b"", "names an item that is not in the corpus, got 'i-1'"),
        (
            changed(b"physics", b"optics"),
            ITEM[:-2] + b', "image_path": "../x.png"}',
            "got '../x.png'",
        ),
        (
            changed(b"physics", b"optics"),
            ITEM[:-2] + b', "language": "zh_"}',
            "no code, got zh_; expected",
        ),
        (
            changed(b"physics", b"optics"),
            ITEM[:-2] + b', "id": "i-1"}',
            "says the same key twice, got id",
        ),
    ],
)
def test_what_no_bench_may_hold(tmp_path: Path, tasks: bytes, corpus: bytes, wrong: str) -> None:
    """Refused in one line that begins with the path as it was given, and the line's number."""
    with pytest.raises((TaskFormatError, GraphError)) as raised:
        read_bench(write(tmp_path, tasks, corpus))

    message = str(raised.value)
    name = "tasks" if "corpus" in wrong or corpus == ITEM else "corpus"
    assert message.startswith(f"{tmp_path}/{name}.jsonl, line 1")
    assert wrong in message


@pytest.mark.parametrize("code", ["", "en", "zh-Hant-TW", "yue", "pt_BR"])
def test_languages_are_codes(tmp_path: Path, code: str) -> None:
    """Two or three letters with what may follow, or none where it is not said."""
    line = changed(b'"en"', f'"{code}"'.encode())

    assert read_bench(write(tmp_path, line)).tasks[0].language == code


def test_an_image_that_is_missing_is_no_error(tmp_path: Path) -> None:
    """Its absence is recorded where it would be looked at; so is a path that turns back inside."""
    line = changed(b"images/q", b"images/../images/q")

    assert read_bench(write(tmp_path, line)).tasks[0].query.images[0].path.endswith("q.svg")


def test_key_points_come_back_and_are_schema_2(tmp_path: Path) -> None:
    """A main conclusion and key points need schema 2; a task without them stays schema 1."""
    gold = Gold(
        main_conclusion="Ice floats.",
        key_points=(KeyPoint("k1", "Ice is lighter.", "e1"), KeyPoint("k2", "水在4℃最重。")),
    )
    line = line_from_task(Task("t", Query("Why?"), gold=gold))
    bare = line_from_task(Task("t", Query("Why?")))

    assert b'"schema":2' in line
    assert b'"schema":1' in bare
    assert read_bench(write(tmp_path, line, corpus=None)).tasks[0].gold == gold


@pytest.mark.parametrize(
    ("gold", "said"),
    [
        ('{"key_points": [{"id": "k", "text": " "}]}', "its gold \"k\" has no words, got ' '"),
        ('{"main_conclusion": ""}', 'its gold "main_conclusion" has no words'),
        (
            '{"key_points": [{"id": "k", "text": "a"}, {"id": "k", "text": "b"}]}',
            'two of them share the id "k"',
        ),
    ],
)
def test_key_points_that_are_none_are_refused(tmp_path: Path, gold: str, said: str) -> None:
    """A key point without words, an empty conclusion, an id twice."""
    path = tmp_path / "tasks.jsonl"
    path.write_text(f'{{"schema": 2, "id": "t", "query": {{"text": "x"}}, "gold": {gold}}}\n')

    with pytest.raises(TaskFormatError, match=said):
        read_bench(path)


def test_key_points_under_the_first_schema_are_refused(tmp_path: Path) -> None:
    """A program that knows schema 1 alone would pass over them."""
    path = tmp_path / "tasks.jsonl"
    line = '{"schema": 1, "id": "t", "query": {"text": "x"}, "gold": {"main_conclusion": "y"}}'
    path.write_text(line + "\n")

    with pytest.raises(TaskFormatError, match="got 'schema 1'; expected schema 2 with them"):
        read_bench(path)
