"""HiEviDR-Bench's curation (arXiv:2607.25151, §3.1): graphs, questions, the two filters."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import msgspec
import pytest

from tests.cases.judging import Judge, a_ledger, acts
from tests.scripted_server import Act, ScriptedServer, failing
from veridical.ask import Answer, NoVerdict
from veridical.construction.hievidr.asks.alignment import Alignment, AlignmentAsk
from veridical.construction.hievidr.asks.graph import (
    DraftClaim,
    DraftEvidence,
    DraftGraph,
    GraphAsk,
)
from veridical.construction.hievidr.asks.question import QuestionAsk, Questioned
from veridical.construction.hievidr.bundle import Bundle, Gather, Neighbours, anchors
from veridical.construction.hievidr.drafted import Drafted, Graphed
from veridical.construction.hievidr.outline import leans, outline
from veridical.construction.hievidr.rules import RuleFilter
from veridical.construction.hievidr.settings import Settings
from veridical.construction.hievidr.stages import Aligned, MakeGraph, Soundness
from veridical.construction.pipeline import Candidate, Dropped, Outcome
from veridical.errors import ConfigError
from veridical.graph import EvidenceGraph, Node, NodeType
from veridical.respondents import Roles
from veridical.runs.corpus import corpus_items
from veridical.runs.demo import BENCH
from veridical.score import Reason
from veridical.task import Item, Modality

ITEMS = (
    Item(
        "ice",
        "Ice has a density of 917 kg per cubic meter at 0 degrees.",
        title="Ice",
        language="en",
    ),
    Item("sea", "Sea water freezes near minus 1.9 degrees.", title="Sea", language="en"),
    Item(
        "pic",
        "A chart of water density.",
        Modality.IMAGE,
        "Chart",
        image_path="p.png",
        language="en",
    ),
)
EVIDENCE = (
    DraftEvidence("E1", 1, "Ice has a density of 917 kg per cubic meter."),
    DraftEvidence("E2", 2, "Sea water freezes near minus 1.9 degrees."),
)
CLAIMS = (
    DraftClaim("C1", "Ice has a density of 917 kg per cubic meter, at 0 degrees.", ("E1",)),
    DraftClaim("C2", "Sea water, with its salt, freezes near minus 1.9 degrees.", ("E2",)),
)
CONCLUDED = (
    "Ice has a density of 917 kg per cubic meter, and sea water freezes near minus 1.9 degrees."
)
GRAPH = DraftGraph(EVIDENCE, CLAIMS, CONCLUDED, ("C1", "C2"))
LEANS = "question_leans_on_a_document"
QUESTION = "How dense is ice, and when does the sea freeze?"


def asked() -> GraphAsk:
    """For a graph over the three items."""
    return GraphAsk(ITEMS, 5, 17, "en")


def draft(**changed: object) -> Drafted:
    """A good task, with what a test makes bad."""
    graph = GRAPH.built(ITEMS)
    good = Drafted(Graphed(Bundle("ice", ITEMS), graph), QUESTION, graph.conclusion.text)
    return replace(good, **changed)  # type: ignore[arg-type]


def with_evidence(text: str) -> Drafted:
    """The task with other words in its first node of evidence."""
    graph = GRAPH.built(ITEMS)
    nodes = tuple(replace(n, text=text) if n.id == "E1" else n for n in graph.nodes)
    return draft(graphed=Graphed(Bundle("ice", ITEMS), EvidenceGraph(nodes, graph.edges)))


def filtered(one: Drafted) -> Outcome:
    """What the rule filter says."""
    return asyncio.run(RuleFilter()(Candidate("c", one)))


@pytest.mark.parametrize(
    ("graph", "problem"),
    [
        (DraftGraph(EVIDENCE, CLAIMS, "A.", ("C1",)), 'claim "C2" is an orphan'),
        (
            DraftGraph((*EVIDENCE, DraftEvidence("E3", 3, "A chart.")), CLAIMS, "A.", ("C1", "C2")),
            'evidence "E3" is an orphan',
        ),
        (
            DraftGraph(
                EVIDENCE,
                (
                    DraftClaim("C1", "Ice is light.", ("E1", "C2")),
                    DraftClaim("C2", "The sea is salt.", ("E2", "C1")),
                ),
                "A.",
                ("C1", "C2"),
            ),
            "closes a cycle",
        ),
        (DraftGraph(EVIDENCE, CLAIMS, "A.", ("E1", "C1", "C2")), "skips the claim level"),
        (DraftGraph(EVIDENCE, CLAIMS, "A.", ("C1", "C2", "C9")), "unknown node"),
        (
            DraftGraph((DraftEvidence("E1", 4, "Ice."), EVIDENCE[1]), CLAIMS, "A.", ("C1", "C2")),
            "no item",
        ),
        (DraftGraph(EVIDENCE[:1], CLAIMS[:1], "A.", ("C1",)), "it has 3 nodes; expected 5 to 17"),
        (DraftGraph(EVIDENCE, CLAIMS, " ", ("C1", "C2")), "a node has no words"),
    ],
)
def test_a_graph_that_is_none_is_told_what_is_wrong(graph: DraftGraph, problem: str) -> None:
    """Connected, without cycles, one conclusion, all evidence feeds a claim (§3.1)."""
    assert problem in asked().objection(graph)


def test_a_valid_graph_is_one() -> None:
    """Five nodes over two items, edges from supporter to supported."""
    assert asked().objection(GRAPH) == ""
    graph = GRAPH.built(ITEMS)
    assert graph.edges == (("E1", "C1"), ("E2", "C2"), ("C1", "A"), ("C2", "A"))
    assert [n.item for n in graph.evidence] == ["ice", "sea"]
    top = outline(graph).splitlines()[0]
    assert top == f"conclusion A (from C1, C2): {CONCLUDED}"


def reply(graph: object) -> str:
    """What an examiner writes."""
    return json.dumps({"nonce": "NONCE", "why": "so", **json.loads(json.dumps(graph))})


def plain(graph: DraftGraph) -> dict[str, object]:
    """A graph as JSON."""
    return msgspec.to_builtins(graph)  # type: ignore[no-any-return]


LONELY = DraftGraph((*EVIDENCE, DraftEvidence("E3", 3, "A chart.")), CLAIMS, "A.", ("C1", "C2"))


@pytest.mark.parametrize(
    ("replies", "tries"),
    [
        ([reply(plain(GRAPH))], 1),
        (["no JSON", reply(plain(GRAPH))], 1),
        ([reply(plain(LONELY)), "{", reply(plain(LONELY)), reply(plain(GRAPH))], 2),
    ],
    ids=["at once", "asked again with what was wrong", "written anew"],
)
def test_an_invalid_graph_is_regenerated(replies: list[str], tries: int) -> None:
    """Over real HTTP: wrong JSON and lonely evidence first, then a good one."""
    found = made(*replies)

    assert isinstance(found, tuple)
    graphed = found[0].value
    assert isinstance(graphed, Graphed)
    assert (graphed.tries, len(graphed.graph.nodes)) == (tries, 5)


def test_a_graph_that_stays_invalid_is_dropped_and_a_failure_is_not() -> None:
    """Three times two replies with lonely evidence fall; a server that fails leaves it open."""
    lost = made(reply(plain(LONELY)))
    open_ = made(failing(500))

    assert isinstance(lost, Dropped)
    assert lost.reason == "no_valid_graph"
    assert "orphan" in lost.detail
    assert isinstance(open_, NoVerdict)
    assert open_.reason is Reason.UNAVAILABLE


def made(*replies: str | Act) -> Outcome:
    """What becomes of a bundle by an examiner that replies so."""
    with ScriptedServer(acts(replies)) as server, a_ledger() as ledger:
        judge = Judge(server, ledger)

        class Asking:
            async def ask(self, ask: object, draw: object) -> object:
                return (await judge.run([ask], draws=[draw]))[0]  # type: ignore[list-item]

        stage = MakeGraph(Asking(), Settings())  # type: ignore[arg-type]
        return asyncio.run(stage(Candidate("c", Bundle("ice", ITEMS))))


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        (draft(question="Ice?"), "question_length"),
        (draft(question="What does the text say about ice and the sea?"), LEANS),
        (draft(question="根据上表，冰的密度是多少？海水何时结冰？"), LEANS),
        (draft(question="冰的密度是多少，海水何时结冰，二者有何联系？"), "question_language"),
        (draft(answer="This cannot be determined from what is given."), "answer_evades"),
        (draft(question=f"Is it so that {CONCLUDED}?"),
         "question_gives_answer_away"),
        (with_evidence("Penguins march in long rows each spring."), "evidence_not_in_its_item"),
        (with_evidence("Ice has a density of 971 kg per cubic meter."), "number_not_in_its_item"),
        (with_evidence("Sea water freezes near minus 1.9 degrees."), "evidence_not_in_its_item"),
    ],
)  # fmt: skip
def test_the_rule_filter_names_what_is_broken(one: Drafted, reason: str) -> None:
    """Each rule by a task that is good but for it."""
    found = filtered(one)

    assert isinstance(found, Dropped)
    assert found.reason == reason


def test_the_rule_filter_lets_a_good_task_through() -> None:
    """As it is."""
    assert filtered(draft()) == (Candidate("c", draft()),)


def test_evidence_of_one_item_is_not_enough() -> None:
    """Both nodes rest on the first item."""
    graph = GRAPH.built(ITEMS)
    nodes = tuple(
        replace(n, item="ice", text=f"Ice has a density of 917 kg per cubic meter{n.id[1:]}.")
        if n.type is NodeType.EVIDENCE
        else n
        for n in graph.nodes
    )
    same = draft(graphed=Graphed(Bundle("ice", ITEMS), EvidenceGraph(nodes, graph.edges)))
    found = filtered(same)

    assert isinstance(found, Dropped)
    assert found.reason == "one_item_is_enough"


def test_a_step_that_its_evidence_does_not_carry_is_dropped() -> None:
    """By the rules: the claim says another number than its evidence."""
    nodes = (
        Node("E1", NodeType.EVIDENCE, "Ice has a density of 917 kg per cubic meter.", "ice"),
        Node("C1", NodeType.CLAIM, "Ice has a density of 817 kg per cubic meter."),
        Node("A", NodeType.CONCLUSION, "Ice has a density of 817 kg per cubic meter."),
    )
    wrong = EvidenceGraph(nodes, (("E1", "C1"), ("C1", "A")))
    one = draft(graphed=Graphed(Bundle("ice", ITEMS), wrong))
    found = asyncio.run(Soundness(Roles())(Candidate("c", one)))

    assert isinstance(found, Dropped)
    assert found.reason == "step_contradicted"
    assert "817" in found.detail


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        (Alignment(True, True, True, False), ""),
        (Alignment(False, True, True, False), "answer_off_question"),
        (Alignment(True, False, True, False), "graph_not_needed"),
        (Alignment(True, True, False, False), "question_leans_on_a_document"),
        (Alignment(True, True, True, True), "question_gives_answer_away"),
    ],
)
def test_each_part_of_alignment_has_its_name(value: Alignment, wrong: str) -> None:
    """Soundness and alignment are the judge's two filters (§3.1)."""

    class Says:
        async def ask(self, ask: object, draw: object) -> object:
            return Answer(value, "so")

    found = asyncio.run(Aligned(Says())(Candidate("c", draft())))  # type: ignore[arg-type]

    assert found == (Dropped(wrong, "so") if wrong else (Candidate("c", draft()),))


