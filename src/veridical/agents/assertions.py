"""A report's assertions: each one checkable thing that its statements say, at its place.

The report is cut in code: into passages, statements, clauses. A respondent says which pieces
can be checked and what they say in words that stand by themselves; what stands in the report is
always kept beside that. What cannot be checked is named with the reason, never dropped.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from unicodedata import normalize

from veridical.agents.pieces import BEFORE, Piece, in_passages, pieces_of
from veridical.ask import Answer, Asker, NoVerdict
from veridical.checks.assertions import AssertionsAsk, Reading, Readings, are_faithful
from veridical.checks.reading import Said
from veridical.checks.referents import resolved
from veridical.checks.worth import WHY, Worth
from veridical.report.dates import DateMention
from veridical.report.model import Report, Span, StatementKind
from veridical.report.quantities import Quantity, measurements
from veridical.score import Reason

_TOKEN = re.compile(r"\d+(?:[.,]\d+)*\s?%?|[^\W_]+")


@dataclass(frozen=True, slots=True)
class Assertion:
    """One thing that a statement says.

    Attributes:
        id: its place among the report's assertions.
        statement: index into ``Report.statements``.
        span: its place in the source.
        text: its words in the report, without markers.
        wording: what it says, in words that stand by themselves as far as could be told.
        worth: whether it can be checked, or why not.
        language: of the statement.
        scope: the headings above it and, of a cell, the headers over it.
        context: the words before it, where its wording still points back to them; else "".
        quantities: the quantities of the wording.
        dates: the dates of the wording.
    """

    id: int
    statement: int
    span: Span
    text: str
    wording: str
    worth: Worth
    language: str
    scope: tuple[str, ...] = ()
    context: str = ""
    quantities: tuple[Quantity, ...] = ()
    dates: tuple[DateMention, ...] = ()

    @property
    def is_checkable(self) -> bool:
        """Whether somebody could find it true or false."""
        return self.worth is Worth.CHECKABLE

    @property
    def why(self) -> str:
        """Why it can or cannot be checked."""
        return WHY[self.worth]

    @property
    def key(self) -> tuple[str, str]:
        """What assertions that say the same share; one that points back also its context."""
        return canonical(self.wording), self.context


@dataclass(frozen=True, slots=True)
class Unread:
    """A piece of which nobody said whether it can be checked.

    Attributes:
        statement: index into ``Report.statements``.
        span: its place in the source.
        text: its words.
        absence: why nobody did.
    """

    statement: int
    span: Span
    text: str
    absence: NoVerdict


@dataclass(frozen=True, slots=True)
class Assertions:
    """What a report asserts.

    Attributes:
        found: in the order of the report, those that cannot be checked among them.
        unread: pieces that were not read, in the order of the report.
    """

    found: tuple[Assertion, ...]
    unread: tuple[Unread, ...] = ()

    @property
    def checkable(self) -> tuple[Assertion, ...]:
        """Those that can be checked."""
        return tuple(a for a in self.found if a.is_checkable)


def canonical(text: str) -> str:
    """A wording without case, marks and spacing; its numbers whole."""
    return " ".join(_TOKEN.findall(normalize("NFKC", text).casefold())).replace(" %", "%")


async def read_assertions(report: Report, asker: Asker, *, query: str = "") -> Assertions:
    """What a report asserts.

    Args:
        report: the report.
        asker: who says what can be checked, and in which words.
        query: what the report answers; "" if unknown.
    """
    pieces, residue = pieces_of(report)
    passages = in_passages(pieces)
    asks = [_ask(report, pieces, own, query) for own in passages]
    said = await asyncio.gather(*(asker.ask(ask) for ask in asks))
    drafts: list[tuple[Piece, Reading, tuple[str, ...]] | Unread] = [
        (piece, Reading(piece.number, Worth.RESIDUE), ()) for piece in residue
    ]
    for own, ask, answer in zip(passages, asks, said, strict=True):
        drafts += _drafts(own, ask, answer)
    found = [_assertion(report, *d) for d in drafts if not isinstance(d, Unread)]
    in_order = sorted(found, key=lambda a: (a.statement, a.span, a.wording))
    unread = tuple(d for d in drafts if isinstance(d, Unread))
    return Assertions(tuple(replace(a, id=n) for n, a in enumerate(in_order)), unread)


def _ask(
    report: Report, pieces: Sequence[Piece], own: Sequence[Piece], query: str
) -> AssertionsAsk:
    first = own[0]
    at = first.number - pieces[0].number
    earlier = pieces[max(0, at - BEFORE) : at]
    return AssertionsAsk(
        tuple(Said(p.number, p.text) for p in own),
        cells=tuple(p.number for p in own if p.kind is StatementKind.CELL),
        before=tuple(p.text for p in earlier if p.section == first.section),
        headings=headings_of(report, first.section),
        query=query,
        language=first.language,
    )


def headings_of(report: Report, section: int) -> tuple[str, ...]:
    """The headings above a section's text, the highest first."""
    found: list[str] = []
    at: int | None = section
    while at is not None:
        one = report.sections[at]
        found.append(" ".join(one.heading.split()))
        at = one.parent
    return tuple(heading for heading in reversed(found) if heading)


def _drafts(
    own: Sequence[Piece], ask: AssertionsAsk, answer: Answer[Readings] | NoVerdict
) -> Iterator[tuple[Piece, Reading, tuple[str, ...]] | Unread]:
    """Each piece's readings, with the words that stand before it in the passage."""
    readings = answer.value.pieces if isinstance(answer, Answer) else ()
    lacking = NoVerdict(Reason.UNREADABLE, "the answer passes over it")
    absence = answer if isinstance(answer, NoVerdict) else lacking
    before = list(ask.before)
    for piece in own:
        mine = [r for r in readings if r.piece == piece.number]
        if not mine:
            yield Unread(piece.statement, piece.span, piece.text, absence)
        for reading in _settled(mine, piece, ask):
            yield piece, reading, tuple(before[-BEFORE:])
        before.append(piece.text)


def _settled(mine: Sequence[Reading], piece: Piece, ask: AssertionsAsk) -> list[Reading]:
    """The readings of a piece: what can be checked, in faithful words, each once."""
    checkable = [r for r in mine if r.worth is Worth.CHECKABLE]
    if not checkable:
        return list(mine[:1])
    shown = [*ask.before, *ask.headings, ask.query, *(p.text for p in ask.pieces)]
    told = list(dict.fromkeys(r.wording.strip() or piece.text for r in checkable))
    if not are_faithful(told, piece.text, shown):
        told = [""]
    return [Reading(piece.number, Worth.CHECKABLE, wording) for wording in told]


def _assertion(
    report: Report, piece: Piece, reading: Reading, before: tuple[str, ...]
) -> Assertion:
    by_rule = resolved(piece.text, before)
    wording = reading.wording or by_rule.wording
    points_back = bool(resolved(wording, ()).open)
    found = measurements(wording, piece.language)
    return Assertion(
        id=piece.number,
        statement=piece.statement,
        span=piece.span,
        text=piece.text,
        wording=wording if reading.worth is Worth.CHECKABLE else piece.text,
        worth=reading.worth,
        language=piece.language,
        scope=(*headings_of(report, piece.section), *piece.path),
        context="\n".join(before) if points_back else "",
        quantities=tuple(found.quantities),
        dates=tuple(found.dates),
    )
