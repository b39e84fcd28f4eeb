"""What a quantity in a text is: a value, its unit, and how firmly it is stated."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class QuantityKind(StrEnum):
    """What sort of number it is; numbers of different sorts are not compared.

    PERCENT and FRACTION are two ways to write a share and compare; a PERCENTAGE_POINT is a
    difference of shares and compares only with its like.
    """

    COUNT = "count"
    PERCENT = "percent"
    PERCENTAGE_POINT = "percentage_point"
    FRACTION = "fraction"
    MONEY = "money"
    MEASURE = "measure"
    MULTIPLE = "multiple"
    ORDINAL = "ordinal"


class Bound(StrEnum):
    """On which side of the stated value the true one lies."""

    NONE = ""
    AT_LEAST = "at_least"
    AT_MOST = "at_most"
    MORE_THAN = "more_than"
    LESS_THAN = "less_than"


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity in a text.

    Attributes:
        start: First code point in the text.
        end: One past the last; the unit is inside, words such as "about" are not.
        text: What stands there.
        value: The number with its scale word applied ("35 million" is 35e6), in `unit`.
        high: Upper end of a range, or None; `value` is then the lower end.
        unit: Canonical symbol: "%", "pp", "×", a currency code, "km", "year", "people"; "" for a
            plain number.
        kind: What sort of number it is.
        step: One unit in the last stated place ("3.2 million": 1e5); 0 for exact words ("half").
        approximate: Whether the text hedges it ("about", "nearly", "约").
        bound: Whether the text gives a limit ("over", "up to", "不足").
        ambiguous: Whether it may be read otherwise.
        reason: Why, in words; empty when not ambiguous.
        other_value: The other reading of the number, or None.
        other_unit: The other reading of the unit, or "".
        written: "digits" or "words".
    """

    start: int
    end: int
    text: str
    value: float
    high: float | None
    unit: str
    kind: QuantityKind
    step: float
    approximate: bool = False
    bound: Bound = Bound.NONE
    ambiguous: bool = False
    reason: str = ""
    other_value: float | None = None
    other_unit: str = ""
    written: str = "digits"


class Numeral(NamedTuple):
    """A number alone, as written in digits or words."""

    start: int
    end: int
    value: float
    step: float
    is_words: bool = False
    reason: str = ""
    other: float | None = None
    kind: QuantityKind = QuantityKind.COUNT
    is_weak: bool = False
    """Whether it counts only with a unit ("one")."""


class Draft(NamedTuple):
    """A numeral with what stands around it, before ranges and hedges are settled.

    `factor` is the scale that was applied, so that "3–5 million" can lend it to the 3.
    """

    start: int
    end: int
    value: float
    step: float
    unit: str
    kind: QuantityKind
    factor: float = 1.0
    high: float | None = None
    is_words: bool = False
    reason: str = ""
    other: float | None = None
    other_unit: str = ""
    is_weak: bool = False
    is_over: bool = False
    """Whether it is open upward by a sign inside ("300多家", "100+")."""

    @property
    def is_bare(self) -> bool:
        """Whether it has neither unit nor scale nor kind."""
        return not self.unit and self.factor == 1 and self.kind is QuantityKind.COUNT

    def scaled(self, factor: float) -> "Draft":
        """Return the draft multiplied by a scale word."""
        other = None if self.other is None else _rounded(self.other * factor)
        return self._replace(
            value=_rounded(self.value * factor),
            step=_rounded(self.step * factor),
            other=other,
            factor=self.factor * factor,
        )


def _rounded(value: float) -> float:
    """Drop the last binary digits, so that 133.8 million is 133800000.0."""
    return float(f"{value:.15g}")