def test_by_rule_an_answer_that_shares_no_word_is_off_the_question() -> None:
    """Indicative, and both ways."""
    good = draft()
    words = outline(good.graphed.graph)
    right = AlignmentAsk(QUESTION, good.answer, words).by_rule()
    off = AlignmentAsk("Who was the third emperor of Rome?", good.answer, words).by_rule()

    assert isinstance(right, Answer)
    assert isinstance(off, Answer)
    assert (right.value.wrong, off.value.wrong) == ("", "answer_off_question")


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        (Questioned("What does <image> show?", "x"), "1 times <image> for 0 pictures"),
        (Questioned("What is it?", "x", (2,)), "picture 2 is none of the 1"),
        (Questioned("", "x"), "has no words"),
        (Questioned("?" * 700, "x"), "has 700 characters"),
        (Questioned("What does <image> show?", "x", (1,)), ""),
    ],
)
def test_places_and_pictures_of_a_question_fit(value: Questioned, problem: str) -> None:
    """mm_inputs stand at their places (§3.1)."""
    objection = QuestionAsk("", "x", ("Ice",), ITEMS[2:]).objection(value)

    assert problem in objection
    assert bool(problem) == bool(objection)


def test_six_fields_become_a_task() -> None:
    """Question, answer, mm_inputs, mm_outputs, graph, items (§3.1): nothing is lost."""
    shown = ITEMS[2]
    one = draft(
        question="What does <image> show of ice?", query_pictures=(shown,), report_pictures=(shown,)
    )
    task = one.task("t1", {"split": "public"})

    assert (task.query.text, task.gold.answer) == (one.question, one.answer)
    assert [(i.id, i.path) for i in task.query.images] == [("pic", "p.png")]
    assert task.gold.graph is not None
    assert task.gold.graph.name == "t1"
    assert task.tags == {
        "modality": "multimodal",
        "difficulty": "easy",
        "split": "public",
        "report_pictures": "pic",
    }


