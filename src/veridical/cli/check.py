"""`veridical check REPORT… [--sources DIR]`: what stands, what does not, and where."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veridical.cli.progress import progress_bar

if TYPE_CHECKING:
    from veridical.runs.check import CheckResult

SHOWN_FINDINGS = 20
INDICATIVE = "Judged by the built-in rules: indicative, not comparable with a model judge."


def check(
    reports: Annotated[list[Path], typer.Argument(help="Markdown or HTML files.")],
    sources: Annotated[
        Path | None, typer.Option(help="A folder of source texts; nothing is fetched.")
    ] = None,
    out: Annotated[
        Path, typer.Option(help="Write REPORT.check.json and .check.html to this folder.")
    ] = Path("veridical-check"),
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the result as JSON instead of tables.")
    ] = False,
) -> int:
    """Check reports: citations, references, numbers, and what their sources say."""
    from veridical.runs.check import is_complete
    from veridical.runs.verbs import check as check_one

    complete = True
    for path in reports:
        with progress_bar(path.name) as told:
            result = check_one(path, sources=sources, progress=told)
        page = _write(result, path, out)
        _show(result, page, as_json=as_json)
        complete = complete and is_complete(result)
    return 0 if complete else 2


def _write(result: CheckResult, path: Path, folder: Path) -> Path:
    from veridical.runs.export.checked import check_json
    from veridical.runs.files import write_whole
    from veridical.web.from_check import check_page
    from veridical.web.render import render

    write_whole(folder / f"{path.name}.check.json", check_json(result))
    page = folder / f"{path.name}.check.html"
    write_whole(page, render(check_page(result)).encode())
    return page


def _show(result: CheckResult, page: Path, *, as_json: bool) -> None:
    if as_json:
        from veridical.runs.export.checked import check_json

        sys.stdout.write(check_json(result).decode())
        return
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else 110, highlight=False)
    report = result.report
    console.print(
        f"[bold]{_safe(report.name)}[/bold]  {len(report.statements)} statements, "
        f"{len(report.citations)} citations, {len(report.references)} references"
    )
    console.print(_summary(result))
    if result.findings:
        console.print(_findings(result))
    left = len(result.findings) - SHOWN_FINDINGS
    if left > 0:
        console.print(f"… and {left} more.")
    if result.is_indicative:
        console.print(INDICATIVE)
    console.print(f"page: {page}", soft_wrap=True)


def _safe(text: str) -> str:
    from rich.markup import escape

    return escape("".join(c if c.isprintable() else " " for c in text))


def _summary(result: CheckResult) -> str:
    counts = [f"{n} {state.replace('_', ' ')}" for state, n in result.counts.items() if n]
    return "  " + ", ".join(counts) if counts else "  nothing to check"


def _findings(result: CheckResult) -> object:
    from rich.table import Table

    table = Table("line", "what", "message", "statement", box=None, pad_edge=False)
    styles = {"error": "red", "warning": "yellow", "note": "dim"}
    for finding in result.findings[:SHOWN_FINDINGS]:
        said = ""
        if finding.statement is not None:
            said = result.report.statements[finding.statement].text
        table.add_row(
            str(finding.line),
            f"[{styles[finding.severity.value]}]{finding.kind.value.replace('_', ' ')}[/]",
            _safe(finding.message),
            _safe(said if len(said) <= 60 else said[:59] + "…"),
        )
    return table
