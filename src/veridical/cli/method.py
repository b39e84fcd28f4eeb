"""The options that say what is measured, and beside what: of `evaluate` and of `plan`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from veridical.measure import Method

PASSAGES = "3200"
"""Characters for each statement, which cost FACT a third of the tokens (`python -m bench fact`)."""


@dataclass(frozen=True, kw_only=True)
class MethodOptions:
    """A method with its options."""

    method: Annotated[str, typer.Option(help="What is measured.")] = "hievidr"
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the method, as NAME=VALUE.")
    ] = None
    rival: Annotated[
        str | None,
        typer.Option(
            metavar="SYSTEM|PATH",
            help="The reference of RACE and KDR: as --option rival=…; or stand-in.",
        ),
    ] = None
    rivals: Annotated[
        str | None,
        typer.Option(
            metavar="all|SYSTEM,…",
            help="Whose pages KDR compares in pairs: as --option rivals=….",
        ),
    ] = None

    passages: Annotated[
        bool,
        typer.Option(
            "--passages",
            help=f"Send of pages what speaks of statements: as --option characters={PASSAGES}.",
        ),
    ] = False

    def chosen(self) -> Method:
        """The method under its options.

        Raises:
            ConfigError: no such method, an option that it does not have, or one with two values.
        """
        from veridical.measure import RIVAL_OPTION, RIVALS_OPTION
        from veridical.runs.verbs import method_named, options_of

        named = {
            RIVAL_OPTION: self.rival,
            RIVALS_OPTION: self.rivals,
            "characters": PASSAGES if self.passages else None,
        }
        pairs = [f"{name}={value}" for name, value in named.items() if value is not None]
        return method_named(self.method, options_of([*(self.option or ()), *pairs]))
