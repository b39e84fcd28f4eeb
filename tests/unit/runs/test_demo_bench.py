"""The corpus and the tasks of the demo bench keep their rules, and their figures hold."""

import importlib.util
import re
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from tests.unit.runs.demo_bench import (
    BENCH,
    ROOT,
    TASKS,
    corpus,
    edges,
    evidence_below,
    layer,
    nodes,
    numbers,
    share_said,
    tasks,
)


def test_corpus_is_large_and_bilingual() -> None:
    """There are at least 70 items, 20 of them Chinese, 6 pictures and 3 tables."""
    languages = Counter(item["language"] for item in corpus().values())
    kinds = Counter(item["modality"] for item in corpus().values())

    assert len(corpus()) >= 70
    assert set(languages) == {"en", "zh"}
    assert languages["zh"] >= 20
    assert kinds["image"] >= 6
    assert kinds["table"] >= 3


def test_corpus_ids_are_unique() -> None:
    """No line repeats an id."""
    lines = (BENCH / "corpus.jsonl").read_text(encoding="utf-8").splitlines()

    assert len(lines) == len(corpus())


def test_items_have_the_same_fields() -> None:
    """Every item says where it comes from and under which licence."""
    fields = {"id", "modality", "title", "text", "image_path", "source", "license", "language"}
    for item in corpus().values():
        assert fields == set(item)
        assert item["source"].startswith(f"https://corpus.veridical.example/{item['id']} (")
        assert item["license"] in {"Apache-2.0", "CC-BY-4.0"}


def test_text_items_have_the_length_of_a_chunk() -> None:
    """English text items have 60 to 160 words, Chinese 120 to 300 characters."""
    for item in corpus().values():
        if item["modality"] == "text":
            size = len(re.sub(r"\s", "", item["text"]))
            size = len(item["text"].split()) if item["language"] == "en" else size
            low, high = (60, 160) if item["language"] == "en" else (120, 300)

            assert low <= size <= high, item["id"]


def test_text_items_state_precise_facts() -> None:
    """Every text item has at least two numbers, so that it can be contradicted."""
    for item in corpus().values():
        if item["modality"] == "text":
            assert len(numbers(item["text"])) >= 2, item["id"]


def test_pictures_exist_and_are_small() -> None:
    """Every path of an item or query leads to an SVG file of at most 10 kB with labels."""
    paths = {item["image_path"] for item in corpus().values()} - {None}
    paths |= {image["path"] for task in tasks().values() for image in task["query"]["images"]}

    assert paths == {f"images/{path.name}" for path in (BENCH / "images").glob("*.svg")}
    for path in paths:
        assert (BENCH / path).stat().st_size <= 10_000
        assert "</text>" in (BENCH / path).read_text(encoding="utf-8")


def test_pictures_of_queries_can_be_shown_to_a_model() -> None:
    """Two tasks show one, named in the text; a PNG of at most 40 kB lies beside each drawing."""
    shown = {name: task["query"] for name, task in tasks().items() if task["query"]["images"]}
    pngs = {Path(q["images"][0]["path"]).with_suffix(".png") for q in shown.values()}

    assert set(shown) == {"t-iris", "t-rivers"}
    assert {q["text"].count("<image>") for q in shown.values()} == {1}
    assert pngs == {Path("images") / path.name for path in (BENCH / "images").glob("*.png")}
    for path in pngs:
        data = (BENCH / path).read_bytes()
        assert data.startswith(b"\x89PNG")
        assert len(data) <= 40_000


def test_only_pictures_have_a_path() -> None:
    """Image items have a picture and no other item has one."""
    for item in corpus().values():
        assert (item["modality"] == "image") == (item["image_path"] is not None)


def test_bench_is_small() -> None:
    """The whole bench stays under 1.5 MB."""
    assert sum(p.stat().st_size for p in BENCH.rglob("*") if p.is_file()) < 1_500_000


def test_tasks_cover_languages_modalities_and_difficulties() -> None:
    """Eight tasks: three Chinese, two multimodal, all three difficulties."""
    tags = [task["tags"] for task in tasks().values()]

    assert tuple(tasks()) == TASKS
    assert Counter(t["language"] for t in tasks().values()) == {"en": 5, "zh": 3}
    assert Counter(tag["modality"] for tag in tags) == {"text": 6, "multimodal": 2}
    assert {tag["difficulty"] for tag in tags} == {"easy", "medium", "hard"}


def test_queries_name_their_pictures() -> None:
    """A query has as many placeholders as pictures, and at least one query has a picture."""
    counts = [
        (task["query"]["text"].count("<image>"), len(task["query"]["images"]))
        for task in tasks().values()
    ]

    assert all(placeholders == pictures for placeholders, pictures in counts)
    assert any(pictures for _, pictures in counts)


