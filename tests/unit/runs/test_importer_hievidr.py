"""HiEviDR-Bench instances become tasks and become themselves again."""

from __future__ import annotations

import copy
import json
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veridical.errors import GraphError, InputError, TaskFormatError, VeridicalError
from veridical.graph import NodeType
from veridical.report.model import EvidenceList
from veridical.report.parse import parse_report
from veridical.runs.importers.hievidr import (
    Imported,
    export_instances,
    import_instances,
    read_imported,
    read_instances,
    write_imported,
)
from veridical.task import Modality, Query, Task, read_bench

ROOT = Path(__file__).parents[3]
DEMO = ROOT / "src/veridical/runs/demo_bench"
CASE = ROOT.parent / "shared/data/hievidr/case.js"


def canonical() -> dict[str, Any]:
    """An instance in the paper's words, with an image and an unknown key at every level."""
    return {
        "question": "What does the chart in <image> show of the river?",
        "answer": "It grew.",
        "mm_inputs": ["images/q.png"],
        "mm_outputs": ["images/c.png"],
        "evidence_graph": {
            "nodes": [
                {"id": "A", "type": "conclusion", "text": "It grew."},
                {"id": "C1", "type": "claim", "text": "It grew by 3 m.", "layer": 1},
                {"id": "E1", "type": "evidence", "text": "A chart.", "item_id": "w-1"},
                {"id": "E2", "type": "evidence", "text": "It was 2 m.", "item_id": "w-2"},
            ],
            "edges": [
                {"from": "E1", "to": "C1", "relation": "shows"},
                {"from": "E2", "to": "C1"},
                {"from": "C1", "to": "A"},
            ],
            "depth": 2,
        },
        "evidence_items": [
            {"id": "w-1", "modality": "image", "text": "A chart.", "image_path": "images/c.png"},
            {"id": "w-2", "modality": "text", "text": "It was 2 m.", "score": 0.5},
        ],
    }


def other_names() -> dict[str, Any]:
    """The same in other words: reversed pairs of edges, captions, upper case, numbers as ids."""
    return {
        "qid": 7,
        "evidence_items": [
            {"chunk_id": 1, "type": "Figure", "caption": "A chart.", "path": "c.png"},
            {"chunk_id": 2, "content": "It was 2 m.", "source": {"page": 3}},
        ],
        "evidence_graph": {
            "links": [["C1", "E1"], ["C1", "E2"], ["A", "C1"]],
            "nodes": [
                {"name": "E1", "node_type": "Evidence", "description": "A chart."},
                {"name": "E2", "node_type": "Evidence", "description": "two", "evidence_id": 2},
                {"name": "C1", "node_type": "Claim", "description": "It grew."},
                {"name": "A", "node_type": "Conclusion", "description": "It grew."},
            ],
        },
        "mm_inputs": [],
        "mm_outputs": [],
        "answer": None,
        "question": "河流怎么样了？",
    }


@pytest.mark.parametrize("instance", [canonical(), other_names()], ids=["paper", "other names"])
def test_there_and_back(instance: dict[str, Any]) -> None:
    """An imported instance is exported as it was, to the order of its keys."""
    back = export_instances(import_instances([copy.deepcopy(instance)]))

    assert json.dumps(back) == json.dumps([instance])


@pytest.mark.parametrize("instance", [canonical(), other_names()], ids=["paper", "other names"])
def test_there_and_back_through_files(instance: dict[str, Any], tmp_path: Path) -> None:
    """The bench folder holds all that is needed."""
    write_imported(import_instances([instance]), tmp_path)

    assert json.dumps(export_instances(read_imported(tmp_path))) == json.dumps([instance])


def test_the_task_holds_what_the_instance_says() -> None:
    """Query with its image, gold answer and graph, items with their modality."""
    imported = import_instances([canonical()])
    task = imported.tasks[0]

    assert task.query.text.startswith("What does the chart")
    assert [i.path for i in task.query.images] == ["images/q.png"]
    assert task.gold.answer == "It grew."
    assert task.gold.graph is not None
    assert [(n.id, n.item) for n in task.gold.graph.evidence] == [("E1", "w-1"), ("E2", "w-2")]
    assert imported.corpus["w-1"].modality is Modality.IMAGE
    assert task.language == "en"


def test_other_names_are_told() -> None:
    """Reversed edges, items by text or by number, types in upper case, Chinese."""
    imported = import_instances([other_names()])
    task = imported.tasks[0]

    assert task.gold.graph is not None
    assert ("E1", "C1") in task.gold.graph.edges
    assert [(n.id, n.item) for n in task.gold.graph.evidence] == [("E1", "1"), ("E2", "2")]
    assert (task.id, task.language, task.gold.answer) == ("7", "zh", None)
    assert [i.modality for i in imported.corpus.values()] == [Modality.IMAGE, Modality.TEXT]


