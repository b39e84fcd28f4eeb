"""The evidence graph as SVG: states, the break, the way to each node."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from tests.unit.web.sample import GRAPH, ITEMS, diagnosis
from veridical.diagnosis import NodeFinding
from veridical.graph import EvidenceGraph, Node, NodeType
from veridical.web.graph_drawing import draw_graph, initials, said_of, states_of, tone_of
from veridical.web.pages.frame import Tone


def _node(drawn: str, name: str) -> str:
    found = re.search(rf'<a href="#node-{name}".*?</a>', drawn)
    assert found
    return found[0]


def test_the_drawing_is_well_formed() -> None:
    """It parses as XML."""
    assert ElementTree.fromstring(draw_graph(GRAPH, diagnosis(), ITEMS)).tag == "svg"


def test_a_broken_node_says_so_in_words() -> None:
    """Not by color alone: a flag to see and a label to hear."""
    drawn = _node(draw_graph(GRAPH, diagnosis()), "E2")

    assert ("chain broke here" in drawn, "The chain broke here." in drawn) == (True, True)


def test_the_edge_out_of_a_broken_node_is_crossed() -> None:
    """One break with one edge gives one cross."""
    assert draw_graph(GRAPH, diagnosis()).count('class="cross"') == 1


def test_a_whole_chain_has_no_cross() -> None:
    """Without a diagnosis nothing is broken."""
    assert 'class="cross"' not in draw_graph(GRAPH)


def test_every_state_is_said() -> None:
    """Yes, no and unknown read differently."""
    states = {"retrieved": True, "cited": False, "supported": None}

    assert said_of(states) == "retrieved, not cited, supported unknown"


@pytest.mark.parametrize(
    ("states", "tone"),
    [
        ({}, Tone.PLAIN),
        ({"cited": True, "retrieved": True}, Tone.GOOD),
        ({"cited": True, "supported": None}, Tone.UNKNOWN),
        ({"cited": False, "supported": None}, Tone.PARTLY),
    ],
)
def test_tone_of_states(states: dict[str, bool | None], tone: Tone) -> None:
    """A state that is not known never counts as one that holds."""
    assert tone_of(NodeFinding("E1", states)) == tone


def test_a_broken_node_is_bad_whatever_its_states() -> None:
    """The break outweighs what holds."""
    assert tone_of(NodeFinding("E1", {"cited": True}), is_broken=True) == Tone.BAD


def test_initials_tell_states_apart() -> None:
    """As short as possible, longer where two begin alike."""
    assert initials(("cited", "supported", "selected")) == {
        "cited": "C",
        "supported": "Su",
        "selected": "Se",
    }


def test_states_come_in_the_order_of_the_chain() -> None:
    """Evidence states first, as evidence is drawn first."""
    found = states_of(GRAPH, diagnosis())

    assert found == ("retrieved", "cited", "instantiated", "supported")


def test_texts_of_nodes_are_escaped() -> None:
    """A node's id and text are strangers' text."""
    nodes = (
        Node("A", NodeType.CONCLUSION, "<script>alert(1)</script>"),
        Node('C"><b>', NodeType.CLAIM, "&"),
        Node("E1", NodeType.EVIDENCE, "e"),
    )
    drawn = draw_graph(EvidenceGraph(nodes, (("E1", 'C"><b>'), ('C"><b>', "A"))))

    assert [tag for tag in ("<script>", "<b>") if tag in drawn] == []


def test_wide_characters_are_cut_sooner() -> None:
    """A Chinese text gets half as many characters into a box."""
    nodes = (
        Node("A", NodeType.CONCLUSION, "a"),
        Node("C1", NodeType.CLAIM, "潮" * 80),
        Node("E1", NodeType.EVIDENCE, "e" * 80),
    )
    drawn = draw_graph(EvidenceGraph(nodes, (("E1", "C1"), ("C1", "A"))))
    words = re.findall(r'<text class="words"[^>]*>([潮e]+)…', drawn)

    assert len(words[0]) == pytest.approx(2 * len(words[1]), abs=2)
