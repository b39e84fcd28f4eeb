"""A JSON value read as the type that an ask's answer has.

Each field is read by its own type: numbers on their scale, labels from the closed table,
lists as a whole. A field that is missing or null has no value; nothing takes its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeGuard

from msgspec import NODEFAULT
from msgspec import inspect as types

from veridical.errors import AnswerError
from veridical.ledger.records import storable
from veridical.respondents.reading.json_values import CONFLICT, CutList, CutObject, same
from veridical.respondents.reading.labels import folded, label_among, truth
from veridical.respondents.reading.placeholders import placeholder_in
from veridical.respondents.reading.scale import Span, number_on, scale_warning, told

_INNER = ("value", "score", "rating")
"""Where models put a value that they give its own grounds."""
_MOST_ERRORS = 5
CODE = "is_code"
"""Named in `msgspec.Meta.extra` of words that are a program."""
_ABSENT = object()

Record = types.StructType | types.DataclassType
Series = types.ListType | types.VarTupleType | types.SetType | types.FrozenSetType


@dataclass(frozen=True, slots=True)
class Manner:
    """How values are written in what is read.

    Attributes:
        decimal_comma: whether 8,5 is eight and a half.
        names: what may stand in angle brackets in words.
    """

    decimal_comma: bool = False
    names: tuple[str, ...] = ()


def plain(kind: types.Type) -> types.Type:
    """The type without its remarks."""
    while isinstance(kind, types.Metadata):
        kind = kind.type
    return kind


def is_code(kind: types.Type) -> bool:
    """Whether it is a program, in which what looks like a hole of a form is none."""
    return isinstance(kind, types.Metadata) and bool((kind.extra or {}).get(CODE))


def is_record(kind: types.Type) -> TypeGuard[Record]:
    """Whether it has named fields."""
    return isinstance(kind, types.StructType | types.DataclassType)


def span_of(kind: types.IntType | types.FloatType) -> Span:
    """The scale that the type states."""
    low = kind.gt if kind.ge is None else kind.ge
    high = kind.lt if kind.le is None else kind.le
    return Span(low, high, isinstance(kind, types.IntType), kind.ge is None, kind.le is None)


def labels_of(kind: types.Type) -> tuple[str, ...] | None:
    """The labels among which one is to be chosen, in their order; None if it is no choice."""
    if isinstance(kind, types.EnumType):
        values = [member.value for member in kind.cls]
    elif isinstance(kind, types.LiteralType):
        values = list(kind.values)
    else:
        return None
    return tuple(values) if all(isinstance(value, str) for value in values) else None


def value_of(kind: types.Type, said: object, name: str, manner: Manner) -> object:
    """What was said, in plain values that the type can be built from.

    Raises:
        AnswerError: it does not fit the type.
    """
    if is_code(kind) and isinstance(said, str):
        return storable(said)
    kind = plain(kind)
    if isinstance(kind, types.UnionType):
        return _either(kind, said, name, manner)
    if said is _ABSENT or said is None or said is CONFLICT:
        wrong = "is given twice, differently" if said is CONFLICT else "is missing"
        raise AnswerError(f'"{name}"', wrong)
    if is_record(kind):
        return _record(kind, said, name, manner)
    if isinstance(kind, Series):
        return _series(kind, said, name, manner)
    return _single(kind, _unwrapped(said), name, manner)


def _single(kind: types.Type, said: object, name: str, manner: Manner) -> object:
    if isinstance(kind, types.IntType | types.FloatType):
        comma = manner.decimal_comma
        return number_on(span_of(kind), _number(said), name=name, decimal_comma=comma)
    if isinstance(kind, types.BoolType):
        return truth(said, name=name)
    labels = labels_of(kind)
    if labels is not None:
        return label_among(labels, said, name=name)
    if isinstance(kind, types.StrType):
        return words(said, name, manner)
    return said


def _number(said: object) -> object:
    # statements are shown as <12>, and named so
    return said.strip(" <>") if isinstance(said, str) else said


def words(said: object, name: str, manner: Manner) -> str:
    """Words of the model's own.

    Raises:
        AnswerError: no words, or those of the form.
    """
    if not isinstance(said, str):
        raise AnswerError(f'"{name}"', "does not fit", got=told(said), expected="words")
    hole = placeholder_in(said, manner.names)
    if hole:
        raise AnswerError(f'"{name}"', "holds a placeholder that was not filled", got=hole)
    return storable(said)


def _unwrapped(said: object) -> object:
    if not isinstance(said, dict) or isinstance(said, CutObject):
        return said
    inner = [said[key] for key in _INNER if key in said]
    return inner[0] if len(inner) == 1 else said


def _either(kind: types.UnionType, said: object, name: str, manner: Manner) -> object:
    options = [plain(t) for t in kind.types]
    may_lack = any(isinstance(t, types.NoneType) for t in options)
    if may_lack and said is None:
        return None
    error: AnswerError | None = None
    for option in options:
        if isinstance(option, types.NoneType):
            continue
        try:
            return value_of(option, said, name, manner)
        except AnswerError as e:
            error = e
    raise error or AnswerError(f'"{name}"', "is missing")


def _series(kind: Series, said: object, name: str, manner: Manner) -> list[object]:
    if isinstance(said, CutList):
        raise AnswerError(f'"{name}"', "breaks off")
    listed = said if isinstance(said, list) else [said]
    if isinstance(said, dict) or (isinstance(said, str) and not said.strip()):
        raise AnswerError(f'"{name}"', "does not fit", got=told(said), expected="a list")
    return [value_of(kind.item_type, one, name, manner) for one in listed]


def _record(kind: Record, said: object, name: str, manner: Manner) -> dict[str, object]:
    if not isinstance(said, dict):
        expected = "an object" + (f' in "{name}"' if name else "")
        raise AnswerError(f'"{name}"', "does not fit", got=told(said), expected=expected)
    found: dict[str, object] = {}
    errors: list[str] = []
    fields = by_name(said)
    for field in kind.fields:
        one = fields.get(folded(field.encode_name), _ABSENT)
        if one is _ABSENT and _has_default(field) and not isinstance(said, CutObject):
            continue
        try:
            found[field.encode_name] = value_of(field.type, one, field.encode_name, manner)
        except AnswerError as e:
            errors.append(str(e).removesuffix("."))
    if errors:
        raise AnswerError("the answer", "; ".join(errors[:_MOST_ERRORS]))
    return found


def _has_default(field: types.Field) -> bool:
    return field.default is not NODEFAULT or field.default_factory is not NODEFAULT


def by_name(said: Mapping[str, object]) -> dict[str, object]:
    """The fields by their folded names; one that is spelled twice, differently, is a conflict."""
    found: dict[str, object] = CutObject() if isinstance(said, CutObject) else {}
    for name, value in said.items():
        key = folded(name)
        found[key] = value if key not in found or same(found[key], value) else CONFLICT
    return found


def warnings(kind: types.Type, value: object) -> Iterator[str]:
    """What makes the numbers of an answer look as if another scale had been meant."""
    kind = plain(kind)
    numbers: dict[Span, list[float]] = {}
    if is_record(kind) and isinstance(value, dict):
        pairs = [(plain(f.type), value.get(f.encode_name)) for f in kind.fields]
    else:
        pairs = [(kind, value)]
    for one, number in pairs:
        if isinstance(one, types.IntType | types.FloatType) and isinstance(number, int | float):
            numbers.setdefault(span_of(one), []).append(number)
    for span, values in numbers.items():
        if found := scale_warning(values, span):
            yield found
