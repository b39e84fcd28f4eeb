"""What is written in a picture, told apart: labels, values, the marks of an axis, units.

Works on lines of words with their places, whoever read them. A value belongs to the label that
is nearest to it; numbers in one row or column, evenly spaced, are the marks of an axis.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from veridical.picture import PictureText, TextBox
from veridical.report.quantities import Quantity, QuantityKind, quantities
from veridical.report.quantities.units import measure_of, unit_named

LEAST_MARKS = 3
"""Numbers in one line from which they are the marks of an axis."""
_EVEN = 0.02
"""How far steps between the marks of an axis may differ, as a share of the axis."""
_LINE = 0.6
"""How far the middles of two boxes on one line may lie apart, in heights of a box."""
_HALF = 0.5
"""How much of the smaller of two boxes lies beside the other where they are in line."""
_UNIT = re.compile(r"[^\W\d_]{1,12}(?:/[^\W\d_]{1,12}[²³23]?)?|°[CF]|%|[°℃℉‰]")
_LETTERS = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Value:
    """A number in a picture.

    Attributes:
        quantity: as it was read.
        box: the words it stands in.
        is_mark: whether it is a mark of an axis.
    """

    quantity: Quantity
    box: TextBox
    is_mark: bool


class Written:
    """The words of one picture, read for what they are."""

    def __init__(self, text: PictureText) -> None:
        """Take the words of a picture."""
        self.text = text

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """Every number, in the order of the words."""
        plain = [box for box in self.text.boxes if not _is_label(box.text)]
        found = [(q, box) for box in plain for q in _numbers(box.text)]
        marks = _marks([box for _, box in found], [q.value for q, _ in found])
        return tuple(Value(q, box, n in marks) for n, (q, box) in enumerate(found))

    @cached_property
    def labels(self) -> tuple[TextBox, ...]:
        """The words that are more than numbers with their units: names of parts, titles, axes."""
        return tuple(b for b in self.text.boxes if _is_label(b.text))

    @cached_property
    def categories(self) -> tuple[TextBox, ...]:
        """The names of the parts that are compared: the most labels in one row or column.

        None where no two stand in line.
        """
        lines = [line for axis in (0, 1) for line in _in_line(self.labels, axis)]
        longest = max(lines, key=len, default=[])
        return tuple(longest) if len(longest) > 1 else ()

    @cached_property
    def units(self) -> frozenset[str]:
        """The units that are written in it, alone or behind a number, by their usual signs."""
        named = (unit_named(w) for box in self.text.boxes for w in _UNIT.findall(box.text))
        behind = {value.quantity.unit for value in self.values}
        return frozenset({unit for unit in named if unit} | behind) - {""}

    def has_other_unit(self, unit: str) -> bool:
        """Whether it measures the same in another unit, and nowhere in this one."""
        measure = measure_of(unit)
        if measure is None or unit in self.units:
            return False
        there = [measure_of(one) for one in self.units]
        return any(one is not None and one.dimension == measure.dimension for one in there)

    def label_of(self, value: Value) -> TextBox | None:
        """The category at whose place a number stands; where there are none, the nearest label."""
        if not self.categories:
            return min(self.labels, key=lambda label: _distance(label, value.box), default=None)
        first, second = self.categories[:2]
        axis = 0 if _overlap(first, second, 1) > 0 else 1
        at = _middle(value.box)[axis]
        return min(self.categories, key=lambda label: abs(_middle(label)[axis] - at))

    def values_of(self, label: TextBox) -> Iterator[Value]:
        """The numbers that belong to a label, marks of axes apart."""
        return (v for v in self.values if not v.is_mark and self.label_of(v) is label)

    @property
    def course(self) -> tuple[float, ...]:
        """The values from left to right, marks of axes apart; none where two stand in a column."""
        left = sorted((v for v in self.values if not v.is_mark), key=lambda v: _middle(v.box)[0])
        for one, other in pairwise(left):
            if _middle(other.box)[0] - _middle(one.box)[0] < other.box.right - other.box.left:
                return ()
        return tuple(v.quantity.value for v in left)


def _numbers(words: str) -> list[Quantity]:
    """The numbers of a line; one that stands alone is a number, whatever it might be called."""
    plain = words.replace("\u2212", "-")
    found = [q for q in quantities(plain) if q.kind is not QuantityKind.ORDINAL]
    return found or [q for q in quantities(f"= {plain} =") if _LETTERS.search(plain) is None]


def _is_label(words: str) -> bool:
    """Whether there are letters beside the numbers and their units."""
    left = list(words.replace("\u2212", "-"))
    for quantity in _numbers(words):
        left[quantity.start : quantity.end] = " " * (quantity.end - quantity.start)
    return _LETTERS.search("".join(left)) is not None


def _in_line(boxes: Sequence[TextBox], axis: int) -> Iterator[list[TextBox]]:
    """Boxes in rows (axis 0) or columns (axis 1): those that half overlap the first of them."""
    across = 1 - axis
    order = sorted(boxes, key=lambda box: _edges(box, across))
    while order:
        first, *others = order
        yield [first, *(o for o in others if _overlap(first, o, across) >= _HALF)]
        order = [o for o in others if _overlap(first, o, across) < _HALF]


def _overlap(one: TextBox, other: TextBox, axis: int) -> float:
    """How much two boxes share along an axis, as a share of the smaller."""
    (a, b), (c, d) = _edges(one, axis), _edges(other, axis)
    smaller = min(b - a, d - c)
    return max(0.0, min(b, d) - max(a, c)) / smaller if smaller > 0 else 0.0


def _edges(box: TextBox, axis: int) -> tuple[float, float]:
    return (box.top, box.bottom) if axis else (box.left, box.right)


def _marks(boxes: Sequence[TextBox], values: Sequence[float]) -> set[int]:
    """Which numbers are the marks of an axis."""
    found: set[int] = set()
    for axis in (0, 1):
        for line in _lines(boxes, axis):
            along = sorted(line, key=lambda n: _middle(boxes[n])[axis])
            if len(along) >= LEAST_MARKS and _is_even([values[n] for n in along]):
                found.update(along)
    return found


def _lines(boxes: Sequence[TextBox], axis: int) -> Iterator[list[int]]:
    """The boxes in rows (axis 0) or columns (axis 1), by their middles."""
    across = 1 - axis
    order = sorted(range(len(boxes)), key=lambda n: _middle(boxes[n])[across])
    line: list[int] = []
    for n in order:
        height = boxes[n].bottom - boxes[n].top
        if line and _middle(boxes[n])[across] - _middle(boxes[line[0]])[across] > _LINE * height:
            yield line
            line = []
        line.append(n)
    if line:
        yield line


def _is_even(values: Sequence[float]) -> bool:
    """Whether numbers go up, or down, by the same step."""
    steps = [b - a for a, b in pairwise(values)]
    span = abs(values[-1] - values[0])
    return span > 0 and all(abs(step - steps[0]) <= _EVEN * span for step in steps)


def _middle(box: TextBox) -> tuple[float, float]:
    return (box.left + box.right) / 2, (box.top + box.bottom) / 2


def _distance(one: TextBox, other: TextBox) -> float:
    """From edge to edge, not from middle to middle: labels are of any length."""
    across = max(one.left - other.right, other.left - one.right, 0.0)
    down = max(one.top - other.bottom, other.top - one.bottom, 0.0)
    return float(across**2 + down**2)


def rows(text: PictureText) -> list[list[TextBox]]:
    """The words in rows, from top to bottom."""
    found: defaultdict[int, list[TextBox]] = defaultdict(list)
    for row, line in enumerate(_lines(text.boxes, 0)):
        found[row] = [text.boxes[n] for n in line]
    return [found[row] for row in sorted(found)]
