"""A figure or date that stands nowhere in the source, where the source gives another one.

The sentences need not run in parallel: it is enough that one speaks of the same things and
gives, for the figure that is nowhere, one or two of the same sort. Asked only where the whole
source is known.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import TypeAlias, TypeVar

from veridical.checks.clash.agreement import is_article
from veridical.checks.clash.figures import digits_of, figure_kind, keeps_number
from veridical.checks.clash.kinds import Clash, ClashKind, clash
from veridical.checks.clash.negation import is_denied
from veridical.checks.clash.sentence import Sentence
from veridical.checks.clash.slots import in_same_place
from veridical.checks.clash.timing import is_limit_alike
from veridical.report.dates import DateMention, Granularity
from veridical.report.quantities import Quantity, QuantityKind, comparable
from veridical.report.quantities.units import measure_of

_SOME_OF_THE_TOPIC, _HALF_OF_THE_TOPIC = 0.2, 0.5
_LEAST_SHARED = 2.0
_MUCH_SHARED, _MUCH_OF_THE_TOPIC = 4.0, 0.6
_NEAREST = 3
_NEAR = 2
_MOST_RIVALS = 2
_FARTHEST = 10.0
_ONLY_ONE = 0.15
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_COUNTED = frozenset({QuantityKind.COUNT, QuantityKind.ORDINAL, QuantityKind.MULTIPLE})
_FINER = (
    Granularity.DAY,
    Granularity.MONTH,
    Granularity.YEAR,
    Granularity.DECADE,
    Granularity.CENTURY,
)
_AS_EXACT = {one: frozenset(_FINER[: at + 1]) for at, one in enumerate(_FINER)}
_ALL_BUT_ONE = 2
_DEGREES, _OF_HEAT = "°", frozenset({"°C", "°F", "K"})
# When a page was put up is not when what it tells of happened.
_OF_THE_PAGE = re.compile(
    r"\b(?:posted|updated|accessed|retrieved|datetime|last modified)\b[^.]{0,40}$"
    r"|\bby (?:[A-Z][\w.'-]+ ){1,4}on $|(?:发布|更新|访问|编辑)(?:时间|日期|于)?[:：]?\s*$",
    re.IGNORECASE,
)


_Detail = TypeVar("_Detail", Quantity, DateMention)
Placed: TypeAlias = Sequence[tuple[Sentence, Sequence[_Detail]]]
"""Sentences of the source, with those of their details that the statement does not have."""


def absent_figures(
    said: Sentence, figures: Sequence[Quantity], others: Placed[Quantity]
) -> Iterator[Clash]:
    """Find what the source gives in place of figures that it does not have.

    Args:
        said: the statement's sentence.
        figures: those of it that stand nowhere in the source.
        others: the source's sentences with their other figures.
    """
    for figure in (f for f in figures if not is_denied(said, f.start)):
        rivals = _instead(said, others, partial(_rivals, said, figure), _SOME_OF_THE_TOPIC)
        for found, rival in rivals[:1]:
            yield _figures(said, figure, found, rival)


def only_figures(
    said: Sentence,
    figures: Sequence[Quantity],
    others: Placed[Quantity],
    every: Placed[Quantity],
) -> Iterator[Clash]:
    """Find what the source has for a figure with a unit, being its only one of that sort.

    Args:
        said: the statement's sentence.
        figures: those of it that stand nowhere in the source.
        others: the source's sentences with their other figures.
        every: the source's sentences with all their figures.
    """
    for figure in (f for f in figures if f.unit and not is_denied(said, f.start)):
        alike = [r for _, listed in every for r in listed if comparable(figure, r)]
        rivals = [(f, r) for f, listed in others for r in listed if comparable(figure, r)]
        if not rivals or len({(one.value, one.unit) for one in alike}) != 1:
            continue
        found, rival = max(rivals, key=lambda one: one[0].covers(said))
        is_near = found.covers(said) >= _SOME_OF_THE_TOPIC and found.shares(said) >= _LEAST_SHARED
        if is_near and _is_told(found, rival, partial(_rivals, said, figure)):
            yield _figures(said, figure, found, rival)


def other_figures(
    said: Sentence, figures: Sequence[Quantity], others: Placed[Quantity]
) -> Iterator[Clash]:
    """Find what the source has in the very place of figures that it does not have."""
    for figure in figures:
        held = in_same_place(said, figure, others)
        if held is not None:
            yield _figures(said, figure, *held)


def has_digits(
    source: Sequence[Sentence], figure: Quantity, dates: Sequence[DateMention] = ()
) -> bool:
    """Whether the source has the digits of a figure, however it counts them, dates apart."""
    wanted = set(_DIGITS.findall(figure.text))
    text = source[0].text if source else ""
    starts = [date.start for date in dates]
    there = {
        match[0] for match in _DIGITS.finditer(text) if not _is_inside(match.start(), starts, dates)
    }
    return bool(wanted) and wanted <= there


def _is_inside(place: int, starts: Sequence[int], dates: Sequence[DateMention]) -> bool:
    at = bisect_right(starts, place) - 1
    return at >= 0 and place < dates[at].end


def changed_units(
    said: Sentence,
    figures: Sequence[Quantity],
    others: Placed[Quantity],
    every: Placed[Quantity],
) -> Iterator[Clash]:
    """Find figures whose digits the source has with another unit or scale.

    A figure of the source that the statement gives too, of something else, counts where the
    same words stand around it.

    Args:
        said: the statement's sentence.
        figures: those of it that stand nowhere in the source.
        others: the source's sentences with their other figures.
        every: the source's sentences with all their figures.
    """
    for figure in figures:
        least = _MUCH_SHARED if len(figures) > 1 else _LEAST_SHARED
        loose = (
            (f, r)
            for f, r in _of_same_digits(figure, others)
            if f.shares(said) >= (1.0 if comparable(figure, r) else least)
        )
        tight = (
            (f, r)
            for f, r in _of_same_digits(figure, every)
            if f.shares(said) >= _LEAST_SHARED and _is_framed_alike(said, figure, f, r)
        )
        is_denial = is_denied(said, figure.start)
        told = ((f, r) for f, r in chain(loose, tight) if is_denied(f, r.start) == is_denial)
        for found, rival in islice(told, 1):
            yield _figures(said, figure, found, rival)


def _of_same_digits(one: Quantity, placed: Placed[Quantity]) -> Iterator[tuple[Sentence, Quantity]]:
    return ((f, r) for f, listed in placed for r in listed if _same_digits(one, r))


def _is_framed_alike(said: Sentence, one: Quantity, found: Sentence, other: Quantity) -> bool:
    """Whether one of the two nearest telling words before or after is the same."""
    before = [{w.key for w in s.before(q.start, _NEAR)} for s, q in ((said, one), (found, other))]
    after = [{w.key for w in s.after(q.end, _NEAR)} for s, q in ((said, one), (found, other))]
    return bool(before[0] & before[1]) or bool(after[0] & after[1])


def _figures(said: Sentence, one: Quantity, found: Sentence, other: Quantity) -> Clash:
    spans = (one.start, one.end), (other.start, other.end)
    return clash(figure_kind(one, other), (said.text, spans[0]), (found.text, spans[1]))


def _instead(
    said: Sentence,
    others: Placed[_Detail],
    is_rival: Callable[[Sentence, _Detail], bool],
    for_two: float,
) -> list[tuple[Sentence, _Detail]]:
    """The rivals in the nearest sentence that has one or two; else the source's only one.

    Args:
        said: the statement's sentence.
        others: the source's sentences with their other details.
        is_rival: whether a detail may stand for the statement's.
        for_two: the share of the topic that a sentence with two needs.
    """
    each = [(f, [(f, r) for r in listed if _is_told(f, r, is_rival)]) for f, listed in others]
    each = [(found, rivals) for found, rivals in each if rivals]
    near = sorted(((f.covers(said), f.shares(said), r) for f, r in each), key=lambda n: -n[0])
    for covered, shared, rivals in near[:_NEAREST]:
        least = _SOME_OF_THE_TOPIC if len(rivals) == 1 else for_two
        if len(rivals) <= _MOST_RIVALS and covered >= least and shared >= _LEAST_SHARED:
            return rivals
    is_only = len(near) == 1 and len(near[0][2]) == 1
    return near[0][2] if is_only and near[0][0] >= _ONLY_ONE else []


def _is_told(
    found: Sentence, other: _Detail, is_rival: Callable[[Sentence, _Detail], bool]
) -> bool:
    return is_rival(found, other) and not is_denied(found, other.start)


def _rivals(said: Sentence, one: Quantity, found: Sentence, other: Quantity) -> bool:
    """Whether two figures of one sort may be of one thing: not too far off, counting alike."""
    if one.ambiguous or other.ambiguous or not comparable(one, other):
        return False
    if is_article(one) or is_article(other):
        return False
    if one.kind is not other.kind or (one.high is None) != (other.high is None):
        return False
    is_in_words = "words" in (one.written, other.written)
    if one.kind in _COUNTED and is_in_words and not _count_the_same(said, one, found, other):
        return False
    low, high = sorted(abs(q.value) * _size(q) for q in (one, other))
    return low > 0 and high <= _FARTHEST * low


def _size(one: Quantity) -> float:
    """The size of a figure's unit in the base unit of its sort."""
    measure = measure_of(one.unit)
    return measure.factor if measure else 1.0


