"""Mutants of the numbers that a method's equations rest on: weights, thresholds, scales."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType

from tools.mutate.targets import PACKAGE, Target, names_in


@dataclass(frozen=True)
class ConstantMutant:
    """A number by its name, changed wherever it was imported.

    Attributes:
        module: where it is defined.
        constant: its name.
        change: ``was → is``.
        value: what stands in its place.
        codes: of the functions that read it.
    """

    module: str
    constant: str
    change: str
    value: object
    codes: tuple[CodeType, ...]

    @property
    def name(self) -> str:
        """Stable as long as the number is."""
        return f"{self.module.removeprefix(PACKAGE + '.')}.{self.constant}: {self.change}"

    def apply(self) -> None:
        """Change it, in this process, in every module that holds it under its name."""
        old = vars(sys.modules[self.module])[self.constant]
        for module in list(sys.modules.values()):
            if vars(module).get(self.constant) is old:
                setattr(module, self.constant, self.value)


def constant_mutants(module: ModuleType, readers: list[Target]) -> Iterator[ConstantMutant]:
    """Of each number, tuple or table of numbers of a module that a mutated function reads."""
    for name, value in list(vars(module).items()):
        reading = tuple(t.function.__code__ for t in readers if _reads(t, name, value))
        if reading and name.isupper() and _is_defined(module, name):
            for change, other in _others(value):
                yield ConstantMutant(module.__name__, name, change, other, reading)


def _reads(target: Target, name: str, value: object) -> bool:
    """Whether a function reads it, and not another of the same name."""
    seen = target.function.__globals__.get(name, value)
    return name in names_in(target.function.__code__) and seen is value


def _is_defined(module: ModuleType, name: str) -> bool:
    with Path(module.__file__ or "").open(encoding="utf-8") as file:
        return any(line.startswith((f"{name} =", f"{name}:")) for line in file)


def _others(value: object) -> Iterator[tuple[str, object]]:
    if _is_number(value):
        yield f"{value} → {_more(value)}", _more(value)
    elif isinstance(value, tuple) and value and all(map(_is_number, value)):
        for i, one in enumerate(value):
            yield f"[{i}] {one} → {_more(one)}", (*value[:i], _more(one), *value[i + 1 :])
    elif isinstance(value, Mapping) and value and all(map(_is_number, value.values())):
        for key, one in value.items():
            yield f"[{key}] {one} → {_more(one)}", {**value, key: _more(one)}


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _more(value: object) -> float:
    assert isinstance(value, int | float)
    return value + 1 if isinstance(value, int) else value * 1.25 + 0.01
