"""The evidence graph: evidence → claim → conclusion.

Edges point from supporter to supported. The graph is immutable and always valid: building
one that is not raises `GraphError` naming the node and the edge.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

from veridical.errors import GraphError


class NodeType(StrEnum):
    """What a node of a gold graph is."""

    EVIDENCE = "evidence"
    CLAIM = "claim"
    CONCLUSION = "conclusion"


@dataclass(frozen=True, slots=True)
class Node:
    """A node: its id, its type, its text, and for evidence the corpus item it rests on."""

    id: str
    type: NodeType
    text: str
    item: str | None = None


class Difficulty(StrEnum):
    """How hard a graph is."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class DifficultyCuts:
    """Where the difficulties begin.

    Easy (5–8 nodes, 2 reasoning layers) and Hard (9–17 nodes) are HiEviDR-Bench's; the
    paper names a Medium without saying where. Ours: a graph inside the Easy size that has
    more layers or a higher density than the cuts is Medium, and so is one inside the Hard
    size that has no more layers than Easy allows and a density below its cut.

    Attributes:
        easy_nodes: most nodes of an Easy graph.
        easy_layers: most reasoning layers (edges on the longest path) of an Easy graph.
        dense: edges per node from which an Easy graph becomes Medium, and below which a
            shallow large graph stays Medium.
    """

    easy_nodes: int = 8
    easy_layers: int = 2
    dense: float = 1.25


PUBLISHED_CUTS = DifficultyCuts()


@dataclass(frozen=True)
class EvidenceGraph:
    """A DAG with one conclusion, in which every evidence node feeds a claim.

    Attributes:
        nodes: in the order given.
        edges: (supporter id, supported id).
        name: whose graph it is, for messages.

    Raises:
        GraphError: an unknown or duplicate id, a doubled edge, no or several conclusions,
            a cycle, an orphan, a claim without supporter, evidence that is supported or
            that is tied straight to the conclusion.
    """

    nodes: tuple[Node, ...]
    edges: tuple[tuple[str, str], ...]
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        """Check every rule of the class."""
        for rule in (_ids, _ends, _types, _order, _use):
            rule(self)

    @cached_property
    def by_id(self) -> Mapping[str, Node]:
        """Nodes by id."""
        return MappingProxyType({node.id: node for node in self.nodes})

    @cached_property
    def evidence(self) -> tuple[Node, ...]:
        """The evidence nodes, in order."""
        return tuple(n for n in self.nodes if n.type is NodeType.EVIDENCE)

    @cached_property
    def claims(self) -> tuple[Node, ...]:
        """The claim nodes, supporters before supported."""
        return tuple(n for n in self.topological if n.type is NodeType.CLAIM)

    @cached_property
    def conclusion(self) -> Node:
        """The one conclusion."""
        return next(n for n in self.nodes if n.type is NodeType.CONCLUSION)

    @cached_property
    def _supporters(self) -> Mapping[str, tuple[Node, ...]]:
        found: dict[str, list[Node]] = defaultdict(list)
        for supporter, supported in self.edges:
            found[supported].append(self.by_id[supporter])
        return {key: tuple(value) for key, value in found.items()}

    def supporters(self, node_id: str) -> tuple[Node, ...]:
        """The nodes with an edge into `node_id`, in the order of the edges."""
        return self._supporters.get(node_id, ())

    @cached_property
    def topological(self) -> tuple[Node, ...]:
        """Supporters before supported; ties in the order given."""
        left = {n.id: len(self.supporters(n.id)) for n in self.nodes}
        follows: dict[str, list[str]] = defaultdict(list)
        for supporter, supported in self.edges:
            follows[supporter].append(supported)
        ready = [n.id for n in self.nodes if not left[n.id]]
        for node_id in ready:
            for follower in follows[node_id]:
                left[follower] -= 1
                if not left[follower]:
                    ready.append(follower)
        return tuple(self.by_id[node_id] for node_id in ready)

    @cached_property
    def layers(self) -> Mapping[str, int]:
        """Edges on the longest path that ends in each node; evidence is layer 0."""
        layer: dict[str, int] = {}
        for node in self.topological:
            below = [layer[s.id] + 1 for s in self.supporters(node.id)]
            layer[node.id] = max(below, default=0)
        return MappingProxyType(layer)

    @property
    def depth(self) -> int:
        """Reasoning layers: edges on the longest path to the conclusion."""
        return self.layers[self.conclusion.id]

    @property
    def density(self) -> float:
        """Edges per node."""
        return len(self.edges) / len(self.nodes)

    def difficulty(self, cuts: DifficultyCuts = PUBLISHED_CUTS) -> Difficulty:
        """Easy, Medium or Hard by size, depth and density; see `DifficultyCuts`."""
        is_small = len(self.nodes) <= cuts.easy_nodes
        is_shallow = self.depth <= cuts.easy_layers
        is_dense = self.density >= cuts.dense
        if is_small and is_shallow and not is_dense:
            return Difficulty.EASY
        return Difficulty.MEDIUM if is_small or (is_shallow and not is_dense) else Difficulty.HARD