def test_a_neighbourhood_holds_10_to_25_items_of_one_language() -> None:
    """The anchor first; another draw is another neighbourhood, the same draw the same (§3.1)."""
    items = corpus_items(BENCH)
    settings = Settings(candidates=200)
    gather = Gather({i.id: i for i in items}, Neighbours(items), settings)
    seeds = [*anchors(items, settings)]
    bundles = [asyncio.run(gather(seed)) for seed in seeds]
    found = [out[0].value for out in bundles if isinstance(out, tuple)]

    assert [asyncio.run(gather(seed)) for seed in seeds[:3]] == bundles[:3]
    assert len({seed.id for seed in seeds}) == 200
    sizes = {len(b.items) for b in found if isinstance(b, Bundle)}
    assert min(sizes) >= 10
    assert max(sizes) <= 25
    assert len(sizes) > 5
    for bundle in found:
        assert isinstance(bundle, Bundle)
        assert bundle.items[0].id == bundle.anchor
        assert len({i.language for i in bundle.items}) == 1
    later = next(n for n, s in enumerate(seeds) if n and s.value == seeds[0].value)
    assert bundles[later] != bundles[0]


def test_too_few_neighbours_is_a_reason() -> None:
    """Three items are no bundle of ten."""
    gather = Gather({i.id: i for i in ITEMS}, Neighbours(ITEMS), Settings())
    found = asyncio.run(gather(Candidate("ice#0", "ice")))

    assert isinstance(found, Dropped)
    assert found.reason == "too_few_neighbours"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_rules_write_graphs_whose_every_step_holds(language: str) -> None:
    """Of sentences of the items, word for word, by the shipped corpus in both languages."""
    items = [i for i in corpus_items(BENCH) if i.language == language]
    settings = Settings(candidates=40, fewest_items=5)
    gather = Gather({i.id: i for i in items}, Neighbours(items), settings)
    whole = " ".join(" ".join(i.text.split()) for i in items)
    written = 0
    for seed in anchors(items, settings):
        bundle = asyncio.run(gather(seed))
        assert isinstance(bundle, tuple)
        graph = asyncio.run(MakeGraph(Roles(), settings)(bundle[0]))
        if isinstance(graph, Dropped):
            continue
        assert isinstance(graph, tuple)
        value = graph[0].value
        assert isinstance(value, Graphed)
        written += 1
        assert all(n.text in whole for n in value.graph.evidence)
        drafted = draft(graphed=value)
        assert asyncio.run(Soundness(Roles())(Candidate("c", drafted))) == (
            Candidate("c", drafted),
        )
    assert written >= 5


@pytest.mark.parametrize(
    "text", ["Does the Table of Elements hold neon?", "How tall is Everest?", "长城有多长？"]
)
def test_words_that_only_look_like_leaning(text: str) -> None:
    """The table of elements is no table at hand."""
    assert leans(text) == ""


@pytest.mark.parametrize("wrong", [{"tasks": 0}, {"fewest_items": 30}, {"alike": 1.5}])
def test_settings_that_cannot_be(wrong: dict[str, float]) -> None:
    """One clear line."""
    with pytest.raises(ConfigError, match="cannot be"):
        Settings(**wrong)  # type: ignore[arg-type]


def test_nothing_in_nothing_out() -> None:
    """No items, no anchors, no neighbours."""
    assert [*anchors([], Settings())] == []
