"""The reports of the demo bench are what their systems are said to be."""

import json
import re
from functools import cache

import pytest

from tests.unit.runs.demo_bench import (
    BENCH,
    CONCLUSION,
    EVERY_REPORT,
    FORMATS,
    PICTURE,
    REFERENCES,
    SENTENCE_END,
    SYSTEMS,
    TASKS,
    body,
    corpus,
    edges,
    given,
    length,
    markers,
    nodes,
    numbers,
    passages,
    report,
    share_said,
    systems,
    tasks,
)
from veridical.retrieval.tfidf import TfIdf, cosine


@cache
def idf() -> TfIdf:
    """The word frequencies of the corpus."""
    return TfIdf.fit(item["text"] for item in corpus().values())


def irrelevant(system: str, task: str) -> set[str]:
    """What the writer was given that is no gold evidence and unlike the question."""
    question = idf().vector(tasks()[task]["query"]["text"])
    gold = {node["item"] for node in nodes(task, "evidence").values()}
    items = {item for ids in given(system, task).values() for item in ids} - gold
    return {i for i in items if cosine(question, idf().vector(corpus()[i]["text"])) < 0.1}


def test_every_system_is_described() -> None:
    """``systems.json`` has the six systems and every task of each."""
    assert tuple(systems()) == SYSTEMS
    for entry in systems().values():
        assert tuple(entry["expected"]) == TASKS


@pytest.mark.parametrize(("system", "task"), EVERY_REPORT)
def test_report_has_the_usual_shape(system: str, task: str) -> None:
    """One title, at least three sections, the last of them the conclusion."""
    headings = re.findall(r"^(#+) (.+)$", body(system, task), re.MULTILINE)

    assert [level for level, _ in headings].count("#") == 1
    assert headings[0][0] == "#"
    assert len(headings) >= 4
    assert headings[-1][1] in {"Conclusion", "结论"}


@pytest.mark.parametrize(("system", "task"), EVERY_REPORT)
def test_report_has_the_usual_length(system: str, task: str) -> None:
    """300 to 600 words, or 500 to 1,000 Chinese characters, without the references."""
    language = tasks()[task]["language"]
    low, high = (300, 600) if language == "en" else (500, 1_000)

    assert low <= length(body(system, task), language) <= high


@pytest.mark.parametrize(("system", "task"), EVERY_REPORT)
def test_evidence_lists_resolve(system: str, task: str) -> None:
    """8 to 15 texts or tables and up to 3 pictures of the corpus, none twice."""
    lists = given(system, task)
    kinds = {name: {corpus()[i]["modality"] for i in ids} for name, ids in lists.items()}

    assert 8 <= len(lists["texts"]) <= 15
    assert len(lists["images"]) <= 3
    assert kinds["texts"] <= {"text", "table"}
    assert kinds["images"] <= {"image"}
    assert all(len(ids) == len(set(ids)) for ids in lists.values())


@pytest.mark.parametrize(("system", "task"), EVERY_REPORT)
def test_evidence_lists_hold_distractors(system: str, task: str) -> None:
    """Every writer was also given at least three texts that are no gold evidence."""
    gold = {node["item"] for node in nodes(task, "evidence").values()}

    assert len(set(given(system, task)["texts"]) - gold) >= 3


@pytest.mark.parametrize(("system", "task"), EVERY_REPORT)
def test_report_cites_the_evidence_it_is_said_to_cite(system: str, task: str) -> None:
    """The evidence nodes whose items are cited are those of ``systems.json``."""
    cited = passages(system, task)
    found = [n["id"] for n in nodes(task, "evidence").values() if n["item"] in cited]

    assert systems()[system]["expected"][task]["cited"] == found


@pytest.mark.parametrize(("system", "task"), EVERY_REPORT)
def test_claims_said_to_be_supported_rest_on_cited_evidence(system: str, task: str) -> None:
    """Everything below a claim that counts as supported is supported or cited."""
    expected = systems()[system]["expected"][task]
    known = {*expected["cited"], *expected["supported"]}

    assert set(expected["supported"]) <= set(nodes(task, "claim"))
    for supporter, supported in edges(task):
        assert supported not in expected["supported"] or supporter in known


