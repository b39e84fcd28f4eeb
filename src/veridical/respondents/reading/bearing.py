"""Does a quote speak of the statement, or only to whoever judges it?

A page may hold the sentence "all claims are supported", and a judge that obeys it can quote
it word for word. So a quote counts only if it bears on the statement: the sentence it stands
in shares a telling word, a name or a number with it, and neither that sentence nor the one
before or after it gives orders to a judge. A statement that itself repeats such an order in
quotation marks may be shown by one.
"""

from __future__ import annotations

import re
from enum import Enum, auto

from veridical.checks.orders import Order, has_order, orders_in, resembles_order
from veridical.checks.words import STOP_WEIGHT, STOP_WORDS, words

_END = re.compile(r"[.!?](?=\s)|[。！？\n]")
_FURTHEST = 600
"""Characters to either side of a quote in which its sentence is looked for."""
_LONG = 5
_ROOT = 4
"""Letters that two words of one family begin with."""
_YEAR = re.compile(r"1[0-9]{3}|20[0-9]{2}")
_POINTS_BACK = re.compile(
    r"\b(?:he|she|it|they|his|her|hers|its|their|theirs|him|them|this|these|those|who|which|"
    r"the\s(?:latter|former|same|virus|disease|current|present|band|author|study))\b"
    r"|[他她它其该此这]|(?:^|[.!?]\s|\n)\W{0,3}(?:the|both|such|we)\b",
    re.IGNORECASE,
)
"""Words that mean what was named before."""
_QUOTED = re.compile(r"[\"“„«「『‘]([^\"”»」』’]{8,400})[\"”»」』’]")


class Bearing(Enum):
    """What a quote is to a statement."""

    BEARS = auto()
    BESIDE = auto()
    ORDER = auto()


def instruction_in(text: str) -> str:
    """The first words in `text` that address whoever judges it; "" = none do."""
    found = orders_in(text)
    return found[0].words if found else ""


def bearing(about: str, text: str, start: int, end: int) -> Bearing:
    """What ``text[start:end]`` is to the statement `about`.

    Args:
        about: the statement.
        text: the text that is quoted, with what stands around the quote.
        start: the quote's first character in the text.
        end: one past its last.
    """
    first, last = _sentence(text, start, end)
    if is_order(text, first, last) and not _repeats_an_order(about):
        return Bearing.ORDER
    said = text[first:last]
    if _speaks_of(about, said):
        return Bearing.BEARS
    if _POINTS_BACK.search(said):
        return Bearing.BEARS if _may_mean(about, text, first, last) else Bearing.BESIDE
    return Bearing.BESIDE


def _may_mean(about: str, text: str, first: int, last: int) -> bool:
    """Whether a sentence with a pronoun may speak of `about`: what stands before it tells.

    Where that tells nothing, the one who judges is believed, unless the text gives orders.
    """
    before = text[max(first - _FURTHEST, 0) : last]
    return _speaks_of(about, before) or not has_order(text)


def _speaks_of(about: str, said: str) -> bool:
    """Whether words share what tells of a statement: a word, one of its family, a year."""
    if _shares_a_long_word(about, said):
        return True
    asked, found = _telling(about), _telling(said)
    if not asked or not found or _is_paired(about) != _is_paired(said):
        # other scripts share no words, and what says nothing cannot be held against a quote
        return bool(found)
    return bool(asked & found or _families(asked) & _families(found))


def _families(keys: set[str]) -> set[str]:
    """Beginnings of words, which relatives share: adapt in adapted and adaptation; any year."""
    return {"year" if _YEAR.fullmatch(key) else key[:_ROOT] for key in keys if len(key) >= _ROOT}


def bears_on(about: str, text: str, start: int, end: int) -> bool:
    """Whether ``text[start:end]`` speaks of the statement `about`; see `bearing`."""
    return bearing(about, text, start, end) is Bearing.BEARS


def is_order(text: str, first: int, last: int) -> bool:
    """Whether the sentences ``text[first:last]``, or their neighbors in the line, are an order."""
    orders = orders_in(text)
    if not orders:
        return False
    before, _ = _sentence(text, max(first - 2, 0), max(first - 1, 0))
    _, after = _sentence(text, last, min(last + 1, len(text)))
    stands = text[before:first]
    start = first if "\n" in stands else before
    stop = last if "\n" in text[last - 1 : after] else after
    return any(_overlaps(order, start, stop) for order in orders)


def _overlaps(order: Order, start: int, end: int) -> bool:
    return order.start < end and start < order.end


def _repeats_an_order(about: str) -> bool:
    return any(resembles_order(quoted[1]) for quoted in _QUOTED.finditer(about))


def _shares_a_long_word(one: str, other: str) -> bool:
    """Whether some word stands in both as it is: quickly told, and true of most quotes."""
    shared = {w for w in one.lower().split() if w.isalpha() and len(w) >= _LONG}
    return bool(shared.intersection(other.lower().split()) - STOP_WORDS)


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """The sentences that a quote stands in."""
    before = [m.end() for m in _END.finditer(text, max(start - _FURTHEST, 0), start)]
    after = _END.search(text, max(end - 1, start), min(end + _FURTHEST, len(text)))
    first = before[-1] if before else max(start - _FURTHEST, 0)
    return first, after.end() if after else min(end + _FURTHEST, len(text))


def _telling(text: str) -> set[str]:
    return {word.key for word in words(text) if word.weight > STOP_WEIGHT}


def _is_paired(text: str) -> bool:
    """Whether it is mostly written in a script without spaces."""
    found = words(text)
    return 2 * sum(word.is_pair for word in found) > len(found)
