"""Options that several verbs share, written once: a dataclass whose fields are options."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, is_dataclass
from functools import wraps
from inspect import Parameter
from itertools import groupby
from typing import Any

from typer.core import TyperCommand


@dataclass(frozen=True)
class Hole:
    """A parameter that a verb takes as one, and its user as several options.

    Attributes:
        name: the parameter's.
        kind: the dataclass that it is made of.
    """

    name: str
    kind: type

    @property
    def options(self) -> list[Parameter]:
        """The fields of the dataclass, as parameters by keyword."""
        return list(inspect.signature(self.kind, eval_str=True).parameters.values())

    def filled(self, given: dict[str, object]) -> dict[str, object]:
        """Arguments with the options taken out, and the dataclass of them put in."""
        names = {option.name for option in self.options}
        own = {name: value for name, value in given.items() if name not in names}
        taken = {name: value for name, value in given.items() if name in names}
        return {**own, self.name: self.kind(**taken)}


def spliced(verb: Callable[..., int]) -> Callable[..., int]:
    """A verb whose every parameter of a dataclass becomes the options that are its fields.

    The signature that this function shows is the one that Typer and the pages of the
    documentation read.
    """
    signature = inspect.signature(verb, eval_str=True)
    holes = [
        Hole(p.name, p.annotation)
        for p in signature.parameters.values()
        if isinstance(p.annotation, type) and is_dataclass(p.annotation)
    ]

    @wraps(verb)
    def called(**given: object) -> int:
        for hole in holes:
            given = hole.filled(given)
        return verb(**given)

    parameters = list(_with_options(signature, holes))
    # what the hints and the signature are read from
    vars(called)["__signature__"] = signature.replace(parameters=parameters)
    called.__annotations__ = {p.name: p.annotation for p in parameters}
    called.__annotations__["return"] = signature.return_annotation
    return called


def _with_options(signature: inspect.Signature, holes: list[Hole]) -> Iterator[Parameter]:
    by_name = {hole.name: hole for hole in holes}
    for parameter in signature.parameters.values():
        hole = by_name.get(parameter.name)
        yield from [parameter] if hole is None else hole.options


class Paneled(TyperCommand):
    """A command whose help shows options of one panel under a heading of their own."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments, then the options of no panel, then each panel's."""
        shown = [(_heading(p), p.get_help_record(ctx)) for p in self.get_params(ctx)]
        order = list(dict.fromkeys(["Arguments", "Options", *(heading for heading, _ in shown)]))
        shown.sort(key=lambda one: order.index(one[0]))
        for heading, group in groupby(shown, key=lambda one: one[0]):
            with formatter.section(heading):
                formatter.write_dl([record for _, record in group if record is not None])


def _heading(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return "Arguments"
    return getattr(parameter, "rich_help_panel", None) or "Options"
