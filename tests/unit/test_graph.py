"""Evidence graphs: what is one, what is none, and which line says so."""

from __future__ import annotations

import pytest

from veridical.errors import GraphError
from veridical.graph import Difficulty, DifficultyCuts, EvidenceGraph, Node, NodeType

EVIDENCE, CLAIM, CONCLUSION = NodeType.EVIDENCE, NodeType.CLAIM, NodeType.CONCLUSION


def nodes(ids: str) -> tuple[Node, ...]:
    """Nodes whose ids begin with E, C or A for their type."""
    types = {"E": EVIDENCE, "C": CLAIM, "A": CONCLUSION}
    return tuple(Node(i, types[i[0]], f"text of {i}") for i in ids.split())


def edges(pairs: str) -> tuple[tuple[str, str], ...]:
    """Edges from ``E1>C1 C1>A``."""
    found = []
    for pair in pairs.split():
        supporter, supported = pair.split(">")
        found.append((supporter, supported))
    return tuple(found)


def graph(ids: str, pairs: str, name: str = "q-7") -> EvidenceGraph:
    """A graph in short hand."""
    return EvidenceGraph(nodes(ids), edges(pairs), name=name)


PUBLISHED = graph("A C1 C2 C3 E1 E2 E3 E4 E5", "E1>C1 E2>C1 E3>C2 E4>C2 E5>C3 C1>A C2>A C3>A")
"""The graph that the paper's figure shows."""


@pytest.mark.parametrize(
    ("ids", "pairs", "message"),
    [
        (
            "A C1 C1 E1",
            "E1>C1 C1>A",
            'graph "q-7": two nodes share the id "C1"; expected every id once. Rename one of them.',
        ),
        (
            "A C1 E1",
            "E1>C1 C1>A E9>C1",
            "graph \"q-7\": edge E9 → C1 names the unknown node \"E9\", got ['A', 'C1', 'E1']; "
            "expected ids of the graph's own nodes. Add the node or drop the edge.",
        ),
        (
            "A C1 E1",
            "E1>C1 C1>A E1>C9",
            "graph \"q-7\": edge E1 → C9 names the unknown node \"C9\", got ['A', 'C1', 'E1']; "
            "expected ids of the graph's own nodes. Add the node or drop the edge.",
        ),
        (
            "A C1 E1",
            "E1>C1 C1>A E1>C1",
            'graph "q-7": edge E1 → C1 is there twice; expected every edge once. Drop one of them.',
        ),
        (
            "C1 E1",
            "E1>C1",
            'graph "q-7": needs one conclusion node, got []; expected exactly one. '
            "Join several conclusions into one node, or add the missing one.",
        ),
        (
            "",
            "",
            'graph "q-7": needs one conclusion node, got []; expected exactly one. '
            "Join several conclusions into one node, or add the missing one.",
        ),
        (
            "A1 A2 C1 E1",
            "E1>C1 C1>A1 C1>A2",
            "graph \"q-7\": needs one conclusion node, got ['A1', 'A2']; expected exactly one. "
            "Join several conclusions into one node, or add the missing one.",
        ),
        (
            "A C1 E1 E2",
            "E1>C1 C1>A E1>E2 E2>C1",
            "graph \"q-7\": edge E1 → E2 supports evidence, got 'evidence → evidence'; "
            "expected evidence to rest on its item alone. Turn the supported node into a claim.",
        ),
        (
            "A C1 E1",
            "E1>C1 C1>A A>C1",
            "graph \"q-7\": edge A → C1 leaves the conclusion, got 'conclusion → claim'; "
            "expected the conclusion to support nothing. Reverse or drop the edge.",
        ),
        (
            "A C1 E1 E4",
            "E1>C1 C1>A E4>A",
            "graph \"q-7\": edge E4 → A skips the claim level, got 'evidence → conclusion'; "
            "expected evidence → claim → conclusion. Route it through a claim.",
        ),
        (
            "A C1 C2 E1",
            "E1>C1 C1>C2 C2>C1 C2>A",
            "graph \"q-7\": edge C2 → C1 closes a cycle, got ['A', 'C1', 'C2']; "
            "expected a graph without cycles. Drop one edge of the cycle.",
        ),
        (
            "A C1 E1",
            "E1>C1 C1>C1 C1>A",
            "graph \"q-7\": edge C1 → C1 closes a cycle, got ['A', 'C1']; "
            "expected a graph without cycles. Drop one edge of the cycle.",
        ),
        (
            "A C1 E1 E2",
            "E1>C1 C1>A",
            'graph "q-7": evidence "E2" is an orphan: no edge leaves it; '
            "expected every node to reach the conclusion. "
            "Add the edge to what it supports, or drop the node.",
        ),
        (
            "A C1 C2 E1",
            "E1>C1 C1>A E1>C2",
            'graph "q-7": claim "C2" is an orphan: no edge leaves it; '
            "expected every node to reach the conclusion. "
            "Add the edge to what it supports, or drop the node.",
        ),
        (
            "A C1 C2 E1",
            "E1>C1 C1>A C2>A",
            'graph "q-7": claim "C2" has no supporter; expected at least one edge into it. '
            "Add the evidence or claim that it rests on.",
        ),
        (
            "A",
            "",
            'graph "q-7": conclusion "A" has no supporter; expected at least one edge into it. '
            "Add the evidence or claim that it rests on.",
        ),
    ],
    ids=[
        "duplicate id",
        "unknown supporter",
        "unknown supported",
        "doubled edge",
        "no conclusion",
        "empty",
        "two conclusions",
        "supported evidence",
        "conclusion supports",
        "level skipped",
        "cycle",
        "self loop",
        "orphan evidence",
        "orphan claim",
        "claim without supporter",
        "conclusion alone",
    ],
)
def test_what_is_no_graph_is_refused_in_one_line(ids: str, pairs: str, message: str) -> None:
    """Each broken rule names the node or the edge, and what to do."""
    with pytest.raises(GraphError) as raised:
        graph(ids, pairs)

    assert message == str(raised.value)


