"""A task on its way: graph, question, answer, pictures, and what was found of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from veridical.construction.hievidr.bundle import Bundle
from veridical.graph import EvidenceGraph, NodeType
from veridical.task import Gold, Image, Item, Modality, Query, Task


@dataclass(frozen=True, slots=True)
class Graphed:
    """A bundle with its graph.

    Attributes:
        bundle: that it was made from.
        graph: valid.
        tries: how many times it was written.
    """

    bundle: Bundle
    graph: EvidenceGraph
    tries: int = 1

    @property
    def evidence_items(self) -> tuple[Item, ...]:
        """The items behind the evidence, each once, in the order of the graph."""
        by_id = {one.id: one for one in self.bundle.items}
        ids = dict.fromkeys(n.item for n in self.graph.evidence if n.item is not None)
        return tuple(by_id[id_] for id_ in ids)

    @property
    def pictures(self) -> tuple[Item, ...]:
        """The bundle's items that are pictures with a file, in order."""
        return tuple(one for one in self.bundle.items if one.image_path)


@dataclass(frozen=True, slots=True)
class Drafted:
    """A graph with its question and answer: the paper's six fields.

    Attributes:
        graphed: evidence graph and evidence items.
        question: with ``<image>`` for each of the query's pictures.
        answer: that is taken for right.
        query_pictures: the paper's mm_inputs.
        report_pictures: the paper's mm_outputs.
    """

    graphed: Graphed
    question: str
    answer: str
    query_pictures: tuple[Item, ...] = ()
    report_pictures: tuple[Item, ...] = ()

    @property
    def modality(self) -> str:
        """``multimodal`` if a picture is asked about, is evidence or is to be shown."""
        shown = (*self.query_pictures, *self.report_pictures, *self.graphed.evidence_items)
        has_picture = any(one.modality is Modality.IMAGE for one in shown)
        return "multimodal" if has_picture else "text"

    @property
    def difficulty(self) -> str:
        """By nodes, layers and density."""
        return self.graphed.graph.difficulty().value

    @property
    def domain(self) -> str:
        """The bundle's; "" = it has none."""
        return self.graphed.bundle.domain

    def edges(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Each claim's words, and the conclusion's, with the words of what it rests on."""
        graph = self.graphed.graph
        for node in graph.topological:
            if node.type is not NodeType.EVIDENCE:
                yield node.text, tuple(one.text for one in graph.supporters(node.id))

    def task(self, id_: str, tags: dict[str, str]) -> Task:
        """As a bench keeps it."""
        graph = self.graphed.graph
        images = tuple(Image(one.id, one.image_path or "", one.text) for one in self.query_pictures)
        named = EvidenceGraph(graph.nodes, graph.edges, id_)
        told = {"modality": self.modality, "difficulty": self.difficulty, **tags}
        if self.report_pictures:
            told["report_pictures"] = " ".join(one.id for one in self.report_pictures)
        return Task(
            id=id_,
            query=Query(self.question, images),
            language=self.graphed.bundle.language,
            domain=self.domain,
            gold=Gold(answer=self.answer, graph=named),
            tags=told,
        )
