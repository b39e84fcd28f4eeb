"""Writes the pages of docs/ that say what the code says, from the code.

``generate_docs.py`` writes them; ``generate_docs.py --check`` writes nothing and fails where
one is stale. Measures come from the registry, the command line from the verbs' own
signatures, a paper's table from the docstrings of its equations and from its golden tests.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import sys
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import FunctionType, ModuleType

from typer.models import ArgumentInfo, OptionInfo

from veridical.cli.main import app, options
from veridical.measure import AnyMeasure, Gate, JudgePreset, Method
from veridical.methods.registry import METHODS
from veridical.runs.measures import EXAMPLE, MeasureRow, measures

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
NOTE = "<!-- Written by tools/generate_docs.py from the code; edit the code instead. -->\n\n"
SHOWN_TESTS = 3
LINE = 90


def main(arguments: list[str]) -> int:
    """Write the pages, or say which are stale."""
    stale = []
    for path, text in pages().items():
        if path.exists() and path.read_text("utf-8") == text:
            continue
        stale.append(path.relative_to(ROOT).as_posix())
        if "--check" not in arguments:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    for name in stale:
        sys.stdout.write(f"{name} {'is stale' if '--check' in arguments else 'written'}\n")
    return 1 if stale and "--check" in arguments else 0


def pages() -> Mapping[Path, str]:
    """Every generated page by its path."""
    papers = {DOCS / "papers" / f"{m.name}.md": NOTE + _paper(m) for m in METHODS}
    return {
        DOCS / "reference" / "measures.md": NOTE + _measures(),
        DOCS / "reference" / "command-line.md": NOTE + _command_line(),
        **papers,
    }


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    names = list(head)
    lines = [names, ["---"] * len(names), *(list(row) for row in rows)]
    return "".join(f"| {' | '.join(_cell(c) for c in line)} |\n" for line in lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


# Measures


def _measures() -> str:
    system, task = EXAMPLE
    parts = [
        "# Measures\n\nEvery method that ships, with its default settings; `veridical measures` "
        "prints the same by paper and by aspect. Asks are the different questions for the shipped "
        f"report `{system}/{task}`, all gates open: measures share most of theirs, and one call "
        "may hold many.\n"
    ]
    for method in METHODS:
        rows = {row.name: row for row in measures(methods=[method])}
        paper = method.measures[0].source
        parts += [
            f"\n## {method.name}, version {method.version}\n\n",
            f"{paper.name}, arXiv:{paper.arxiv}. "
            f"How it became code: [{paper.name}](../papers/{method.name}.md).\n\n",
            "In this order; what stands after a gate waits for it.\n\n",
            _table(
                ("name", "title", "aspect", "scale", "source", "asks", "needs"),
                (_stage(stage, rows) for stage in method.stages),
            ),
            "\n**Totals**\n\n",
            _table(
                ("name", "scale", "convention"),
                (
                    (f"`{t.name}`", f"{t.scale.lowest:g}–{t.scale.highest:g}", t.convention)
                    for t in method.totals
                ),
            ),
            "\n**Settings**\n\n",
            _table(("name", "value"), ((f"`{k}`", f"`{v}`") for k, v in method.settings.items())),
        ]
    return "".join(parts)


def _stage(stage: AnyMeasure | Gate, rows: Mapping[str, MeasureRow]) -> tuple[str, ...]:
    if isinstance(stage, Gate):
        return ("**gate**", f"**{stage.name}**", "", "open or closed", "", "", "")
    row = rows[stage.name]
    return (
        f"`{row.name}`",
        row.title,
        row.aspect,
        row.scale,
        row.source,
        str(row.asks),
        ", ".join(row.needs) or "nothing",
    )


# The command line


@dataclass(frozen=True)
class _Parameter:
    """A verb's argument or option, as its user writes it."""

    written: str
    is_required: bool
    help: str
    default: str
    takes: str


EXIT_CODES = (
    ("0", "all is well; a closed gate, a finding or a missing source is no failure"),
    ("1", "a threshold set by the user failed (`check --fail-on`, `evaluate --min`)"),
    ("2", "incomplete: something failed on the way (a judge, the disk, the ledger, a budget)"),
    ("3", "usage: an option, a file or a bench that its user has to mend"),
    ("130", "stopped by Ctrl-C; what was done is kept"),
)


