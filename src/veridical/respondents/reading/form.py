"""What a reply must look like: told in words, and as a JSON Schema, from the answer's type.

The object holds the call's mark, then quotes and grounds, then the value, so that a model
reasons before it decides, save where an ask wants the value first. Scales and labels stand in
both, the same as they are enforced.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from msgspec import inspect as types

from veridical.models.fence import NONCE_FIELD
from veridical.models.port import JsonValue, Schema
from veridical.respondents.reading.fields import (
    Series,
    is_record,
    labels_of,
    plain,
    span_of,
)
from veridical.respondents.reading.phrases import Phrases

QUOTES, WHY, VALUE, EACH, ID = "quotes", "why", "value", "answers", "id"
_ENVELOPE = {NONCE_FIELD, QUOTES, WHY, EACH, ID}
_NAMES = {types.IntType: "integer", types.FloatType: "number"}


@dataclass(frozen=True)
class Form:
    """The form of an answer; what it says is worked out once.

    Attributes:
        kind: the answer's type.
        has_quotes: whether it may quote.
        is_value_first: whether the value stands before its grounds.
    """

    kind: types.Type
    has_quotes: bool
    is_value_first: bool = False

    @cached_property
    def is_flat(self) -> bool:
        """Whether the answer's own fields stand beside its grounds."""
        kind = plain(self.kind)
        return is_record(kind) and not _ENVELOPE & {f.encode_name for f in kind.fields}

    @cached_property
    def schema(self) -> Schema:
        """Of a reply to one ask, without the mark, which the fence adds."""
        return _object(self._properties())

    @cached_property
    def schema_of_each(self) -> Schema:
        """Of a reply to several asks."""
        one = _object({ID: {"type": "string"}, **self._properties()})
        return _object({EACH: {"type": "array", "items": one}})

    def told(self, phrases: Phrases) -> str:
        """The form of a reply to one ask, in words."""
        lines = [phrases.one, phrases.nonce, *self._lines(phrases)]
        return "\n".join(lines)

    def told_of_each(self, phrases: Phrases) -> str:
        """The form of a reply to several asks, in words."""
        lines = [phrases.one, phrases.nonce, phrases.each, phrases.id, *self._lines(phrases)]
        return "\n".join(lines)

    def _properties(self) -> dict[str, JsonValue]:
        found: dict[str, JsonValue] = {QUOTES: _QUOTES} if self.has_quotes else {}
        found[WHY] = {"type": "string"}
        value = {name: _schema(kind) for name, kind in self._fields()}
        return {**value, **found} if self.is_value_first else {**found, **value}

    def _fields(self) -> Iterator[tuple[str, types.Type]]:
        kind = plain(self.kind)
        if self.is_flat and is_record(kind):
            yield from ((f.encode_name, f.type) for f in kind.fields)
        else:
            yield VALUE, self.kind

    def _lines(self, phrases: Phrases) -> tuple[str, ...]:
        known = self._told_in.get(phrases.one)
        if known is None:
            known = self._told_in[phrases.one] = tuple(self._told(phrases))
        return known

    @cached_property
    def _told_in(self) -> dict[str, tuple[str, ...]]:
        """The fields in words, by the words that open their list."""
        return {}

    def _told(self, phrases: Phrases) -> Iterator[str]:
        grounds = [phrases.quotes, phrases.why] if self.has_quotes else [phrases.why]
        value = [
            phrases.field.format(name=name, what=_told(kind, phrases))
            for name, kind in self._fields()
        ]
        yield from [*value, *grounds] if self.is_value_first else [*grounds, *value]


@cache
def form_of(answer_type: type, has_quotes: bool, is_value_first: bool = False) -> Form:
    """The form of an answer of that type."""
    return Form(types.type_info(answer_type), has_quotes, is_value_first)


_QUOTE: dict[str, JsonValue] = {"source": {"type": "string"}, "text": {"type": "string"}}


def _object(properties: dict[str, JsonValue]) -> dict[str, JsonValue]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_QUOTES: JsonValue = {"type": "array", "items": _object(_QUOTE)}


def _schema(kind: types.Type) -> JsonValue:
    kind = plain(kind)
    if isinstance(kind, types.IntType | types.FloatType):
        return _number(kind)
    labels = labels_of(kind)
    if labels is not None:
        return {"type": "string", "enum": list(labels)}
    if isinstance(kind, types.BoolType):
        return {"type": "boolean"}
    if isinstance(kind, types.StrType):
        return {"type": "string"}
    if isinstance(kind, types.UnionType):
        return {"anyOf": [_schema(option) for option in kind.types]}
    if isinstance(kind, types.NoneType):
        return {"type": "null"}
    if isinstance(kind, Series):
        return {"type": "array", "items": _schema(kind.item_type)}
    if is_record(kind):
        return _object({f.encode_name: _schema(f.type) for f in kind.fields})
    return {}


def _number(kind: types.IntType | types.FloatType) -> JsonValue:
    bounds = {
        "minimum": kind.ge,
        "exclusiveMinimum": kind.gt,
        "maximum": kind.le,
        "exclusiveMaximum": kind.lt,
    }
    found: dict[str, JsonValue] = {"type": _NAMES[type(kind)]}
    return found | {name: bound for name, bound in bounds.items() if bound is not None}


def _told(kind: types.Type, phrases: Phrases) -> str:
    kind = plain(kind)
    if isinstance(kind, types.IntType | types.FloatType):
        return phrases.number(span_of(kind))
    labels = labels_of(kind)
    if labels is not None:
        return phrases.label.format(labels=", ".join(f'"{label}"' for label in labels))
    if isinstance(kind, types.BoolType):
        return phrases.truth
    if isinstance(kind, types.UnionType):
        return phrases.either.join(_told(option, phrases) for option in kind.types)
    if isinstance(kind, types.NoneType):
        return "null"
    if isinstance(kind, Series):
        return phrases.series.format(what=_told(kind.item_type, phrases))
    if is_record(kind):
        fields = (f'"{f.encode_name}": {_told(f.type, phrases)}' for f in kind.fields)
        return phrases.record.format(fields="; ".join(fields))
    return phrases.words
