"""`veridical check REPORT… [--sources DIR]`: what stands, what does not, and where."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veridical.cli.facts import FactOptions, show_facts, write_facts
from veridical.cli.models import LedgerAt, ModelOptions, show_spending
from veridical.cli.progress import progress_bar
from veridical.cli.spliced import spliced
from veridical.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from veridical.runs.check import CheckResult

SHOWN_FINDINGS = 20
SHOWN_CELLS = 72
INDICATIVE = "Judged by the built-in rules: indicative, not comparable with a model judge."
_FAULTS = {
    "fabricated": "fabricated",
    "dead": "dead",
    "wrong": "wrong",
    "later": "wrong by later evidence",
    "unsupported": "unsupported",
}
_STYLES = {"error": "red", "warning": "yellow", "note": "dim"}


class FailOn(StrEnum):
    """From which severity on a finding fails the check."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@spliced
def check(
    reports: Annotated[list[Path], typer.Argument(help="Markdown or HTML files.")],
    *,
    sources: Annotated[
        Path | None, typer.Option(help="A folder of source texts; nothing is fetched.")
    ] = None,
    as_of: Annotated[
        str | None,
        typer.Option(help="The reports' day, YYYY-MM-DD; by default what each one states."),
    ] = None,
    out: Annotated[
        Path, typer.Option(help="Write REPORT.check.json and .check.html to this folder.")
    ] = Path("veridical-check"),
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object a report instead of tables.")
    ] = False,
    fail_on: Annotated[
        FailOn | None, typer.Option(help="Exit with 1 on a finding of this severity or graver.")
    ] = None,
    ledger: LedgerAt = None,
    facts: FactOptions,
    models: ModelOptions,
) -> int:
    """Check reports: citations, references, numbers, and what their sources say."""
    from veridical.runs.check import is_complete, open_sources
    from veridical.runs.checking import Checking
    from veridical.runs.export.checked import file_names
    from veridical.runs.files import refuse_no_folder
    from veridical.runs.verbs import as_of_day, ledger_of

    refuse_no_folder(out)
    settings = models.settings()
    plan = facts.plan(sources, out, is_offline=models.offline)
    checking = Checking(settings, ledger_of(out, ledger), plan, as_of_day(as_of))
    opened = open_sources(sources)
    results: list[CheckResult] = []
    unread: list[InputError] = []
    for path, name in file_names(reports).items():
        try:
            with progress_bar(path.name) as told:
                result = checking.check(path, opened, told)
        except InputError as e:
            unread.append(e)
            continue
        page = _write(result, path, out / name)
        _show(result, page, as_json=as_json)
        results.append(result)
    if checking.spending is not None:
        show_spending(checking.spending)
    _raise_last(unread)
    if fail_on is not None and not _passes(results, fail_on):
        return 1
    return 0 if all(is_complete(result) for result in results) else 2


def _raise_last(errors: list[InputError]) -> None:
    """Print all errors, the last of them by raising it."""
    for error in errors[:-1]:
        typer.echo(str(error), err=True)
    if errors:
        raise errors[-1]


def _passes(results: list[CheckResult], fail_on: FailOn) -> bool:
    failing = sum(result.at_least(fail_on.value) for result in results)
    verdict = f"FAIL: {failing}" if failing else "PASS: no"
    noun = "finding" if failing == 1 else "findings"
    grade = fail_on.value if fail_on is FailOn.ERROR else f"{fail_on.value} or graver"
    typer.echo(f"{verdict} {noun} of severity {grade}.", err=True)
    return not failing


def _write(result: CheckResult, report: Path, base: Path) -> Path:
    from veridical.runs.export.checked import check_json
    from veridical.runs.files import write_whole
    from veridical.web.from_check import check_pieces

    write_whole(base.with_name(f"{base.name}.check.json"), check_json(result))
    write_facts(result, base)
    page = base.with_name(f"{base.name}.check.html")
    write_whole(page, check_pieces(result, report.parent))
    return page


def _show(result: CheckResult, page: Path, *, as_json: bool) -> None:
    if as_json:
        from veridical.runs.export.checked import check_line

        typer.echo(check_line(result))
        return
    from veridical.cli.terminal import terminal
    from veridical.web.words import count

    console = terminal()
    report = result.report
    console.print(
        f"[bold]{_safe(report.name)}[/bold]  {count(len(report.statements), 'statement')}, "
        f"{count(len(report.citations), 'citation')}, "
        f"{count(len(report.references), 'reference')}"
    )
    console.print("  " + _summary(result))
    if report.citations:
        console.print("  " + _faults(result))
    show_facts(result)
    if result.findings:
        _show_findings(result, console)
    if result.is_indicative:
        console.print(INDICATIVE)
    console.print(f"page: {_safe(str(page))}", soft_wrap=True)


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)


def _safe(text: str) -> str:
    from rich.markup import escape

    return escape(_printable(text))


def _summary(result: CheckResult) -> str:
    counts = [f"{n} {state.replace('_', ' ')}" for state, n in result.counts.items() if n]
    return ", ".join(counts) if counts else "nothing to check"


def _faults(result: CheckResult) -> str:
    """The four numbers and what later evidence says; what nobody could tell is no zero."""
    told = [f"{n} {_FAULTS[fault]}" for fault, n in result.faults.items() if n is not None]
    unknown = [_FAULTS[fault] for fault, n in result.faults.items() if n is None]
    left = f"; not assessed: {', '.join(unknown)}" if unknown else ""
    return f"cited sources: {', '.join(told)}{left}"


def _message(message: str, said: str) -> Text:
    """A message with the beginning of the statement that it is about below it."""
    from rich.text import Text

    text = Text(_printable(message))
    if said:
        words = Text(_printable(said), style="dim")
        words.truncate(SHOWN_CELLS, overflow="ellipsis")
        text.append("\n").append_text(words)
    return text


def _show_findings(result: CheckResult, console: Console) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column("line", justify="right", no_wrap=True)
    table.add_column("severity", no_wrap=True)
    table.add_column("what", no_wrap=True)
    table.add_column("message", overflow="fold")
    for finding in result.findings[:SHOWN_FINDINGS]:
        severity = finding.severity.value
        table.add_row(
            f"line {finding.line}",
            f"[{_STYLES[severity]}]{severity}[/]",
            finding.kind.value.replace("_", " "),
            _message(finding.message, result.said(finding)),
        )
    console.print(table)
    left = len(result.findings) - SHOWN_FINDINGS
    if left > 0:
        console.print(f"… and {left} more on the page.")