def _where(graph: EvidenceGraph) -> str:
    return f'graph "{graph.name}"' if graph.name else "graph"


def _repeated(values: Iterable[object]) -> list[object]:
    return [value for value, count in Counter(values).items() if count > 1]


def _ids(graph: EvidenceGraph) -> None:
    for node_id in _repeated(n.id for n in graph.nodes):
        raise GraphError(
            _where(graph),
            f'two nodes share the id "{node_id}"',
            expected="every id once",
            fix="Rename one of them.",
        )


def _ends(graph: EvidenceGraph) -> None:
    for supporter, supported in graph.edges:
        for end in (supporter, supported):
            if end not in graph.by_id:
                raise GraphError(
                    _where(graph),
                    f'edge {supporter} → {supported} names the unknown node "{end}"',
                    got=sorted(graph.by_id),
                    expected="ids of the graph's own nodes",
                    fix="Add the node or drop the edge.",
                )
    for edge in _repeated(graph.edges):
        supporter, supported = edge  # type: ignore[misc]
        raise GraphError(
            _where(graph),
            f"edge {supporter} → {supported} is there twice",
            expected="every edge once",
            fix="Drop one of them.",
        )


def _types(graph: EvidenceGraph) -> None:
    roots = [n.id for n in graph.nodes if n.type is NodeType.CONCLUSION]
    if len(roots) != 1:
        raise GraphError(
            _where(graph),
            "needs one conclusion node",
            got=roots,
            expected="exactly one",
            fix="Join several conclusions into one node, or add the missing one.",
        )
    for supporter, supported in graph.edges:
        _refuse_kind(graph, graph.by_id[supporter], graph.by_id[supported])


def _refuse_kind(graph: EvidenceGraph, supporter: Node, supported: Node) -> None:
    edge = f"edge {supporter.id} → {supported.id}"
    got = f"{supporter.type} → {supported.type}"
    if supported.type is NodeType.EVIDENCE:
        raise GraphError(
            _where(graph),
            f"{edge} supports evidence",
            got=got,
            expected="evidence to rest on its item alone",
            fix="Turn the supported node into a claim.",
        )
    if supporter.type is NodeType.CONCLUSION:
        raise GraphError(
            _where(graph),
            f"{edge} leaves the conclusion",
            got=got,
            expected="the conclusion to support nothing",
            fix="Reverse or drop the edge.",
        )
    if supporter.type is NodeType.EVIDENCE and supported.type is NodeType.CONCLUSION:
        raise GraphError(
            _where(graph),
            f"{edge} skips the claim level",
            got=got,
            expected="evidence → claim → conclusion",
            fix="Route it through a claim.",
        )


def _order(graph: EvidenceGraph) -> None:
    if len(graph.topological) == len(graph.nodes):
        return
    first, second = _edge_of_cycle(graph)
    placed = {n.id for n in graph.topological}
    raise GraphError(
        _where(graph),
        f"edge {first} → {second} closes a cycle",
        got=[n.id for n in graph.nodes if n.id not in placed],
        expected="a graph without cycles",
        fix="Drop one edge of the cycle.",
    )


def _edge_of_cycle(graph: EvidenceGraph) -> tuple[str, str]:
    placed = {n.id for n in graph.topological}
    node_id = next(n.id for n in graph.nodes if n.id not in placed)
    seen: set[str] = set()
    while node_id not in seen:
        seen.add(node_id)
        before, node_id = (
            node_id,
            next(s.id for s in graph.supporters(node_id) if s.id not in placed),
        )
    return node_id, before


def _use(graph: EvidenceGraph) -> None:
    supporting = {supporter for supporter, _ in graph.edges}
    for node in graph.nodes:
        if node.type is not NodeType.CONCLUSION and node.id not in supporting:
            raise GraphError(
                _where(graph),
                f'{node.type} "{node.id}" is an orphan: no edge leaves it',
                expected="every node to reach the conclusion",
                fix="Add the edge to what it supports, or drop the node.",
            )
        if node.type is not NodeType.EVIDENCE and not graph.supporters(node.id):
            raise GraphError(
                _where(graph),
                f'{node.type} "{node.id}" has no supporter',
                expected="at least one edge into it",
                fix="Add the evidence or claim that it rests on.",
            )
