"""Which figures, dates and names of a statement stand in its evidence, and which do not?"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from veridical.checks.clash.naming import is_named, names
from veridical.checks.clash.sentence import sentences
from veridical.report.dates import same_date
from veridical.report.language import language_of
from veridical.report.quantities import (
    Bound,
    Quantity,
    QuantityKind,
    consistent,
    measurements,
    same_value,
)


class DetailKind(StrEnum):
    """What sort of detail a reader would check."""

    QUANTITY = "quantity"
    DATE = "date"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Detail:
    """A detail of a statement.

    Attributes:
        kind: What sort it is.
        start: Offset of its first code point in the statement.
        end: Offset after its last one.
        text: The statement's words there.
    """

    kind: DetailKind
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Agreement:
    """The details of a statement, apart by whether the evidence has them.

    Attributes:
        found: Those that stand in the evidence, in the statement's order.
        missing: Those that do not.
    """

    found: tuple[Detail, ...]
    missing: tuple[Detail, ...]

    @property
    def share(self) -> float | None:
        """The share of details found, in [0, 1]; None where there are none."""
        total = len(self.found) + len(self.missing)
        return len(self.found) / total if total else None


def agreement(statement: str, window: str, language: str | None = None) -> Agreement:
    """Compare the details of a statement with its evidence.

    Figures compare by value and unit within the precision stated, dates by the
    coarser one's days, names by any of their words or their initials. A relative
    or ambiguous date is no detail: the text leaves open which day it is.
    """
    pairs = sorted(
        _details(statement, window, language or language_of(statement)),
        key=lambda pair: pair[0].start,
    )
    return Agreement(
        found=tuple(detail for detail, is_found in pairs if is_found),
        missing=tuple(detail for detail, is_found in pairs if not is_found),
    )


def is_article(one: Quantity) -> bool:
    """Whether it is a one in words, which mostly counts nothing: "that one year", 这一年."""
    return one.value == 1 and one.written == "words"


def is_same_age(one: Quantity, other: Quantity) -> bool:
    """Whether one is the other's bare number of years: "died at 95" and "95 years old"."""
    is_bare = {one.unit, other.unit} == {"", "year"}
    is_plain = {one.kind, other.kind} == {QuantityKind.COUNT, QuantityKind.MEASURE}
    return is_bare and is_plain and one.value == other.value and one.high == other.high


def is_of_a_name(one: Quantity, text: str) -> bool:
    """Whether a number in words is part of a name: "Square Two", not "Two judges" at the start."""
    if one.written != "words" or not one.text[:1].isupper():
        return False
    before = text[max(0, one.start - 2) : one.start].rstrip()
    return bool(before) and before[-1] not in '.!?:"\u201c'


FARTHEST_WITHIN_LIMITS = 4.0
"""How many times a limit what it is said of may be: nobody says "up to 7,000" of 5."""


def says_as_much(one: Quantity, other: Quantity) -> bool:
    """Whether two figures agree, limits being read as people mean them.

    "Over 10" agrees with 30, not with 300; and "over 10" and "over 30" are two limits.
    """
    if one.bound is Bound.NONE and other.bound is Bound.NONE:
        return consistent(one, other)
    if one.bound is other.bound or same_value(one, other):
        return same_value(one, other)
    low, high = sorted((abs(one.value), abs(other.value)))
    is_near = one.unit != other.unit or high <= FARTHEST_WITHIN_LIMITS * low
    return is_near and consistent(one, other)


def _details(statement: str, window: str, language: str) -> Iterator[tuple[Detail, bool]]:
    here, there = measurements(statement, language), measurements(window, language)
    for quantity in here.quantities:
        is_found = any(says_as_much(quantity, other) for other in there.quantities)
        detail = Detail(DetailKind.QUANTITY, quantity.start, quantity.end, quantity.text)
        yield detail, is_found
    for date in here.dates:
        if date.low is not None and not date.relative:
            is_found = any(same_date(date, other) for other in there.dates)
            yield Detail(DetailKind.DATE, date.start, date.end, date.text), is_found
    for sentence in sentences(statement, language):
        for start, end in names(sentence):
            is_found = is_named((start, end), statement, window)
            yield Detail(DetailKind.NAME, start, end, statement[start:end]), is_found
