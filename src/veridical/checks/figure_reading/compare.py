"""Statements held against a figure: value, unit, scale, trend.

Conservative, since a reader of pictures errs: a statement clashes only where it names a label of
the figure next to a number, the figure gives exactly one other number at that label, and the
statement's number stands nowhere in the figure. What was read with little confidence says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

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
    r"(?:\bby\s+(?:\w+\s+){0,2}|(?:增长|增加|上升|提高|下降|减少|降低|下跌|扩大|缩小)(?:了|约|近|幅度为)?\s*)\Z",
    re.IGNORECASE,
)
_CHANGE_AFTER = re.compile(
    r"\s*(?:times|fold|-fold|倍|percentage|points?\b|个百分点|more\b|less\b|higher\b|lower\b)"
)
_SCALES = tuple(10.0**k for k in range(1, 13))
_CLOSE = 1e-9
_CLAUSE = 1_000
_CLAUSE_END = re.compile(r"[,;，；、。:：](?!\d)")


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
    clashes = [
        clash
        for said in found.quantities
        if _is_plain(said) and not stands_in(said, figure)
        if not _is_derived(said, statement, figure)
        for clash in _against(said, sure, statement, found.dates)
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
        return same_value(said, read)
    return same_value(_bare(said), _bare(read))


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


def _against(
    said: Quantity, sure: Sequence[LabelledValue], statement: str, dates: Sequence[DateMention]
) -> Iterator[FigureClash]:
    rivals = _named_nearest(said, sure, statement, dates)
    if len(rivals) != 1:
        return
    rival = rivals[0]
    kind = _kind(said, rival)
    if kind is not None:
        span = (said.start, said.end)
        label = ", ".join(rival.labels)
        yield FigureClash(kind, span, said.text, shown(rival), label)


def _named_nearest(
    said: Quantity, sure: Sequence[LabelledValue], statement: str, dates: Sequence[DateMention]
) -> list[LabelledValue]:
    """The values most of whose labels are named, and those nearest to the number."""
    ranked: dict[tuple[int, int], list[LabelledValue]] = {}
    for value in sure:
        places = [_places(label, value, statement, dates) for label in value.labels]
        near = [min(_distance(said, p, statement) for p in found) for found in places if found]
        if near:
            ranked.setdefault((-len(near), sum(near)), []).append(value)
    return ranked[min(ranked)] if ranked else []


def _distance(said: Quantity, place: tuple[int, int], statement: str) -> int:
    """In characters; the end of a clause between the two counts as many."""
    first, last = sorted([(said.start, said.end), place])
    between = statement[first[1] : last[0]]
    return len(between) + _CLAUSE * len(_CLAUSE_END.findall(between))


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
            return FigureClashKind.UNIT if same_digits else None
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
