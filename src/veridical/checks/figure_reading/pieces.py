"""The boxes of a picture as pieces: each a value, a date, or words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from veridical.picture import PictureText, TextBox
from veridical.report.dates import DateMention
from veridical.report.quantities import Quantity, QuantityKind, measurements

_FREE = re.compile(r"[\s+\-−–~≈<>()（）:：|]*")
_DIGIT = re.compile(r"\d")
_UPRIGHT = 2.0
"""A box that is so much higher than wide is a line of turned words."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One box, and what it is.

    Attributes:
        box: where it stands.
        value: the quantity that its words are, if they are one.
        date: the date that they are, if they are one.
        is_turned: whether its line runs upward.
    """

    box: TextBox
    value: Quantity | None = None
    date: DateMention | None = None
    is_turned: bool = False

    @property
    def text(self) -> str:
        """Its words."""
        return self.box.text

    @property
    def across(self) -> float:
        """The middle, pixels from the left."""
        return (self.box.left + self.box.right) / 2

    @property
    def down(self) -> float:
        """The middle, pixels from the top."""
        return (self.box.top + self.box.bottom) / 2

    @property
    def height(self) -> float:
        """Pixels."""
        return self.box.bottom - self.box.top

    @property
    def width(self) -> float:
        """Pixels."""
        return self.box.right - self.box.left

    @property
    def is_label(self) -> bool:
        """Whether it can name what a value is of."""
        return self.value is None and not self.is_turned


def pieces_of(read: PictureText) -> list[Piece]:
    """The pieces of a picture, in the order of its boxes."""
    return [piece for box in read.boxes for piece in _pieces(box)]


def _pieces(box: TextBox) -> Iterator[Piece]:
    """A box; or its values and dates apart, where a reader took a whole row for one line."""
    whole = _piece(box)
    if whole.value or whole.date or not _DIGIT.search(box.text):
        yield whole
        return
    found = [_piece(part) for part in _parted(box)]
    if len(found) > 1 and all(piece.value or piece.date for piece in found):
        yield from found
    else:
        yield whole


def _piece(box: TextBox) -> Piece:
    is_turned = len(box.text) > 1 and box.bottom - box.top > _UPRIGHT * (box.right - box.left)
    if is_turned or box.text.startswith(("(", "（")):  # a unit, or a line of an axis's name
        return Piece(box, is_turned=is_turned)
    found = measurements(box.text, "en" if box.text.isascii() else None)
    if len(found.dates) == 1 and _is_all(box.text, found.dates[0]):
        return Piece(box, date=found.dates[0], is_turned=is_turned)
    if len(found.quantities) == 1 and _is_all(box.text, found.quantities[0]):
        return Piece(box, value=_signed(box.text, found.quantities[0]), is_turned=is_turned)
    return Piece(box, is_turned=is_turned)


def _is_all(text: str, found: Quantity | DateMention) -> bool:
    is_value = not isinstance(found, Quantity) or found.kind is not QuantityKind.ORDINAL
    rest = _FREE.fullmatch(text[: found.start]) and _FREE.fullmatch(text[found.end :])
    return is_value and rest is not None


def _signed(text: str, value: Quantity) -> Quantity:
    """A minus before the number that the finder of running text takes for a dash."""
    is_negative = value.value > 0 and text[: value.start].rstrip().endswith(("-", "−", "–"))
    return replace(value, value=-value.value) if is_negative else value


def _parted(box: TextBox) -> Iterator[TextBox]:
    """The words of a line, each at its share of the line's width."""
    each = (box.right - box.left) / max(1, len(box.text))
    for word in re.finditer(r"\S+", box.text):
        left, right = box.left + each * word.start(), box.left + each * word.end()
        yield replace(box, text=word[0], left=left, right=right)
