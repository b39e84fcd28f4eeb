"""Offsets into a text, counted in code points, UTF-8 bytes or UTF-16 units.

Vendors count differently: Gemini in bytes of UTF-8, Python programs in code points, programs of
JavaScript in units of UTF-16. Only texts beyond ASCII tell them apart.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from enum import StrEnum
from itertools import accumulate


class Unit(StrEnum):
    """What an offset counts."""

    POINTS = "code points"
    BYTES = "bytes of UTF-8"
    UTF16 = "units of UTF-16"


class Offsets:
    """Turns offsets of one unit into code points of one text.

    Args:
        text: what the offsets count in.
        unit: what they count.
    """

    def __init__(self, text: str, unit: Unit) -> None:
        self._length = len(text)
        self._starts: Sequence[int] | None = None
        if unit is not Unit.POINTS and not text.isascii():
            sizes = map(_in_bytes if unit is Unit.BYTES else _in_units, text)
            self._starts = [0, *accumulate(sizes)]

    def point(self, offset: int) -> int | None:
        """The code point at an offset; None outside the text or inside of a character."""
        if self._starts is None:
            return offset if 0 <= offset <= self._length else None
        at = bisect_left(self._starts, offset)
        return at if at < len(self._starts) and self._starts[at] == offset else None

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """The code points between two offsets; None if they are no stretch of the text."""
        first, last = self.point(start), self.point(end)
        if first is None or last is None or last < first:
            return None
        return first, last


def _in_bytes(sign: str) -> int:
    code = ord(sign)
    return 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4


def _in_units(sign: str) -> int:
    return 1 if ord(sign) < 0x10000 else 2