def test_a_changed_task_is_exported_as_changed() -> None:
    """What was kept never hides what the task now says."""
    imported = import_instances([canonical()])
    task = msgspec.structs.replace(imported.tasks[0], domain="rivers")
    back = export_instances(Imported((task,), imported.corpus, imported.kept))[0]

    assert back == canonical() | {"domain": "rivers"}


def test_ids_that_mean_different_things_are_told_apart() -> None:
    """Two instances use "w-2" for different texts and "w-1" for the same."""
    second = canonical()
    second["evidence_items"][1]["text"] = "It was 5 m."
    imported = import_instances([canonical(), second])

    assert sorted(imported.corpus) == ["hievidr-0001/w-2", "hievidr-0002/w-2", "w-1"]
    assert export_instances(imported) == [canonical(), second]


def test_a_task_of_ours_survives_the_way_there_and_back() -> None:
    """The demo tasks, exported in the paper's words, which have none for what pictures show."""
    bench = read_bench(DEMO)
    instances = export_instances(Imported(bench.tasks, bench.corpus, ()))
    back = import_instances(json.loads(json.dumps(instances)))

    assert back.tasks == tuple(map(_without_visual, bench.tasks))
    assert all(bench.corpus[i] == item for i, item in back.corpus.items())


def _without_visual(task: Task) -> Task:
    return msgspec.structs.replace(task, gold=msgspec.structs.replace(task.gold, visual=None))


def test_a_task_without_gold_is_exported_without_it() -> None:
    """No graph, no items: what is not known is left out."""
    task = Task("t", Query("Why?"))

    assert export_instances(Imported((task,), {}, ())) == [{"id": "t", "question": "Why?"}]


SCALARS = st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=4)
EXTRA = st.dictionaries(
    st.text(min_size=1, max_size=3).map(lambda key: f"x-{key}"),
    SCALARS | st.lists(SCALARS, max_size=2) | st.dictionaries(st.text(max_size=2), SCALARS),
    max_size=2,
)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(extras=st.lists(EXTRA, min_size=11, max_size=11), luck=st.randoms(use_true_random=False))
def test_any_unknown_keys_survive(extras: list[dict[str, Any]], luck: random.Random) -> None:
    """Whatever else stands at any level, in any order of keys."""
    instance = canonical()
    graph = instance["evidence_graph"]
    rows = [instance, graph, *graph["nodes"], *graph["edges"], *instance["evidence_items"]]
    for row, extra in zip(rows, extras, strict=True):
        keys = [*row.items(), *extra.items()]
        row.clear()
        row.update(luck.sample(keys, len(keys)))
    back = export_instances(import_instances([copy.deepcopy(instance)]))

    assert json.dumps(back) == json.dumps([instance])


@pytest.mark.parametrize("form", ["array", "lines", "one"])
def test_files_of_any_form(form: str, tmp_path: Path) -> None:
    """A JSON array, an object per line, or a single object over many lines."""
    rows = [canonical()] if form == "one" else [canonical(), other_names()]
    text = {
        "array": json.dumps(rows, indent=1),
        "lines": "\n".join(map(json.dumps, rows)) + "\n",
        "one": json.dumps(rows[0], indent=1),
    }[form]
    path = tmp_path / "instances.json"
    path.write_text("\ufeff" + text, encoding="utf-8")

    assert read_instances(path) == rows


def broken(**changes: Any) -> list[dict[str, Any]]:
    """The canonical instance with some fields changed or, with `...`, dropped."""
    row = canonical() | changes
    return [{k: v for k, v in row.items() if v is not ...}]


@pytest.mark.parametrize(
    ("instances", "message"),
    [
        (
            broken(question=...),
            'instance 1: has no text under "question", got None; expected a string. '
            "Mend the instance.",
        ),
        (
            broken(evidence_items={"a": 1}),
            "instance 1: has no list under \"evidence_items\", got {'a': 1}; expected a list. "
            "Mend it.",
        ),
        (
            broken(evidence_graph=[]),
            'instance "hievidr-0001", evidence_graph: is no object, got []; '
            "expected a JSON object. Mend it.",
        ),
        (
            broken(evidence_items=[{"id": "x", "text": "a"}] * 2),
            'instance 1: two evidence items share the id "x"; expected every item id once. '
            "Rename one.",
        ),
        (
            broken(evidence_graph={"nodes": [], "edges": [["a", "b", "c"]]}),
            'instance "hievidr-0001", evidence_graph, edge: is no object, '
            "got ['a', 'b', 'c']; expected a JSON object. Mend it.",
        ),
        (
            broken(
                evidence_graph={"nodes": [{"id": "N", "type": "fact", "text": "t"}], "edges": []}
            ),
            'instance "hievidr-0001", evidence_graph, node "N": has an unknown type, got fact; '
            "expected evidence, claim or conclusion. Correct it.",
        ),
    ],
)
def test_broken_instances_are_refused(instances: list[dict[str, Any]], message: str) -> None:
    """One line that says where and what."""
    with pytest.raises(TaskFormatError) as error:
        import_instances(instances)

    assert str(error.value) == message