def _command_line() -> str:
    parts = [
        "# Command line\n\n```\nveridical [--traceback] [--version] VERB …\n```\n\n",
        _option_table(_parameters(options)),
        "\n**Exit codes**\n\n",
        _table(("code", "means"), EXIT_CODES),
    ]
    for name, verb in verbs().items():
        found = list(_parameters(verb))
        synopsis = _wrapped(["veridical", name, *map(_synopsis, found)])
        parts += [
            f"\n## veridical {name}\n\n{inspect.getdoc(verb)}\n\n",
            f"```\n{synopsis}\n```\n",
            *(["\n", _option_table(found)] if found else []),
        ]
    return "".join(parts)


def _wrapped(words: Iterable[str]) -> str:
    """Words on lines of a readable length, none of them broken."""
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) >= LINE:
            lines.append(" " * 4)
        lines[-1] += f" {word}" if lines[-1].strip() else word
    return "\n".join(lines)


def verbs() -> Mapping[str, Callable[..., object]]:
    """Every verb by what its user types, those of a group after the group's name."""
    inner = [g.typer_instance for g in app.registered_groups if g.typer_instance is not None]
    groups = [("", app), *((f"{group.info.name} ", group) for group in inner)]
    return {
        prefix + (command.name or command.callback.__name__): command.callback
        for prefix, group in groups
        for command in group.registered_commands
        if command.callback is not None
    }


def _option_table(parameters: Iterable[_Parameter]) -> str:
    rows = ((f"`{p.written}`", p.help, p.default) for p in parameters)
    return _table(("name", "means", "by default"), rows)


def _parameters(verb: Callable[..., object]) -> Iterator[_Parameter]:
    hints = typing.get_type_hints(verb, include_extras=True)
    for name, parameter in inspect.signature(verb).parameters.items():
        hint, *extras = typing.get_args(hints[name]) or (hints[name],)
        known = [*extras, parameter.default]
        info = next(i for i in known if isinstance(i, ArgumentInfo | OptionInfo))
        yield _parameter(name, info, hint, parameter.default)


def _parameter(
    name: str, info: ArgumentInfo | OptionInfo, hint: object, default: object
) -> _Parameter:
    is_option = isinstance(info, OptionInfo)
    given = [d for d in (info.default, *(info.param_decls or ())) if isinstance(d, str)]
    dashed = f"--{name.replace('_', '-')}"
    own = info.metavar or name.upper()
    written = next((d for d in given if d.startswith("-")), dashed) if is_option else own
    takes = "" if bool in _types(hint) else info.metavar or _takes(hint, name)
    is_list = any(typing.get_origin(t) is list for t in (hint, *typing.get_args(hint)))
    has_default = default not in (inspect.Parameter.empty, None, False) and default is not info
    return _Parameter(
        written=written + (f" {takes}" if is_option and takes else "") + ("..." if is_list else ""),
        is_required=default is inspect.Parameter.empty,
        help=info.help or "",
        default=f"`{default}`" if has_default else "",
        takes=takes,
    )


def _types(hint: object) -> tuple[object, ...]:
    """What a hint is made of, the members of its unions and lists."""
    return tuple(t for part in typing.get_args(hint) for t in _types(part)) or (hint,)


def _takes(hint: object, name: str) -> str:
    choices = [t for t in _types(hint) if isinstance(t, type) and issubclass(t, Enum)]
    if choices:
        return "|".join(str(choice.value) for choice in choices[0])
    return "PATH" if Path in _types(hint) else name.upper()


def _synopsis(parameter: _Parameter) -> str:
    return parameter.written if parameter.is_required else f"[{parameter.written}]"


# A paper's table


def _paper(method: Method) -> str:
    paper = method.measures[0].source
    functions = sorted(_equations(f"veridical.methods.{method.name}"), key=_place)
    golden = sorted((ROOT / "tests" / "golden").glob(f"test_{method.name}*.py"))
    found = [tests_by_function(path, functions, method) for path in golden]
    tests = {f: [t for one in found for t in one[f]] for f in functions}
    files = ", ".join(f"`{path.relative_to(ROOT)}`" for path in golden)
    deviations = [(f, _section(f, "Deviates")) for f in functions]
    source = f"{paper.name}, arXiv:{paper.arxiv}, "
    return "".join(
        [
            f"# {paper.name}\n\narXiv:{paper.arxiv}. Each equation, the function that computes ",
            f"it, and the tests that work it out by hand ({files}). ",
            "What is not in the paper is called ours.\n\n",
            _table(
                ("source", "what", "function", "golden tests"),
                (
                    (
                        _section(f, "Source").replace(source, ""),
                        _first_line(f),
                        _name(f),
                        _shown(tests[f]),
                    )
                    for f in functions
                ),
            ),
            "\n## Where it deviates\n\n",
            _table(
                ("function", "deviation from the printed text"),
                ((_name(f), text) for f, text in deviations if text),
            ),
            "\nEvery option is recorded with the scores, under "
            "[settings](../reference/measures.md).\n",
            _judge(method.preset),
        ]
    )


