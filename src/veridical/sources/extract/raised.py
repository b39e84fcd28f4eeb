"""Raised signs: a note's number goes out of the text, an exponent stays in it as one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from veridical.sources.snapshot import Mark

_NOTE = re.compile(r"[\[(]?[\d*†‡§a-z][\d\s,;–*†‡§a-z-]{0,15}[\])]?\Z", re.IGNORECASE)
_ORDINAL = re.compile(r"(?:st|nd|rd|th|er|re|e|o|a|º|ª|tm|sm|®|™)\Z", re.IGNORECASE)
_EXPONENT = re.compile(r"[+−–-]?\d{1,3}\Z")
_BEFORE_EXPONENT = re.compile(r"(?:\d|(?<![A-Za-z])[A-Za-zµμΩ]{1,2}|[)\]])\Z")
_RAISE = str.maketrans("0123456789+-−–", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")


@dataclass(frozen=True, slots=True)
class Raised:
    """A raised stretch of a text.

    Attributes:
        start: its first character.
        end: one past its last.
        is_link: whether it leads somewhere, as the numbers of notes do.
    """

    start: int
    end: int
    is_link: bool = False


def told_apart(text: str, raised: Iterable[Raised]) -> tuple[str, list[Mark]]:
    """A text without its notes' numbers, and those numbers at their places.

    ``10³`` and ``km²`` stay what they are, with raised digits; ``1st`` stays as it is;
    ``12 %³`` loses its note. Offsets of marks count in the text that is returned.
    """
    pieces: list[str] = []
    marks: list[Mark] = []
    at = length = 0
    for one in sorted(raised, key=lambda r: r.start):
        if one.start < at:
            continue
        before = text[at : one.start]
        pieces.append(before)
        length += len(before)
        sign = text[one.start : one.end].strip()
        kept = _kept(text[max(0, one.start - 3) : one.start], sign, one)
        pieces.append(kept)
        length += len(kept)
        if sign and not kept:
            marks.append(Mark(sign, length))
        at = one.end
    pieces.append(text[at:])
    return "".join(pieces), marks


def _kept(before: str, sign: str, one: Raised) -> str:
    if one.is_link and _NOTE.match(sign):
        return ""
    if _EXPONENT.match(sign) and _BEFORE_EXPONENT.search(before):
        return sign.translate(_RAISE)
    if _ORDINAL.match(sign) or not _NOTE.match(sign):
        return sign
    return ""
