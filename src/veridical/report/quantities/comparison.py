"""Do two quantities say the same?

Both are brought to the base unit of their dimension. Shares compare whether written "35 %",
"0.35" or "a third"; amounts of money only in the same currency; percentage points only with their
like. Where a quantity has two readings, one that fits is enough, for a doubt is no contradiction.
"""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from veridical.report.quantities.quantity import Bound, Quantity, QuantityKind
from veridical.report.quantities.units import Measure, measure_of

APPROXIMATE_REACH = 0.05
"""How far "about" reaches to both sides, as a share of the value."""

BOUND_REACH = 0.25
"""How far "over" or "up to" reaches to its side: people say "over 3 million" of 3.1, not of 30."""

_ROUNDING = 1e-9


class _Interval(NamedTuple):
    """One reading in base units; `slack` is half a step of what was stated."""

    low: float
    high: float
    slack: float
    is_range: bool


def comparable(first: Quantity, second: Quantity) -> bool:
    """Tell whether two quantities measure the same sort of thing.

    Args:
        first: One quantity.
        second: The other; the order does not matter.
    """
    return bool(_dimensions(first).keys() & _dimensions(second).keys())


def same_value(first: Quantity, second: Quantity, tolerance: float = 0.0) -> bool:
    """Tell whether two quantities state the same value.

    They do if they differ by no more than half a step of the coarser one, as "3.2 million" and
    3,198,000 do and 35 and 36 do not. "about" widens by 5 %, a bound by 25 % to its side. Two
    ranges are the same if both their ends are; a single value is the same as a range around it.

    Args:
        first: One quantity.
        second: The other; the order does not matter.
        tolerance: A further share of the larger value that they may differ by.
    """
    return any(
        _agree(a, b, tolerance)
        for dimension in _dimensions(first).keys() & _dimensions(second).keys()
        for a in _readings(first, dimension, BOUND_REACH)
        for b in _readings(second, dimension, BOUND_REACH)
    )


def consistent(first: Quantity, second: Quantity, tolerance: float = 0.0) -> bool:
    """Tell whether both can be true of one thing.

    Bounds are open ("at least 10" and 30 are consistent) and ranges need only overlap.

    Args:
        first: One quantity.
        second: The other; the order does not matter.
        tolerance: A further share of the larger value that they may differ by.
    """
    return any(
        _overlap(a, b, tolerance)
        for dimension in _dimensions(first).keys() & _dimensions(second).keys()
        for a in _readings(first, dimension, math.inf)
        for b in _readings(second, dimension, math.inf)
    )


def _dimensions(quantity: Quantity) -> dict[str, Measure]:
    """Return the dimensions that a quantity may have, with the size of its unit in each."""
    if quantity.kind in (QuantityKind.ORDINAL, QuantityKind.FRACTION):
        dimension = "share" if quantity.kind is QuantityKind.FRACTION else "ordinal"
        return {dimension: Measure(dimension, 1.0)}
    measures = [measure_of(quantity.unit) or Measure(f"unit {quantity.unit}", 1.0)]
    if quantity.other_unit and (other := measure_of(quantity.other_unit)):
        measures.append(other)
    if quantity.kind is QuantityKind.COUNT and _looks_like_share(quantity):
        measures.append(Measure("share", 1.0))
    return {measure.dimension: measure for measure in measures}


def _looks_like_share(quantity: Quantity) -> bool:
    """Tell whether a plain decimal such as "an accuracy of 0.35" may be a share."""
    return not quantity.unit and 0 < quantity.value < 1


def _readings(quantity: Quantity, dimension: str, reach: float) -> Iterator[_Interval]:
    """Yield every reading; temperatures also as differences, which have no zero point."""
    measure = _dimensions(quantity)[dimension]
    offsets = {measure.offset, 0.0} if measure.dimension == "temperature" else {measure.offset}
    readings = [quantity]
    if quantity.other_value is not None and quantity.value:
        # a number read with another mark is as exact, in its own last place
        step = quantity.step * abs(quantity.other_value / quantity.value)
        readings.append(replace(quantity, value=quantity.other_value, step=step))
    for offset in sorted(offsets):
        for reading in readings:
            yield _interval(reading, measure._replace(offset=offset), reach)


def _interval(quantity: Quantity, measure: Measure, reach: float) -> _Interval:
    value = quantity.value
    high = value if quantity.high is None else quantity.high
    down, up = _widening(quantity, reach)
    low = value - down * abs(value) if down else value
    high = high + up * abs(high) if up else high
    return _Interval(
        low * measure.factor + measure.offset,
        high * measure.factor + measure.offset,
        quantity.step * measure.factor / 2,
        quantity.high is not None,
    )


def _widening(quantity: Quantity, reach: float) -> tuple[float, float]:
    """Return how far a hedged value reaches down and up, as shares of it."""
    around = APPROXIMATE_REACH if quantity.approximate else 0.0
    match quantity.bound:
        case Bound.AT_LEAST | Bound.MORE_THAN:
            return around, max(around, reach)
        case Bound.AT_MOST | Bound.LESS_THAN:
            return max(around, reach), around
        case _:
            return around, around


def _agree(a: _Interval, b: _Interval, tolerance: float) -> bool:
    if not (a.is_range and b.is_range):
        return _overlap(a, b, tolerance)
    slack = _slack(a, b, tolerance)
    return abs(a.low - b.low) <= slack and abs(a.high - b.high) <= slack


def _overlap(a: _Interval, b: _Interval, tolerance: float) -> bool:
    slack = _slack(a, b, tolerance)
    return a.low - slack <= b.high and b.low - slack <= a.high


def _slack(a: _Interval, b: _Interval, tolerance: float) -> float:
    """Half a step of the coarser one: the finer rounds to it."""
    finite = [abs(end) for end in (*a[:2], *b[:2]) if math.isfinite(end)]
    return max(a.slack, b.slack) + (tolerance + _ROUNDING) * max(finite, default=0.0)
