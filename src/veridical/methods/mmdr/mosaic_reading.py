"""The built-in rules' view of a picture: what a text says of it, against the words written in it.

Numbers are looked up with their unit and with the label that they are given to, courses in time
with their direction. A sentence that neither names a label nor points at a picture says nothing
of it. Indicative: a rule reads words, and understands no picture.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import fsum
from operator import attrgetter

from veridical.checks.figure_reading import FigureClashKind, FigureReading, compare, read_figure
from veridical.checks.figure_reading.compare import places_of, stands_in
from veridical.checks.figure_reading.read import LabelledValue
from veridical.checks.labelled import Fact, given_in, numbers
from veridical.methods.mmdr.mosaic_kinds import Kind
from veridical.methods.mmdr.mosaic_naming import points_at_a_picture, without_numbers
from veridical.methods.mmdr.mosaic_tally import Agreement, ReadOff
from veridical.picture import PictureText, TextBox
from veridical.report.quantities import Quantity, quantities
from veridical.report.quantities.units import measure_of

LEAST_CELLS = 4
"""Numbers with a row and a column from which a picture is a table."""
LEAST_WRITTEN = 2
"""Numbers, or words, from which a picture is a chart, or a diagram."""


@dataclass(frozen=True, slots=True)
class ChartRead:
    """What rules read off a chart or table.

    Attributes:
        readings: what the text says of it, beside what stands there.
        share: how much of it agrees, weighed by confidence, in [0, 1].
        semantics: the share of the words in it that the text says.
        why: the grounds.
    """

    readings: tuple[ReadOff, ...]
    share: float
    semantics: float
    why: str


@dataclass(frozen=True, slots=True)
class DiagramRead:
    """What rules read off a diagram: words and numbers of the text, and whether it has them."""

    things: tuple[tuple[str, bool], ...]
    share: float
    semantics: float
    why: str


def agreement_share(readings: Sequence[ReadOff]) -> float | None:
    r"""Acc. of one picture: what agrees, of what could be made out, weighed by confidence.

    .. math:: \frac{\sum_j c_j [\, j \text{ agrees} \,]}{\sum_j c_j}

    Args:
        readings: of one picture; what is illegible counts for nothing.

    Returns:
        In [0, 1]; None where nothing counts.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, MOSAIC, Acc., as in the released code.

    Deviates:
        The released code has 0 where nothing was said, and what cannot be made out refutes.
    """
    seen = [r for r in readings if r.agreement is not Agreement.ILLEGIBLE]
    total = fsum(r.confidence for r in seen)
    if total <= 0:
        return None
    return fsum(r.confidence for r in seen if r.agreement is Agreement.AGREES) / total


def kind_by_text(text: PictureText) -> str | None:
    """The kind of a picture by what is written in it; None where that tells nothing."""
    figure = read_figure(text)
    cells = sum(len(value.labels) > 1 for value in figure.values)
    if cells >= LEAST_CELLS:
        return Kind.OCRCHART.value
    if len(figure.values) >= LEAST_WRITTEN:
        return Kind.DATACHART.value
    if len(figure.words) >= LEAST_WRITTEN:
        return Kind.DIAGRAM.value
    return None if text.boxes else Kind.PHOTO.value


def read_chart(told: Sequence[str], text: PictureText) -> ChartRead | None:
    """Hold what is said of a chart against the words written in it.

    Args:
        told: sentences that are said of it, its caption first.
        text: the words in it.

    Returns:
        The readings; None where nothing is written in it.
    """
    if not text.boxes:
        return None
    chart = _Chart(in_columns(read_figure(text), text.boxes))
    readings = tuple(r for n, one in enumerate(told) for r in chart.readings(one, n == 0))
    semantics = _said_share(told, chart.figure)
    share = agreement_share(readings)
    agreeing = sum(r.agreement is Agreement.AGREES for r in readings)
    why = f"{agreeing} of {len(readings)} readings agree with what is written in it"
    return ChartRead(readings, semantics if share is None else share, semantics, why)


def read_diagram(told: Sequence[str], text: PictureText) -> DiagramRead | None:
    """Look up in a diagram the words and numbers that a text has; None if it has no words."""
    if not text.boxes:
        return None
    figure = read_figure(text)
    things = dict.fromkeys((w for w in figure.words if any(_names(t, w) for t in told)), True)
    for sentence in told[:1]:
        for quantity in numbers(without_numbers(sentence)):
            things[quantity.text] = stands_in(quantity, figure)
    semantics = _said_share(told, figure)
    why = f"{sum(things.values())} of {len(things)} words and numbers of the text are in it"
    return DiagramRead(tuple(things.items()), semantics, semantics, why)


def _said_share(told: Sequence[str], figure: FigureReading) -> float:
    """The share of a picture's lines of words, each once, that some sentence says."""
    apart = dict.fromkeys(figure.words)
    return sum(any(_names(t, w) for t in told) for w in apart) / len(apart) if apart else 0.0


def _names(sentence: str, label: str) -> bool:
    return next(places_of(label, sentence), None) is not None


