"""Two figures that fill the same place: they count the same things, or follow the same name.

"Ran for 3 seasons" and "broadcast over eight seasons" need share no other word: where the
source counts seasons once, that count is the one meant. Nothing is said where it gives two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from veridical.checks.clash.agreement import is_article
from veridical.checks.clash.negation import is_denied
from veridical.checks.clash.sentence import Sentence, is_telling
from veridical.report.quantities import Quantity, QuantityKind, comparable

_COUNTED = frozenset({QuantityKind.COUNT, QuantityKind.ORDINAL})
_HEADS, _REACH = 2, 3
_AROUND, _AROUND_REACH = 3, 6
_MOST_APART = 20.0
_OLDEST, _OLD_REACH = 130, 10
_JUST_BEFORE = 40
_AGE, _PEOPLE = "age", "people"
_AGED = re.compile(
    r"\b(?:aged?|died at|turned|at the age of)\s+$|(?:年龄|享年|现年|年仅)[为约]?$", re.I
)
_OLD = re.compile(r"[- ](?:old|of age)\b|岁", re.I)
_POPULATION = re.compile(
    r"\bpopulation (?:of|was|is|reached)\s+(?:\w+\s+){0,2}$|人口(?:数量)?[为约达有]{0,2}$", re.I
)
ENOUGH = 3.0
"""Likeness from which two figures are of one thing."""
CLEARLY = 2.0
"""By how much the likest has to be ahead of another value."""


def in_same_place(
    said: Sentence, one: Quantity, others: Sequence[tuple[Sentence, Sequence[Quantity]]]
) -> tuple[Sentence, Quantity] | None:
    """The source's figure in the place of one of the statement; None without or with several.

    Args:
        said: the statement's sentence.
        one: a figure of it that stands nowhere in the source.
        others: the source's sentences with those of their figures that the statement lacks.
    """
    if is_article(one) or is_denied(said, one.start):
        return None
    ranked = sorted(_rivals(said, one, others), key=lambda rival: -rival[0])
    if not ranked or ranked[0][0] < ENOUGH:
        return None
    near = [rival for rival in ranked if rival[0] > ranked[0][0] - CLEARLY]
    is_one = len({(other.value, other.high, other.unit) for _, _, other in near}) == 1
    return ranked[0][1:] if is_one else None


def _rivals(
    said: Sentence, one: Quantity, others: Sequence[tuple[Sentence, Sequence[Quantity]]]
) -> Iterator[tuple[float, Sentence, Quantity]]:
    """Figures of the same sort, with how much speaks for the same place."""
    here = _place(said, one)
    for found, listed in others:
        for other in (o for o in listed if _is_alike(one, o)):
            if not is_denied(found, other.start):
                yield here.likeness(_place(found, other)), found, other


@dataclass(frozen=True, slots=True)
class _Place:
    """What stands around a figure: what it counts, the name it belongs to, words near it."""

    heads: frozenset[str]
    name: str
    before: tuple[str, ...]
    after: tuple[str, ...]

    def likeness(self, other: _Place) -> float:
        """The words shared, those that stand next to both twice; what is counted three times."""
        shared = {*self.before, *self.after} & {*other.before, *other.after}
        next_to = {*self.before[:1]} & {*other.before[:1]} | {*self.after[:1]} & {*other.after[:1]}
        is_same = self.heads & other.heads or (self.name and self.name == other.name)
        if self.heads and other.heads and not is_same:
            return 0.0
        return (ENOUGH if is_same else 0.0) + _weight(shared) + _weight(next_to)


def _place(sentence: Sentence, one: Quantity) -> _Place:
    before = sentence.before(one.start, _AROUND, _AROUND_REACH)
    after = sentence.after(one.end, _AROUND, _AROUND_REACH)
    return _Place(
        frozenset(_heads(sentence, one)),
        _name(sentence, one),
        tuple(word.key for word in before),
        tuple(word.key for word in after),
    )


def _is_alike(one: Quantity, other: Quantity) -> bool:
    if is_article(other):
        return False
    low, high = sorted((abs(one.value), abs(other.value)))
    is_same = one.kind is other.kind and comparable(one, other) and one.unit == other.unit
    is_plain = {one.unit, other.unit} in ({"", "year"}, {"", _PEOPLE})
    is_alike = (is_same or is_plain) and (one.high is None) == (other.high is None)
    return is_alike and 0 < high <= _MOST_APART * low


def _heads(sentence: Sentence, one: Quantity) -> set[str]:
    """What is counted: people, years of age, or the first words that follow a count."""
    if _is_age(sentence, one):
        return {_AGE}
    if one.unit == _PEOPLE or _POPULATION.search(sentence.text, *_just_before(sentence, one)):
        return {_PEOPLE}
    if one.kind not in _COUNTED or one.unit:
        return set()
    return {word.key for word in sentence.after(one.end, _HEADS, _REACH)}


def _is_age(sentence: Sentence, one: Quantity) -> bool:
    if one.unit not in {"", "year"} or not 0 < one.value <= _OLDEST or one.step > 1:
        return False
    is_old = _OLD.search(sentence.text, one.start, min(sentence.end, one.end + _OLD_REACH))
    return bool(is_old or _AGED.search(sentence.text, *_just_before(sentence, one)))


def _just_before(sentence: Sentence, one: Quantity) -> tuple[int, int]:
    return max(sentence.start, one.start - _JUST_BEFORE), one.start


def _name(sentence: Sentence, one: Quantity) -> str:
    """The capitalized word right before a number in digits: "Series 4"."""
    at = sentence.index(one.start) - 1
    if one.kind is not QuantityKind.COUNT or one.written != "digits" or at < 0:
        return ""
    word = sentence.words[at]
    is_name = sentence.text[word.start].isupper() and is_telling(word)
    is_next = sentence.text[word.end : one.start] in {" ", "-", ""}
    return word.key if is_name and is_next else ""


def _weight(keys: AbstractSet[str]) -> float:
    """How many words; a pair of characters is half a word."""
    return sum(1.0 if key.isascii() else 0.5 for key in keys)
