"""The house stays tidy: sizes of files and functions, with a list of exceptions that shrinks."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "veridical"
FILES = sorted(SOURCE.rglob("*.py"))
FILE_LINES = 400
FUNCTION_LINES = 40
POSITIONAL = 4
TOO_LONG: dict[str, int] = {}
"""Functions that are longer than the limit, with their length: the list only shrinks."""


def _functions(path: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [node for node in ast.walk(tree) if isinstance(node, kinds)]


def _body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first = function.body[0]
    has_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    start = first.end_lineno if has_docstring else function.lineno
    return (function.end_lineno or 0) - (start or 0)


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_files_are_short(path: Path) -> None:
    """No file holds more than 400 lines."""
    lines = len(path.read_text(encoding="utf-8").splitlines())

    assert lines <= FILE_LINES


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_functions_are_short(path: Path) -> None:
    """No function runs longer than 40 lines below its docstring."""
    long = {
        f"{path.relative_to(SOURCE)}:{f.name}": _body_lines(f)
        for f in _functions(path)
        if _body_lines(f) > FUNCTION_LINES
    }

    assert {name: n for name, n in long.items() if n > TOO_LONG.get(name, 0)} == {}


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_few_positional_parameters(path: Path) -> None:
    """No function takes more than four positional parameters beside self."""
    many = [
        f.name
        for f in _functions(path)
        if len([a for a in f.args.posonlyargs + f.args.args if a.arg not in {"self", "cls"}])
        > POSITIONAL
    ]

    assert many == []
