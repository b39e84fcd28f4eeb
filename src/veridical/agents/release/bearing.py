"""On how many independent origins a statement rests, and which of them it cannot do without.

Copies of one text are one origin, and so are pieces of one document or of one address: what is
repeated is not said twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from veridical.agents.assertions import canonical
from veridical.agents.release.judging import Bench, held_by, lacking
from veridical.agents.release.record import State, StatementRecord
from veridical.agents.research.journal import address_of
from veridical.ask import Quote
from veridical.checks.support_rule import Support
from veridical.report.identity import identify
from veridical.retrieval.shingles import copies, shingles
from veridical.task import Item

_LOOKED_AT = 12
"""Sentences of the evidence that are looked at for more that bears a statement."""
_UNBORNE = frozenset({State.DROPPED, State.SILENT})


def origins(items: Iterable[Item]) -> tuple[tuple[str, ...], ...]:
    """Ids of items, those of one origin together, in their order."""
    every = list(items)
    together = {item.id: item.id for item in every}

    def first(id_: str) -> str:
        while together[id_] != id_:
            id_ = together[id_]
        return id_

    groups = list(copies({item.id: shingles(item.text) for item in every}))
    for name in (_text, _place, _document):
        groups += _grouped(every, name)
    order = {item.id: n for n, item in enumerate(every)}
    for group in groups:
        for id_ in group[1:]:
            low, high = sorted((first(group[0]), first(id_)), key=order.__getitem__)
            together[high] = low
    found: dict[str, list[str]] = {}
    for item in every:
        found.setdefault(first(item.id), []).append(item.id)
    return tuple(map(tuple, found.values()))


def _grouped(every: Sequence[Item], name: Callable[[Item], str]) -> list[tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for item in every:
        if own := name(item):
            found.setdefault(own, []).append(item.id)
    return list(map(tuple, found.values()))


def _text(item: Item) -> str:
    return canonical(item.text)


def _place(item: Item) -> str:
    address = address_of(item)
    return (identify(address).work or identify(address).key or "") if address else ""


def _document(item: Item) -> str:
    return item.document


@dataclass(frozen=True)
class Bearing:
    """Counts what bears statements.

    Attributes:
        bench: of the evidence.
        origin_of: the number of each item's origin.
        names: each origin's first item.
    """

    bench: Bench
    origin_of: Mapping[str, int]
    names: Sequence[str]

    @classmethod
    def of(cls, bench: Bench, groups: Sequence[Sequence[str]]) -> Bearing:
        """Over groups of items of one origin."""
        numbers = {id_: n for n, group in enumerate(groups) for id_ in group}
        return cls(bench, numbers, [group[0] for group in groups])

    def of_statement(self, one: StatementRecord, *, is_headline: bool) -> StatementRecord:
        """The same with its origins; of a headline also those that it cannot do without."""
        if one.state in _UNBORNE:
            return msgspec.structs.replace(one, is_headline=is_headline)
        own = tuple(dict.fromkeys(quote.source for quote in one.quotes))
        more = tuple(id_ for id_ in self._more(one.released) if id_ not in own)
        every = {self.origin_of[id_] for id_ in (*own, *more)}
        return msgspec.structs.replace(
            one,
            origins=len(every),
            supporters=(*own, *more),
            overturned_by=self._overturning(one, own, more) if is_headline else (),
            is_headline=is_headline,
        )

    def _more(self, text: str) -> Iterable[str]:
        """Items a sentence of which bears a statement by the rules."""
        near = self.bench.pool.near(text, _LOOKED_AT)
        return dict.fromkeys(line.item for _, line in near if _bears(text, [line.quote]))

    def _overturning(
        self, one: StatementRecord, own: Sequence[str], more: Sequence[str]
    ) -> tuple[str, ...]:
        """The origins without any one of which nothing that is left bears it."""
        found = []
        for origin in dict.fromkeys(self.origin_of[id_] for id_ in own):
            left = [quote for quote in one.quotes if self.origin_of[quote.source] != origin]
            is_borne_beside = any(self.origin_of[id_] != origin for id_ in more)
            if not is_borne_beside and not _bears(one.released, left):
                found.append(self.names[origin])
        return tuple(found)


def _bears(text: str, quotes: Sequence[Quote]) -> bool:
    held = held_by(text, quotes) if quotes else None
    return held is not None and held.verdict is Support.SUPPORTED and not lacking(held)
