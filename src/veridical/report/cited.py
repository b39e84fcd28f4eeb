"""Marks → citations: one for each label, with its scope and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from veridical.report.citations import Label, Mark
from veridical.report.model import (
    Citation,
    Figure,
    FigureKind,
    Scope,
    ScopeKind,
    Span,
    Statement,
)
from veridical.report.passages import Reading
from veridical.report.resolve import Outcome, Resolver
from veridical.report.scope import NOTHING, Reach

IMAGE_STYLE = "image"
"""The style of the citation that an ``|imagek|`` placeholder makes by placing its image."""


def cite(
    readings: Sequence[Reading], reached: Sequence[Sequence[Reach]], resolver: Resolver
) -> list[tuple[Citation, int | None]]:
    """The citations of a report, each with the statement that is its default."""
    found: list[tuple[Citation, int | None]] = []
    marker = 0
    for reading, reaches in zip(readings, reached, strict=True):
        for mark, reach in zip(reading.marks, reaches, strict=True):
            for label in mark.labels:
                outcome = resolver.outcome(mark, label)
                citation = _citation((len(found), marker), mark, label, (reach, outcome))
                found.append((citation, reach.default))
            marker += bool(mark.labels)
    return found


def _citation(
    numbers: tuple[int, int], mark: Mark, label: Label, what: tuple[Reach, Outcome]
) -> Citation:
    reach, outcome = what
    return Citation(
        index=numbers[0],
        marker=numbers[1],
        style=mark.style,
        label=label.text,
        span=label.span,
        marker_span=mark.span,
        scope=reach.scope,
        resolution=outcome.resolution,
        references=outcome.references,
        source=outcome.source,
    )


def cite_images(
    figures: Sequence[Figure],
    statements: Sequence[Statement],
    resolver: Resolver,
    first: tuple[int, int],
) -> list[tuple[Citation, int | None]]:
    """The citations that placed images make: of the item that the placeholder names.

    Args:
        figures: the report's pictures.
        statements: its statements, among them the captions.
        resolver: over the evidence list given.
        first: the index and the marker number of the first of them.
    """
    found: list[tuple[Citation, int | None]] = []
    for figure in figures:
        if figure.kind is not FigureKind.PLACEHOLDER or figure.number is None:
            continue
        outcome = resolver.image(figure.number)
        reach = _caption_reach(figure.caption, statements)
        label = Label(f"image{figure.number}", figure.span)
        mark = Mark(IMAGE_STYLE, 0, 0, figure.span, (label,))
        numbers = (first[0] + len(found), first[1] + len(found))
        found.append((_citation(numbers, mark, label, (reach, outcome)), reach.default))
    return found


def _caption_reach(caption: Span | None, statements: Sequence[Statement]) -> Reach:
    if caption is None:
        return NOTHING
    inside = tuple(
        statement.index
        for statement in statements
        if caption.start <= statement.span.start and statement.span.end <= caption.end
    )
    if not inside:
        return NOTHING
    return Reach(Scope(ScopeKind.CAPTION, inside, is_certain=True), inside[0])


def with_citations(
    statements: Sequence[Statement], found: Sequence[tuple[Citation, int | None]]
) -> tuple[Statement, ...]:
    """The statements, each with the citations whose default scope it is."""
    named: dict[int, list[int]] = {}
    for citation, default in found:
        if default is not None:
            named.setdefault(default, []).append(citation.index)
    return tuple(
        replace(statement, citations=tuple(named[statement.index]))
        if statement.index in named
        else statement
        for statement in statements
    )
