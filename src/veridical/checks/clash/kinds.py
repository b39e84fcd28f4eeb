"""The noun: two places that cannot both be true, and the sort of their conflict."""

from dataclasses import dataclass
from enum import StrEnum

Place = tuple[str, tuple[int, int]]
"""A text and a span in it."""


class ClashKind(StrEnum):
    """In what a statement and its evidence differ."""

    NUMBER = "number"
    UNIT = "unit"
    SCALE = "scale"
    DATE = "date"
    NEGATION = "negation"
    DIRECTION = "direction"
    NAME = "name"
    ORDER = "order"
    ROLE = "role"
    TERM = "term"


@dataclass(frozen=True, slots=True)
class Clash:
    """Words of a statement against words of its evidence.

    Attributes:
        kind: In what they differ.
        said: Span of the words in the statement.
        found: Span of the words in the evidence window.
        said_text: The statement's words there.
        found_text: The evidence's words there.
    """

    kind: ClashKind
    said: tuple[int, int]
    found: tuple[int, int]
    said_text: str
    found_text: str


def clash(kind: ClashKind, said: Place, found: Place) -> Clash:
    """Make a clash of a place in the statement and a place in the window."""
    (statement, here), (window, there) = said, found
    return Clash(kind, here, there, statement[slice(*here)], window[slice(*there)])
