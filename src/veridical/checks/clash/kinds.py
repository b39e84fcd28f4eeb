"""The noun: two places that cannot both be true, and the sort of their conflict."""

from dataclasses import dataclass
from enum import StrEnum


class ClashKind(StrEnum):
    """In what a statement and its evidence differ."""

    NUMBER = "number"
    UNIT = "unit"
    SCALE = "scale"
    DATE = "date"
    NEGATION = "negation"
    DIRECTION = "direction"
    NAME = "name"


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


def clash(
    kind: ClashKind, statement: str, said: tuple[int, int], window: str, found: tuple[int, int]
) -> Clash:
    """Make a clash of two spans."""
    return Clash(kind, said, found, statement[slice(*said)], window[slice(*found)])