@pytest.mark.parametrize("system", SYSTEMS)
def test_system_breaks_at_its_gate(system: str) -> None:
    """The gates that the expected nodes leave closed are the ones the system names."""
    gates = {
        task: "citation gate"
        if not expected["cited"]
        else "claim gate"
        if not expected["supported"]
        else "answer gate"
        if set(expected["supported"]) != set(nodes(task, "claim"))
        else None
        for task, expected in systems()[system]["expected"].items()
    }
    named = systems()[system]["breaks_at"]

    assert set((named or "").split(" or ")) == {gate or "" for gate in gates.values()}


@pytest.mark.parametrize("system", ["atlas", "cipher", "ember", "fable"])
@pytest.mark.parametrize("task", TASKS)
def test_markers_and_pictures_resolve(system: str, task: str) -> None:
    """Every citation of these systems points into the evidence lists."""
    lists = given(system, task)
    pictures = [int(k) for k, _ in PICTURE.findall(body(system, task))]

    assert markers(body(system, task))
    assert all(1 <= k <= len(lists["texts"]) for k in markers(body(system, task)))
    assert sorted(set(pictures)) == sorted(pictures)
    assert all(1 <= k <= len(lists["images"]) for k in pictures)


@pytest.mark.parametrize("task", TASKS)
def test_atlas_was_given_and_cites_no_unrelated_item(task: str) -> None:
    """What atlas cites belongs to the family of items that its task is about."""
    families = {i.split("-")[0] for i in (n["item"] for n in nodes(task, "evidence").values())}
    cited = {i.split("-")[0] for i in passages("atlas", task)}

    assert families == cited


@pytest.mark.parametrize(("system", "task"), EVERY_REPORT)
def test_every_writer_was_given_something_irrelevant(system: str, task: str) -> None:
    """One item at least has a TF-IDF cosine to the question below 0.1."""
    assert irrelevant(system, task)


@pytest.mark.parametrize("task", TASKS)
def test_atlas_cites_nothing_irrelevant(task: str) -> None:
    """Atlas leaves out whatever is unlike the question and no gold evidence."""
    assert set(passages("atlas", task)) & irrelevant("atlas", task) == set()


@pytest.mark.parametrize("task", TASKS)
def test_atlas_restates_its_evidence_beside_the_citation(task: str) -> None:
    """A sentence that cites an evidence item has at least 70 % of its node's words."""
    said = passages("atlas", task)
    for node in nodes(task, "evidence").values():
        assert share_said(node["text"], said[node["item"]]) >= 0.7, node["id"]


@pytest.mark.parametrize("system", ["atlas", "ember", "fable"])
@pytest.mark.parametrize("task", TASKS)
def test_supported_claims_are_stated(system: str, task: str) -> None:
    """A sentence of the report has at least 80 % of the words of each supported claim."""
    sentences = SENTENCE_END.split(body(system, task))
    for claim in systems()[system]["expected"][task]["supported"]:
        text = nodes(task, "claim")[claim]["text"]

        assert share_said(text, sentences) >= 0.8, claim


@pytest.mark.parametrize("system", ["ember", "fable"])
@pytest.mark.parametrize("task", TASKS)
def test_other_claims_are_not_stated(system: str, task: str) -> None:
    """No sentence of ember or fable comes near a claim that they leave unsupported."""
    expected = systems()[system]["expected"][task]["supported"]
    sentences = SENTENCE_END.split(body(system, task))
    for name, node in nodes(task, "claim").items():
        assert name in expected or share_said(node["text"], sentences) <= 0.65, name


@pytest.mark.parametrize("system", ["atlas", "fable"])
@pytest.mark.parametrize("task", TASKS)
def test_cited_numbers_stand_in_the_cited_items(system: str, task: str) -> None:
    """Every number of a sentence of atlas and fable stands in what the sentence cites."""
    texts = given(system, task)["texts"]
    for sentence in SENTENCE_END.split(body(system, task)):
        cited = [corpus()[texts[k - 1]]["text"] for k in markers(sentence)]

        assert not cited or numbers(sentence) <= set().union(*map(numbers, cited)), sentence


@pytest.mark.parametrize("task", TASKS)
def test_conclusion_of_atlas_holds_the_answer(task: str) -> None:
    """The conclusion of atlas has every number and 90 % of the words of the answer."""
    answer = tasks()[task]["gold"]["answer"]
    conclusion = CONCLUSION.split(body("atlas", task))[1]
    said = conclusion.replace("\n", " ")

    assert numbers(answer) <= numbers(said)
    assert share_said(answer, [said]) >= 0.9