def _count_the_same(said: Sentence, one: Quantity, found: Sentence, other: Quantity) -> bool:
    after = said.after(one.end, 1), found.after(other.end, 1)
    return bool(after[0] and after[1]) and after[0][0].key == after[1][0].key


def _same_digits(one: Quantity, other: Quantity) -> bool:
    """Whether a figure kept its digits and changed its unit or scale."""
    has_units = bool(one.unit and other.unit) or comparable(one, other)
    is_plain = QuantityKind.ORDINAL not in (one.kind, other.kind)
    is_other = one.unit != other.unit or one.value != other.value
    is_other = is_other and not _may_be_one_unit(one, other)
    is_kept = bool(digits_of(one)) and keeps_number(one, other)
    return is_kept and has_units and is_plain and is_other


def _may_be_one_unit(one: Quantity, other: Quantity) -> bool:
    """Whether one says "degrees" without saying of what, and the other of heat."""
    units = {one.unit, other.unit}
    return _DEGREES in units and bool(units & _OF_HEAT) and one.value == other.value


def absent_dates(
    said: Sentence, dates: Sequence[DateMention], others: Placed[DateMention]
) -> Iterator[Clash]:
    """Find what the source gives in place of dates that it does not have; see `absent_figures`.

    Of several other dates the one must stand in a sentence that says much of the statement's;
    "since 2003" has no other one in "in 2012", and "this year" may be any.
    """
    for date in (d for d in dates if d.granularity in _AS_EXACT and not d.relative):
        if is_denied(said, date.start):
            continue
        is_rival = partial(_alike, date)
        for found, rival in _instead(said, others, is_rival, _HALF_OF_THE_TOPIC)[:1]:
            every = {r.low for f, listed in others for r in listed if is_rival(f, r)}
            is_near = len(every) == 1 or _says_much(found, said)
            if is_near and is_limit_alike((said, date), (found, rival)):
                spans = (date.start, date.end), (rival.start, rival.end)
                yield clash(ClashKind.DATE, (said.text, spans[0]), (found.text, spans[1]))


