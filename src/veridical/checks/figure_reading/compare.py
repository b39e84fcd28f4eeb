"""Statements held against a figure: value, unit, scale, trend.

Conservative, since a reader of pictures errs: a statement clashes only where it gives a number to
a label of the figure, the figure gives exactly one other number at that label, and the statement's
number stands nowhere in the figure but at other labels of that kind. Where it is open to which
label a number belongs, and of what was read with little confidence, nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from veridical.checks.figure_reading.binding import Binding, Bound, Place
from veridical.checks.figure_reading.read import FigureReading, LabelledValue
from veridical.checks.figure_reading.trend import trend_of
from veridical.checks.words import words
from veridical.report.dates import DateMention, same_date
from veridical.report.quantities import (
    Quantity,
    QuantityKind,
    comparable,
    measurements,
    same_value,
)
from veridical.report.quantities.units import measure_of

LEAST_CONFIDENCE = 0.85
_DIGITS = re.compile(r"\d")
_NUMERAL = re.compile(r"\d[\d,，]*(?:\.\d+)?")
# a number that was computed from what the figure shows need not stand in it
_COMPUTED = re.compile(
    r"\b(?:together|combined|altogether|total(?:s|l?ed|l?ing)?|sum|average[ds]?|mean|median"
    r"|difference|gap|between)\b|合计|共计|总计|总和|之和|平均|相差|差距",
    re.IGNORECASE,
)
_CHANGE_BEFORE = re.compile(
    r"(?:\bby\s+(?:\w+\s+){0,2}"
    r"|\b(?:up|down|rose|fell|grew|gained|lost|increased|decreased|declined|dropped)\s+"
    r"(?:(?:about|some|nearly|almost|roughly|over)\s+)?"
    r"|(?:增长|增加|上升|提高|下降|减少|降低|下跌|扩大|缩小)(?:了|约|近|幅度为)?\s*)\Z",
    re.IGNORECASE,
)
_CHANGE_AFTER = re.compile(
    r"\s*(?:times|fold|-fold|倍|percentage|points?\b|个百分点|more\b|less\b|higher\b|lower\b)"
)
_SCALES = tuple(10.0**k for k in range(1, 13))
_CLOSE = 1e-9


class FigureClashKind(StrEnum):
    """In what a statement and a figure differ."""

    NUMBER = "number"
    UNIT = "unit"
    SCALE = "scale"
    TREND = "trend"


@dataclass(frozen=True, slots=True)
class FigureClash:
    """A statement's words against what was read off a figure.

    Attributes:
        kind: in what they differ.
        said: the span of the words in the statement.
        said_text: those words.
        read: what the figure says in their place.
        label: the figure's label that both name; of a trend, from and to.
    """

    kind: FigureClashKind
    said: tuple[int, int]
    said_text: str
    read: str
    label: str


def compare(
    figure: FigureReading, statement: str, language: str | None = None
) -> tuple[FigureClash, ...]:
    """What a statement says otherwise than a figure, of the same label.

    Args:
        figure: as read.
        statement: about this figure; whether it is, is for the caller to know.
        language: of the statement; found from it when absent.

    Returns:
        The clashes in the order of the statement; none where the figure does not say.
    """
    found = measurements(statement, language)
    sure = [value for value in figure.values if value.confidence >= LEAST_CONFIDENCE]
    binding = _binding(figure, statement, found.quantities, found.dates)
    clashes = [
        clash
        for said in found.quantities
        if _is_plain(said) and not _is_derived(said, statement, figure)
        if (rival := _rival(binding.of(said), figure)) is not None
        if not _is_shielded(said, rival, figure)
        for clash in _against(said, rival)
    ]
    trend = trend_of(sure, statement, found.dates)
    if trend is not None:
        span = (trend.start, trend.end)
        label = f"{trend.first.labels[0]} – {trend.last.labels[0]}"
        read = f"{shown(trend.first)} – {shown(trend.last)}"
        words_said = statement[slice(*span)]
        clashes.append(FigureClash(FigureClashKind.TREND, span, words_said, read, label))
    return tuple(sorted(clashes, key=lambda clash: clash.said))


def shown(value: LabelledValue) -> str:
    """A value of a figure as it stands there, with the figure's unit."""
    return value.value.text if value.has_unit else value.text


def stands_in(said: Quantity, figure: FigureReading) -> bool:
    """Whether a number of a text stands anywhere in a figure, as a value or on an axis."""
    return any(_agrees(said, v.value, v.has_unit) for v in figure.values) or any(
        _agrees(said, replace(tick, step=0.0), bool(tick.unit)) for tick in figure.ticks
    )


def _is_plain(said: Quantity) -> bool:
    is_number = said.kind not in (QuantityKind.ORDINAL, QuantityKind.PERCENTAGE_POINT)
    return is_number and not said.ambiguous and said.written == "digits" and said.high is None


def _is_derived(said: Quantity, statement: str, figure: FigureReading) -> bool:
    """Whether a number is said to be a change, a sum or a mean of what the figure shows."""
    before, after = statement[max(0, said.start - 40) : said.start], statement[said.end :]
    is_change = _CHANGE_BEFORE.search(before) or _CHANGE_AFTER.match(after)
    own = "\n".join(figure.words).lower()
    computed = any(found[0].lower() not in own for found in _COMPUTED.finditer(statement))
    return bool(is_change) or computed


def _agrees(said: Quantity, read: Quantity, has_unit: bool) -> bool:
    if has_unit and said.unit:
        return same_value(said, read) or same_value(*_in_short(said, read))
    return same_value(_bare(said), _bare(read))


