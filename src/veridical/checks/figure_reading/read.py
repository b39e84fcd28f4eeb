"""From boxes of words to labelled values: bars, pies, tables, by where their words stand.

A value stands in a row with its name (tables, bars that lie), over its name (bars that stand,
lines) or in one line with it (legends). The unit is what a title or an axis says in brackets,
or after "unit" or 单位; two different ones leave it open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from veridical.checks.figure_reading.axes import ticks
from veridical.checks.figure_reading.pieces import Piece, pieces_of
from veridical.picture import PictureText
from veridical.report.dates import DateMention
from veridical.report.quantities import Quantity, QuantityKind, quantities

_UNIT = re.compile(
    r"[(（\[]\s*([^()（）\[\]]{1,24}?)\s*[)）\]]|(?:单位|單位|[Uu]nits?)\s*[:：]\s*(.{1,24})"
)
_IN = re.compile(r"\s(?:in|per)\s+(\S{1,16}(?:\s\S{1,12})?)\s*\Z")
_LONGEST_UNIT = 10
_PURE = re.compile(r"[-−+]?\d[\d,，.\s]*\Z")
_WIDEST = 0.45
"""A label that is wider, as a share of the picture, is a title."""
_BESIDE = 0.6
"""How far the middles of one row may be apart, in heights of a line."""


@dataclass(frozen=True, slots=True)
class LabelledValue:
    """A number of a figure, and what it stands at.

    Attributes:
        value: with the figure's unit, where that is known.
        text: as it was read.
        labels: words of the figure that name it: row, column, or what stands in its line.
        dates: those of the labels that are dates, as such.
        confidence: the reader's, 0 to 1, the least of value and labels.
        has_unit: whether a unit is known, from the value itself or the figure.
        at: its place among the picture's pieces.
    """

    value: Quantity
    text: str
    labels: tuple[str, ...]
    dates: tuple[DateMention, ...]
    confidence: float
    has_unit: bool
    at: int


@dataclass(frozen=True, slots=True)
class FigureReading:
    """What a figure says.

    Attributes:
        values: numbers that are no ticks, in the order of the picture.
        ticks: the numbers of its axes.
        words: everything else, in the order of the picture.
        unit: what its numbers are in, as written; "" if it does not say, or says two.
    """

    values: tuple[LabelledValue, ...]
    ticks: tuple[Quantity, ...]
    words: tuple[str, ...]
    unit: str


def read_figure(read: PictureText) -> FigureReading:
    """What a figure says, by what was read off it.

    Args:
        read: boxes with their places; any at all.
    """
    pieces = pieces_of(read)
    unit = _unit(pieces)
    on_axes = ticks(pieces)
    found = _Labels(pieces, on_axes, read.width)
    values = [_labelled(found, i, unit) for i, p in enumerate(pieces) if p.value]
    in_words = [v for i, p in enumerate(pieces) if (v := _in_line(p, i, unit)) is not None]
    shown = sorted([v for v in values if v.at not in on_axes] + in_words, key=lambda v: v.at)
    return FigureReading(
        tuple(shown),
        tuple(v.value for v in values if v.at in on_axes),
        tuple(p.text for p in pieces if p.value is None),
        unit,
    )


def _unit(pieces: Sequence[Piece]) -> str:
    found = set[str]()
    for piece in pieces:
        if piece.value is not None:
            continue
        told = [a or b for a, b in _UNIT.findall(piece.text)] + _IN.findall(piece.text)
        told += [piece.text] if len(piece.text) <= _LONGEST_UNIT else []
        found |= {unit.strip() for unit in told if _is_unit(unit)}
    return found.pop() if len(found) == 1 else ""


def _is_unit(words: str) -> bool:
    """Whether a number before these words is a quantity with a unit or a scale."""
    read = quantities(f"3 {words}") or quantities(f"3{words}")
    return (
        len(read) == 1 and read[0].end >= len(words) and (bool(read[0].unit) or read[0].value != 3)
    )


def _with_unit(text: str, value: Quantity, unit: str) -> tuple[Quantity, bool]:
    """The value in the figure's unit, where its own words have none."""
    is_bare = value.kind is QuantityKind.COUNT and not value.unit and _PURE.match(text)
    if not is_bare:
        return value, bool(value.unit)
    for written in (f"{text} {unit}", f"{text}{unit}") if unit else ():
        read = quantities(written)
        if len(read) == 1 and read[0].start == 0 and read[0].end == len(written):
            sign = -1 if value.value < 0 < read[0].value else 1
            return replace(read[0], value=sign * read[0].value), bool(read[0].unit)
    return value, False


def _labelled(found: _Labels, at: int, unit: str) -> LabelledValue:
    piece = found.pieces[at]
    labels = found.of(at)
    assert piece.value is not None
    value, has_unit = _with_unit(piece.text, piece.value, unit)
    return LabelledValue(
        value,
        piece.text,
        tuple(label.text for label in labels),
        tuple(label.date for label in labels if label.date is not None),
        min(one.box.confidence for one in (piece, *labels)),
        has_unit,
        at,
    )


