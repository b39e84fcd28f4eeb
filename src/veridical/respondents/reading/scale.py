"""A number on the scale that was asked for: enforced, never clamped.

A fraction counts only where its denominator is the scale's end, a decimal comma only where the
language writes one. Words, sentences, percent and what is no finite number are no number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from unicodedata import decomposition, normalize

from veridical.errors import AnswerError

_NUMBER = r"[+-]?\d{1,15}(?:[.,]\d{1,15})?"
_WRITTEN = re.compile(
    rf"(?P<number>{_NUMBER})"
    rf"(?:\s{{0,3}}(?:/|out of|von|sur|de|of)\s{{0,3}}(?P<end>{_NUMBER}))?\s{{0,3}}分?",
    re.ASCII,
)
_LONGEST = 60
_LARGEST = 2**53
_FITTING = 10.0
"""How many times the largest value a scale's end must be for the values to fit another scale."""


@dataclass(frozen=True, slots=True)
class Span:
    """What numbers are asked for.

    Attributes:
        lowest: the least; None = no end.
        highest: the greatest; None = no end.
        is_whole: whether only whole numbers count.
        is_lowest_out: whether the least itself does not count.
        is_highest_out: whether the greatest itself does not count.
    """

    lowest: float | None = None
    highest: float | None = None
    is_whole: bool = False
    is_lowest_out: bool = False
    is_highest_out: bool = False

    def holds(self, value: float) -> bool:
        """Whether `value` lies on it."""
        if self.lowest is not None and (value < self.lowest or self._is_out(value, low=True)):
            return False
        return self.highest is None or not (value > self.highest or self._is_out(value, low=False))

    def _is_out(self, value: float, *, low: bool) -> bool:
        if low:
            return self.is_lowest_out and value == self.lowest
        return self.is_highest_out and value == self.highest

    def __str__(self) -> str:
        """For messages and prompts."""
        kind = "a whole number" if self.is_whole else "a number"
        low = "" if self.lowest is None else f"{self.lowest:g}"
        high = "" if self.highest is None else f"{self.highest:g}"
        if low and high:
            return f"{kind} from {low} to {high}"
        if low or high:
            return f"{kind} of at least {low}" if low else f"{kind} of at most {high}"
        return kind


def number_on(span: Span, said: object, *, name: str, decimal_comma: bool = False) -> int | float:
    """What was said, as a number on the scale.

    Args:
        span: the scale.
        said: a JSON value.
        name: the field's, for the message.
        decimal_comma: whether 8,5 is eight and a half.

    Raises:
        AnswerError: it is no number, or not on the scale.
    """
    value = _spoken(said, span, decimal_comma) if isinstance(said, str) else said
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise _misfit(span, said, name)
    # written so that what is no number is outside too
    if not (-_LARGEST < value < _LARGEST and span.holds(value)):
        raise _misfit(span, said, name)
    if not span.is_whole:
        return value
    if value != int(value):
        raise _misfit(span, said, name)
    return int(value)


def _misfit(span: Span, said: object, name: str) -> AnswerError:
    return AnswerError(f'"{name}"', "does not fit", got=told(said), expected=str(span))


def told(said: object) -> object:
    """A value as an error shows it: of lists and objects only that."""
    if isinstance(said, dict | list):
        return "an object" if isinstance(said, dict) else "a list"
    return said


_SET_APART = ("<super>", "<sub>", "<circle>", "<compat>", "<fraction>")
"""Digits of a footnote, a list or a fraction: beside a number they would make another one of it."""


def _spoken(said: str, span: Span, decimal_comma: bool) -> float | None:
    if len(said) > _LONGEST or any(decomposition(c).startswith(_SET_APART) for c in said):
        return None
    found = _WRITTEN.fullmatch(normalize("NFKC", said).strip())
    if found is None:
        return None
    value = _number(found["number"], decimal_comma)
    if found["end"] and _number(found["end"], decimal_comma) != span.highest:
        return None
    return value


def _number(written: str, decimal_comma: bool) -> float | None:
    if "," in written:
        if not decimal_comma:
            return None
        written = written.replace(",", ".")
    return float(written) if "." in written else int(written)


def scale_warning(values: Iterable[float], span: Span) -> str:
    """Why the values look as if another scale had been meant; "" = they do not.

    Shares between 0 and 1 on a scale that is ten times as long, or marks up to 10 on one up
    to 100, are on the scale and still hardly what was meant.
    """
    found = list(values)
    if not found or span.highest is None or (span.lowest or 0) > 0:
        return ""
    top = max(found)
    is_share = top <= 1 and any(value != int(value) for value in found)
    is_mark = len(found) > 1 and 1 < top <= 10
    for fits, end in ((is_share, 1), (is_mark, 10)):
        if fits and span.highest >= _FITTING * end:
            return f"the values fit a scale from 0 to {end}, not one to {span.highest:g}"
    return ""
