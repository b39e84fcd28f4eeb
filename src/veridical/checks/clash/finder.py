"""Puts the sentences of statement and evidence side by side and asks every rule."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from veridical.checks.clash.absent import (
    absent_dates,
    absent_figures,
    changed_dates,
    changed_units,
    has_digits,
    only_figures,
    other_figures,
)
from veridical.checks.clash.agreement import is_of_a_name, is_same_age, says_as_much
from veridical.checks.clash.direction import direction_clashes
from veridical.checks.clash.endpoints import Measured, order_clashes
from veridical.checks.clash.figures import figure_clashes, figure_kind
from veridical.checks.clash.kinds import Clash, clash
from veridical.checks.clash.naming import name_clashes
from veridical.checks.clash.negation import negation_clashes
from veridical.checks.clash.sentence import Sentence, sentences
from veridical.checks.clash.swaps import best_aligned, swap_clashes, swapped_figures, swapped_terms
from veridical.checks.clash.timing import date_clashes
from veridical.report.dates import DateMention, same_date
from veridical.report.language import language_of
from veridical.report.quantities import (
    Measurements,
    Quantity,
    comparable,
    measurements,
    same_value,
)

_Placed = TypeVar("_Placed", DateMention, Quantity)

# Without a figure that agrees, more words must: "sales rose in 2019" and "in 2020" are both true.
_LEAST_ALONE = 6


@dataclass(frozen=True, slots=True)
class _Details:
    """Figures and dates of a text, and those of them that the other text lacks."""

    figures: Sequence[Quantity]
    dates: Sequence[DateMention]
    open_dates: Sequence[DateMention]
    open_figures: Sequence[Quantity]


def clashes(
    statement: str,
    window: str,
    language: str | None = None,
    *,
    source: Measurements | None = None,
) -> tuple[Clash, ...]:
    """Find where a statement and its evidence cannot both be true.

    Args:
        statement: What is said, in plain words without citation markers.
        window: The evidence, a few sentences: the best window, not a whole source.
        language: A BCP-47 tag of the statement; found from the text when absent.
        source: What `measurements` finds in the whole source, where it is known:
            a figure or a date that stands anywhere in it is not called a clash.

    Returns:
        The clashes, in the order of the statement, without repeats. None found
        is no proof of agreement.
    """
    language = language or language_of(statement)
    here, there = measurements(statement, language), measurements(window, language)
    said_details = _details(here, there, source)
    found_details = _details(there, here, None)
    evidence = sentences(window, language)
    by_place: dict[tuple[str, tuple[int, int]], Clash] = {}
    measured = [_measured(found, found_details) for found in evidence]
    for said in sentences(statement, language):
        for one in order_clashes(_measured(said, said_details), measured):
            by_place.setdefault((one.kind, one.said), one)
        for one in _along(said, evidence, said_details, found_details):
            by_place.setdefault((one.kind, one.said), one)
        for found in evidence:
            for one in _between(said, found, said_details, found_details):
                by_place.setdefault((one.kind, one.said), one)
    return tuple(sorted(by_place.values(), key=lambda one: (one.said, one.found)))


def absences(
    statement: str, source: str, known: Measurements, language: str | None = None
) -> tuple[Clash, ...]:
    """Find figures and dates that stand nowhere in a source which gives others in their place.

    Args:
        statement: What is said.
        source: All that the source says, or all of it that was read.
        known: What `measurements` finds in it.
        language: A BCP-47 tag of the statement; found from the text when absent.
    """
    language = language or language_of(statement)
    own = measurements(statement, language)
    here, there = _details(own, known, known), _details(known, own, None)
    if not here.open_figures and not here.open_dates:
        return ()
    evidence = sentences(source, language)
    by_place: dict[tuple[int, int], Clash] = {}
    for said in sentences(statement, language):
        for one in _absent(said, evidence, here, there):
            by_place.setdefault(one.said, one)
    return tuple(by_place.values())


def other_terms(statement: str, window: str, around: str) -> tuple[Clash, ...]:
    """Find things of the statement in whose place the evidence has other things.

    No contradiction: the evidence speaks of something else, in nearly the same words.

    Args:
        statement: What is said.
        window: The evidence, a few sentences.
        around: Texts on the same subject, which show what are different things.
    """
    evidence = sentences(window)
    pairs = ((said, best_aligned(said, evidence)) for said in sentences(statement))
    return tuple(
        term
        for said, best in pairs
        if best is not None
        for term in swapped_terms(said, *best, around)
    )


def _details(own: Measurements, other: Measurements, source: Measurements | None) -> _Details:
    more_dates = source.dates if source else ()
    more_figures = source.quantities if source else ()
    return _Details(
        own.quantities,
        own.dates,
        [
            date
            for date in own.dates
            if not any(same_date(date, known) for known in (*other.dates, *more_dates))
        ],
        [
            figure
            for figure in own.quantities
            if not any(says_as_much(figure, known) for known in other.quantities)
            and not any(same_value(figure, known) for known in more_figures)
            and not any(is_same_age(figure, known) for known in other.quantities)
        ],
    )


def _measured(sentence: Sentence, details: _Details) -> Measured:
    return sentence, _inside(sentence, details.figures), _inside(sentence, details.dates)


def _along(
    said: Sentence, evidence: Sequence[Sentence], here: _Details, there: _Details
) -> Iterator[Clash]:
    """What clashes with the sentence that runs along it most, word by word."""
    best = best_aligned(said, evidence)
    if best is None:
        return
    found, laid = best
    if _of_other_times(_inside(said, here.dates), _inside(found, there.dates)):
        return
    yield from swap_clashes(said, found, laid)
    figures = _inside(said, here.figures), _inside(said, here.open_figures)
    rivals = _inside(found, there.figures), _inside(found, there.open_figures)
    for one, other in swapped_figures(laid, figures, rivals):
        spans = (one.start, one.end), (other.start, other.end)
        yield clash(figure_kind(one, other), (said.text, spans[0]), (found.text, spans[1]))


def _absent(
    said: Sentence, evidence: Sequence[Sentence], here: _Details, there: _Details
) -> Iterator[Clash]:
    """What the source gives in place of figures and dates that stand nowhere in it."""
    figures, dates = _inside(said, here.open_figures), _inside(said, here.open_dates)
    other_dates = _beside(evidence, there.open_dates) if dates else []
    yield from changed_dates(said, dates, other_dates)
    others = _beside(evidence, there.open_figures) if figures else []
    every = _beside(evidence, there.figures) if figures else []
    yield from changed_units(said, figures, others, every)
    # one slip is a clash; several figures that the source lacks are of something else
    if len(dates) == 1:
        yield from absent_dates(said, dates, other_dates)
    loose = [f for f in figures if _is_whole(f, said.text, here.figures)]
    loose = [f for f in loose if not has_digits(evidence, f, there.dates)]
    # of two figures of one sort, the one that the source lacks may be of another thing
    if len(figures) == 1 and not _has_another(figures[0], _inside(said, here.figures)):
        yield from absent_figures(said, loose, others)
    if loose:
        yield from only_figures(said, loose, others, every)
    # a figure of a time that the source does not speak of may be right
    if not any(date.low for date in dates):
        yield from other_figures(said, loose, others)


def _is_whole(figure: Quantity, text: str, every: Sequence[Quantity]) -> bool:
    """Whether a figure is neither part of a name nor the rest of another: 24小时50分."""
    at = bisect_left(every, figure.start, key=lambda one: one.start) - 1
    is_rest = not figure.unit and at >= 0 and not text[every[at].end : figure.start].strip()
    return not is_rest and not is_of_a_name(figure, text)


def _has_another(figure: Quantity, every: Sequence[Quantity]) -> bool:
    """Whether a sentence gives a second figure with a unit of the same sort."""
    return bool(figure.unit) and any(q is not figure and comparable(q, figure) for q in every)


def _beside(
    evidence: Sequence[Sentence], details: Sequence[_Placed]
) -> list[tuple[Sentence, Sequence[_Placed]]]:
    """The sentences that hold any of the details, with them."""
    return [(s, inside) for s in evidence if (inside := _inside(s, details))]


def _between(said: Sentence, found: Sentence, here: _Details, there: _Details) -> Iterator[Clash]:
    if not said.topic & found.topic:
        return
    figures, rivals = _inside(said, here.open_figures), _inside(found, there.open_figures)
    has_figures = bool(_inside(said, here.figures))
    is_repeated = not figures and found.repeats(said, least=4 if has_figures else _LEAST_ALONE)
    dates, other_dates = _inside(said, here.open_dates), _inside(found, there.open_dates)
    yield from date_clashes(said, found, dates, other_dates, is_repeated=is_repeated)
    if _of_other_times(_inside(said, here.dates), _inside(found, there.dates)):
        return
    yield from figure_clashes(said, found, figures, rivals)
    yield from negation_clashes(said, found)
    yield from direction_clashes(said, found)
    yield from name_clashes(said, found)


def _inside(sentence: Sentence, details: Sequence[_Placed]) -> Sequence[_Placed]:
    first = bisect_left(details, sentence.start, key=lambda detail: detail.start)
    last = bisect_left(details, sentence.end, key=lambda detail: detail.start)
    return details[first:last]


def _of_other_times(said: Sequence[DateMention], found: Sequence[DateMention]) -> bool:
    """Whether both are dated, and no date of one is a date of the other."""
    here, there = [d for d in said if d.low], [d for d in found if d.low]
    shared = any(same_date(one, other) for one in here for other in there)
    return bool(here and there) and not shared
