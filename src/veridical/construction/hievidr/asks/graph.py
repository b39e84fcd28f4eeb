"""Which evidence leads by which claims to which conclusion? Asked of who writes tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

import msgspec

from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts
from veridical.construction.hievidr.asks.graph_rule import drafted
from veridical.errors import GraphError
from veridical.graph import EvidenceGraph, Node, NodeType
from veridical.score import Reason
from veridical.task import Item

PROMPTS = Path(__file__).parents[1] / "prompts"
CONCLUSION = "A"

Number = Annotated[int, msgspec.Meta(ge=1, description="of an item as it is shown")]


class DraftEvidence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one item says.

    Attributes:
        id: ``E1``, ``E2``, …
        item: the item's number.
        text: what it says, in words of its own.
    """

    id: str
    item: Number
    text: str


class DraftClaim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What follows from evidence and other claims.

    Attributes:
        id: ``C1``, ``C2``, …
        text: the claim.
        supported_by: ids of evidence and claims.
    """

    id: str
    text: str
    supported_by: tuple[str, ...]


class DraftGraph(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Evidence, claims, and one conclusion.

    Attributes:
        evidence: each on one item.
        claims: each on evidence or claims.
        conclusion: what follows from the claims.
        concluded_from: ids of claims.
    """

    evidence: tuple[DraftEvidence, ...]
    claims: tuple[DraftClaim, ...]
    conclusion: str
    concluded_from: tuple[str, ...]

    def built(self, items: Sequence[Item], name: str = "") -> EvidenceGraph:
        """The graph over the items' ids.

        Raises:
            GraphError: it is none: a cycle, lonely evidence, an unknown id or item.
        """
        for one in self.evidence:
            if not 1 <= one.item <= len(items):
                raise _no_item(one, len(items))
        nodes = [
            Node(one.id, NodeType.EVIDENCE, one.text, items[one.item - 1].id)
            for one in self.evidence
        ]
        nodes += [Node(one.id, NodeType.CLAIM, one.text) for one in self.claims]
        nodes.append(Node(CONCLUSION, NodeType.CONCLUSION, self.conclusion))
        edges = [(below, one.id) for one in self.claims for below in one.supported_by]
        edges += [(below, CONCLUSION) for below in self.concluded_from]
        return EvidenceGraph(tuple(nodes), tuple(edges), name)


def _no_item(one: DraftEvidence, shown: int) -> GraphError:
    return GraphError(
        "graph",
        f'evidence "{one.id}" names no item that is shown',
        got=one.item,
        expected=f"a number from 1 to {shown}",
        fix="Correct it.",
    )


@dataclass(frozen=True)
class GraphAsk(Ask[DraftGraph]):
    """An evidence graph over items.

    Attributes:
        items: as they are shown, numbered from 1.
        fewest: nodes.
        most: nodes.
        language: of the items and the graph.
    """

    kind: ClassVar[str] = "construction.hievidr.graph"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.EXAMINER
    answer_type: ClassVar[type] = DraftGraph

    items: tuple[Item, ...]
    fewest: int = 5
    most: int = 17
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Items, then what to make of them."""
        fields = {"items": shown(self.items), "size": f"{self.fewest}–{self.most}"}
        return prompt_parts(PROMPTS, "graph", self.language, fields)

    def objection(self, value: DraftGraph) -> str:
        """No graph, one of a wrong size, or a node without words."""
        try:
            graph = value.built(self.items)
        except GraphError as e:
            return str(e)
        if not all(node.text.strip() for node in graph.nodes):
            return "a node has no words"
        if not self.fewest <= len(graph.nodes) <= self.most:
            return f"it has {len(graph.nodes)} nodes; expected {self.fewest} to {self.most}"
        return ""

    def by_rule(self) -> Answer[DraftGraph] | NoVerdict:
        """Sentences of the items, paired by the rare words they share; indicative."""
        found = drafted(self.items, self.most, self.language)
        if found is None:
            return NoVerdict(Reason.NOTHING_TO_CHECK, "no four sentences belong together")
        evidence = tuple(DraftEvidence(f"E{n}", at, text) for n, (at, text) in found.evidence)
        claims = tuple(
            DraftClaim(f"C{n}", text, tuple(f"E{e}" for e in below))
            for n, (text, below) in enumerate(found.claims, start=1)
        )
        graph = DraftGraph(evidence, claims, found.conclusion, tuple(c.id for c in claims))
        return Answer(graph, "by rule: sentences of the items, put together by shared words")


def shown(items: Sequence[Item]) -> str:
    """Items as a prompt shows them: number, kind, title, words."""
    told = (
        f"[{n}] ({one.modality.value}) {one.title}\n{one.text}"
        for n, one in enumerate(items, start=1)
    )
    return "\n\n".join(told)
