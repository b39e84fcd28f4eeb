"""A statement says up where the figure goes down, or the other way round."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from veridical.checks.clash.negation import DENIAL
from veridical.checks.figure_reading.read import LabelledValue
from veridical.report.dates import DateMention, same_date

_UP = re.compile(
    r"\b(?:increas(?:es|ed|e|ing)|ris(?:es|en|e|ing)|rose|gr(?:ows?|ew|own|owing|owth)|climb(?:s|ed)?"
    r"|surg(?:es|ed|e)|soar(?:s|ed)?|expand(?:s|ed)?)\b"
    r"|增长|上升|上涨|提高|增加|扩大|升高|攀升|走高",
    re.IGNORECASE,
)
_DOWN = re.compile(
    r"\b(?:decreas(?:es|ed|e|ing)|fall(?:s|en|ing)?|fell|declin(?:es|ed|e|ing)|drop(?:s|ped)?"
    r"|shr[aiu]nk(?:s|en)?|reduc(?:es|ed|tion)|plung(?:es|ed|e)|slump(?:s|ed)?)\b"
    r"|(?<!负)下降|下跌|减少|降低|缩小|下滑|缩减|萎缩|回落|走低|负增长",
    re.IGNORECASE,
)
_SLIGHT = 0.02
"""A change below it, as a share of the larger value, is none."""


@dataclass(frozen=True, slots=True)
class Trend:
    """A direction that a figure does not show.

    Attributes:
        start: of the word of the statement.
        end: past its last character.
        first: the figure's earlier value.
        last: its later value.
    """

    start: int
    end: int
    first: LabelledValue
    last: LabelledValue


def trend_of(
    values: Sequence[LabelledValue], statement: str, dates: Sequence[DateMention]
) -> Trend | None:
    """The direction in which a statement goes against a figure; None where none does.

    Only a figure with one value a date has a direction. It is looked at between the first and
    the last date that the statement names, or between its own ends where it names none.

    Args:
        values: of the figure.
        statement: about it.
        dates: of the statement.
    """
    ups, downs = list(_UP.finditer(statement)), list(_DOWN.finditer(statement))
    if bool(ups) == bool(downs) or DENIAL.search(statement):
        return None
    ends = _ends(values, dates)
    if ends is None:
        return None
    first, last = ends
    change = last.value.value - first.value.value
    size = max(abs(first.value.value), abs(last.value.value))
    word = (ups or downs)[0]
    is_against = change < 0 if ups else change > 0
    if not is_against or abs(change) <= _SLIGHT * size:
        return None
    return Trend(word.start(), word.end(), first, last)


def _ends(
    values: Sequence[LabelledValue], dates: Sequence[DateMention]
) -> tuple[LabelledValue, LabelledValue] | None:
    dated = [value for value in values if len(value.dates) == 1 and value.dates[0].readings]
    dated.sort(key=lambda value: value.dates[0].readings[0])
    when = [value.dates[0].readings[0] for value in dated]
    if (
        len(set(when)) != len(when)
        or len(dated) < len(values)
        or len({_unit(v) for v in dated}) > 1
    ):
        return None
    if dates:
        dated = [v for v in dated if any(same_date(v.dates[0], date) for date in dates)]
    return (dated[0], dated[-1]) if len(dated) > 1 else None


def _unit(value: LabelledValue) -> str:
    return value.value.unit
