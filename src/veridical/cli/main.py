"""The program `veridical`: its verbs, its exit codes, its one-line errors.

Exit codes: 0 pass; 1 a threshold set by the user failed; 2 incomplete (budget, pending,
world, store or judge faults); 3 usage or bad input. 130 on Ctrl-C, 141 where whoever reads
the output has gone.
"""

from __future__ import annotations

import io
import os
import sys

import typer

from veridical.cli.check import check
from veridical.cli.construct import construct
from veridical.cli.corpus import corpus
from veridical.cli.demo import demo
from veridical.cli.doctor import doctor
from veridical.cli.evaluate import evaluate
from veridical.cli.exchange import bring, give
from veridical.cli.ledger import ledger
from veridical.cli.measures import measures
from veridical.cli.plan import plan
from veridical.cli.recompute import recompute
from veridical.cli.rejudge import rejudge
from veridical.cli.research import research
from veridical.cli.snapshots import snapshots
from veridical.cli.spliced import Paneled
from veridical.cli.study import study
from veridical.cli.usage import usage_error
from veridical.cli.verify import verify
from veridical.errors import VeridicalError
from veridical.version import __version__

USAGE = 3
INTERRUPTED = 130
NOBODY_READS = 141
UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""Typer brings its own copy of click, or stands on it, by version; this is the same either way."""

app = typer.Typer(
    name="veridical",
    help="Shows whether a deep-research report is true to its evidence.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
VERBS = (
    check, evaluate, plan, rejudge, research, verify, construct, demo, recompute, measures, doctor,
)  # fmt: skip
for verb in VERBS:
    app.command(cls=Paneled)(verb)
for name, verb in {"import": bring, "export": give}.items():
    app.command(name, cls=Paneled)(verb)
app.add_typer(ledger)
app.add_typer(snapshots)
app.add_typer(study)
app.add_typer(corpus)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"veridical {__version__}")
        raise typer.Exit


@app.callback()
def options(
    *,
    traceback: bool = typer.Option(False, "--traceback", help="Show where an error arose."),
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version."
    ),
) -> None:
    """Shows whether a deep-research report is true to its evidence, and where it breaks."""


def main(arguments: list[str] | None = None) -> None:
    """Run the program and leave with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal may lack a character
    try:
        code = run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit) as e:
        # the libraries that print leave with 1 here, which would mean a failed threshold
        if not isinstance(e, BrokenPipeError) and not isinstance(e.__context__, BrokenPipeError):
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = NOBODY_READS
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """Run the program; the exit code, its messages printed."""
    arguments, is_traced = _traced(arguments)
    try:
        code = app(arguments or ["--help"], prog_name="veridical", standalone_mode=False)
    except VeridicalError as e:
        if is_traced:
            raise
        typer.echo(str(e), err=True)
        return e.exit_code
    except UsageError as e:
        typer.echo(str(usage_error(e)), err=True)
        return USAGE
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    if code == INTERRUPTED:  # Typer makes an exit code of a break, by version
        typer.echo("stopped; what was done is kept.", err=True)
    return code if isinstance(code, int) else 0


def _traced(arguments: list[str]) -> tuple[list[str], bool]:
    """The arguments without ``--traceback``, which may stand anywhere before ``--``."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    kept = [a for a in arguments[:end] if a != "--traceback"]
    return [*kept, *arguments[end:]], len(kept) < end