def _judge(preset: JudgePreset | None) -> str:
    if preset is None:
        return ""
    rows = [
        ("model", preset.model),
        *((f"model that answers as {role}", model) for role, model in preset.others.items()),
        ("temperature", f"{preset.temperature:g}"),
        ("answers as", ", ".join(preset.roles)),
        ("each question in a call of its own", "yes" if preset.is_one_by_one else "no"),
        *(("in any case otherwise here", one) for one in preset.otherwise),
    ]
    return (
        "\n## The published judge\n\n"
        f"Of the paper, {preset.source.where}. A run by a model takes its "
        "temperature unless another is set; "
        "[every departure is named](../how-to/use-a-model.md#judge-as-published).\n\n"
        + _table(("what", ""), rows)
    )


def _place(function: FunctionType) -> tuple[bool, int]:
    """What the paper prints, by its equations; then what is ours, beside the same ones."""
    source = _section(function, "Source")
    found = re.search(r"eq\. (\d+)", source)
    return source.startswith("Ours"), int(found[1]) if found else 0


def _equations(package: str) -> Iterator[FunctionType]:
    """The functions with a source, in the order of the modules' names and their lines."""
    top = importlib.import_module(package)
    for found in pkgutil.walk_packages(top.__path__, f"{package}."):
        module = importlib.import_module(found.name)
        own = [f for f in vars(module).values() if _is_own(f, module) and _section(f, "Source")]
        yield from sorted(own, key=lambda f: f.__code__.co_firstlineno)


def _is_own(thing: object, module: ModuleType) -> typing.TypeGuard[FunctionType]:
    return isinstance(thing, FunctionType) and thing.__module__ == module.__name__


def _section(function: FunctionType, title: str) -> str:
    text = inspect.getdoc(function) or ""
    found = re.search(rf"^{title}:\n((?:    .*\n?|\n)+)", text + "\n", re.MULTILINE)
    return " ".join(found[1].split()) if found else ""


def _first_line(function: FunctionType) -> str:
    return (inspect.getdoc(function) or "").partition("\n")[0]


def _name(function: FunctionType) -> str:
    return f"`{function.__module__.rpartition('.')[2]}.{function.__name__}`"


def _shown(tests: list[str]) -> str:
    names = ", ".join(f"`{name}`" for name in tests[:SHOWN_TESTS])
    left = len(tests) - SHOWN_TESTS
    return names + (f" and {left} more" if left > 0 else "")


def _test_functions(path: Path) -> Iterator[ast.FunctionDef]:
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node


def tests_by_function(
    path: Path, functions: Iterable[FunctionType], method: Method
) -> dict[FunctionType, list[str]]:
    """The tests that name a function, or the measure that it computes, by that function."""
    module = ast.parse(path.read_text("utf-8"))
    aliases = {
        name.asname or name.name: name.name
        for node in module.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    called = {
        name.asname or name.name: f"{(node.module or '').rpartition('.')[2]}.{name.name}"
        for node in module.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    named = {test.name: set(_names(test, aliases, called)) for test in _test_functions(path)}
    known = {f: {_called(f), *_measures_of(f, method)} for f in functions}
    return {f: [t for t, found in named.items() if known[f] & found] for f in functions}


def _called(function: FunctionType) -> str:
    return f"{function.__module__.rpartition('.')[2]}.{function.__name__}"


def _measures_of(function: FunctionType, method: Method) -> Iterator[str]:
    for measure in method.measures:
        equation = getattr(measure, "equation", None)
        if getattr(equation, "func", equation) is function:
            yield measure.name


def _names(
    test: ast.FunctionDef, aliases: Mapping[str, str], called: Mapping[str, str]
) -> Iterator[str]:
    """What a test names as ``module.function`` or by the function alone, and every text in it."""
    for node in ast.walk(test):
        if isinstance(node, ast.Name) and node.id in called:
            yield called[node.id]
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield f"{aliases.get(node.value.id, node.value.id)}.{node.attr}"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