def in_columns(figure: FigureReading, boxes: Sequence[TextBox]) -> FigureReading:
    """The figure with its values at names that stand in a column, edge on edge.

    Where there are as many values as names, each takes one from top to bottom, as at bars that
    lie and have their values under them. A figure whose values all have names of their own, and one
    with other columns, stays as it is.

    Args:
        figure: as read.
        boxes: the words that it was read from.
    """
    known = {value.labels for value in figure.values if value.labels}
    if len(known) == len(figure.values):
        return figure
    by_text = {box.text: box for box in boxes}
    names = [by_text[w] for w in dict.fromkeys(figure.words) if w in by_text]
    values = [v for v in figure.values if v.text in by_text]
    columns = (_column(names, at) for at in (attrgetter("right"), attrgetter("left")))
    column = next((c for c in columns if len(c) == len(values) > 1), [])
    if not column or len(values) < len(figure.values):
        return figure
    order = sorted(values, key=lambda v: by_text[v.text].top)
    taken = dict(zip((v.at for v in order), column, strict=True))
    return replace(figure, values=tuple(_at_name(v, taken[v.at]) for v in figure.values))


def _at_name(value: LabelledValue, name: TextBox) -> LabelledValue:
    confidence = min(value.confidence, name.confidence)
    return replace(value, labels=(name.text,), dates=(), confidence=confidence)


def _column(names: Sequence[TextBox], edge: Callable[[TextBox], float]) -> list[TextBox]:
    """The most names whose edges stand on one line, from top to bottom."""
    best: list[TextBox] = []
    for first in names:
        near = first.bottom - first.top
        line = [n for n in names if abs(edge(n) - edge(first)) <= near]
        best = line if len(line) > len(best) else best
    return sorted(best, key=lambda name: name.top)


class _Chart:
    """One chart, for many sentences."""

    def __init__(self, figure: FigureReading) -> None:
        self.figure = figure

    @cached_property
    def by_label(self) -> Mapping[str, list[LabelledValue]]:
        found: defaultdict[str, list[LabelledValue]] = defaultdict(list)
        for value in self.figure.values:
            for label in value.labels:
                found[label.casefold()].append(value)
        return found

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(
            Fact((label,), tuple(v.value for v in values))
            for label, values in self.by_label.items()
        )

    def readings(self, sentence: str, is_caption: bool) -> Iterator[ReadOff]:
        """What one sentence says of the chart."""
        is_about = is_caption or points_at_a_picture(sentence)
        if not is_about and not any(_names(sentence, label) for label in self.by_label):
            return
        plain = without_numbers(sentence)
        given = given_in(plain, self.facts)
        if given:
            found = (self._given(g.quantity, g.fact.names[0], is_about) for g in given)
        else:
            found = (self._loose(q, is_about) for q in numbers(plain))
        yield from (one for one in found if one is not None)
        if is_about:
            yield from self._courses(sentence)

    def _given(self, quantity: Quantity, label: str, is_about: bool) -> ReadOff | None:
        """A number that the sentence gives to a label."""
        own, same = self.by_label[label], self._same(quantity)
        mine = [v for v in same if v in own]
        is_open = any(not v.labels for v in same) or (not same and self._is_tick(quantity))
        if mine or is_open:
            return self._agreeing(quantity, mine or same)
        # of several values at a label, as in a table, the sentence may mean another number
        is_told = is_about and (len(own) == 1 or not same)
        return _read(quantity, own, Agreement.DIFFERS, f"{label}: ") if is_told else None

    def _loose(self, quantity: Quantity, is_about: bool) -> ReadOff | None:
        """A number of which the sentence leaves open what it is given to."""
        same = self._same(quantity)
        if same or self._is_tick(quantity):
            return self._agreeing(quantity, same)
        return _read(quantity, (), Agreement.NOT_SHOWN) if is_about else None

    def _same(self, quantity: Quantity) -> list[LabelledValue]:
        alone = (replace(self.figure, values=(v,), ticks=()) for v in self.figure.values)
        return [one.values[0] for one in alone if stands_in(quantity, one)]

    def _is_tick(self, quantity: Quantity) -> bool:
        return stands_in(quantity, replace(self.figure, values=()))

    def _agreeing(self, quantity: Quantity, values: Sequence[LabelledValue]) -> ReadOff:
        """A number that stands there, unless the chart measures in another unit."""
        if quantity.unit and self._unit and not any(v.has_unit for v in values):
            one, other = measure_of(quantity.unit), measure_of(self._unit)
            is_other = quantity.unit != self._unit
            if is_other and one and other and one.dimension == other.dimension:
                return _read(quantity, values, Agreement.DIFFERS, f"{self.figure.unit}: ")
        return _read(quantity, values, Agreement.AGREES)

    @cached_property
    def _unit(self) -> str:
        """The unit of the chart by its usual sign; "" if it has none."""
        read = quantities(f"3 {self.figure.unit}") if self.figure.unit else []
        return read[0].unit if len(read) == 1 else ""

    def _courses(self, sentence: str) -> Iterator[ReadOff]:
        """A rise or a fall that the chart has the other way round."""
        for one in compare(self.figure, sentence):
            if one.kind is FigureClashKind.TREND:
                yield ReadOff(one.said_text, f"{one.label}: {one.read}", Agreement.DIFFERS, 1.0)


def _read(
    quantity: Quantity, values: Sequence[LabelledValue], agreement: Agreement, lead: str = ""
) -> ReadOff:
    shown = ", ".join(value.text for value in values)
    confidence = min((value.confidence for value in values), default=1.0)
    return ReadOff(quantity.text, lead + shown, agreement, confidence)