@pytest.mark.parametrize("task", TASKS)
def test_beacon_has_no_citation(task: str) -> None:
    """Beacon has no marker, no picture and no references."""
    text = report("beacon", task)

    assert not re.findall(r"\[|\||https?:", text)


@pytest.mark.parametrize("task", TASKS)
def test_cipher_contradicts_its_sources(task: str) -> None:
    """Each citing sentence of an evidence item with numbers has one the item lacks."""
    said = passages("cipher", task)
    for node in nodes(task, "evidence").values():
        item_numbers = numbers(corpus()[node["item"]]["text"])

        assert any(numbers(s) - item_numbers for s in said[node["item"]]), node["id"]


@pytest.mark.parametrize("task", TASKS)
def test_cipher_never_has_the_numbers_of_a_claim(task: str) -> None:
    """No sentence of cipher has all the numbers of a claim of the graph."""
    sentences = SENTENCE_END.split(body("cipher", task))
    for node in nodes(task, "claim").values():
        wanted = numbers(node["text"])

        assert not wanted or not any(wanted <= numbers(s) for s in sentences), node["id"]


@pytest.mark.parametrize("task", TASKS)
def test_half_of_the_markers_of_drifter_are_invented(task: str) -> None:
    """At least half of drifter's markers lie beyond its evidence list, yet it lists them."""
    listed = REFERENCES.split(report("drifter", task))[1]
    beyond = [k for k in markers(body("drifter", task)) if k > len(given("drifter", task)["texts"])]

    assert len(beyond) >= len(markers(body("drifter", task))) / 2
    assert sorted(set(beyond)) == sorted(markers(listed))


def test_both_styles_of_references_occur() -> None:
    """Some systems close with a list of references and some do without."""
    styles = {
        system: {bool(REFERENCES.search(report(system, task))) for task in TASKS}
        for system in SYSTEMS
    }
    listing = {"atlas", "cipher", "drifter"}

    assert {s: {s in listing} for s in SYSTEMS} == styles


@pytest.mark.parametrize("system", ["atlas", "cipher"])
@pytest.mark.parametrize("task", TASKS)
def test_references_follow_the_evidence_list(system: str, task: str) -> None:
    """Entry [k] names the title and the locator of the k-th text."""
    listed = REFERENCES.split(report(system, task))[1].strip().split("\n\n")
    expected = [
        f"[{k}] {corpus()[item]['title']}. https://corpus.veridical.example/{item}"
        for k, item in enumerate(given(system, task)["texts"], start=1)
    ]

    assert expected == listed


def test_one_system_writes_html() -> None:
    """Fable writes HTML and the others Markdown."""
    formats = {
        system: {p.suffix for p in (BENCH / "reports" / system).iterdir() if p.suffix in FORMATS}
        for system in SYSTEMS
    }

    assert {s: {".html" if s == "fable" else ".md"} for s in SYSTEMS} == formats


@pytest.mark.parametrize("system", ["atlas", "drifter", "fable"])
@pytest.mark.parametrize("task", TASKS)
def test_trajectory_retrieves_what_the_writer_was_given(system: str, task: str) -> None:
    """Steps run from 1 in time, from a search over the evidence list to the writing."""
    path = BENCH / "reports" / system / f"{task}.trajectory.jsonl"
    steps = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    lists = given(system, task)

    assert list(range(1, len(steps) + 1)) == [step["step"] for step in steps]
    assert sorted(step["time"] for step in steps) == [step["time"] for step in steps]
    assert (steps[0]["kind"], steps[-1]["kind"]) == ("search", "write")
    assert lists["texts"] + lists["images"] == [s["item"] for s in steps if "item" in s]


def test_readme_names_every_data_set_and_system() -> None:
    """The README tells where figures come from and that the systems are made up."""
    text = (BENCH / "README.md").read_text(encoding="utf-8")
    dois = {re.search(r"doi:(\S+)\)", i["source"]) for i in corpus().values()} - {None}

    assert len({doi[1] for doi in dois}) == 4
    assert all(doi[1] in text for doi in dois)
    assert all(f"`{system}`" in text for system in SYSTEMS)