def _says_much(found: Sentence, said: Sentence) -> bool:
    return found.shares(said) >= _MUCH_SHARED or found.covers(said) >= _MUCH_OF_THE_TOPIC


def changed_dates(
    said: Sentence, dates: Sequence[DateMention], others: Placed[DateMention]
) -> Iterator[Clash]:
    """Find dates that the source has but for a part: another year, month, day or end.

    So near a date is no chance: a word or two in common is enough.

    Args:
        said: the statement's sentence.
        dates: those of it that stand nowhere in the source.
        others: sentences of the source with those of their dates that the statement lacks.
    """
    for date in (d for d in dates if not is_denied(said, d.start)):
        rivals = [
            (found, other)
            for found, listed in others
            for other in listed
            if _all_but_a_part(date, other) and found.topic & said.topic
        ]
        for found, rival in rivals[:1]:
            spans = (date.start, date.end), (rival.start, rival.end)
            yield clash(ClashKind.DATE, (said.text, spans[0]), (found.text, spans[1]))


def _all_but_a_part(one: DateMention, other: DateMention) -> bool:
    if one.granularity is not other.granularity or not (one.low and other.low):
        return False
    if one.granularity is Granularity.RANGE:
        return (one.low == other.low) != (one.high == other.high)
    if one.granularity is not Granularity.DAY or one.relative or other.relative:
        return False
    same = [a == b for a, b in zip(one.low.split("-"), other.low.split("-"), strict=True)]
    return sum(same) == _ALL_BUT_ONE


def _alike(date: DateMention, found: Sentence, other: DateMention) -> bool:
    """Whether the other is as exact or more so, and no date of the page itself."""
    is_firm = not other.relative and not other.ambiguous and other.low is not None
    is_alike = other.granularity in _AS_EXACT[date.granularity]
    before = found.text[max(found.start, other.start - 60) : other.start]
    return is_firm and is_alike and not _OF_THE_PAGE.search(before)
