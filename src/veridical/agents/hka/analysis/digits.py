"""Numbers in prose, as digits: where they stand, what they are worth, the words without them."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_SIGN = r"(?:(?<![0-9A-Za-z])[-+−－])?"
_NUMBER = re.compile(
    rf"(?<![0-9A-Za-z_.,]){_SIGN}(?:\d{{1,3}}(?:[,\u00a0\u202f]\d{{3}})+(?!\d)|\d+)(?:\.\d+)?"
)
_GAPS = str.maketrans({"−": "-", "－": "-", ",": None, "\u00a0": None, "\u202f": None})
HOLE = "#"
"""What stands for a number in words without numbers."""


@dataclass(frozen=True, slots=True)
class Digits:
    """A number as it is written.

    Attributes:
        start: its first code point.
        end: one past its last.
        text: as it stands there.
        value: what it is worth, without unit and scale.
        decimals: digits after the point.
    """

    start: int
    end: int
    text: str
    value: float
    decimals: int


def digits(text: str) -> tuple[Digits, ...]:
    """The numbers of a text, in order; digits within a word, as in CO2, are none."""
    return tuple(
        Digits(found.start(), found.end(), found[0], value_of(found[0]), _decimals(found[0]))
        for found in _NUMBER.finditer(text)
    )


def value_of(written: str) -> float:
    """What a number is worth; "" and what is no number raise ValueError."""
    return float(unicodedata.normalize("NFKC", written).translate(_GAPS))


def without_numbers(text: str) -> str:
    """The words of a text with a hole for each number, white space left out."""
    return "".join(_NUMBER.sub(HOLE, text).split())


def _decimals(written: str) -> int:
    return len(written.partition(".")[2])
