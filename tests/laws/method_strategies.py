"""Any evidence graph, any report on it, and askers that answer anything, for any method."""

from __future__ import annotations

import random
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from typing import TypeVar, cast

import msgspec
from hypothesis import strategies as st

from tests.golden.built import Piece, Scripted, report
from veridical.ask import ONCE, Answer, Ask, Attachment, Draw, NoVerdict, Quote
from veridical.checks.reading import Said
from veridical.checks.side_weights import SideWeightsAsk
from veridical.graph import EvidenceGraph, Node, NodeType
from veridical.measure import Context, Rival, Submission, page_of_report
from veridical.picture import PagePicture, ReportPages, ReportPictures
from veridical.report.model import EvidenceList
from veridical.retrieval.passages import Passage
from veridical.score import Reason
from veridical.task import Gold, Item, Query, Task

V = TypeVar("V")


LOST = (
    Reason.UNREADABLE,
    Reason.REFUSED,
    Reason.RATE_LIMITED,
    Reason.TIMEOUT,
    Reason.UNAVAILABLE,
    Reason.BUDGET,
    Reason.OFFLINE,
    Reason.PENDING,
)
"""Every way in which an ask can fail; what nobody can assess did not fail."""


@dataclass
class AnyAsker:
    """Answers every ask with some value of its type, the same for the same ask.

    Attributes:
        seed: another seed, other answers.
        lost: the share of asks that fail.
        unread: how many asks failed so far.
    """

    seed: int
    lost: float = 0.0
    unread: int = 0

    async def ask(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """An answer read off the ask's identity, never off the order of asking."""
        luck = random.Random(f"{self.seed} {ask.identity()} {draw}")
        value = _any_of(msgspec.inspect.type_info(ask.answer_type), luck, _numbers(ask))
        if isinstance(ask, SideWeightsAsk) and luck.random() < 0.8:  # names of sides are no luck
            shares = ({"side": side.id, "weight": luck.random()} for side in ask.sides)
            value = {"weights": list(shares)}
        why = f"drawn with seed {self.seed}"
        if luck.random() < self.lost:
            self.unread += 1
            return NoVerdict(luck.choice(LOST))
        return Answer(cast("V", msgspec.convert(value, ask.answer_type)), why, _quotes(ask))


@dataclass
class ByRule(AnyAsker):
    """Answers every ask as the built-in rules do, save for those that fail."""

    async def ask(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """The rule's answer."""
        luck = random.Random(f"{self.seed} {ask.identity()} {draw}")
        if luck.random() < self.lost:
            self.unread += 1
            return NoVerdict(luck.choice(LOST))
        return ask.by_rule()


def _any_of(  # noqa: C901 - one case per kind of type
    kind: msgspec.inspect.Type, luck: random.Random, numbers: list[int]
) -> object:
    match kind:
        case msgspec.inspect.Metadata(type=inner):
            return _any_of(inner, luck, numbers)
        case msgspec.inspect.IntType(ge=int(low), le=int(high)):
            return luck.randint(low, high)
        case msgspec.inspect.IntType():
            return luck.choice(numbers or [0])
        case msgspec.inspect.BoolType():
            return luck.random() < 0.5
        case msgspec.inspect.FloatType(ge=low, le=high):
            return luck.uniform(low or 0.0, high or 1.0)
        case msgspec.inspect.StrType():
            return luck.choice(["yes", "no", ""])
        case msgspec.inspect.EnumType(cls=cls):
            return cast("Enum", luck.choice(list(cls))).value
        case msgspec.inspect.StructType(fields=named):
            return {f.encode_name: _any_of(f.type, luck, numbers) for f in named}
        case (
            msgspec.inspect.VarTupleType(item_type=item) | msgspec.inspect.ListType(item_type=item)
        ):
            return [_any_of(item, luck, numbers) for _ in range(luck.choice([0, 1, 1, 2]))]
        case msgspec.inspect.UnionType(types=types):
            return _any_of(luck.choice(types), luck, numbers)
        case _:
            return None


def _numbers(ask: object) -> list[int]:
    """The numbers by which an ask names statements."""
    return [said.number for said in _inside(ask, Said)]


def _quotes(ask: object) -> tuple[Quote, ...]:
    """A quote of each passage that an ask shows."""
    return tuple(Quote(p.source, p.start, p.end, p.text) for p in _inside(ask, Passage))


def _inside(ask: object, kind: type[V]) -> list[V]:
    assert is_dataclass(ask)
    held = [getattr(ask, f.name) for f in fields(ask)]
    return [one for value in held if isinstance(value, tuple) for one in value if type(one) is kind]


@st.composite
def graphs(draw: st.DrawFn) -> EvidenceGraph:
    """Evidence E1…, claims C1… that rest on evidence and earlier claims, one conclusion A."""
    evidence = [f"E{n}" for n in range(1, draw(st.integers(1, 5)) + 1)]
    claims = [f"C{n}" for n in range(1, draw(st.integers(1, 4)) + 1)]
    edges: dict[tuple[str, str], None] = {}
    for at, claim in enumerate(claims):
        below = evidence + claims[:at]
        chosen = draw(st.lists(st.sampled_from(below), min_size=1, max_size=3, unique=True))
        edges.update(dict.fromkeys((node, claim) for node in chosen))
    for node in evidence + claims:
        if not any(a == node for a, _ in edges):
            edges[node, claims[-1] if node in evidence else "A"] = None
    edges[claims[-1], "A"] = None
    kinds = {"E": NodeType.EVIDENCE, "C": NodeType.CLAIM, "A": NodeType.CONCLUSION}
    nodes = tuple(
        Node(i, kinds[i[0]], f"text of {i}", i if i[0] == "E" else None)
        for i in [*evidence, *claims, "A"]
    )
    return EvidenceGraph(nodes, tuple(edges))


@st.composite
def contexts(draw: st.DrawFn) -> Context:
    """A report on any graph: cites anything, says any of the claims, was given anything."""
    graph = draw(graphs())
    items = [n.id for n in graph.evidence] + ["X1", "X2", "X3"]
    some = st.lists(st.sampled_from(items), unique=True)
    given = draw(st.one_of(st.just(items), some, some, st.none()))
    # a report's numbers mean something only where the writer's list is known
    known = given if given is not None else []
    labels = st.lists(st.sampled_from([*(known or items), "99"]), max_size=3, unique=True)
    pieces: list[Piece] = []
    for claim in graph.claims:
        if draw(st.booleans()):
            pieces.append((f"text of {claim.id}", " ".join(draw(labels))))
    for _ in range(draw(st.integers(0, 2))):
        pieces.append(("Something else is said here.", " ".join(draw(labels))))
    if draw(st.booleans()):
        pieces += ["# Conclusion", ("text of A", "")]
    images = draw(st.lists(st.sampled_from(items), max_size=2, unique=True)) if known else []
    pieces += [f"|{n}|" for n in draw(st.lists(st.integers(1, 3), max_size=2, unique=True))]
    evidence = EvidenceList(tuple(known), tuple(images)) if given is not None else None
    texts = {i: f"text of {i}" if i[0] == "E" else f"far off {i}" for i in items}
    absent = draw(st.sets(st.sampled_from(items), max_size=2))
    sites = ["", "https://a.gov/x", "https://b.org/y", "https://x.com/z"]
    at = {i: draw(st.sampled_from(sites)) for i in items}
    corpus = {i: Item(i, text, source=at[i]) for i, text in texts.items() if i not in absent}
    other = report(("Something else is said of E1.", ""), ("text of A", ""), items=[])
    rival = draw(st.sampled_from([Rival("r", "t", other), Rival("r", "t", other), None]))
    shown = draw(st.sampled_from([_PAGES, _PAGES, ReportPictures()]))
    rivals = [Rival("r", "t", other, _PAGES), Rival("u", "t", other, shown)]
    submission = Submission("s", "t", report(*pieces, items=known), evidence, rival=rival)
    submission = replace(
        submission, rivals=tuple(rivals[: draw(st.integers(0, 2))]), pictures=_PAGES
    )
    return Context(
        Task("t", Query("which text of E1"), gold=Gold("the gold answer", graph)),
        submission,
        corpus,
        Scripted({}),
        pictures={page_of_report(1, of): Attachment("p.png", of * 64) for of in ("", "r", "u")},
    )


_PAGES = ReportPictures(
    pages=ReportPages((PagePicture(1, "0" * 64, "p.png", 8, 8),), 1, "a browser")
)


def shuffled(context: Context, seed: int) -> Context:
    """The same with the order of nodes, edges, given texts and corpus changed."""
    luck = random.Random(seed)
    graph, submission = context.task.gold.graph, context.submission
    assert graph is not None

    def mixed(things: tuple[V, ...]) -> tuple[V, ...]:
        return tuple(luck.sample(things, len(things)))

    turned = EvidenceGraph(mixed(graph.nodes), mixed(graph.edges))
    gold = msgspec.structs.replace(context.task.gold, graph=turned)
    evidence = submission.evidence
    if evidence is not None:
        evidence = replace(evidence, texts=mixed(evidence.texts))
    return replace(
        context,
        task=msgspec.structs.replace(context.task, gold=gold),
        submission=replace(submission, evidence=evidence, rivals=mixed(submission.rivals)),
        corpus=dict(mixed(tuple(context.corpus.items()))),
    )
