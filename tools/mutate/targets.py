"""What is mutated: every equation of a method, and all that an equation calls in its package.

An equation is a function whose docstring names its ``Source:``. What it calls is read off its
code: functions by their names, and methods and properties by theirs, of the same package. What
asks (coroutines, the asks themselves, the built-in rules) is left out.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType, ModuleType
from typing import TypeGuard

from veridical.methods.registry import METHODS

PACKAGE = "veridical.methods"
_ASKING = (".asks", ".rules")


@dataclass(frozen=True)
class Target:
    """A function that is mutated.

    Attributes:
        module: its module's name.
        name: its qualified name.
        function: itself; its code is replaced in place, so whoever holds it runs the mutant.
    """

    module: str
    name: str
    function: FunctionType


def modules_of(method: str) -> list[ModuleType]:
    """The modules of a method's package that ask nothing."""
    package = importlib.import_module(f"{PACKAGE}.{method}")
    names = [
        found.name for found in pkgutil.walk_packages(package.__path__, f"{PACKAGE}.{method}.")
    ]
    return [importlib.import_module(n) for n in names if not any(part in n for part in _ASKING)]


def targets(method: str) -> list[Target]:
    """The functions of a method that are mutated, in the order of modules and lines."""
    known = {t.function: t for module in modules_of(method) for t in _functions(module)}
    wanted = [f for f in known if "Source:" in (f.__doc__ or "")]
    reached = set(wanted)
    while wanted:
        for called in _called(wanted.pop(), known):
            if called not in reached:
                reached.add(called)
                wanted.append(called)
    found = [known[f] for f in reached]
    return sorted(found, key=lambda t: (t.module, t.function.__code__.co_firstlineno))


def _functions(module: ModuleType) -> Iterator[Target]:
    for value in list(vars(module).values()):
        if inspect.isclass(value) and value.__module__ == module.__name__:
            yield from _methods(module, value)
        elif _is_plain(value, module):
            yield Target(module.__name__, value.__qualname__, value)


def _methods(module: ModuleType, kind: type) -> Iterator[Target]:
    for value in vars(kind).values():
        function = value.fget if isinstance(value, property) else value
        function = getattr(function, "__func__", getattr(function, "func", function))
        if _is_plain(function, module):
            yield Target(module.__name__, function.__qualname__, function)


def _is_plain(value: object, module: ModuleType) -> TypeGuard[FunctionType]:
    """Whether it is a function that the module's text defines, and asks nobody."""
    is_own = isinstance(value, FunctionType) and value.__code__.co_filename == module.__file__
    return is_own and not inspect.iscoroutinefunction(value)


def _called(function: FunctionType, known: dict[FunctionType, Target]) -> list[FunctionType]:
    """Functions that it names; methods and properties by their name, of classes it can see."""
    names, seen = set(names_in(function.__code__)), function.__globals__
    plain = [seen[name] for name in names if name in seen]
    return [f for f in plain if isinstance(f, FunctionType) and f in known] + [
        f
        for f, target in known.items()
        if "." in target.name and _sees(target, names, seen, is_own=f.__globals__ is seen)
    ]


def _sees(target: Target, names: set[str], seen: dict[str, object], *, is_own: bool) -> bool:
    kind, _, name = target.name.rpartition(".")
    is_known = is_own or kind.partition(".")[0] in seen
    return is_known and (name in names or (name.startswith("__") and kind in names))


def names_in(code: CodeType) -> Iterator[str]:
    """The names that a function's code speaks of, with those of the functions inside it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)


METHOD_NAMES = tuple(method.name for method in METHODS)
