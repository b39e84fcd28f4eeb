"""`veridical check REPORT… [--sources DIR]`: what stands, what does not, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veridical.cli.check_outputs import Format, GateOptions, OutputOptions
from veridical.cli.facts import FactOptions, show_facts, write_facts
from veridical.cli.models import LedgerAt, ModelOptions, show_spending
from veridical.cli.progress import progress_bar
from veridical.cli.sources import SourceOptions
from veridical.cli.spliced import spliced
from veridical.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from veridical.runs.check import CheckResult
    from veridical.runs.check_gates import Gates
    from veridical.runs.check_sources import SourcePlan, WebSources
    from veridical.runs.checking import Checking
    from veridical.runs.export.check_outputs import CheckedReport
    from veridical.runs.export.places import Places
    from veridical.sources import LocalSources

SHOWN_FINDINGS = 20
SHOWN_CELLS = 72
INDICATIVE = "Judged by the built-in rules: indicative, not comparable with a model judge."
UNSEEN = "not looked up: pass --sources DIR, or --sources web."
_FAULTS = {
    "fabricated": "fabricated",
    "dead": "dead",
    "wrong": "wrong",
    "later": "wrong by later evidence",
    "changed": "changed since",
    "unsupported": "unsupported",
}
_STYLES = {"error": "red", "warning": "yellow", "note": "dim"}


@spliced
def check(
    reports: Annotated[list[Path], typer.Argument(help="Markdown, HTML, DOCX, PDF or JSON files.")],
    *,
    sources: SourceOptions,
    as_of: Annotated[
        str | None,
        typer.Option(help="The reports' day, YYYY-MM-DD; by default what each one states."),
    ] = None,
    figures: Annotated[
        bool, typer.Option("--figures", help="Read figures, and hold the text against them.")
    ] = False,
    protocol: Annotated[
        str, typer.Option(help="Tell departures from a report protocol: mmdr, mmdr-daily.")
    ] = "",
    out: Annotated[
        Path, typer.Option(help="Write REPORT.check.json and .check.html to this folder.")
    ] = Path("veridical-check"),
    ledger: LedgerAt = None,
    outputs: OutputOptions,
    demands: GateOptions,
    facts: FactOptions,
    models: ModelOptions,
) -> int:
    """Check reports: citations, references, numbers, and what their sources say."""
    from veridical.runs.applicable import refuse_ledger
    from veridical.runs.checking import Checking
    from veridical.runs.export.places import Places
    from veridical.runs.files import refuse_no_folder
    from veridical.runs.verbs import as_of_day, ledger_of

    gates = demands.gates()
    refuse_no_folder(out)
    settings = models.settings()
    outputs.refuse_conflict()
    plan = sources.plan(out, is_offline=models.offline, searches=bool(facts.search))
    searched = facts.plan(plan, is_offline=models.offline)
    if ledger is not None:
        refuse_ledger(ledger)
    checking = Checking(
        settings,
        ledger_of(out, ledger),
        searched,
        as_of_day(as_of),
        protocol=protocol,
        reads_figures=figures,
    )
    places = Places(out)
    done = _Checks(checking, _opened(plan), places, outputs.printed)
    for path, name in places.names(reports).items():
        done.check(path, name)
    if checking.spending is not None:
        show_spending(checking.spending)
    return done.ended(gates, outputs)


def _opened(plan: SourcePlan) -> LocalSources | WebSources | None:
    from veridical.runs.check import open_sources
    from veridical.runs.check_sources import WebSources

    return WebSources(plan) if plan.reads_addresses else open_sources(plan.folder)


@dataclass
class _Checks:
    """The reports of one command, one after the other."""

    checking: Checking
    sources: LocalSources | WebSources | None
    places: Places
    printed: Format
    done: list[CheckedReport] = field(default_factory=list)
    unread: list[InputError] = field(default_factory=list)

    def check(self, path: Path, name: str) -> None:
        """Check one report, write what was found and show it; one that is none waits."""
        from veridical.runs.export.check_outputs import CheckedReport

        bar = partial(progress_bar, f"{path.name}: sources")
        try:
            with progress_bar(path.name) as told:
                result = self.checking.check(path, self.sources, told, bar=bar)
        except InputError as e:
            self.unread.append(e)
            return
        self.places.claim(path, name)
        page = _write(result, path, self.places.out / name)
        if self.printed is Format.JSON:
            _print_json(result)
        elif self.printed is Format.TABLES:
            _show(result, page)
        self.done.append(CheckedReport(path, result))

    def ended(self, gates: Gates, outputs: OutputOptions) -> int:
        """Write what is of all reports, say how it ended, and give the exit code.

        Raises:
            InputError: the last report that could not be read.
            StoreError: the disk refuses.
        """
        from veridical.runs.check_gates import check_ending
        from veridical.runs.export.check_outputs import CheckOutput

        results = [one.result for one in self.done]
        ending = check_ending(results, gates, skipped=self._skipped())
        unread = [str(error) for error in self.unread]
        outputs.write(CheckOutput(reports=self.done, ending=ending, gates=gates, unread=unread))
        for line in ending.lines:
            typer.echo(line, err=True)
        _raise_last(self.unread)
        return ending.code

    def _skipped(self) -> Sequence[str]:
        """What `--offline` left out; who asks for what is kept alone has left out nothing."""
        from veridical.runs.check_sources import WebSources

        if not isinstance(self.sources, WebSources) or self.sources.plan.only_kept:
            return ()
        return self.sources.skipped


def _raise_last(errors: list[InputError]) -> None:
    """Print all errors, the last of them by raising it."""
    for error in errors[:-1]:
        typer.echo(str(error), err=True)
    if errors:
        raise errors[-1]


def _write(result: CheckResult, report: Path, base: Path) -> Path:
    from veridical.runs.export.checked import check_json
    from veridical.runs.files import write_whole
    from veridical.web.from_check import check_pieces

    write_whole(base.with_name(f"{base.name}.check.json"), check_json(result))
    write_facts(result, base)
    page = base.with_name(f"{base.name}.check.html")
    write_whole(page, check_pieces(result, report.parent))
    return page


def _print_json(result: CheckResult) -> None:
    from veridical.runs.export.checked import check_line

    typer.echo(check_line(result))


def _show(result: CheckResult, page: Path) -> None:
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
    from veridical.findings.faults import Fault

    if not result.sources:
        made_up = result.faults.get(Fault.FABRICATED)
        sure = f"{made_up} fabricated; the rest " if made_up else ""
        return f"citations: {sure}{UNSEEN}"
    told = [f"{n} {_FAULTS[fault]}" for fault, n in result.faults.items() if n is not None]
    unknown = [_FAULTS[fault] for fault, n in result.faults.items() if n is None]
    left = f"; not assessed: {', '.join(unknown)}" if unknown else ""
    return f"citations: {', '.join(told)}{left}"


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
