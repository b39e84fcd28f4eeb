"""The statement gives another figure than the evidence, for the same thing."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from veridical.checks.clash.kinds import Clash, ClashKind, clash
from veridical.checks.clash.negation import is_denied
from veridical.checks.clash.sentence import Sentence, is_telling
from veridical.report.quantities import (
    Bound,
    Quantity,
    QuantityKind,
    comparable,
    same_value,
)

_SOME_OF_THE_TOPIC = 0.4
_NEAR = 2
_FEW = 2
_LEAD = 40
_MOST_OF_THE_LEAD = 0.8
# A slip changes a figure a little or by a scale; what is farther off is of something else.
_FARTHEST = 4.0
_SCALES = (10.0, 100.0, 1e3, 1e4, 1e6, 1e8, 1e9)
_WORDS = tuple(sign for size in (1e3, 1e4, 1e6, 1e8, 1e9) for sign in (size, 1 / size))
_ROUNDED = 1.1
_TELLING_DIGITS = 2
_WITH_UNIT = frozenset({QuantityKind.PERCENT, QuantityKind.MONEY, QuantityKind.MEASURE})
_SMALLEST_SAME_DIGITS = 10.0
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")


def figure_clashes(
    said: Sentence, found: Sentence, figures: Sequence[Quantity], rivals: Sequence[Quantity]
) -> Iterator[Clash]:
    """Find figures of the statement that the evidence sentence gives otherwise.

    Args:
        said: The statement's sentence.
        found: A sentence of the evidence.
        figures: The sentence's figures that agree with none of the evidence.
        rivals: The evidence sentence's figures that agree with none of the statement.
    """
    if not figures or not rivals or found.covers(said) < _SOME_OF_THE_TOPIC:
        return
    if is_denied(said) or is_denied(found):
        return
    certain = [rival for rival in rivals if not rival.ambiguous]
    for figure in figures:
        if figure.ambiguous:
            continue
        same = [rival for rival in certain if _same_thing(said, found, figure, rival)]
        if not same and found.repeats(said):
            same = _only([rival for rival in rivals if comparable(rival, figure)])
        if 0 < len(same) <= _FEW:
            spans = (figure.start, figure.end), (same[0].start, same[0].end)
            yield clash(figure_kind(figure, same[0]), (said.text, spans[0]), (found.text, spans[1]))


def _only(quantities: list[Quantity]) -> list[Quantity]:
    return quantities if len(quantities) == 1 else []


def _same_thing(said: Sentence, found: Sentence, one: Quantity, other: Quantity) -> bool:
    """Whether two figures count or measure the same by the words around them."""
    if one.value == 1 or other.value == 1 or not _same_subject(said, found, other):
        return False
    after = _after(said, one) & _after(found, other)
    before = _before(said, one) & _before(found, other)
    if not comparable(one, other):
        return _same_digits(one, other) and bool(after or before)
    if one.kind in (QuantityKind.COUNT, QuantityKind.ORDINAL, QuantityKind.MULTIPLE):
        return bool(after) and (_is_close(one, other) or bool(before))
    return bool(after or before) and (_is_close(one, other) or bool(after and before))


def _same_subject(said: Sentence, found: Sentence, other: Quantity) -> bool:
    """Whether the statement knows what leads up to the evidence's figure in its clause."""
    lead = found.before(other.start, _LEAD, _LEAD)
    known = [word.key in said.topic for word in lead]
    return not lead or (known[-1] and sum(known) >= _MOST_OF_THE_LEAD * len(known))


def _same_digits(one: Quantity, other: Quantity) -> bool:
    """Whether a figure kept its digits and changed its unit."""
    has_unit = one.kind in _WITH_UNIT or other.kind in _WITH_UNIT
    is_plain = QuantityKind.ORDINAL not in (one.kind, other.kind)
    return has_unit and is_plain and one.value == other.value >= _SMALLEST_SAME_DIGITS


def _is_close(one: Quantity, other: Quantity) -> bool:
    ratio = _ratio(one, other)
    return ratio is not None and (ratio <= _FARTHEST or ratio in _SCALES)


def _ratio(one: Quantity, other: Quantity) -> float | None:
    low, high = sorted((abs(one.value), abs(other.value)))
    is_count = one.kind is other.kind is QuantityKind.COUNT
    return high / low if low and (one.unit == other.unit or is_count) else None


def _before(sentence: Sentence, quantity: Quantity) -> set[str]:
    return {word.key for word in sentence.before(quantity.start, _NEAR)}


def _after(sentence: Sentence, quantity: Quantity) -> set[str]:
    """The words counted: those inside the quantity, and those right after it."""
    inside = [w for w in sentence.words if quantity.start <= w.start < quantity.end]
    is_count = quantity.kind is QuantityKind.COUNT
    named = {word.key for word in inside if is_telling(word) and is_count}
    return named | {word.key for word in sentence.after(quantity.end, _NEAR)}


def figure_kind(one: Quantity, other: Quantity) -> ClashKind:
    """In what two figures of the same thing differ: unit, scale or number."""
    has_units = bool(one.unit and other.unit)
    is_same = one.unit != other.unit and keeps_number(one, other)
    is_count = one.kind is other.kind is QuantityKind.COUNT
    if (is_same and not is_count) or (has_units and not comparable(one, other)):
        return ClashKind.UNIT
    is_scaled = _ratio(one, other) in _SCALES or (one.unit == other.unit and _is_scaled(one, other))
    return ClashKind.SCALE if is_scaled else ClashKind.NUMBER


def keeps_number(one: Quantity, other: Quantity) -> bool:
    """Whether two figures have one number and differ in unit or scale: "189 kg", "188.6 lb"."""
    if digits_of(one) == digits_of(other):
        return True
    if one.unit == other.unit:
        return _is_scaled(one, other)
    return _is_exact(one) and _is_exact(other) and _says_the_number(one, other, 1.0)


def _is_scaled(one: Quantity, other: Quantity) -> bool:
    """Whether one is the other by a word of scale, as rounded as it is stated."""
    ratio = one.value / other.value if other.value else 0.0
    near = [scale for scale in _WORDS if 1 / _ROUNDED < ratio * scale < _ROUNDED]
    is_exact = _is_exact(one) and _is_exact(other)
    return is_exact and any(_says_the_number(one, other, scale) for scale in near)


def _says_the_number(one: Quantity, other: Quantity, scale: float) -> bool:
    """Whether the numbers agree, units and limits left aside and the first one scaled."""
    bare = [replace(q, unit="", kind=QuantityKind.COUNT, bound=Bound.NONE) for q in (one, other)]
    high = None if one.high is None else one.high * scale
    scaled = replace(bare[0], value=one.value * scale, high=high, step=one.step * scale)
    return same_value(scaled, bare[1])


def _is_exact(one: Quantity) -> bool:
    """Whether a number has two digits that tell, so that it is no chance to meet it again."""
    return one.written == "digits" and len("".join(digits_of(one)).strip("0.,")) >= _TELLING_DIGITS


def digits_of(one: Quantity) -> list[str]:
    """The digits of a figure; of one in words, what it has before its scale."""
    if one.written != "words" or one.value <= 0 or one.value != int(one.value):
        return _DIGITS.findall(one.text)
    value = int(one.value)
    while value % 1000 == 0:
        value //= 1000
    return [str(value)]
