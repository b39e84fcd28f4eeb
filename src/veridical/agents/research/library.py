"""What an agent searches: the items of a corpus and an index over them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from veridical.agents.research.journal import Journal
from veridical.retrieval.index import Index
from veridical.retrieval.index.plain import by_words
from veridical.task import Item, Modality
from veridical.trajectory import StepKind


class Setting(StrEnum):
    """Which items an agent may find."""

    WEB = "web"
    """Texts and pictures."""
    TABLE = "table"
    """Tables alone."""
    HYBRID = "hybrid"
    """All of them."""

    def holds(self, item: Item) -> bool:
        """Whether an item can be found."""
        is_table = item.modality is Modality.TABLE
        return self is Setting.HYBRID or is_table == (self is Setting.TABLE)


@dataclass(frozen=True)
class Library:
    """Items that can be found.

    Attributes:
        items: by id.
        index: over them.
    """

    items: Mapping[str, Item]
    index: Index

    @classmethod
    def of(cls, items: Iterable[Item], setting: Setting = Setting.HYBRID) -> Library:
        """A library searched by words."""
        kept = {item.id: item for item in items if setting.holds(item)}
        return cls(kept, by_words((id_, words_of(item)) for id_, item in kept.items()))

    def search(self, query: str, k: int, journal: Journal) -> list[Item]:
        """The items that fit best, noted with the query."""
        journal.note(StepKind.SEARCH, query=query)
        found = [self.items[one.id] for one in self.index.search(query, k)]
        journal.note_items(StepKind.RETRIEVE, found)
        return found


def words_of(item: Item) -> str:
    """The words that an item is found by."""
    return "\n".join(filter(None, (item.title, item.section, item.text)))
