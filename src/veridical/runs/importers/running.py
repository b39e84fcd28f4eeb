"""Running text that grows sign by sign, and is written as Markdown in one step.

Links, notes and pictures stand in it as one private sign each until it is written: so raised
numbers are told from exponents, and words are escaped, as if nothing stood between them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from veridical.runs.importers.escaping import escaped, link_end
from veridical.sources.extract.raised import Raised, told_apart
from veridical.sources.snapshot import Mark

_FIRST = 0xF0000
_MOST = 0xFFFD
_OURS = re.compile("[\U000f0000-\U000ffffd]")
_PRIVATE = re.compile("[\U000f0000-\U0010ffff]")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff\ud800-\udfff]")
_NO_POWER = re.compile(
    "(?<=\\d{3})[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]{1,3}|(?<=[^\\W\\d_])"
    "(?:[\u00b9\u00b2\u00b3\u2074-\u2079][\u2070\u00b9\u00b2\u00b3\u2074-\u2079]{1,2}"
    "|[\u00b9\u2074-\u2079](?![\u2070\u00b9\u00b2\u00b3\u2074-\u2079]))"
)
_LOWER = str.maketrans("\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079", "0123456789")
_NUMBERS = re.compile(r"[\[(［（]?\s?(\d{1,4}(?:\s?[,;–-]\s?\d{1,4}){0,20})\s?[\])］）]?\Z")


@dataclass
class Signs:
    """Pieces of Markdown, each of which a single private sign stands for."""

    pieces: list[str] = field(default_factory=list)

    def sign(self, markdown: str) -> str:
        """The sign that stands for a piece; "" once there are too many for one text."""
        if len(self.pieces) >= _MOST:
            return ""
        self.pieces.append(markdown)
        return chr(_FIRST + len(self.pieces) - 1)

    def written(self, text: str) -> str:
        """A text of plain words and signs as Markdown."""
        return _OURS.sub(lambda found: self._piece(found[0]), escaped(text))

    def _piece(self, sign: str) -> str:
        index = ord(sign) - _FIRST
        return self.pieces[index] if index < len(self.pieces) else ""


def clean(text: str) -> str:
    """Words of others without the signs that are ours, and those that no text shows."""
    return _CONTROL.sub("", _PRIVATE.sub("", text))


def with_marks(text: str, marks: Sequence[Mark], signs: Signs) -> str:
    """A text with the markers that were raised over its line, in brackets.

    After a year or a word, a raised number is a marker too: nobody writes 2020 to the power of 5.
    """
    pieces: list[str] = []
    at = 0
    for mark in marks:
        pieces += [text[at : mark.offset], signs.sign(marker(mark.text))]
        at = mark.offset
    whole = "".join([*pieces, text[at:]])
    return _NO_POWER.sub(lambda found: signs.sign(f"[{found[0].translate(_LOWER)}]"), whole)


def marker(sign: str) -> str:
    """A raised sign as a marker: numbers between brackets, others raised."""
    found = _NUMBERS.match(sign.strip())
    return f"[{found[1]}]" if found else f"<sup>{escaped(sign)}</sup>"


@dataclass
class Running:
    """The running text of one paragraph."""

    raised: list[Raised] = field(default_factory=list)
    signs: Signs = field(default_factory=Signs)
    _pieces: list[str] = field(default_factory=list)
    _length: int = 0

    def words(self, text: str, *, is_raised: bool = False, is_link: bool = False) -> None:
        """Add words."""
        shown = clean(text)
        if is_raised and shown:
            end = self._length + len(shown)
            self.raised.append(Raised(self._length, end, is_link=is_link))
        self._add(shown)

    def markdown(self, markdown: str) -> None:
        """Add what is Markdown already."""
        self._add(self.signs.sign(markdown))

    def open_link(self) -> None:
        """Begin a link; where it leads is said when it ends."""
        self.markdown("[")

    def close_link(self, address: str) -> None:
        """End a link."""
        self.markdown(link_end(address))

    def written(self) -> str:
        """The paragraph as Markdown, without white space around it."""
        text = "".join(self._pieces)
        plain, marks = told_apart(text, _merged(self.raised))
        return self.signs.written(with_marks(plain, marks, self.signs)).strip()

    def _add(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)


def _merged(raised: Sequence[Raised]) -> list[Raised]:
    """Raised stretches that touch are one: a file may part one number into several runs."""
    found: list[Raised] = []
    for one in raised:
        if found and found[-1].end == one.start and found[-1].is_link == one.is_link:
            found[-1] = Raised(found[-1].start, one.end, is_link=one.is_link)
        else:
            found.append(one)
    return found