def test_a_graph_that_is_none_is_refused_as_its_edges_run() -> None:
    """Wrong either way: the message is of the direction given."""
    row = canonical()
    row["evidence_graph"]["edges"].append({"from": "C1", "to": "E1"})

    with pytest.raises(GraphError, match=r'^graph "hievidr-0001": edge C1 → E1 supports evidence'):
        import_instances([row])


@pytest.mark.parametrize(
    ("content", "start"),
    [
        (b"{", "instances.json: is no JSON"),
        (b"[1]", "instances.json, instance 1: is no object, got 1"),
    ],
)
def test_files_that_hold_something_else(content: bytes, start: str, tmp_path: Path) -> None:
    """No JSON, or no objects."""
    path = tmp_path / "instances.json"
    path.write_bytes(content)

    with pytest.raises(TaskFormatError) as error:
        read_instances(path)

    assert str(error.value).startswith(start)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """An input error, no traceback."""
    with pytest.raises(InputError):
        read_instances(tmp_path / "none.json")


# ---- the published case --------------------------------------------------------------------


def published_case() -> tuple[dict[str, Any], str]:
    """The site's case as an instance, and its report; edges as its figure draws them."""
    if not CASE.exists():
        pytest.skip("the published case is not part of the project; it is not beside it here")
    script = CASE.read_text(encoding="utf-8")
    found = re.findall(
        r'\n    (\w+): \{\s+title: "\w+",\s+type: "(\w+)",.*?description: ("(?:[^"\\]|\\.)*")'
        r'(?:,\s+image: "([^"]*)")?\s+\}',
        script,
        re.DOTALL,
    )
    nodes = [
        {"id": node, "type": kind, "text": json.loads(text.replace("\\'", "'"))}
        for node, kind, text, _ in found
    ]
    items = [
        {"id": node, "modality": "image" if image else "text", "text": json.loads(text)}
        | ({"image_path": image} if image else {})
        for node, kind, text, image in found
        if kind == "evidence"
    ]
    question = re.search(r"font-size: 14px;\">\s+(How .*?\?)\s+</div>", script, re.DOTALL)
    report = re.search(r"fullReportHtml = `(.*?)`;", script, re.DOTALL)
    assert question is not None
    assert report is not None
    edges = [{"from": f"E{n}", "to": f"C{n}"} for n in (1, 2, 3)]
    edges += [{"from": f"C{n}", "to": "A"} for n in (1, 2, 3)]
    instance = {
        "question": question[1].replace("&lt;", "<").replace("&gt;", ">"),
        "answer": next(n["text"] for n in nodes if n["id"] == "A"),
        "mm_inputs": ["./static/images/case_img.jpg"],
        "mm_outputs": ["./static/images/case_img.jpg"],
        "evidence_graph": {"nodes": nodes, "edges": edges},
        "evidence_items": items,
    }
    return instance, report[1]


def test_the_published_case_there_and_back() -> None:
    """Three claims, three pieces of evidence, one of them a table as an image."""
    instance, _ = published_case()
    imported = import_instances([instance])
    graph = imported.tasks[0].gold.graph

    assert graph is not None
    assert [len(graph.evidence), len(graph.claims)] == [3, 3]
    assert graph.conclusion.text == imported.tasks[0].gold.answer
    assert graph.by_id["E2"].type is NodeType.EVIDENCE
    assert export_instances(imported) == [instance]


def test_the_published_report_is_read() -> None:
    """Its grouped markers resolve against a list of ten items."""
    _, html = published_case()
    given = EvidenceList(tuple(f"chunk-{n}" for n in range(1, 11)))
    parsed = parse_report(html, evidence=given)
    cited = {parsed.references[r].item for c in parsed.citations for r in c.references}

    # the markers name 1 to 10, each at least once
    assert cited >= {f"chunk-{n}" for n in range(1, 11)}


def test_errors_are_the_packages_own() -> None:
    """An importer raises nothing else."""
    assert issubclass(TaskFormatError, VeridicalError)
