"""Annotations beside a text → what of it they cite, whatever their offsets count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from veridical.runs.importers.cited import Cited, Source
from veridical.runs.importers.offsets import Offsets, Unit


@dataclass(frozen=True, slots=True)
class Annotation:
    """A source for a stretch of a text.

    Attributes:
        start: where the stretch begins, in the vendor's unit.
        end: where it ends.
        source: what it rests on.
        words: the stretch itself, "" if the vendor does not repeat it.
    """

    start: int
    end: int
    source: Source
    words: str = ""


@dataclass(frozen=True, slots=True)
class Placed:
    """Annotations in their places.

    Attributes:
        cited: those that have one.
        outside: how many point outside of the text.
        moved: how many stood beside their words, and were put to them.
        astray: how many have words that the text does not hold once.
        unit: what their offsets count.
    """

    cited: tuple[Cited, ...]
    outside: int
    moved: int
    astray: int
    unit: Unit


def placed(text: str, annotations: Sequence[Annotation], unit: Unit) -> Placed:
    """Annotations as code points of a text.

    Words that an annotation repeats decide: where it points beside them, it is put to them if
    the text holds them once.

    Args:
        text: what they annotate.
        annotations: of one text, in any order.
        unit: what the vendor says that it counts; another one is taken only where more of the
            annotations fit it.
    """
    found = _unit(text, annotations, unit)
    offsets = Offsets(text, found)
    cited: list[Cited] = []
    outside = moved = astray = 0
    for one in annotations:
        span = offsets.span(one.start, one.end)
        if one.words and (span is None or text[slice(*span)] != one.words):
            at = text.find(one.words)
            is_once = at >= 0 and text.find(one.words, at + 1) < 0
            moved, astray = moved + is_once, astray + (not is_once)
            if is_once:
                cited.append(Cited(at, at + len(one.words), one.source))
        elif span is None:
            outside += 1
        else:
            cited.append(Cited(*span, one.source))
    return Placed(tuple(cited), outside, moved, astray, found)


def _unit(text: str, annotations: Iterable[Annotation], told: Unit) -> Unit:
    """The unit that fits most annotations, the vendor's own where several do."""
    if text.isascii():
        return told
    listed = list(annotations)
    units = [told, *(unit for unit in Unit if unit is not told)]
    return max(units, key=lambda unit: _fit(text, listed, unit))


def _fit(text: str, annotations: Iterable[Annotation], unit: Unit) -> tuple[int, int]:
    """How many annotations stand at their own words, and how many in the text at all."""
    offsets = Offsets(text, unit)
    exact = inside = 0
    for one in annotations:
        span = offsets.span(one.start, one.end)
        if span is None:
            continue
        inside += 1
        words = text[slice(*span)]
        exact += words == one.words if one.words else _is_link(words, one.source.address)
    return exact, inside


def _is_link(words: str, address: str) -> bool:
    """Whether words are a whole link to an address, with the brackets around it."""
    return bool(address) and address in words and words[0] in "([（h" and words[-1] in ")]）/"
