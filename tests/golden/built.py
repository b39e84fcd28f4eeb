"""Small reports, tasks and askers built by hand, so that a test says all that it rests on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar, cast

from veridical.ask import ONCE, Answer, Ask, Attachment, Draw, NoVerdict, Quote
from veridical.checks.support import Support, SupportAsk, Verdict
from veridical.graph import EvidenceGraph, Node, NodeType
from veridical.measure import Context, Submission
from veridical.methods.hievidr.asks.answer import AnswerRatings
from veridical.methods.hievidr.asks.citation import CitationRatings
from veridical.methods.hievidr.asks.claim import ClaimRatings, Instantiation, InstantiationAsk
from veridical.methods.hievidr.asks.report import AlignRating, ReportRatings
from veridical.report.model import (
    Block,
    BlockKind,
    Citation,
    EvidenceList,
    Figure,
    FigureKind,
    Reference,
    ReferenceOrigin,
    Report,
    Resolution,
    Scope,
    ScopeKind,
    Section,
    Span,
    Statement,
    StatementKind,
    Text,
)
from veridical.score import Reason
from veridical.task import Gold, Item, Query, Task
from veridical.trajectory import Step

V = TypeVar("V")


@dataclass
class Draft:
    """A report being written; offsets are kept right as it grows."""

    source: str = ""
    blocks: list[Block] = field(default_factory=list)
    sections: list[Section] = field(default_factory=lambda: [Section(0, "", 0, Span(0, 0))])
    statements: list[Statement] = field(default_factory=list)
    citations: list[Citation] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)

    def block(self, kind: BlockKind, text: str) -> Span:
        """Add a paragraph of its own."""
        start = len(self.source)
        self.source += text + "\n\n"
        span = Span(start, start + len(text))
        plain = Text(text, ((0, start, len(text)),))
        section = len(self.sections) - 1
        self.blocks.append(Block(len(self.blocks), kind, span, plain, section))
        return span

    def heading(self, text: str) -> None:
        """Add a heading; it begins a section."""
        index = len(self.sections)
        self.sections.append(Section(index, text, 2, Span(len(self.source), 0), 0))
        self.block(BlockKind.HEADING, text)

    def sentence(self, text: str, labels: Iterable[str], items: Mapping[str, int]) -> None:
        """Add a sentence with a marker for each label; a label that is no item is invalid."""
        marked = text + "".join(f" [{label}]" for label in labels)
        span = self.block(BlockKind.PARAGRAPH, marked)
        index, first = len(self.statements), len(self.citations)
        at = span.start + len(text)
        for label in labels:
            marker = Span(at + 1, at + 3 + len(label))
            at = marker.end
            self.citations.append(self._citation(label, marker, index, items))
        self.statements.append(
            Statement(
                index,
                span,
                text,
                StatementKind.SENTENCE,
                len(self.blocks) - 1,
                len(self.sections) - 1,
                "en",
                tuple(range(first, len(self.citations))),
            )
        )

    def _citation(
        self, label: str, marker: Span, statement: int, items: Mapping[str, int]
    ) -> Citation:
        known = label in items
        return Citation(
            len(self.citations),
            len(self.citations),
            "numbered",
            label,
            Span(marker.start + 1, marker.end - 1),
            marker,
            Scope(ScopeKind.SENTENCE, (statement,), True),
            Resolution.RESOLVED if known else Resolution.MISSING,
            (items[label],) if known else (),
        )

    def figure(self, number: int) -> None:
        """Add a placeholder on a line of its own."""
        span = self.block(BlockKind.FIGURE, f"|image{number}|")
        index = len(self.figures)
        block = len(self.blocks) - 1
        self.figures.append(Figure(index, FigureKind.PLACEHOLDER, block, span, number))

    def image(self, target: str) -> None:
        """Add a picture by its file."""
        span = self.block(BlockKind.FIGURE, f"![]({target})")
        index = len(self.figures)
        block = len(self.blocks) - 1
        self.figures.append(Figure(index, FigureKind.IMAGE, block, span, target=target))

    def done(self, items: Mapping[str, int], language: str = "en") -> Report:
        """The report, its sections closed."""
        starts = [s.span.start for s in self.sections[1:]] + [len(self.source)]
        sections = [self.sections[0]]
        for section, end in zip(self.sections[1:], starts[1:], strict=True):
            span = Span(section.span.start, end)
            sections.append(Section(section.index, section.heading, 2, span, 0))
        references = tuple(
            Reference(i, label, None, label, "", None, ReferenceOrigin.EVIDENCE, label)
            for label, i in items.items()
        )
        return Report(
            "built",
            self.source,
            "markdown",
            language,
            "",
            tuple(self.blocks),
            tuple(sections),
            tuple(self.statements),
            tuple(self.citations),
            references,
            tuple(self.figures),
            (),
        )


Piece = str | tuple[str, str]
"""A heading (``# …``), a picture (``|1|`` or ``!path``), or a sentence with its labels."""


def report(*pieces: Piece, items: Iterable[str], language: str = "en") -> Report:
    """A report of headings, pictures and sentences, each a paragraph of its own."""
    known = {item: i for i, item in enumerate(items)}
    draft = Draft()
    for piece in pieces:
        if isinstance(piece, tuple):
            draft.sentence(piece[0], piece[1].split(), known)
        elif piece.startswith("#"):
            draft.heading(piece.removeprefix("# "))
        elif piece.startswith("|"):
            draft.figure(int(piece.strip("|")))
        else:
            draft.image(piece.removeprefix("!"))
    return draft.done(known, language)


def graph(edges: str) -> EvidenceGraph:
    """A graph from ``"E1>C1 C1>A"``: E… are evidence, C… claims, A the conclusion."""
    pairs = tuple((a, b) for a, b in (edge.split(">") for edge in edges.split()))
    ids = dict.fromkeys(node for pair in pairs for node in pair)
    kinds = {"E": NodeType.EVIDENCE, "C": NodeType.CLAIM, "A": NodeType.CONCLUSION}
    nodes = tuple(
        Node(i, kinds[i[0]], f"text of {i}", i if i[0] == "E" else None) for i in sorted(ids)
    )
    return EvidenceGraph(nodes, pairs)


TOY = graph("E1>C1 E2>C1 E3>C2 E4>C2 E5>C3 C1>A C2>A C3>A")
"""The graph of the paper's evaluation figure."""


@dataclass
class Scripted:
    """An asker that answers by kind and counts what it was asked."""

    answers: Mapping[str, Callable[[Ask[object]], object]]
    asked: list[Ask[object]] = field(default_factory=list)

    async def ask(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """The scripted answer of the ask's kind."""
        plain = cast("Ask[object]", ask)
        self.asked.append(plain)
        said = self.answers[ask.kind](plain)
        if isinstance(said, NoVerdict | Answer):
            return cast("Answer[V] | NoVerdict", said)
        quotes = tuple(
            Quote(p.source, p.start, p.end, p.text)
            for p in (ask.passages if isinstance(ask, SupportAsk) else ())
        )
        return cast("Answer[V]", Answer(said, "scripted", quotes))

    def kinds(self) -> list[str]:
        """The kinds that were asked, in order."""
        return [ask.kind for ask in self.asked]


NO = NoVerdict(Reason.TIMEOUT, "no reply")


def script(
    *,
    report: object = 5,
    align: object = 5,
    citation: object = 5,
    claim: object = 5,
    answer: object = 5,
    said: Mapping[str, object] | None = None,
    support: Mapping[str, object] | None = None,
) -> Scripted:
    """Answers for every ask of the method.

    Args:
        report: one rating for its five dimensions, five of them, or NO.
        align: a rating or NO.
        citation: one rating, four of them, or NO; or by item.
        claim: one rating, three of them, or NO; or by claim text.
        answer: one rating, six of them, or NO.
        said: by claim text, the numbers of the statements that make it, or NO; every other
            claim is made by a statement of the same words, if there is one.
        support: by statement, a verdict or NO; every other statement is supported.
    """
    return Scripted(
        {
            "hievidr.report": lambda _: _rated(report, ReportRatings, 5),
            "hievidr.align": lambda _: _rated(align, AlignRating, 1),
            "hievidr.align_without_pictures": lambda _: _rated(align, AlignRating, 1),
            "hievidr.citation": lambda a: _rated(_by(citation, a.item), CitationRatings, 4),  # type: ignore[attr-defined]
            "hievidr.citation_of_picture": lambda a: _rated(
                _by(citation, a.item),  # type: ignore[attr-defined]
                CitationRatings,
                4,
            ),
            "hievidr.claim": lambda a: _rated(_by(claim, a.claim), ClaimRatings, 3),  # type: ignore[attr-defined]
            "hievidr.answer": lambda _: _rated(answer, AnswerRatings, 6),
            "hievidr.instantiation": lambda a: _made(cast("InstantiationAsk", a), said or {}),
            "support": lambda a: _verdict(cast("SupportAsk", a), support or {}),
            "support_by_picture": lambda a: _verdict(cast("SupportAsk", a), support or {}),
            "conclusion": lambda _: NO,
        }
    )


def _by(rating: object, key: str) -> object:
    return rating.get(key, 5) if isinstance(rating, dict) else rating


def _rated(rating: object, kind: Callable[..., object], n: int) -> object:
    if isinstance(rating, NoVerdict):
        return rating
    return kind(*(rating if isinstance(rating, tuple) else (rating,) * n))


def _made(ask: InstantiationAsk, said: Mapping[str, object]) -> object:
    if ask.claim in said:
        numbers = said[ask.claim]
        return numbers if isinstance(numbers, NoVerdict) else Instantiation(numbers)  # type: ignore[arg-type]
    return Instantiation(tuple(s.number for s in ask.statements if s.text == ask.claim))


def _verdict(ask: SupportAsk, support: Mapping[str, object]) -> object:
    said = support.get(ask.statement, Support.SUPPORTED)
    return Verdict(said) if isinstance(said, Support) else said


def context(
    graph: EvidenceGraph | None,
    built: Report,
    asker: Scripted,
    *,
    given: tuple[str, ...] | None = None,
    images: tuple[str, ...] = (),
    corpus: Mapping[str, str] | None = None,
    steps: tuple[Step, ...] | None = None,
    query: str = "the question",
    answer: str | None = "the gold answer",
    pictures: Mapping[str, Attachment] | None = None,
) -> Context:
    """A context of one report on one task; `given` None = no evidence list."""
    evidence = EvidenceList(given, images) if given is not None else None
    return Context(
        Task("t", Query(query), gold=Gold(answer, graph)),
        Submission("s", "t", built, evidence, steps),
        {i: Item(i, text) for i, text in (corpus or {}).items()},
        asker,
        pictures or {},
    )
