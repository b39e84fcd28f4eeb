"""The options of `check` that say what is written for other tools, and what fails it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from veridical.runs.check_gates import Gates
    from veridical.runs.export.check_outputs import CheckOutput

OUTPUTS, DEMANDS = "Outputs", "Demands"
_output = partial(typer.Option, rich_help_panel=OUTPUTS)
_demand = partial(typer.Option, rich_help_panel=DEMANDS)


class Format(StrEnum):
    """What is printed."""

    TABLES = "tables"
    JSON = "json"
    SARIF = "sarif"
    JUNIT = "junit"
    MARKDOWN = "markdown"


@dataclass(frozen=True, kw_only=True)
class OutputOptions:
    """What is printed, and which files are written beside the pages."""

    format: Annotated[Format, _output(help="What is printed.")] = Format.TABLES
    as_json: Annotated[
        bool, _output("--json", help="The same as --format json: one object a report.")
    ] = False
    sarif: Annotated[
        Path | None, _output(metavar="FILE", help="Write findings as SARIF 2.1.0.")
    ] = None
    junit: Annotated[
        Path | None, _output(metavar="FILE", help="Write JUnit XML, a case a kind of finding.")
    ] = None
    markdown: Annotated[
        Path | None, _output(metavar="FILE", help="Write a Markdown summary, as for a CI job.")
    ] = None

    @property
    def printed(self) -> Format:
        """What is printed."""
        return Format.JSON if self.as_json else self.format

    def refuse_conflict(self) -> None:
        """Refuse two formats to print at once.

        Raises:
            ConfigError: both are named, and they are not the same.
        """
        from veridical.errors import ConfigError

        if self.as_json and self.format not in (Format.TABLES, Format.JSON):
            raise ConfigError(
                "--json",
                "contradicts --format",
                got=self.format.value,
                expected="one of them",
                fix="Leave one out.",
            )

    def write(self, output: CheckOutput) -> None:
        """Write the files that were asked for, and print a format that is of all reports.

        Raises:
            StoreError: the disk refuses.
        """
        from veridical.runs.files import write_whole

        for path, kind in self._files():
            write_whole(path, _rendered(kind, output))
        if self.printed not in (Format.TABLES, Format.JSON):
            typer.echo(_rendered(self.printed, output), nl=False)

    def _files(self) -> Iterator[tuple[Path, Format]]:
        named = {Format.SARIF: self.sarif, Format.JUNIT: self.junit, Format.MARKDOWN: self.markdown}
        return ((path, kind) for kind, path in named.items() if path is not None)


def _rendered(kind: Format, output: CheckOutput) -> bytes:
    if kind is Format.SARIF:
        from veridical.runs.export.sarif import sarif_json

        return sarif_json(output)
    if kind is Format.JUNIT:
        from veridical.runs.export.junit import check_junit

        return check_junit(output)
    from veridical.runs.export.markdown import check_markdown

    return check_markdown(output)


@dataclass(frozen=True, kw_only=True)
class GateOptions:
    """What fails a check."""

    fail_on: Annotated[
        str | None,
        _demand(
            metavar="WHAT,…",
            help="Exit with 1 on such a finding: error, warning, note (or graver), or a kind "
            "of finding.",
        ),
    ] = None
    min_supported: Annotated[
        float | None,
        _demand(metavar="SHARE", help="… if fewer of the decided statements are supported."),
    ] = None
    min_coverage: Annotated[
        float | None,
        _demand(metavar="SHARE", help="… if fewer of the citing statements are decided."),
    ] = None

    def gates(self) -> Gates:
        """What is demanded.

        Raises:
            ConfigError: a name that is no finding's, or a number that is no share.
        """
        from veridical.runs.check_gates import gates_of

        return gates_of(
            self.fail_on, min_supported=self.min_supported, min_coverage=self.min_coverage
        )
