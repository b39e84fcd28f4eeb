"""The one object in a reply that carries the call's mark.

Whatever a report or a page says, it cannot know the mark. So an object without it was quoted,
thought or made up, and does not count, wherever it stands and however it is fenced. Strict
JSON is looked for first; what is nearly JSON is read only around the mark itself. The work is
bounded: a reply that is built to be slow is not readable.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from veridical.errors import AnswerError
from veridical.models.fence import NONCE_FIELD
from veridical.respondents.reading.json_repair import BrokenJson, NearJson
from veridical.respondents.reading.json_values import CutObject, Object, object_from_pairs, same
from veridical.respondents.reading.thinking import after_first_thought, said_between

MOST_MARKS = 8
"""Places of the mark around which an object is looked for."""
MOST_STARTS = 24
"""Opening brackets before a mark that are tried."""
WORK_PER_CHARACTER = 8
_LEAST_WORK = 20_000
_DEEP = 5_000
"""What a nesting without end costs, in characters."""

_DECODER = json.JSONDecoder(
    object_pairs_hook=lambda pairs: object_from_pairs(pairs), parse_constant=float
)


@dataclass(frozen=True, slots=True)
class Sealed:
    """The object with the mark.

    Attributes:
        fields: what it says, the mark among it.
        is_repaired: whether it was no strict JSON.
        others: how many objects without the mark stand beside it.
    """

    fields: Object
    is_repaired: bool = False
    others: int = 0

    @property
    def is_cut(self) -> bool:
        """Whether the reply ends inside it."""
        return isinstance(self.fields, CutObject)


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    fields: Object
    is_repaired: bool = False


@dataclass(slots=True)
class _Work:
    """What may still be looked at, in characters."""

    left: int

    def spend(self, characters: int) -> None:
        self.left -= max(characters, 1)


def sealed_object(text: str, nonce: str) -> Sealed:
    """The object in `text` that carries `nonce`.

    Raises:
        AnswerError: there is none, or there are two that differ.
    """
    text = after_first_thought(text)
    work = _Work(_LEAST_WORK + WORK_PER_CHARACTER * len(text))
    carrying, others = _strict(text, nonce, work)
    carrying += _near(text, nonce, carrying, work)
    start, end = said_between(text, ((f.start, f.end) for f in carrying))
    said = [f for f in carrying if start <= f.start < end]
    if not said:
        raise AnswerError("the answer", _absence(text, nonce))
    first = min(said, key=lambda f: (f.is_repaired, f.start))
    if not _agree(said):
        raise AnswerError("the answer", "conflict: it is given twice, differently")
    return Sealed(first.fields, first.is_repaired, _beside(others, carrying))


def _agree(found: list[_Found]) -> bool:
    try:
        return all(same(found[0].fields, other.fields) for other in found[1:])
    except RecursionError:
        return False


def _absence(text: str, nonce: str) -> str:
    if "{" not in text:
        return "there is no JSON object"
    if nonce not in text:
        return f'no JSON object carries the field "{NONCE_FIELD}" with the value asked for'
    return "the JSON cannot be read"


def _beside(others: list[int], carrying: list[_Found]) -> int:
    """How many of the others stand in no object that carries the mark."""
    return sum(not any(f.start <= at < f.end for f in carrying) for at in others)


def _strict(text: str, nonce: str, work: _Work) -> tuple[list[_Found], list[int]]:
    """The objects that are JSON and carry the mark, and the places of those that carry none."""
    found: list[_Found] = []
    others: list[int] = []
    at = text.find("{")
    while at >= 0 and work.left > 0:
        end, value = _decoded(text, at, work)
        carrying = list(_carriers(value, nonce))
        found += [_Found(at, end, fields) for fields in carrying]
        others += [at] if end > at and not carrying else []
        at = text.find("{", max(end, at + 1))
    return found, others


def _decoded(text: str, at: int, work: _Work) -> tuple[int, object]:
    """The value at `at` and its end; an end at `at` where there is none."""
    try:
        value, end = _DECODER.raw_decode(text, at)
    except json.JSONDecodeError as e:
        work.spend(e.pos - at)
        return at, None
    except (RecursionError, ValueError):
        work.spend(_DEEP)
        return at, None
    work.spend(end - at)
    return end, value


def _carriers(value: object, nonce: str) -> Iterator[Object]:
    """The outermost objects in `value` that carry the mark."""
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, dict) and _carries(one, nonce):
            yield one
        elif isinstance(one, dict):
            left += one.values()
        elif isinstance(one, list):
            left += one


def _carries(fields: Object, nonce: str) -> bool:
    mark = fields.get(NONCE_FIELD)
    return bool(nonce) and isinstance(mark, str) and mark.strip() == nonce


def _near(text: str, nonce: str, known: list[_Found], work: _Work) -> list[_Found]:
    """The objects that are nearly JSON, around marks that no known object holds."""
    found: list[_Found] = []
    for place in _places(text, nonce):
        if any(f.start <= place < f.end for f in (*known, *found)):
            continue
        found += _around(text, place, nonce, work)
    return found


def _places(text: str, nonce: str) -> Iterator[int]:
    at = text.find(nonce) if nonce else -1
    for _ in range(MOST_MARKS):
        if at < 0:
            return
        yield at
        at = text.find(nonce, at + len(nonce))


def _around(text: str, place: int, nonce: str, work: _Work) -> list[_Found]:
    """The nearest object that begins before `place` and carries the mark."""
    at = text.rfind("{", 0, place)
    for _ in range(MOST_STARTS):
        if at < 0 or work.left <= 0:
            break
        reader = NearJson(text, at)
        try:
            carrying = list(_carriers(reader.read(), nonce))
        except BrokenJson:
            carrying = []
        work.spend(reader.at - at)
        if carrying and reader.at > place:
            return [_Found(at, reader.at, fields, is_repaired=True) for fields in carrying]
        at = text.rfind("{", 0, at)
    return []
