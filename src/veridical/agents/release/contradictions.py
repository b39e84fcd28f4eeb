"""The contradiction ledger: where the evidence does not say the same of one thing, both sides.

Pairs of sentences of different origins that share most of their words are looked at, those that
differ in their figures first; how they differ is asked, and the rules tell it where no model
judges.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from veridical.agents.assertions import canonical
from veridical.agents.release.asks.disagreement import Disagreement, DisagreementAsk
from veridical.agents.release.dated import published
from veridical.agents.release.judging import Bench
from veridical.agents.release.pool import Line
from veridical.agents.release.record import Contradiction, Dispute, StatementRecord
from veridical.ask import Answer, Quote

ALIKE = 0.5
"""Weighted share of the telling words of each of two sentences that the other has."""
_NEIGHBORS = 4
_ORDER = (Dispute.CONFLICT, Dispute.SUPERSEDED, Dispute.SCOPE)


@dataclass(frozen=True, slots=True)
class _Pair:
    first: Line
    second: Line
    share: float

    @property
    def differs(self) -> bool:
        """Whether each has digits that the other lacks."""
        return _digits(self.first.text) != _digits(self.second.text)


async def contradictions(
    bench: Bench, origin_of: Mapping[str, int], most: int
) -> tuple[Contradiction, ...]:
    """What contradicts each other in the evidence, conflicts first.

    Args:
        bench: whose evidence is looked at, and where asks are put.
        origin_of: the number of each item's origin; what has one origin is one voice.
        most: pairs that are looked at.
    """
    pairs = sorted(
        _pairs(bench, origin_of),
        key=lambda one: (not one.differs, -one.share, one.first.number, one.second.number),
    )[:most]
    asks = [_ask(bench, pair) for pair in pairs]
    said = await asyncio.gather(*map(bench.journal.ask, asks))
    found = [
        _entry(pair, ask, answer)
        for pair, ask, answer in zip(pairs, asks, said, strict=True)
        if isinstance(answer, Answer) and answer.value.kind is not Dispute.NONE
    ]
    return tuple(sorted(found, key=lambda one: _ORDER.index(one.kind)))


def _pairs(bench: Bench, origin_of: Mapping[str, int]) -> Iterator[_Pair]:
    """Each pair once."""
    known: set[tuple[int, int]] = set()
    together: defaultdict[int, set[str]] = defaultdict(set)
    for id_, origin in origin_of.items():
        together[origin].add(id_)
    for line in bench.pool.lines:
        own = together[origin_of[line.item]]
        near = bench.pool.near(line.text, _NEIGHBORS, without=own, least=ALIKE)
        for share, other in near:
            first, second = sorted((line, other), key=lambda one: one.number)
            key = first.number, second.number
            back = bench.pool.shared(other, line)
            is_same = canonical(first.text) == canonical(second.text)
            if key not in known and back >= ALIKE and not is_same:
                known.add(key)
                yield _Pair(first, second, min(share, back))


def _ask(bench: Bench, pair: _Pair) -> DisagreementAsk:
    days = [published(bench.items[line.item]) for line in (pair.first, pair.second)]
    dates = tuple(day[1] if day else "" for day in days)
    return DisagreementAsk(pair.first.text, pair.second.text, (dates[0], dates[1]), bench.language)


def _entry(pair: _Pair, ask: DisagreementAsk, said: Answer[Disagreement]) -> Contradiction:
    kind, scope = said.value.kind, said.value.scope
    first, second, dates = pair.first.quote, pair.second.quote, ask.dates
    if kind is Dispute.SUPERSEDED and dates[0] > dates[1]:
        first, second, dates = second, first, (dates[1], dates[0])
    return Contradiction(kind, first, second, scope, said.why, dates)


def touching(found: Sequence[Contradiction], statement: StatementRecord) -> Iterator[Contradiction]:
    """The contradictions of which a statement rests on one side, in their order."""
    for one in found:
        if meets(one.first, statement) or meets(one.second, statement):
            yield one


def meets(side: Quote, statement: StatementRecord) -> bool:
    """Whether a statement rests on words of one side."""
    return any(
        side.source == own.source and side.start < own.end and own.start < side.end
        for own in statement.quotes
    )


def _digits(text: str) -> tuple[str, ...]:
    return tuple(sorted("".join(c if c.isdigit() or c == "." else " " for c in text).split()))
