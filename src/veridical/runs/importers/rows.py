"""JSON objects whose keys are not ours: read by any of several names, written back as they were.

A `Shape` remembers, for one object, every key in its order: those that we read, by the name
of our field, and those that we have no place for, with their values. Writing by the shape
gives back what was read, but for fields whose value has changed since.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from veridical.errors import TaskFormatError

if TYPE_CHECKING:
    Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
else:
    Json = Any  # msgspec reads any JSON by this name, and knows no recursive one
Aliases: TypeAlias = Mapping[str, Sequence[str]]
"""By our field, the keys that others use for it, the likeliest first."""
Reading: TypeAlias = Callable[[Json], Json]
"""Turns another's value into ours (``"Evidence"`` → ``"evidence"``)."""


class Key(msgspec.Struct, frozen=True, omit_defaults=True):
    """One key of an object, with its value as it was; `field` is ours, if we read it."""

    name: str
    raw: Json = None
    field: str = ""


class Shape(msgspec.Struct, frozen=True, omit_defaults=True):
    """The keys of an object in their order, and what was told without one.

    Attributes:
        keys: as they stood there.
        told: values of our fields that have no key, told from elsewhere.
    """

    keys: tuple[Key, ...] = ()
    told: dict[str, Json] = {}


class Rows:
    """How the objects of one kind are read and written.

    Args:
        aliases: the names of each field; the first with a value is read.
        readings: how the values of some fields are turned into ours.
    """

    def __init__(self, aliases: Aliases, readings: Mapping[str, Reading] | None = None) -> None:
        self._aliases = aliases
        self._readings = readings or {}

    def read(self, row: Mapping[str, Json]) -> tuple[dict[str, Json], tuple[Key, ...]]:
        """An object's values by our fields, and its keys."""
        field_of: dict[str, str] = {}
        for field, names in self._aliases.items():
            there = [n for n in names if n in row and n not in field_of]
            if there:
                field_of[next((n for n in there if row[n] not in (None, "")), there[0])] = field
        keys = tuple(Key(name, raw, field_of.get(name, "")) for name, raw in row.items())
        return {k.field: self._ours(k.field, k.raw) for k in keys if k.field}, keys

    def write(self, values: Mapping[str, Json], shape: Shape) -> dict[str, Json]:
        """An object of our values, under the names and in the order of its shape.

        What the shape has no key for follows under our own names, save what is empty and
        what was told from elsewhere.
        """
        written: dict[str, Json] = {}
        for key in shape.keys:
            value = values.get(key.field)
            is_same = not key.field or value in (
                self._ours(key.field, key.raw),
                shape.told.get(key.field, ...),
            )
            written[key.name] = key.raw if is_same else value
        had = {key.field for key in shape.keys}
        for field, value in values.items():
            is_empty = value in (None, "", [], {})
            if field not in had and not is_empty and shape.told.get(field) != value:
                written[field] = value
        return written

    def _ours(self, field: str, raw: Json) -> Json:
        reading = self._readings.get(field)
        return reading(raw) if reading else raw


def text_of(values: Mapping[str, Json], field: str, where: str) -> str:
    """A field that must be text.

    Raises:
        TaskFormatError: it is absent or no text.
    """
    value = values.get(field)
    if not isinstance(value, str):
        raise TaskFormatError(
            where,
            f'has no text under "{field}"',
            got=value,
            expected="a string",
            fix="Mend the instance.",
        )
    return value


def list_of(values: Mapping[str, Json], field: str, where: str) -> list[Json]:
    """A field that must be a list; an absent one is empty.

    Raises:
        TaskFormatError: it is something else.
    """
    value = values.get(field)
    if value is None:
        return []
    if not isinstance(value, list):
        raise TaskFormatError(
            where, f'has no list under "{field}"', got=value, expected="a list", fix="Mend it."
        )
    return value


def object_of(value: Json, where: str) -> dict[str, Json]:
    """A value that must be an object.

    Raises:
        TaskFormatError: it is something else.
    """
    if not isinstance(value, dict):
        raise TaskFormatError(
            where, "is no object", got=value, expected="a JSON object", fix="Mend it."
        )
    return value
