"""Finds all quantities of a text, and its dates on the way."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from veridical.report.dates.finder import dates_on
from veridical.report.dates.mention import DateMention
from veridical.report.dates.surface import Span, masked, surface
from veridical.report.language import language_of
from veridical.report.quantities.chinese import chinese_numerals
from veridical.report.quantities.english import english_numerals
from veridical.report.quantities.hedges import hedges
from veridical.report.quantities.names import (
    follows_name,
    is_name,
    is_title,
    leads_to_name,
    ordinal_in_han,
)
from veridical.report.quantities.numerals import digit_numerals
from veridical.report.quantities.quantity import Draft, Numeral, Quantity
from veridical.report.quantities.ranges import joined
from veridical.report.quantities.reading import read_quantity

_ENGLISH_WORDS_IN = frozenset(["en", "und"])
_CHINESE_NUMBERS_IN = frozenset(["zh", "ja", "und"])
_KEPT_CHARACTERS = 2000
"""Longer texts are not remembered."""


class Measurements(NamedTuple):
    """The dates and the quantities of a text; no place is in both."""

    dates: list[DateMention]
    quantities: list[Quantity]


def quantities(text: str, language: str | None = None, skip: Sequence[Span] = ()) -> list[Quantity]:
    """Find the quantities of a text.

    Dates, addresses, names with numbers, list and section numbers, versions, times of day and
    telephone numbers are none.

    Args:
        text: Running text.
        language: A BCP-47 primary tag; found from the text when absent. It decides what "1.234"
            means and whether numbers in words are read (English, Chinese).
        skip: Spans to pass over, such as citation markers.

    Returns:
        Quantities in order, without overlap.

    Example:
        >>> [(q.text, q.value, q.unit) for q in quantities("About 3.2 million km in 2023.", "en")]
        [('3.2 million km', 3200000.0, 'km')]
    """
    return measurements(text, language, skip).quantities


def measurements(text: str, language: str | None = None, skip: Sequence[Span] = ()) -> Measurements:
    """Find dates and quantities in one pass.

    Args:
        text: Running text.
        language: A BCP-47 primary tag; found from the text when absent.
        skip: Spans to pass over, such as citation markers.
    """
    if skip or len(text) > _KEPT_CHARACTERS:
        return _measured(text, language, skip)
    kept = _kept(text, language)
    return Measurements(list(kept.dates), list(kept.quantities))


@lru_cache(maxsize=2048)
def _kept(text: str, language: str | None) -> Measurements:
    """The same passages are held against many statements."""
    return _measured(text, language, ())


def _measured(text: str, language: str | None, skip: Sequence[Span]) -> Measurements:
    code = language or language_of(text)
    folded = surface(text, skip)
    found = dates_on(text, folded, code)
    hidden = masked(folded, ((date.start, date.end) for date in found))
    return Measurements(found, [_quantity(text, hidden, d) for d in _drafts(text, hidden, code)])


def _drafts(text: str, hidden: str, language: str) -> Iterator[Draft]:
    """Read every number, drop names, join neighbors, drop what still lacks a unit it needs."""
    read = _read(hidden, _numerals(text, hidden, language), language)
    return (d for d in joined(hidden, read) if not (d.is_weak and d.is_bare))


def _numerals(text: str, hidden: str, language: str) -> list[Numeral]:
    """Collect numbers of all spellings in order; of two that overlap the first stays."""
    spellings: list[Iterable[Numeral]] = [digit_numerals(hidden, language, text)]
    if language in _ENGLISH_WORDS_IN:
        spellings.append(english_numerals(hidden))
    if language in _CHINESE_NUMBERS_IN:
        spellings.append(chinese_numerals(hidden))
    kept: list[Numeral] = []
    for numeral in sorted(chain(*spellings), key=lambda n: (n.start, -n.end)):
        if not kept or numeral.start >= kept[-1].end:
            kept.append(numeral)
    return kept


def _read(hidden: str, numerals: Iterable[Numeral], language: str) -> list[Draft]:
    """Read numerals; a name takes the bare numbers with it that a dash ties to it."""
    kept: list[Draft] = []
    refused_end = -1
    for numeral in numerals:
        floor = kept[-1].end if kept else 0
        if numeral.start < floor:
            continue
        draft = _read_one(hidden, numeral, language, floor=floor, refused_end=refused_end)
        if draft is not None:
            kept.append(draft)
            continue
        if kept and kept[-1].is_bare and leads_to_name(hidden, kept[-1].end, numeral.start):
            kept.pop()
        refused_end = numeral.end
    return kept


def _read_one(
    hidden: str, numeral: Numeral, language: str, *, floor: int, refused_end: int
) -> Draft | None:
    draft = read_quantity(hidden, numeral, language, floor)
    draft = ordinal_in_han(hidden, draft) if draft else None
    if draft is None or not draft.is_bare:
        return draft
    if draft.is_words:
        return None if is_title(hidden, draft) else draft
    is_row = follows_name(hidden, refused_end, draft.start)
    return None if is_row or is_name(hidden, draft) else draft


def _quantity(text: str, hidden: str, draft: Draft) -> Quantity:
    approximate, bound = hedges(hidden, draft)
    return Quantity(
        draft.start,
        draft.end,
        text[draft.start : draft.end],
        draft.value,
        draft.high,
        draft.unit,
        draft.kind,
        draft.step,
        approximate,
        bound,
        bool(draft.reason),
        draft.reason,
        draft.other,
        draft.other_unit,
        "words" if draft.is_words else "digits",
    )