def _in_short(said: Quantity, read: Quantity) -> tuple[Quantity, Quantity]:
    """Both without the time, where one alone is a rate in time.

    "4.9 liters of blood a minute" is read as liters, beside 4.9 L/min in the figure.
    """
    if _is_in_time(said.unit) == _is_in_time(read.unit):
        return said, read
    amount = said.unit.partition("/")[0], read.unit.partition("/")[0]
    return replace(said, unit=amount[0]), replace(read, unit=amount[1])


def _is_in_time(unit: str) -> bool:
    known = measure_of(unit) if "/" in unit else None
    return known is not None and known.dimension.endswith("/time")


def _bare(quantity: Quantity) -> Quantity:
    """The number alone, as its digits stand there, without unit and scale."""
    found = _NUMERAL.search(quantity.text)
    if found is None:
        return quantity
    digits = found[0].replace(",", "").replace("，", "")
    sign = -1.0 if quantity.value < 0 else 1.0
    step = 10.0 ** -len(digits.partition(".")[2])
    bare = replace(quantity, value=sign * float(digits), unit="", kind=QuantityKind.COUNT)
    return replace(bare, step=step, other_unit="", other_value=None)


def _against(said: Quantity, rival: LabelledValue) -> Iterator[FigureClash]:
    kind = _kind(said, rival)
    if kind is not None:
        span = (said.start, said.end)
        label = ", ".join(rival.labels)
        yield FigureClash(kind, span, said.text, shown(rival), label)


def _binding(
    figure: FigureReading,
    statement: str,
    numbers: Sequence[Quantity],
    dates: Sequence[DateMention],
) -> Binding:
    beside: dict[str, frozenset[str]] = {}
    places: list[Place] = []
    for value in figure.values:
        for label in value.labels:
            beside[label] = beside.get(label, frozenset()) | (set(value.labels) - {label})
            places += [Place(label, span) for span in _places(label, value, statement, dates)]
    return Binding(statement, numbers, tuple(dict.fromkeys(places)), beside)


def _rival(bound: Bound, figure: FigureReading) -> LabelledValue | None:
    """The one value most of whose labels a number has; None of several, or if hardly read."""
    ranked: dict[int, list[LabelledValue]] = {}
    for value in figure.values:
        own = set(value.labels)
        if own & bound.labels and not own & bound.open:
            ranked.setdefault(len(own & (bound.labels | bound.shared)), []).append(value)
    best = ranked[max(ranked)] if ranked else []
    return best[0] if len(best) == 1 and best[0].confidence >= LEAST_CONFIDENCE else None


def _is_shielded(said: Quantity, rival: LabelledValue, figure: FigureReading) -> bool:
    """Whether a number is the rival's, or stands where the statement may mean it to stand.

    It is no shield that it stands at another label of the same kind: then two were exchanged.
    """
    if not stands_in(said, figure):
        return False
    same = [v for v in figure.values if _agrees(said, v.value, v.has_unit)]
    return not same or any(v is rival or not _is_of_kind(v, rival) for v in same)


def _is_of_kind(value: LabelledValue, rival: LabelledValue) -> bool:
    is_like = len(value.labels) == len(rival.labels) > 0
    is_other = len(set(rival.labels) - set(value.labels)) == 1
    return is_like and is_other and value.confidence >= LEAST_CONFIDENCE


def _places(
    label: str, value: LabelledValue, statement: str, dates: Sequence[DateMention]
) -> list[tuple[int, int]]:
    own = [date for date in value.dates if date.text in label]
    if own:
        return [(d.start, d.end) for d in dates if any(same_date(d, date) for date in own)]
    return list(places_of(label, statement))


def places_of(label: str, statement: str) -> Iterator[tuple[int, int]]:
    """Where a statement names a label: all its words in a row, in any spelling.

    Args:
        label: of a figure.
        statement: a sentence.
    """
    wanted = [word.key for word in words(label)]
    there = words(statement)
    keys = [word.key for word in there]
    for at in range(len(keys) - len(wanted) + 1 if wanted else 0):
        if keys[at : at + len(wanted)] == wanted:
            yield there[at].start, there[at + len(wanted) - 1].end


def _kind(said: Quantity, rival: LabelledValue) -> FigureClashKind | None:
    """In what they differ; None where they may be two spellings, or two things."""
    if rival.has_unit and not said.unit:
        return None
    bare, read = _bare(said), _bare(rival.value)
    same_digits = same_value(bare, read)
    if rival.has_unit and said.unit:
        if not comparable(said, rival.value):
            is_short = comparable(*_in_short(said, rival.value))
            return FigureClashKind.UNIT if same_digits and not is_short else None
        if same_digits:
            return FigureClashKind.SCALE
        return None if _is_misread(bare, read) else FigureClashKind.NUMBER
    if same_digits or _is_misread(bare, read) or _is_scaled(bare, read):
        return None
    return FigureClashKind.NUMBER


def _is_misread(one: Quantity, other: Quantity) -> bool:
    """Whether a mark that a reader drops, or one that it adds, makes the difference."""
    return _all_digits(one) == _all_digits(other)


def _all_digits(quantity: Quantity) -> str:
    return "".join(_DIGITS.findall(quantity.text)).strip("0")


def _is_scaled(one: Quantity, other: Quantity) -> bool:
    low, high = sorted((abs(one.value), abs(other.value)))
    return low > 0 and any(abs(high / low / scale - 1) <= _CLOSE for scale in _SCALES)
