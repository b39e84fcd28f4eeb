"""The plan of a research run as a file: written, opened in the user's editor, read back."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from veridical.runs.research import Researching
    from veridical.runs.researched import Question

PLAN = "report.plan.txt"
"""In the output folder."""


def edited_plan(researching: Researching, question: Question, out: Path) -> tuple[str, ...]:
    """The plan after the user edited it; none where that is left to be done by hand.

    Raises:
        ConfigError: the editor cannot be started or ends with an error; the agent has no plan.
        InputError: a plan is there already, or what was edited is no plan.
        StoreError: the disk refuses.
    """
    from veridical.errors import InputError
    from veridical.runs.files import write_whole
    from veridical.runs.given_plan import plan_text, read_plan

    most, file = researching.most_planned, out / PLAN
    if file.exists():
        raise InputError(
            str(file),
            "is a plan already",
            fix=f"Go on with --plan {shlex.quote(str(file))}, or remove it.",
        )
    plan = researching.planned(question, out)
    write_whole(file, plan_text(question.query.text, plan, most).encode())
    if not _is_opened(file):
        typer.echo(f"the plan is in {file}; edit it, then go on with --plan {file}")
        return ()
    return read_plan(file, most)


def _is_opened(file: Path) -> bool:
    """Open a file in the user's own editor, where there is a terminal and an editor is named."""
    from veridical.errors import ConfigError

    named = os.environ.get("EDITOR", "").strip()
    if not named or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    try:
        command = [*shlex.split(named), str(file.resolve())]
        code = subprocess.run(command, check=False).returncode  # noqa: S603 - the user's own
    except (OSError, ValueError) as e:
        raise ConfigError(
            "EDITOR", f"cannot be started: {e}", got=named, fix="Correct it, or unset it."
        ) from e
    if code:
        raise ConfigError(
            "EDITOR", "ended with an error", got=code, fix=f"Go on with --plan {file}."
        )
    return True
