"""How fast candidates pass the rule stage of HiEviDR-Bench's curation, and in what memory.

30,000 synthetic candidates, the paper's number, of 5 to 17 nodes over 10 to 25 items; about six in
ten carry a planted defect, so that every rule is met. The graph of each is built and validated
anew, as from a reply. Memory is what Python holds at its peak, beside that of a tenth as many.
"""

from __future__ import annotations

import asyncio
import random
import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass

from bench.row import Row
from veridical.construction.funnel import Funnel
from veridical.construction.hievidr.bundle import Bundle
from veridical.construction.hievidr.drafted import Drafted, Graphed
from veridical.construction.hievidr.rules import RuleFilter
from veridical.construction.pipeline import Candidate, Dropped, Outcome, through
from veridical.errors import GraphError
from veridical.graph import EvidenceGraph, Node, NodeType
from veridical.task import Item

MANY = 30_000
WORDS = """
basin river glacier delta salt current layer ocean ridge valley sediment flow season winter summer
gauge station survey depth length width slope margin reef lagoon harbor coast island
""".split()  # noqa: SIM905 - twenty-eight in quotation marks are no better to read


@dataclass(frozen=True)
class Raw:
    """A reply before it is read: nodes and edges, perhaps of no graph."""

    bundle: Bundle
    nodes: tuple[Node, ...]
    edges: tuple[tuple[str, str], ...]
    question: str
    answer: str


class Read:
    """Builds and validates the graph, as the stage that asks for it does."""

    name = "graph"

    async def __call__(self, candidate: Candidate[object], /) -> Outcome:
        """The draft, or why there is no graph."""
        raw = candidate.value
        assert isinstance(raw, Raw)
        try:
            graph = EvidenceGraph(raw.nodes, raw.edges)
        except GraphError as e:
            return Dropped("no_valid_graph", str(e))
        return (
            Candidate(candidate.id, Drafted(Graphed(raw.bundle, graph), raw.question, raw.answer)),
        )


def candidates(count: int) -> Iterator[Candidate[object]]:
    """Made one by one, the same each time."""
    chance = random.Random(30_000)
    for n in range(count):
        yield Candidate(f"s{n}", _raw(chance, n))


def _raw(chance: random.Random, n: int) -> Raw:
    items = tuple(_item(chance, n, k) for k in range(chance.randint(10, 25)))
    evidence = [
        Node(f"E{k}", NodeType.EVIDENCE, _told(chance, one.text), one.id)
        for k, one in enumerate(items[: chance.randint(3, 9)])
    ]
    pairs = [evidence[k : k + 2] for k in range(0, len(evidence), 2)]
    claims = [
        Node(f"C{k}", NodeType.CLAIM, f"Claim {k} of {n}: {pair[0].text}")
        for k, pair in enumerate(pairs)
    ]
    answer = f"Result {n}: {' '.join(chance.sample(WORDS, 12))}"
    nodes = [*evidence, *claims, Node("A", NodeType.CONCLUSION, answer)]
    edges = [(e.id, f"C{k}") for k, pair in enumerate(pairs) for e in pair]
    edges += [(c.id, "A") for c in claims]
    question = (
        f"How do the {' and the '.join(chance.sample(WORDS, 4))} fit together in {1900 + n % 100}?"
    )
    bundle = Bundle(items[0].id, items)
    match n % 10:
        case 0:
            edges.append(("C1", "C0"))
            edges.append(("C0", "C1"))
        case 1:
            edges = edges[1:]
        case 2:
            question = f"What does the text say of {n}?"
        case 3:
            nodes[0] = Node(
                "E0", NodeType.EVIDENCE, f"{evidence[0].text} It was 4,711 km.", items[0].id
            )
        case 4:
            answer = "This cannot be determined."
        case 5:
            question = "Why?"
        case _:
            pass
    return Raw(bundle, tuple(nodes), tuple(edges), question, answer)


def _told(chance: random.Random, text: str) -> str:
    """In other words and another order, as a model tells it."""
    words = text.rstrip(".").split()
    chance.shuffle(words)
    return f"According to measurements, {' '.join(words)} were seen."


def _item(chance: random.Random, n: int, k: int) -> Item:
    words = " ".join(chance.sample(WORDS, 14))
    return Item(
        f"i{n}-{k}", f"Survey {n}.{k} found {words} at {chance.randint(2, 900)} m.", language="en"
    )


async def _run(count: int) -> Funnel:
    stages = (Read(), RuleFilter())
    funnel = Funnel([one.name for one in stages])
    async for _ in through(candidates(count), stages, funnel.add):
        pass
    return funnel


def _peak_mb(count: int) -> float:
    tracemalloc.start()
    try:
        asyncio.run(_run(count))
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


def measure() -> list[Row]:
    """Seconds for all without those of making them up; the peak beside a tenth's."""
    begin = time.perf_counter()
    made = sum(1 for _ in candidates(MANY))
    between = time.perf_counter()
    funnel = asyncio.run(_run(MANY))
    making = between - begin
    seconds = time.perf_counter() - between - making
    if funnel.stages[0].came != made:
        raise RuntimeError("not every candidate came to the first stage")
    graphs, rules = funnel.stages
    few, many = _peak_mb(MANY // 10), _peak_mb(MANY)
    return [
        Row("30,000 candidates through the rule stage", seconds, "s", 10),
        Row("making them up, not counted above", making, "s"),
        Row("came through", rules.passed, "candidates"),
        Row("reasons met", len(graphs.dropped) + len(rules.dropped), "reasons"),
        Row("peak memory of 30,000", many, "MB"),
        Row("peak of 30,000 less peak of 3,000", many - few, "MB", 20),
    ]
