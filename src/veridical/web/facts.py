"""Typed data as facts for a reader: tallies, inputs and answers, whatever their shape."""

from __future__ import annotations

import msgspec

from veridical.web.pages.frame import Fact

_NAMES = ("node", "id", "name", "label", "statement")
"""The fields that name a record of a list, first found first."""

_NESTED = (list, tuple, dict)


def facts_of(value: object) -> tuple[Fact, ...]:
    """The facts of a dataclass, a struct, a mapping or a list; of a scalar the one it is."""
    plain = msgspec.to_builtins(value, str_keys=True)
    if isinstance(plain, dict):
        return tuple(_fact(key.replace("_", " "), one) for key, one in plain.items())
    if isinstance(plain, list | tuple):
        return tuple(_fact(_name(one, index), one) for index, one in enumerate(plain, start=1))
    return (Fact("", _scalar(plain)),)


def _fact(label: str, value: object) -> Fact:
    if isinstance(value, list | tuple) and not any(isinstance(one, _NESTED) for one in value):
        return Fact(label, ", ".join(_scalar(one) for one in value) or "none")
    if isinstance(value, _NESTED):
        return Fact(label, facts=facts_of(value)) if value else Fact(label, "none")
    return Fact(label, _scalar(value))


def _name(record: object, index: int) -> str:
    if isinstance(record, dict):
        return next((str(record[name]) for name in _NAMES if name in record), str(index))
    return str(index)


def _scalar(value: object) -> str:
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
