"""The one object in a reply that carries the call's mark.

Whatever a report or a page says, it cannot know the mark. So an object without it was quoted,
thought or made up, and does not count, wherever it stands and however it is fenced. Strict
JSON is looked for first; what is nearly JSON is read only around the mark itself. The work is
bounded: a reply that is built to be slow is not readable.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from veridical.errors import AnswerError
from veridical.models.fence import NONCE_FIELD
from veridical.respondents.reading.json_repair import BrokenJson, NearJson
from veridical.respondents.reading.json_values import CutObject, Object, object_from_pairs, same
from veridical.respondents.reading.thinking import after_first_thought, said_between

MOST_MARKS = 8
"""Places of the mark around which an object is looked for."""
MOST_OTHERS = 50
"""Objects without the mark that are looked for."""
WORK_PER_CHARACTER = 8
_LEAST_WORK = 20_000
_LEAST_STEP = 64
_FOR_A_MESSAGE = 16
"""The decoder counts lines for its message: so many characters cost as much as one read."""
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
class _Search:
    """Looks for objects with the mark in one text, with so much work left, in characters."""

    text: str
    nonce: str
    left: int

    def found(self) -> list[_Found]:
        """The nearest object around each mark, as strict JSON or else nearly."""
        found: list[_Found] = []
        for read in (self._strict, self._near):
            for place in _places(self.text, self.nonce):
                if not any(f.start <= place < f.end for f in found):
                    found += self._around(place, read)
        return found

    def others(self, carrying: list[_Found]) -> int:
        """How many objects stand beside those, and carry no mark."""
        count, at, looked = 0, self.text.find("{"), 0
        while at >= 0 and looked < MOST_OTHERS and self.left > 0:
            looked += 1
            inside = next((f.end for f in carrying if f.start <= at < f.end), None)
            end = self._strict(at)[0] if inside is None else inside
            count += inside is None and end > at
            at = self.text.find("{", max(end, at + 1))
        return count

    def _around(self, place: int, read: _Reading) -> list[_Found]:
        at = self.text.rfind("{", 0, place)
        while at >= 0 and self.left > 0:
            end, value = read(at)
            carrying = list(_carriers(value, self.nonce))
            if carrying and end > place:
                is_repaired = read == self._near
                return [_Found(at, end, fields, is_repaired) for fields in carrying]
            at = self.text.rfind("{", 0, at)
        return []

    def _strict(self, at: int) -> tuple[int, object]:
        """The value at `at` and its end; an end at `at` where there is none."""
        try:
            value, end = _DECODER.raw_decode(self.text, at)
        except json.JSONDecodeError as e:
            self._spend(e.pos - at + e.pos // _FOR_A_MESSAGE)
            return at, None
        except (RecursionError, ValueError):
            self._spend(_DEEP)
            return at, None
        self._spend(end - at)
        return end, value

    def _near(self, at: int) -> tuple[int, object]:
        reader = NearJson(self.text, at)
        try:
            value: object = reader.read()
        except BrokenJson:
            value = None
        self._spend(reader.at - at)
        return (reader.at if value is not None else at), value

    def _spend(self, characters: int) -> None:
        self.left -= max(characters, _LEAST_STEP)


_Reading = Callable[[int], tuple[int, object]]


def sealed_object(text: str, nonce: str) -> Sealed:
    """The object in `text` that carries `nonce`.

    Raises:
        AnswerError: there is none, or there are two that differ.
    """
    text = after_first_thought(text)
    search = _Search(text, nonce, _LEAST_WORK + WORK_PER_CHARACTER * len(text))
    carrying = search.found()
    start, end = said_between(text, ((f.start, f.end) for f in carrying))
    said = [f for f in carrying if start <= f.start < end]
    if not said:
        raise AnswerError("the answer", _absence(text, nonce))
    first = min(said, key=lambda f: (f.is_repaired, f.start))
    if not _agree(said):
        raise AnswerError("the answer", "conflict: it is given twice, differently")
    return Sealed(first.fields, first.is_repaired, search.others(carrying))


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


def _places(text: str, nonce: str) -> Iterator[int]:
    at = text.find(nonce) if nonce else -1
    for _ in range(MOST_MARKS):
        if at < 0:
            return
        yield at
        at = text.find(nonce, at + len(nonce))
