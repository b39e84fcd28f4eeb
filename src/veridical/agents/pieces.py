"""A report cut into numbered pieces: its statements, and their clauses where each says its own.

Segmentation stays in code: every piece knows its place, and together the pieces are all that
the statements say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from veridical.checks.clauses import clauses
from veridical.checks.quotes import locate
from veridical.checks.wording import wording
from veridical.checks.worth import is_page
from veridical.report.model import Report, Span, Statement, StatementKind

PASSAGE = 3_000
"""Characters of the report that are put in one ask, about."""
BEFORE = 4
"""Pieces before a passage that are shown with it."""
_OPENING = 4
"""A page's own words are looked for in the first quarter of a report."""
_ENDS = 3


@dataclass(frozen=True, slots=True)
class Piece:
    """A statement or a clause of one.

    Attributes:
        number: its place among the pieces of the report.
        statement: index into ``Report.statements``.
        span: its place in the source.
        text: its words without markers; of a cell, the headers before it.
        kind: where the statement stands.
        section: index into ``Report.sections``.
        language: of the statement.
        path: of a cell, the headers over and before it.
    """

    number: int
    statement: int
    span: Span
    text: str
    kind: StatementKind
    section: int
    language: str
    path: tuple[str, ...] = ()


def pieces_of(report: Report) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """The pieces of a report, and those among them that are what a chat page left before it.

    Returns:
        All pieces but the residue, and the residue: whatever stands before the last of the
        page's own words ("Start research") in the first quarter of the report.
    """
    every = tuple(_pieces(report))
    opening = every[: len(every) // _OPENING]
    after = max((p.number + 1 for p in opening if is_page(p.text)), default=0)
    return every[after:], every[:after]


def _pieces(report: Report) -> Iterator[Piece]:
    number = 0
    for statement in report.statements:
        text = wording(report, statement)
        cut = ((0, len(text)),) if statement.path else clauses(text)
        for start, end in cut:
            part = text[start:end].strip()
            span = statement.span if len(cut) == 1 else _span(report, statement, part)
            yield _piece(number, statement, span, part)
            number += 1


def _piece(number: int, statement: Statement, span: Span, text: str) -> Piece:
    return Piece(
        number,
        statement.index,
        span,
        text,
        statement.kind,
        statement.section,
        statement.language,
        statement.path,
    )


def _span(report: Report, statement: Statement, part: str) -> Span:
    """Where a clause stands in the source; the statement's place where markup hides it."""
    source = report.words(statement.span)
    found = locate(part, source)
    if found is None:
        found = _between(part.split(), source)
    if found is None:
        return statement.span
    return Span(statement.span.start + found[0], statement.span.start + found[1])


def _between(said: Sequence[str], source: str) -> tuple[int, int] | None:
    """From the first of its words to the last, where something stands in between."""
    first = locate(" ".join(said[:_ENDS]), source)
    if first is None:
        return None
    last = locate(" ".join(said[-_ENDS:]), source[first[0] :])
    return None if last is None else (first[0], first[0] + last[1])


def in_passages(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Pieces of one section and language each, at most about `PASSAGE` characters together."""
    found: list[list[Piece]] = []
    for _, own in groupby(pieces, key=lambda p: (p.section, p.language)):
        passage: list[Piece] = []
        for piece in own:
            is_same = bool(passage) and passage[-1].statement == piece.statement
            if not is_same and passage and sum(len(p.text) for p in passage) > PASSAGE:
                found.append(passage)
                passage = []
            passage.append(piece)
        found.append(passage)
    return found
