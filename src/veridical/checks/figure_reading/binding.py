"""Which label of a figure a number of a statement is said of.

A number is bound to a label of its own clause: clauses part at the strongest mark between two
numbers. Within a clause a label belongs to the number beside it, the one before the number first.
Where two readings are left, the number is bound to none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from veridical.report.quantities import Quantity

MOST_NUMBERS = 40
MOST_PLACES = 80
"""A sentence with more numbers or labels is a list, of which nothing is bound."""
_END, _JOINT, _COMMA = 3, 2, 1
_MARKS = (
    (_END, re.compile(r"[;；。!?！？]|\.(?=\s|$)")),
    (
        _JOINT,
        re.compile(
            r"\b(?:and|but|or|while|whereas|although|though|und|aber|während)\b"
            r"|以及|并且|而且|[和及与而但且]",
            re.IGNORECASE,
        ),
    ),
    (_COMMA, re.compile(r"[,，、](?!\d)")),
)
_JOINED = re.compile(r"\s*[(（]?\s*(?:(?:in|at|for|of|during|by|im|in der)\s+)?(?:the\s+)?", re.I)
_COMPARED = re.compile(
    r"\b(?:than|versus|vs|unlike|against|contrast|compared|relative|since|from|exceed(?:s|ed)?)\b"
    r"|相比|相较|较|比|超过|不同于",
    re.IGNORECASE,
)
_IN_TURN = re.compile(r"\brespectively\b|\bin that order\b|分别|依次|各为", re.IGNORECASE)
_PARTED = re.compile(r"[,，](?!\d)")
_LETTER = re.compile(r"\w")
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Place:
    """A label's words in a statement.

    Attributes:
        label: as the figure writes it.
        span: where they stand.
    """

    label: str
    span: Span


@dataclass(frozen=True, slots=True)
class Bound:
    """What labels a number has.

    Attributes:
        labels: those that it is said of.
        shared: those that its clause names alone of their kind, for all of its numbers.
        open: those that its clause names, and that may be another number's.
    """

    labels: frozenset[str] = frozenset()
    shared: frozenset[str] = frozenset()
    open: frozenset[str] = frozenset()


class Binding:
    """Binds the numbers of one statement to the labels that it names.

    Args:
        statement: one sentence.
        numbers: all of its quantities, whether they are looked at or not.
        places: where it names labels; what lies within a longer one is left out.
        kinds: of each label, which other labels stand beside it and not in its stead, as a
            table's columns do for its rows.
    """

    def __init__(
        self,
        statement: str,
        numbers: Sequence[Quantity],
        places: Sequence[Place],
        kinds: Mapping[str, frozenset[str]],
    ) -> None:
        if len(numbers) > MOST_NUMBERS or len(places) > MOST_PLACES or _IN_TURN.search(statement):
            numbers, places = (), ()
        self._text = statement
        self._places = sorted(_longest(places), key=lambda p: p.span)
        spans = [p.span for p in self._places]
        own = [(q.start, q.end) for q in numbers]
        self._numbers = sorted(n for n in own if not any(_overlap(n, s) for s in spans))
        self._kinds = kinds
        self._lost = set[Span]()
        self._found = dict(self._all())

    def of(self, number: Quantity) -> Bound:
        """The labels of one number.

        Args:
            number: one of the statement's.
        """
        return self._found.get((number.start, number.end), Bound())

    def _all(self) -> Iterator[tuple[Span, Bound]]:
        for numbers, places in self._parted():
            for number, bound in self._bound(numbers, places).items():
                if number not in self._lost:
                    yield number, bound

    def _bound(self, numbers: Sequence[Span], places: Sequence[Place]) -> dict[Span, Bound]:
        """The labels of each number of a clause."""
        named = frozenset(p.label for p in places)
        peers = {a: [p for p in places if p.label not in self._kinds[a]] for a in named}
        owners = {label: self._owners(numbers, peers[label]) for label in named}
        alone = {label for label in named if all(p.label == label for p in peers[label])}
        found: dict[Span, Bound] = {}
        for number in numbers:
            own = frozenset(a for a in named if owners[a].get(number) == a)
            found[number] = Bound(own, frozenset(alone - own), named - own - alone)
        return found

    def _owners(self, numbers: Sequence[Span], places: Sequence[Place]) -> dict[Span, str]:
        """The label of each number that has one, among labels that stand in each other's stead."""
        sides = {n: self._beside(n, numbers, places) for n in numbers}
        settled: dict[Span, Place] = {}
        while True:
            taken = set(settled.values())
            left = {n: [p for p in s if p not in taken] for n, s in sides.items()}
            left = {n: s for n, s in left.items() if n not in settled}
            sure = self._unrivalled({n: s[0] for n, s in left.items() if len(s) == 1})
            if not sure:
                break
            settled |= sure
        chosen = {n: self._preferred(n, s) for n, s in left.items() if len(s) > 1}
        known = [place for place in chosen.values() if place is not None]
        if len(set(known)) == len(chosen):
            settled |= {n: place for n, place in chosen.items() if place is not None}
        return {n: place.label for n, place in settled.items()}

    def _unrivalled(self, wanted: dict[Span, Place]) -> dict[Span, Place]:
        """One number a label: the one before it if nothing but a preposition parts them."""
        found: dict[Span, Place] = {}
        for number, place in wanted.items():
            rivals = [n for n, other in wanted.items() if other == place and n != number]
            is_joined = number < place.span and self._is_joined(number, place)
            if not rivals or is_joined:
                found[number] = place
        return found

    def _beside(
        self, number: Span, numbers: Sequence[Span], places: Sequence[Place]
    ) -> list[Place]:
        """The labels next to a number, none behind another number or a joint, none in a row."""
        floor = max((n[1] for n in numbers if n < number), default=-1)
        ceiling = min((n[0] for n in numbers if n > number), default=len(self._text) + 1)
        before = [p for p in reversed(places) if floor <= p.span[0] < number[0]]
        after = [p for p in places if number[0] < p.span[0] < ceiling]
        sides = (before, 2 if floor >= 0 else 1), (after, 2 if ceiling <= len(self._text) else 1)
        near = [self._nearest(side, most) for side, most in sides]
        return [p for p in near if p and self._strength(*_gap(number, p.span)) < _JOINT]

    def _nearest(self, side: Sequence[Place], most: int) -> Place | None:
        """The first of one side; None where others stand in a row with it, or in its own part."""
        if not side:
            return None
        near = side[0]
        others = [p for p in side if p.label != near.label]
        if len({p.label for p in others}) < most:
            return near
        gap = self._text[slice(*_gap(near.span, others[0].span))]
        is_parted = _PARTED.search(gap) and _LETTER.search(gap)
        return near if is_parted and self._strength(*_gap(near.span, others[0].span)) else None

    def _preferred(self, number: Span, sides: Sequence[Place]) -> Place | None:
        """The label before a number, or the one that follows it in its own part; None if open."""
        before, after = sides
        gap_before, gap_after = _gap(before.span, number), _gap(number, after.span)
        if self._is_joined(number, after):
            is_apart = self._strength(*gap_before) > self._strength(*gap_after)
            return after if is_apart else None
        if self._strength(*gap_after) or _COMPARED.search(self._text[slice(*gap_after)]):
            return before
        return None if _COMPARED.search(self._text[: number[0]]) else before

    def _is_joined(self, number: Span, place: Place) -> bool:
        return _JOINED.fullmatch(self._text[number[1] : place.span[0]]) is not None

    def _parted(self) -> Iterator[tuple[list[Span], list[Place]]]:
        """Clauses: their numbers and the labels in them."""
        edges = [(0, 0)]
        joined: list[list[Span]] = [[n] for n in self._numbers[:1]]
        for one, other in pairwise(self._numbers):
            edge = self._edge(one[1], other[0])
            if edge is None:
                joined[-1].append(other)
            else:
                edges.append(edge)
                if any(edge[0] <= p.span[0] < edge[1] for p in self._places):
                    self._lost |= {one, other}
                joined.append([other])
        edges.append((len(self._text), len(self._text)))
        for numbers, (start, end) in zip(joined, _inner(edges), strict=False):
            yield numbers, [p for p in self._places if start <= p.span[0] < end]

    def _edge(self, start: int, end: int) -> Span | None:
        """Where a clause ends and where the next begins: what lies between belongs to neither."""
        for _, marks in self._marks(start, end):
            return marks[0].start(), marks[-1].end()
        return None

    def _strength(self, start: int, end: int) -> int:
        return next((strength for strength, _ in self._marks(start, end)), 0)

    def _marks(self, start: int, end: int) -> Iterator[tuple[int, list[re.Match[str]]]]:
        """The marks between two places, the strongest first; none of those within a label."""
        for strength, pattern in _MARKS:
            found = [
                mark
                for mark in pattern.finditer(self._text, start, end)
                if not any(_overlap(mark.span(), p.span) for p in self._places)
            ]
            if found:
                yield strength, found


def _inner(edges: Sequence[Span]) -> Iterator[Span]:
    for (_, start), (end, _) in pairwise(edges):
        yield start, end


def _gap(one: Span, other: Span) -> Span:
    first, last = sorted((one, other))
    return first[1], last[0]


def _overlap(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _longest(places: Sequence[Place]) -> Iterator[Place]:
    for place in dict.fromkeys(places):
        size = place.span[1] - place.span[0]
        if not any(_overlap(place.span, p.span) and p.span[1] - p.span[0] > size for p in places):
            yield place
