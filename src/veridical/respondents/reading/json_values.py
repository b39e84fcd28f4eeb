"""JSON as read from a reply: what a plain value cannot tell.

A field that is given twice with different values has none, and a list or object that broke
off is no whole one. Both are marked here, so that nobody takes them for an answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

Object = dict[str, object]


class Conflict:
    """Stands for a field that is given twice with different values."""

    def __repr__(self) -> str:
        """For messages."""
        return "two different values"


CONFLICT: Final = Conflict()


class CutObject(dict[str, object]):
    """An object that broke off; the fields that were complete."""


class CutList(list[object]):
    """A list that broke off; the items that were complete."""


def put(found: Object, key: str, value: object) -> None:
    """Add a field; a second, different value of it makes neither stand."""
    found[key] = value if key not in found or same(found[key], value) else CONFLICT


def object_from_pairs(pairs: Iterable[tuple[str, object]]) -> Object:
    """An object from its fields, which may repeat."""
    found: Object = {}
    for key, value in pairs:
        put(found, key, value)
    return found


def same(one: object, other: object) -> bool:
    """Whether two values are equal and of one type: 1 is not true."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[k], other[k]) for k in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other
