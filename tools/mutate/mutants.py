"""The mutants of a function: each is its code with one place changed."""

from __future__ import annotations

import ast
import copy
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any, TypeGuard

from tools.mutate.targets import PACKAGE, Target

_OPERATORS: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div,),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.Mult,),
    ast.Pow: (ast.Mult,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitAnd: (ast.BitOr,),
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}
_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """A function with one change.

    Attributes:
        target: the function.
        line: where, in its file.
        change: ``was → is``, as source; with its number where a function has the same twice.
        code: the changed function's.
    """

    target: Target
    line: int
    change: str
    code: CodeType

    @property
    def name(self) -> str:
        """Stable as long as the function's own text is."""
        place = f"{self.target.module.removeprefix(PACKAGE + '.')}.{self.target.name}"
        return f"{place}: {self.change}"

    @property
    def codes(self) -> tuple[CodeType, ...]:
        """The function's own."""
        return (self.target.function.__code__,)

    def apply(self) -> None:
        """Replace the function's code, in this process."""
        self.target.function.__code__ = self.code


def mutants(target: Target, source: str) -> Iterator[Mutant]:
    """All mutants of a function; `source` is its module's text."""
    tree = ast.parse(source)
    place = _node(tree, target)
    seen: dict[str, int] = {}
    count = sum(1 for _ in _changes(place))
    for number in range(count):
        copied = copy.deepcopy(tree)
        node, before, apply = list(_changes(_node(copied, target)))[number]
        line, was = node.lineno, ast.unparse(before)
        apply()
        change = f"{was} → {ast.unparse(node)}"
        seen[change] = seen.get(change, 0) + 1
        if seen[change] > 1:
            change += f" ({seen[change]})"
        whole = compile(
            ast.fix_missing_locations(copied), target.function.__code__.co_filename, "exec"
        )
        yield Mutant(target, line, change, _code(whole, target.name, target.function.__code__))


def _node(tree: ast.Module, target: Target) -> ast.FunctionDef:
    body: list[ast.stmt] = tree.body
    *classes, name = target.name.split(".")
    for one in classes:
        body = next(n for n in body if isinstance(n, ast.ClassDef) and n.name == one).body
    return next(n for n in body if isinstance(n, ast.FunctionDef) and n.name == name)


def _code(whole: CodeType, name: str, old: CodeType) -> CodeType:
    """The function's code in its module's; of overloads the one that stays."""
    found = [
        c for c in _nested(whole) if c.co_qualname == name and c.co_freevars == old.co_freevars
    ]
    return found[-1]


def _nested(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _nested(constant)


def _changes(
    function: ast.FunctionDef,
) -> Iterator[tuple[ast.expr | ast.stmt, ast.AST, Callable[[], None]]]:
    """Each place: the node that shows it, how it was, and what changes it."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    for statement in body:
        guards = {id(k.value) for k in ast.walk(statement) if _is_guard(k)}
        guards |= _annotations(statement)
        for node in ast.walk(statement):
            if isinstance(node, ast.expr | ast.stmt) and id(node) not in guards:
                for apply in _of(node):
                    yield node, copy.deepcopy(node), apply


def _is_guard(node: ast.AST) -> TypeGuard[ast.keyword]:
    """``strict=True`` refuses a caller's mistake that no tally can hold; no number rests on it."""
    return isinstance(node, ast.keyword) and node.arg == "strict"


def _annotations(statement: ast.stmt) -> set[int]:
    """What says of which type a local name or function is; nothing evaluates it."""
    nodes = list(ast.walk(statement))
    told = [n.annotation for n in nodes if isinstance(n, ast.AnnAssign | ast.arg)]
    told += [n.returns for n in nodes if isinstance(n, ast.FunctionDef)]
    return {id(part) for one in told if one for part in ast.walk(one)}


def _of(node: ast.expr | ast.stmt) -> Iterator[Callable[[], None]]:  # noqa: C901 - one case per kind of node
    match node:
        case ast.BinOp() | ast.AugAssign() | ast.BoolOp():
            yield from (_set(node, "op", kind()) for kind in _OPERATORS.get(type(node.op), ()))
        case ast.Compare():
            for index, operator in enumerate(node.ops):
                yield from (_put(node.ops, index, k()) for k in _OPERATORS.get(type(operator), ()))
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield _become(node, operand)
        case ast.Constant(value=bool() as value):
            yield _set(node, "value", not value)
        case ast.Constant(value=int() | float() as value):
            yield _set(node, "value", value + 1)
        case ast.Call(func=ast.Name(id=name)) if name in _CALLS:
            yield _set(node.func, "id", _CALLS[name])
        case ast.IfExp() | ast.If() | ast.While():
            yield _set(node, "test", ast.Constant(True))
            yield _set(node, "test", ast.Constant(False))
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            for comprehension in node.generators:
                for index in range(len(comprehension.ifs)):
                    yield _put(comprehension.ifs, index, ast.Constant(True))
        case ast.Slice(lower=lower, upper=upper):
            yield from (
                _set(node, end, None) for end, at in (("lower", lower), ("upper", upper)) if at
            )


def _set(node: ast.AST, field: str, value: object) -> Callable[[], None]:
    return lambda: setattr(node, field, value)


def _put(parts: list[Any], index: int, value: ast.AST) -> Callable[[], None]:
    return lambda: parts.__setitem__(index, value)


def _become(node: ast.AST, other: ast.AST) -> Callable[[], None]:
    def apply() -> None:
        kind, fields = type(other), dict(vars(other))
        node.__class__ = kind
        node.__dict__.clear()
        node.__dict__.update(fields)

    return apply


def source_of(target: Target) -> str:
    """The text of its module."""
    return inspect.getsource(inspect.getmodule(target.function))  # type: ignore[arg-type]
