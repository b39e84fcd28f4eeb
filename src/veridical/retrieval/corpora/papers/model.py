"""What a paper consists of beside its words."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

import msgspec


class Box(NamedTuple):
    """A rectangle of a page; lengths in points from its lower left corner."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """Its width."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Its height."""
        return self.top - self.bottom

    @property
    def area(self) -> float:
        """Width times height."""
        return self.width * self.height

    def grown(self, by: float) -> Box:
        """The same with so much more on each side."""
        return Box(self.left - by, self.bottom - by, self.right + by, self.top + by)

    def within(self, other: Box) -> Box:
        """What of it lies in another."""
        return Box(
            max(self.left, other.left),
            max(self.bottom, other.bottom),
            min(self.right, other.right),
            min(self.top, other.top),
        )

    def meets(self, other: Box) -> bool:
        """Whether they share a place."""
        return (
            self.left <= other.right
            and other.left <= self.right
            and self.bottom <= other.top
            and other.bottom <= self.top
        )

    def beside(self, other: Box) -> float:
        """How wide both are at the same place from left to right; below 0 for a gap."""
        return min(self.right, other.right) - max(self.left, other.left)

    def joined(self, other: Box) -> Box:
        """The least that holds both."""
        return Box(
            min(self.left, other.left),
            min(self.bottom, other.bottom),
            max(self.right, other.right),
            max(self.top, other.top),
        )


class ShownKind(StrEnum):
    """What a cropped part of a page is, by its caption."""

    FIGURE = "figure"
    TABLE = "table"


class Heading(msgspec.Struct, frozen=True):
    """A heading.

    Attributes:
        text: its words.
        level: from 1, the highest.
        page: on which it stands, from 1.
    """

    text: str
    level: int
    page: int


class Shown(msgspec.Struct, frozen=True):
    """A figure, chart or table.

    Attributes:
        kind: by its caption.
        label: its number as written; "" = it has none.
        caption: its words; "" = it has none.
        page: from 1.
        section: the headings above it, the highest first.
        words: what is written in it, a line each.
        png: the part of the page, as it looks.
    """

    kind: ShownKind
    label: str
    caption: str
    page: int
    section: tuple[str, ...]
    words: str
    png: bytes


class Paper(msgspec.Struct, frozen=True):
    """A paper beside its words.

    Attributes:
        headings: in order.
        shown: in the order of pages, from top to bottom.
        notes: what was left out.
    """

    headings: tuple[Heading, ...] = ()
    shown: tuple[Shown, ...] = ()
    notes: tuple[str, ...] = ()
