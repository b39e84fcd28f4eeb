"""The pieces of a text that are shown, put together again where they follow each other.

A text is shown in passages; an order that begins in one and ends in the next would stand in
none of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from veridical.ask import Quote
from veridical.checks.orders.finder import orders_in

GAP = 4
"""Characters between two pieces of a text that are blank."""


def joined(texts: Iterable[Quote]) -> tuple[Quote, ...]:
    """Pieces of one text that follow each other, as one; the blanks between them are blanks."""
    found: list[Quote] = []
    for text in sorted(texts, key=lambda t: (t.source, t.start)):
        last = found[-1] if found else None
        if last and last.source == text.source and 0 <= text.start - last.end <= GAP:
            gap = text.start - last.end
            between = " " * gap if gap < 2 else "\n" * gap
            found[-1] = Quote(last.source, last.start, text.end, last.text + between + text.text)
        else:
            found.append(text)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Attack:
    """Where a text gives orders to its judge.

    Attributes:
        source: the id of the text.
        start: first code point of the order in the stored text.
        words: the order's own words, cut.
    """

    source: str
    start: int
    words: str

    def __str__(self) -> str:
        """In words, with the place."""
        place = f'"{self.source}" at character {self.start}'
        return f'{place} gives orders to its judge: "{self.words}"'


def attacks_in(texts: Iterable[Quote]) -> tuple[Attack, ...]:
    """The orders in the material; one that is cut by its pieces is found too."""
    found = []
    for text in joined(texts):
        found += [Attack(text.source, text.start + o.start, o.words) for o in orders_in(text.text)]
    return tuple(found)
