"""The pieces of a text that are shown, put together again where they follow each other.

A text is shown in passages; an order that begins in one and ends in the next would stand in
none of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from veridical.ask import Quote
from veridical.checks.orders.finder import Order, orders_in
from veridical.checks.orders.proof import is_bare, was_bare

GAP = 4
"""Characters between two pieces of a text that are blank."""


_MARGIN = 64
"""Characters to either side of a cut that are read again: no stem with what has to follow it, and
nothing that hides one, is longer."""


def joined(texts: Iterable[Quote]) -> tuple[Quote, ...]:
    """Pieces of one text that follow each other, as one; the blanks between them are blanks."""
    return _joined(tuple(texts))


@lru_cache(maxsize=64)
def _joined(texts: tuple[Quote, ...]) -> tuple[Quote, ...]:
    # remembered, since each step of reading a reply asks for the same
    found: list[list[Quote]] = []
    for text in sorted(texts, key=lambda t: (t.source, t.start)):
        last = found[-1][-1] if found else None
        if last and last.source == text.source and 0 <= text.start - last.end <= GAP:
            found[-1].append(text)
        else:
            found.append([text])
    return tuple(_as_one(pieces) for pieces in found)


def _as_one(pieces: list[Quote]) -> Quote:
    first, *rest = pieces
    if not rest:
        return first
    words, end = [first.text], first.end
    for piece in rest:
        gap = piece.start - end
        words += [" " * gap if gap < 2 else "\n" * gap, piece.text]
        end = piece.end
    return Quote(first.source, first.start, end, "".join(words))


def orders_shown(text: str, texts: Iterable[Quote]) -> tuple[Order, ...]:
    """The orders in a text that shows `texts` among other words, as `orders_in` finds them.

    What was proven to hold nothing of an order is not looked through again: only the words
    around it are, and those where it begins and ends.
    """
    pieces = tuple(texts)
    if all(was_bare(one.text) for one in joined(pieces)) and is_bare(_around(text, pieces)):
        return ()
    return orders_in(text)


def _around(text: str, pieces: tuple[Quote, ...]) -> str:
    """The text without the inside of those pieces that stand in it in their order."""
    kept: list[str] = []
    at = 0
    for piece in pieces:
        size = len(piece.text)
        # its beginning is looked for, since looking for long words costs more than comparing them
        start = text.find(piece.text[:_MARGIN], at) if size > 2 * _MARGIN else -1
        if start >= 0 and text.startswith(piece.text, start):
            kept.append(text[at : start + _MARGIN])
            at = start + size - _MARGIN
    return "\n\n".join([*kept, text[at:]])


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