def test_a_graph_without_a_name_is_called_graph() -> None:
    """The name is for messages alone."""
    with pytest.raises(GraphError) as raised:
        graph("A", "", name="")

    assert str(raised.value).startswith('graph: conclusion "A"')


def test_the_edge_named_lies_on_the_cycle() -> None:
    """Of nodes behind a cycle none is blamed."""
    with pytest.raises(GraphError) as raised:
        graph("A C1 C2 C3 C4 E1", "E1>C1 C1>C2 C2>C3 C3>C1 C3>C4 C4>A")

    edge = str(raised.value).split("edge ")[1].split(" closes")[0]
    assert edge in {"C1 → C2", "C2 → C3", "C3 → C1"}


def test_parts_of_a_graph() -> None:
    """Evidence in the order given, claims supporters first, one conclusion."""
    found = graph("A C2 C1 E2 E1", "E1>C1 E2>C2 C1>C2 C2>A")

    assert [n.id for n in found.evidence] == ["E2", "E1"]
    assert [n.id for n in found.claims] == ["C1", "C2"]
    assert found.conclusion.id == "A"
    assert [n.id for n in found.supporters("C2")] == ["E2", "C1"]
    assert found.supporters("E1") == ()


def test_supporters_come_before_what_they_support() -> None:
    """Ties keep the order given."""
    assert [n.id for n in PUBLISHED.topological] == [
        "E1",
        "E2",
        "E3",
        "E4",
        "E5",
        "C1",
        "C2",
        "C3",
        "A",
    ]


def test_layers_are_the_longest_path() -> None:
    """Evidence is layer 0; a claim over a claim is one higher."""
    found = graph("A C1 C2 E1 E2", "E1>C1 E2>C2 C1>C2 C1>A C2>A")

    assert dict(found.layers) == {"E1": 0, "E2": 0, "C1": 1, "C2": 2, "A": 3}
    assert found.depth == 3


def test_the_name_is_no_part_of_a_graph() -> None:
    """Two graphs of the same nodes and edges are equal."""
    assert graph("A C1 E1", "E1>C1 C1>A", "x") == graph("A C1 E1", "E1>C1 C1>A", "y")


def _chain(claims: int, evidence: int) -> EvidenceGraph:
    """Claims in a row, each piece of evidence under the first."""
    names = [f"C{n}" for n in range(1, claims + 1)]
    given = [f"E{n}" for n in range(1, evidence + 1)]
    pairs = [f"{e}>C1" for e in given]
    pairs += [f"{a}>{b}" for a, b in zip(names, [*names[1:], "A"], strict=True)]
    return graph(" ".join(["A", *names, *given]), " ".join(pairs))


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (_chain(1, 3), Difficulty.EASY),  # 5 nodes, 2 layers
        (_chain(1, 6), Difficulty.EASY),  # 8 nodes, 2 layers
        (_chain(2, 3), Difficulty.MEDIUM),  # 6 nodes, 3 layers: small but deep
        (_chain(1, 7), Difficulty.MEDIUM),  # 9 nodes, 2 layers: large but shallow
        (PUBLISHED, Difficulty.MEDIUM),  # 9 nodes, 2 layers
        (_chain(3, 5), Difficulty.HARD),  # 9 nodes, 4 layers
        # 5 nodes, 6 edges: 1.2 edges a node, still thin
        (graph("A C1 C2 E1 E2", "E1>C1 E2>C1 E1>C2 E2>C2 C1>A C2>A"), Difficulty.EASY),
        # 6 nodes, 8 edges: 1.33 edges a node
        (
            graph("A C1 C2 E1 E2 E3", "E1>C1 E2>C1 E3>C1 E1>C2 E2>C2 E3>C2 C1>A C2>A"),
            Difficulty.MEDIUM,
        ),
    ],
    ids=["5/2", "8/2", "6/3", "9/2", "published", "9/4", "thin", "dense"],
)
def test_difficulty_by_size_depth_and_density(found: EvidenceGraph, expected: str) -> None:
    """The published sizes, and our cut between them."""
    assert expected == found.difficulty()


def test_cuts_can_be_moved() -> None:
    """Another cut, another difficulty."""
    assert PUBLISHED.difficulty(DifficultyCuts(easy_nodes=9)) == Difficulty.EASY
