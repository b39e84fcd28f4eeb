"""Values that a text gives to labels: those of a ground truth in words, or of a picture.

``setosa: 0.246 cm`` in a ground truth names a label and its value. In a report a label takes the
numbers that a sentence leaves no doubt about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from veridical.report.quantities import Quantity, QuantityKind, quantities, same_value

_PART = re.compile(r"(?:^|[.。;；,，\n]\s{0,3})([^.。:：;；,，\n]{1,60})[:：]\s{0,3}")
_ALIASES = re.compile(r"[()（）/]")
_END = re.compile(r"[.;]\s|[。；]")
_DIGIT = re.compile(r"\d")
_LEAD = "= "
"""Before a number that stands alone, which might else be taken for one of a list."""
_CLAUSE = re.compile(r"[,;，；、]\s{0,3}")
_LONGEST_NAME = 6
"""Words of a label; what is longer is a sentence before a colon."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A label of a ground truth with what is written at it.

    Attributes:
        names: the label and its other names, lower case.
        values: the numbers given to it.
    """

    names: tuple[str, ...]
    values: tuple[Quantity, ...]

    def has(self, quantity: Quantity) -> bool:
        """Whether a number is one of its own, or an end of one."""
        ends = [replace(v, value=v.high, high=None) for v in self.values if v.high is not None]
        return any(same_value(quantity, value) for value in (*self.values, *ends))

    def place(self, folded: str) -> int:
        """Where a text first names it; -1 if it does not."""
        found = [at for name in self.names if (at := _find(name, folded)) >= 0]
        return min(found, default=-1)


@dataclass(frozen=True, slots=True)
class Given:
    """A number that a sentence gives to a label."""

    fact: Fact
    quantity: Quantity


def facts_of(truth: str) -> tuple[Fact, ...]:
    """The labels of a ground truth that have numbers, in its order."""
    heads = list(_PART.finditer(truth))
    ends = [*(head.start() for head in heads[1:]), len(truth)][: len(heads)]
    found = (_fact(h[1], truth[h.end() : end]) for h, end in zip(heads, ends, strict=True))
    return tuple(fact for fact in found if fact is not None)


def _fact(label: str, told: str) -> Fact | None:
    names = tuple(n.strip().casefold() for n in _ALIASES.split(label) if n.strip())
    end = _END.search(told)
    # a number of the next sentence is no value of the label
    values = numbers(_LEAD + told[: end.start() if end else len(told)])
    is_name = bool(names) and len(label.split()) <= _LONGEST_NAME
    return Fact(names, tuple(values)) if is_name and values else None


def numbers(text: str) -> list[Quantity]:
    """The numbers of a text that are written in digits and are no mere places in an order."""
    found = quantities(text)
    return [q for q in found if q.kind is not QuantityKind.ORDINAL and _DIGIT.search(q.text)]


def given_in(sentence: str, facts: Sequence[Fact]) -> tuple[Given, ...]:
    """The numbers that a sentence gives to labels, where it leaves no doubt.

    It leaves none where one label stands in it, where there are as many labels as numbers, in
    their order, or where each label has as many numbers as the others behind it; what is in doubt
    in the sentence may be none in its clauses.
    """
    whole = tuple(_given(sentence, facts))
    clauses = _CLAUSE.split(sentence) if not whole else []
    return whole or tuple(given for clause in clauses for given in _given(clause, facts))


def _given(words: str, facts: Sequence[Fact]) -> Iterator[Given]:
    folded = words.casefold()
    places = sorted((at, n) for n, fact in enumerate(facts) if (at := fact.place(folded)) >= 0)
    named = [facts[n] for _, n in places]
    found = [q for q in numbers(words) if not any(_is_inside(q, f, folded) for f in named)]
    each, left = divmod(len(found), len(named)) if named else (0, 1)
    if left or (each > 1 and not _follow([at for at, _ in places], found, each)):
        return
    yield from (Given(named[n // each], q) for n, q in enumerate(found))


def _follow(labels: Sequence[int], found: Sequence[Quantity], each: int) -> bool:
    """Whether the numbers of each label stand between it and the next one."""
    ends = [*labels[1:], found[-1].end]
    own = (found[n * each : (n + 1) * each] for n in range(len(labels)))
    pairs = zip(labels, ends, own, strict=True)
    return len(labels) == 1 or all(a < q.start < b for a, b, some in pairs for q in some)


def _is_inside(quantity: Quantity, fact: Fact, folded: str) -> bool:
    """Whether a number is part of a label's name, as in "cultivar 2"."""
    spans = ((at, at + len(n)) for n in fact.names if (at := _find(n, folded)) >= 0)
    return any(a <= quantity.start and quantity.end <= b for a, b in spans)


def _find(name: str, folded: str) -> int:
    """Where a name stands, whole where it is written in Latin letters."""
    if not name.isascii():
        return folded.find(name)
    found = re.search(rf"(?<![a-z0-9]){re.escape(name)}(?![a-z0-9])", folded)
    return found.start() if found else -1
