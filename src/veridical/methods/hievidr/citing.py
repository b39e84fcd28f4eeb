"""What was the writer given, and what does the report cite? No judgment, only counting.

A citation cites the item that its reference stands for. An inserted picture cites its item
too (the paper is silent on this). A number that leads nowhere is kept as invalid, never
dropped.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from veridical.ask import Quote
from veridical.graph import Node
from veridical.measure import Context, Submission
from veridical.report.model import Citation, Figure, FigureKind, Report, Resolution, Span
from veridical.task import Item
from veridical.trajectory import StepKind

REPORT = "report"
"""`Quote.source` of words that stand in the report under test."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a report cites an item.

    Attributes:
        span: the marker or the figure.
        statements: those that it may speak for, by index.
        is_certain: whether the text leaves that open.
        is_figure: whether it is a picture.
    """

    span: Span
    statements: tuple[int, ...]
    is_certain: bool = True
    is_figure: bool = False


@dataclass(frozen=True, slots=True)
class Cites:
    """What a report cites.

    Attributes:
        places: by item, in the order of the report.
        outside: cited sources that are no items, each once.
        invalid: labels and picture numbers that lead nowhere, each once.
        is_known: False where the report cites but nothing says which items its numbers
            stand for.
    """

    places: Mapping[str, tuple[Place, ...]] = field(default_factory=dict)
    outside: tuple[str, ...] = ()
    invalid: tuple[str, ...] = ()
    is_known: bool = True


def item_of(node: Node) -> str:
    """The corpus item of an evidence node; a node without one is its own item."""
    return node.item if node.item is not None else node.id


def given(submission: Submission) -> tuple[str, ...] | None:
    """The items the writer was given, each once; None if nobody recorded them.

    The evidence list, else the trajectory's retrieve steps.
    """
    if submission.evidence is not None:
        return tuple(dict.fromkeys(submission.evidence.texts + submission.evidence.images))
    return searched(submission)


def searched(submission: Submission) -> tuple[str, ...] | None:
    """The items that the trajectory's retrieve steps name; None without a trajectory."""
    if submission.trajectory is None:
        return None
    steps = (s for s in submission.trajectory if s.kind is StepKind.RETRIEVE)
    return tuple(dict.fromkeys(s.item for s in steps if s.item is not None))


def cites(context: Context) -> Cites:
    """Everything the report cites, rightly or not."""
    places: dict[str, list[Place]] = defaultdict(list)
    outside: dict[str, None] = {}
    invalid: dict[str, None] = {}
    for item, place in _figures(context):
        if item:
            places[item].append(place)
        else:
            invalid.setdefault(context.report.words(place.span))
    pictures = {figure.span for figure in context.report.figures}
    for citation in context.report.citations:
        if citation.marker_span in pictures:
            continue
        item = _item(citation, context.report)
        if item is not None:
            scope = citation.scope
            place = Place(citation.marker_span, scope.statements, scope.is_certain)
            places[item].append(place)
        elif citation.resolution in (Resolution.RESOLVED, Resolution.LINK):
            outside.setdefault(citation.source.key if citation.source else citation.label)
        else:
            invalid.setdefault(citation.label)
    return Cites(
        MappingProxyType({i: _in_order(found) for i, found in places.items()}),
        tuple(outside),
        tuple(invalid),
        bool(places) or context.submission.evidence is not None or not (outside or invalid),
    )


def _in_order(places: Sequence[Place]) -> tuple[Place, ...]:
    return tuple(sorted(set(places), key=lambda p: (p.span, p.is_figure)))


def _item(citation: Citation, report: Report) -> str | None:
    if citation.resolution is not Resolution.RESOLVED:
        return None
    return next((i for r in citation.references if (i := report.references[r].item)), None)


def _figures(context: Context) -> Iterator[tuple[str | None, Place]]:
    """Each placeholder with its item, or None; each picture whose file is an item's."""
    report = context.report
    by_path = _items_by_path(context) if report.figures else {}
    starts = [s.span.start for s in report.statements]
    for figure in report.figures:
        if figure.kind is FigureKind.PLACEHOLDER:
            yield _numbered(figure, context.submission), _figure_place(figure, report, starts)
        elif item := by_path.get(_path(figure.target)):
            yield item, _figure_place(figure, report, starts)


def _items_by_path(context: Context) -> dict[str, str]:
    known = given(context.submission)
    ids = context.corpus if known is None else known
    items = (context.corpus[i] for i in ids if i in context.corpus)
    return {_path(item.image_path): item.id for item in items if item.image_path}


def _path(path: str) -> str:
    return path.removeprefix("./")


def _numbered(figure: Figure, submission: Submission) -> str | None:
    images = submission.evidence.images if submission.evidence else ()
    k = figure.number or 0
    return images[k - 1] if 1 <= k <= len(images) else None


def _figure_place(figure: Figure, report: Report, starts: Sequence[int]) -> Place:
    """A figure speaks for its caption and for the statements right before and after it."""
    at = bisect_left(starts, figure.span.start)
    near = {i for i in (at - 1, at) if 0 <= i < len(starts) and _shares_section(i, figure, report)}
    if figure.caption is not None:
        first = bisect_left(starts, figure.caption.start)
        near.update(range(first, bisect_left(starts, figure.caption.end)))
    return Place(figure.span, tuple(sorted(near)), is_figure=True)


def _shares_section(statement: int, figure: Figure, report: Report) -> bool:
    return report.statements[statement].section == report.blocks[figure.block].section


@dataclass(frozen=True, slots=True)
class CitingStatement:
    """A statement that cites the item.

    Attributes:
        text: without markers.
        written: as written, markers and markup included.
        start: its first code point in the report.
        is_certain: whether the marker clearly speaks for it.
        is_beside_picture: whether the item is cited by showing it there.
    """

    text: str
    written: str
    start: int
    is_certain: bool = True
    is_beside_picture: bool = False


def quote(report: Report, span: Span) -> Quote:
    """The report's own words at `span`."""
    return Quote(REPORT, span.start, span.end, report.words(span))


def quotes_of(item: str, found: Cites, report: Report) -> tuple[Quote, ...]:
    """The report's words wherever it cites `item`: the statements, else the bare marker."""
    spans = {
        span
        for place in found.places.get(item, ())
        for span in [report.statements[s].span for s in place.statements] or [place.span]
    }
    return tuple(quote(report, span) for span in sorted(spans))


def citing_statements(item: str, found: Cites, report: Report) -> tuple[CitingStatement, ...]:
    """The statements that cite `item`, each once, in order; certain if any place is."""
    certain: dict[int, CitingStatement] = {}
    places = sorted(found.places.get(item, ()), key=lambda p: (not p.is_certain, p.is_figure))
    for place in places:
        for index in place.statements:
            statement = report.statements[index]
            certain.setdefault(
                index,
                CitingStatement(
                    statement.text,
                    report.words(statement.span),
                    statement.span.start,
                    place.is_certain,
                    place.is_figure,
                ),
            )
    return tuple(certain[index] for index in sorted(certain))


def evidence_text(node: Node, corpus: Mapping[str, Item]) -> str:
    """The words of a node's item; the node's own where the item is unknown."""
    item = corpus.get(item_of(node))
    return item.text if item is not None else node.text