def _in_line(piece: Piece, at: int, unit: str) -> LabelledValue | None:
    """``Solar 45%``: a name and its value in one line."""
    if piece.value is not None or piece.date is not None or piece.is_turned:
        return None
    read = quantities(piece.text)
    if len(read) != 1 or read[0].kind is QuantityKind.ORDINAL:
        return None
    rest = (piece.text[: read[0].start] + " " + piece.text[read[0].end :]).strip(" :：,，-–=()（）")
    if not any(c.isalpha() for c in rest) or len(rest) > _LONGEST_NAME:
        return None
    if not (read[0].unit or "." in read[0].text or _PARTING.search(piece.text)):
        return None  # the number is a part of the name: "Model 3"
    value, has_unit = _with_unit(read[0].text, read[0], unit)
    return LabelledValue(value, read[0].text, (rest,), (), piece.box.confidence, has_unit, at)


_LONGEST_NAME = 40
_PARTING = re.compile(r"[:：=]")


class _Labels:
    """Finds the names of values by where they stand."""

    def __init__(self, pieces: Sequence[Piece], on_axes: set[int], width: int) -> None:
        self.pieces = pieces
        widest = _WIDEST * width if width else float("inf")
        self.labels = [p for p in pieces if p.is_label and p.width <= widest]
        self.own = [p for i, p in enumerate(pieces) if p.value and i not in on_axes]
        heads = [label for label in self.labels if any(_in_row(label, v) for v in self.own)]
        self.heads = [label for label in heads if _has_like(label, heads)]
        self.axis = self._axis()

    def _axis(self) -> list[Piece]:
        """The row of names under bars that stand, or under the points of a line."""
        best: list[Piece] = []
        for first in self.labels:
            row = [p for p in self.labels if abs(p.down - first.down) <= _BESIDE * first.height]
            named = [v for v in self.own if any(p.down > v.down and _in_column(p, v) for p in row)]
            is_axis = len(row) > 1 and len(named) >= _MOST_NAMED * len(self.own) > 0
            if is_axis and (not best or first.down > best[0].down):
                best = row
        return best

    def of(self, at: int) -> tuple[Piece, ...]:
        """The names of one value: of its row, of its column."""
        value = self.pieces[at]
        row = self._row(value)
        if row is not None:
            column = self._header(value, row)
        else:
            column = self._under(value) if self.axis else self._nearest(value)
        return tuple(label for label in (row, column) if label is not None)

    def _row(self, value: Piece) -> Piece | None:
        beside = [h for h in self.heads if _in_row(h, value) and h.box.right <= value.across]
        return min(beside, key=lambda h: h.box.left, default=None)

    def _header(self, value: Piece, row: Piece) -> Piece | None:
        """The name over a table's column: of those in the nearest row above that holds several."""
        above = [p for p in self.labels if p.down < value.down - value.height / 2]
        above = [p for p in above if p not in self.heads and p.box.left > row.box.left]
        for lowest in sorted(above, key=lambda p: -p.down):
            line = [p for p in above if abs(p.down - lowest.down) <= _BESIDE * lowest.height]
            if len(line) > 1:
                return min(line, key=lambda p: abs(p.across - value.across))
        return None

    def _under(self, value: Piece) -> Piece | None:
        under = [p for p in self.axis if p.down > value.down and _in_column(p, value)]
        return min(under, key=lambda label: abs(label.across - value.across), default=None)

    def _nearest(self, value: Piece) -> Piece | None:
        """As in a pie: the nearest name, if no other value is nearer to it."""
        title = min(self.labels, key=lambda one: one.box.top, default=None)
        free = [p for p in self.labels if p not in self.heads and not _UNIT.search(p.text)]
        free = [p for p in free if p is not title or p.width < 2 * value.width]
        label = min(free, key=lambda one: _apart(one, value), default=None)
        if label is None or _apart(label, value) > (_FARTHEST * value.height) ** 2:
            return None
        nearest = min(self.own, key=lambda one: _apart(label, one), default=None)
        return label if nearest is value else None


_MOST_NAMED = 0.6
_FARTHEST = 6.0
"""How far the name of a slice may be from its value, in heights of a line."""


def _apart(one: Piece, other: Piece) -> float:
    return (one.across - other.across) ** 2 + (one.down - other.down) ** 2


def _in_row(label: Piece, value: Piece) -> bool:
    is_left = label.box.left < value.box.left
    reach = _BESIDE * min(label.height, value.height)
    return is_left and abs(label.down - value.down) <= reach


def _in_column(label: Piece, value: Piece) -> bool:
    return abs(label.across - value.across) <= max(label.width, value.width) / 2


def _has_like(label: Piece, heads: Sequence[Piece]) -> bool:
    """Whether another stands in line with it, left or right edge on edge."""
    near = label.height
    return any(
        other is not label
        and (
            abs(other.box.left - label.box.left) <= near
            or abs(other.box.right - label.box.right) <= near
        )
        and abs(other.down - label.down) > near / 2
        for other in heads
    )