@pytest.mark.parametrize("task", TASKS)
def test_graph_has_one_conclusion_that_is_the_answer(task: str) -> None:
    """The text of the only conclusion equals the gold answer."""
    (conclusion,) = nodes(task, "conclusion").values()

    assert tasks()[task]["gold"]["answer"] == conclusion["text"]


@pytest.mark.parametrize("task", TASKS)
def test_graph_edges_go_from_evidence_over_claims_to_the_conclusion(task: str) -> None:
    """Evidence supports claims alone, and nothing supports evidence or follows the end."""
    kinds = {k: kind for kind in ("evidence", "claim", "conclusion") for k in nodes(task, kind)}
    allowed = {("evidence", "claim"), ("claim", "claim"), ("claim", "conclusion")}

    assert {(kinds[a], kinds[b]) for a, b in edges(task)} <= allowed
    assert len(edges(task)) == len(set(edges(task)))


@pytest.mark.parametrize("task", TASKS)
def test_every_node_of_a_graph_is_used(task: str) -> None:
    """All but the conclusion support something, and all but evidence are supported."""
    supporters = {a for a, _ in edges(task)}
    supported = {b for _, b in edges(task)}

    assert supporters == {*nodes(task, "evidence"), *nodes(task, "claim")}
    assert supported == {*nodes(task, "claim"), *nodes(task, "conclusion")}


@pytest.mark.parametrize("task", TASKS)
def test_graph_has_no_cycle_and_one_root(task: str) -> None:
    """The conclusion rests, through claims, on every evidence node of the graph."""
    (conclusion,) = nodes(task, "conclusion")

    assert set(nodes(task, "evidence")) == evidence_below(task, conclusion)


@pytest.mark.parametrize("task", TASKS)
def test_difficulty_follows_size_and_depth(task: str) -> None:
    """Easy: 5 to 8 nodes in 2 layers; medium: as small but deeper; hard: 9 to 17 nodes."""
    (conclusion,) = nodes(task, "conclusion")
    size = len(tasks()[task]["gold"]["graph"]["nodes"])
    depth = layer(task, conclusion)
    small = "easy" if depth == 2 else "medium"

    assert 5 <= size <= 17
    assert 2 <= depth <= 4
    assert tasks()[task]["tags"]["difficulty"] == (small if size <= 8 else "hard")


@pytest.mark.parametrize("task", TASKS)
def test_evidence_nodes_name_different_items(task: str) -> None:
    """Each evidence node stands on an item of its own, in the language of the task."""
    items = [node["item"] for node in nodes(task, "evidence").values()]

    assert len(items) == len(set(items))
    for item in items:
        assert tasks()[task]["language"] == corpus()[item]["language"]


@pytest.mark.parametrize("task", TASKS)
def test_evidence_nodes_say_what_their_items_say(task: str) -> None:
    """An evidence node has no number that its item lacks, and 80 % of its words."""
    for node in nodes(task, "evidence").values():
        text = corpus()[node["item"]]["text"]

        assert numbers(node["text"]) <= numbers(text)
        assert share_said(node["text"], [text]) >= 0.8


@pytest.mark.parametrize("task", TASKS)
def test_claims_take_their_numbers_from_their_evidence(task: str) -> None:
    """A claim or conclusion has no number that the items below it lack."""
    for node in {**nodes(task, "claim"), **nodes(task, "conclusion")}.values():
        below = evidence_below(task, node["id"])
        texts = [corpus()[nodes(task, "evidence")[e]["item"]]["text"] for e in below]

        assert numbers(node["text"]) <= set().union(*map(numbers, texts))


def test_multimodal_tasks_rest_on_pictures_and_tables() -> None:
    """The gold evidence of a multimodal task includes a picture and a table."""
    for task in TASKS:
        kinds = {corpus()[n["item"]]["modality"] for n in nodes(task, "evidence").values()}
        expected = (
            {"text", "image", "table"} if tasks()[task]["tags"]["modality"] != "text" else {"text"}
        )

        assert expected == kinds


def computed_facts() -> ModuleType:
    """The script that computes figures from data sets; skips without scikit-learn."""
    pytest.importorskip("sklearn")
    path = ROOT / "tools/demo_bench/computed_facts.py"
    spec = importlib.util.spec_from_file_location("computed_facts", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_figures_from_data_sets_are_reproduced() -> None:
    """Every figure computed again stands in its item, and every such item is covered."""
    facts = computed_facts().computed_facts()
    made = {i for i, item in corpus().items() if "computed from" in item["source"]}

    assert made == set(facts)
    for item, figures in facts.items():
        assert [f for f in figures if f not in corpus()[item]["text"]] == [], item
