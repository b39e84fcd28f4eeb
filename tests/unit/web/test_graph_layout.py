"""Where nodes and edges are drawn."""

from __future__ import annotations

import time
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.web.sample import GRAPH
from veridical.graph import EvidenceGraph, Node, NodeType
from veridical.web.graph_layout import HEIGHT, Drawing, lay_out


def _graph(supports: list[list[int]]) -> EvidenceGraph:
    """Evidence E<i> per claim and the claims before it that `supports` names."""
    claims = [f"C{i}" for i in range(len(supports))]
    nodes = [Node("A", NodeType.CONCLUSION, "a")]
    edges = []
    for i, earlier in enumerate(supports):
        nodes += [Node(f"E{i}", NodeType.EVIDENCE, "e"), Node(claims[i], NodeType.CLAIM, "c")]
        edges += [(f"E{i}", claims[i]), (claims[i], "A")]
        edges += [(claims[j], claims[i]) for j in sorted({j % i for j in earlier} if i else ())]
    return EvidenceGraph(tuple(nodes), tuple(edges))


graphs = st.lists(st.lists(st.integers(0, 7), max_size=3), min_size=1, max_size=8).map(_graph)


def _overlap(drawing: Drawing, one: str, other: str) -> bool:
    a, b = drawing.places[one], drawing.places[other]
    return abs(a.x - b.x) < drawing.box and abs(a.y - b.y) < HEIGHT


def test_columns_run_from_evidence_to_conclusion() -> None:
    """Evidence, claim, conclusion from left to right."""
    places = lay_out(GRAPH).places

    assert {n: p.column for n, p in places.items()} == {"E1": 0, "E2": 0, "C1": 1, "A": 2}


def test_a_node_is_level_with_the_middle_of_what_it_rests_on() -> None:
    """C1 rests on E1 and E2."""
    places = lay_out(GRAPH).places

    assert places["C1"].y == (places["E1"].y + places["E2"].y) / 2


def test_the_arrow_keys_follow_the_drawing() -> None:
    """Right of E1 is its claim, below it the next evidence, nothing left or above."""
    assert lay_out(GRAPH).neighbors("E1") == {"right": "C1", "down": "E2"}


def test_edges_that_need_not_cross_do_not() -> None:
    """Two separate chains given in opposite orders are drawn side by side."""
    nodes = (
        Node("A", NodeType.CONCLUSION, "a"),
        *(Node(f"C{i}", NodeType.CLAIM, "c") for i in (1, 2)),
        *(Node(f"E{i}", NodeType.EVIDENCE, "e") for i in (2, 1)),
    )
    edges = (("E1", "C1"), ("E2", "C2"), ("C1", "A"), ("C2", "A"))
    places = lay_out(EvidenceGraph(nodes, edges)).places

    assert (places["E1"].y < places["E2"].y) == (places["C1"].y < places["C2"].y)


@settings(max_examples=60)
@given(graphs)
def test_no_two_boxes_overlap(graph: EvidenceGraph) -> None:
    """Whatever the graph."""
    drawing = lay_out(graph)

    assert [p for p in combinations(drawing.places, 2) if _overlap(drawing, *p)] == []


@settings(max_examples=60)
@given(graphs)
def test_everything_lies_on_the_sheet(graph: EvidenceGraph) -> None:
    """Boxes and bends stay inside width and height."""
    drawing = lay_out(graph)
    boxes = [(p.x, p.y) for p in drawing.places.values()]
    corners = boxes + [(x + drawing.box, y + HEIGHT) for x, y in boxes]
    points = corners + [point for route in drawing.routes.values() for point in route]

    assert all(0 <= x <= drawing.width and 0 <= y <= drawing.height for x, y in points)


@settings(max_examples=60)
@given(graphs)
def test_every_edge_joins_its_own_boxes(graph: EvidenceGraph) -> None:
    """It leaves the supporter on the right and meets the supported on the left."""
    drawing = lay_out(graph)

    for (supporter, supported), route in drawing.routes.items():
        a, b = drawing.places[supporter], drawing.places[supported]
        ends = [(a.x + drawing.box, a.y + HEIGHT / 2), (b.x, b.y + HEIGHT / 2)]
        assert [route[0], route[-1]] == ends


@settings(max_examples=60)
@given(graphs)
def test_drawing_twice_gives_the_same(graph: EvidenceGraph) -> None:
    """Pages of a replayed run are equal byte for byte."""
    assert lay_out(graph) == lay_out(graph)


@pytest.mark.parametrize("shape", ["chain", "fan"])
def test_two_thousand_nodes_are_laid_out_in_time(shape: str) -> None:
    """Neither bends nor neighbors grow with the square of the graph."""
    count = 1000
    nodes = [Node("A", NodeType.CONCLUSION, "a")]
    edges = []
    for i in range(count):
        nodes += [Node(f"E{i}", NodeType.EVIDENCE, "e"), Node(f"C{i}", NodeType.CLAIM, "c")]
        is_last = shape == "fan" or i == count - 1
        edges += [(f"E{i}", f"C{i}"), (f"C{i}", "A" if is_last else f"C{i + 1}")]
    started = time.process_time()
    drawing = lay_out(EvidenceGraph(tuple(nodes), tuple(edges)))
    found = {n.id: drawing.neighbors(n.id) for n in nodes}

    assert time.process_time() - started < 3
    assert set(drawing.routes) == set(edges)
    assert found["C0"]["left"] == "E0"


@given(graphs)
def test_the_arrow_keys_lead_to_what_is_nearest(graph: EvidenceGraph) -> None:
    """As a search through all nodes finds it, the upper one of two."""
    drawing = lay_out(graph)
    places = drawing.places

    def nearest(node_id: str, column: int, side: int) -> str:
        own = places[node_id]
        there = [
            (abs(place.y - own.y), place.row, other)
            for other, place in places.items()
            if place.column == own.column + column
            and other != node_id
            and side * (place.y - own.y) >= 0
        ]
        return min(there)[2] if there else ""

    ways = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
    for node_id in places:
        expected = {way: near for way, to in ways.items() if (near := nearest(node_id, *to))}

        assert drawing.neighbors(node_id) == expected
