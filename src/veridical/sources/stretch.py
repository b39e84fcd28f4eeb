"""Places in a text: stretches of code points, and the pages that they are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of the text.

    Attributes:
        start: its first code point.
        end: one past its last.
    """

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PageShown:
    """A page of a paged document.

    Attributes:
        number: counted from 1.
        at: where its words stand.
    """

    number: int
    at: Stretch


def page_of(pages: Iterable[PageShown], offset: int) -> int | None:
    """The number of the page on which a code point stands; None if unknown."""
    return next((p.number for p in pages if p.at.start <= offset < p.at.end), None)
