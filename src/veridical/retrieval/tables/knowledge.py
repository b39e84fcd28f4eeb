"""A base of tables: domain → sub-domain → topic → table, found by what is said of each.

Knowledgeable Deep Research (arXiv:2604.07720) finds the nearest tables by title and summary, has
one of them chosen, and takes none twice. Ours: the abstract of a table's topic counts among what
is said of it, and tables are found by words where no other index is given.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import groupby

import msgspec

from veridical.retrieval.index.plain import by_words
from veridical.retrieval.index.port import Index
from veridical.retrieval.tables.model import Table

Place = tuple[str, str, str]
"""Domain, sub-domain, topic; "" = none."""
Order = Callable[[str, Sequence[str]], Sequence[int]]
"""Given a question and descriptions: places of those that bear on it, the best first, from 0."""
FOUND = 10


class Topic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A topic of a base.

    Attributes:
        domain, sub_domain, topic: its place.
        abstract: its key concepts, in a few sentences; "" = nobody has written it.
        tables: the ids of its tables, in the base's order.
    """

    domain: str
    sub_domain: str
    topic: str
    abstract: str = ""
    tables: tuple[str, ...] = ()


class TableBase:
    """Tables that can be found.

    Args:
        tables: an id stands once.
        abstracts: of topics, by their places.
        make_index: of pairs of id and description; None = by words.
    """

    def __init__(
        self,
        tables: Iterable[Table],
        abstracts: Mapping[Place, str] | None = None,
        *,
        make_index: Callable[[Iterable[tuple[str, str]]], Index] | None = None,
    ) -> None:
        self.tables = {table.id: table for table in tables}
        self._abstracts = abstracts or {}
        described = [(id_, self.described(table)) for id_, table in self.tables.items()]
        self._index = (make_index or by_words)(described)

    def __len__(self) -> int:
        """How many tables it holds."""
        return len(self.tables)

    def described(self, table: Table) -> str:
        """What a table is found by: no row of it."""
        abstract = self._abstracts.get(place_of(table), "")
        return "\n".join(filter(None, (table.description, abstract)))

    def found(
        self, query: str, k: int = FOUND, *, without: Collection[str] = ()
    ) -> tuple[Table, ...]:
        """The tables that fit a question best, the best first.

        Args:
            query: in any language.
            k: how many at most.
            without: ids of tables that were used.
        """
        return tuple(self.tables[one.id] for one in self._index.search(query, k, without=without))

    def chosen(
        self, query: str, order: Order, k: int = FOUND, *, without: Collection[str] = ()
    ) -> Table | None:
        """One table of those that fit best; the nearest where the order names none.

        Args:
            query: in any language.
            order: who puts them in order, by their descriptions.
            k: out of how many.
            without: ids of tables that were used.
        """
        found = self.found(query, k, without=without)
        if not found:
            return None
        numbers = order(query, [self.described(table) for table in found])
        best = next((n for n in numbers if 0 <= n < len(found)), 0)
        return found[best]

    @property
    def topics(self) -> tuple[Topic, ...]:
        """All topics, by their places, each with its tables."""
        placed = sorted(self.tables.values(), key=place_of)
        return tuple(
            Topic(*place, self._abstracts.get(place, ""), tuple(table.id for table in some))
            for place, some in groupby(placed, key=place_of)
        )


def place_of(table: Table) -> Place:
    """Where a table stands in its base."""
    return table.domain, table.sub_domain, table.topic


def place_in(folders: Sequence[str]) -> Place:
    """The place that folders tell: domain, sub-domain, and all below as the topic."""
    domain, sub_domain, *topic = (*folders, "", "") if len(folders) < 2 else folders
    return domain, sub_domain, " / ".join(filter(None, topic))
