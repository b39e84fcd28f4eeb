"""The real program in a process of its own, and what it says."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from tests.warm import PROGRAM, WARNINGS, Started, start

LONGEST_S = 600
_READ_AT_START = ("PYTHON", "LC_", "LANG")
"""What an interpreter reads as it starts: who sets one of these needs a fresh one."""


@dataclass(frozen=True)
class Done:
    """A process that has ended.

    Attributes:
        code: its exit code.
        out: what it printed.
        err: what it complained about.
    """

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Program:
    """The program in a folder.

    Attributes:
        folder: where it is started.
        environment: on top of this process's own.
        encoding: of what it prints.
        is_cold: whether a fresh interpreter is started, as a shell does it; else the process is
            forked from one that has imported the package.
    """

    folder: Path
    environment: Mapping[str, str]
    encoding: str = "utf-8"
    is_cold: bool = False

    @property
    def cold(self) -> Program:
        """The same in fresh interpreters."""
        return replace(self, is_cold=True)

    def __call__(self, *arguments: str | bytes | Path) -> Done:
        """Run it to its end."""
        if self.is_cold or any(name.startswith(_READ_AT_START) for name in self.environment):
            return self.run([PROGRAM, *arguments])
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            started = self._started(out.fileno(), err.fileno(), *arguments)
            code = started.wait(LONGEST_S)
            if code is None:
                started.kill(LONGEST_S)
                raise subprocess.TimeoutExpired([str(a) for a in arguments], LONGEST_S)
            return Done(code, self._text(out), self._text(err))

    def _text(self, file: IO[bytes]) -> str:
        file.seek(0)
        return file.read().decode(self.encoding)

    def _started(self, out: int, err: int, *arguments: str | bytes | Path) -> Started:
        told = [os.fsdecode(argument) for argument in arguments]
        return start("veridical", told, self.folder, self._environment, out=out, err=err)

    def python(self, code: str, *arguments: str | Path) -> Done:
        """Run Python code with the package at hand."""
        return self.run([sys.executable, "-c", code, *arguments])

    def run(self, command: list[str | bytes | Path]) -> Done:
        """Run a command to its end."""
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=self._environment,
            capture_output=True,
            timeout=LONGEST_S,
            check=False,
        )
        out, err = (text.decode(self.encoding) for text in (done.stdout, done.stderr))
        return Done(done.returncode, out, err)

    def killed_when(self, is_time: Callable[[], bool], *arguments: str | Path) -> int:
        """Run it until `is_time`, then kill it; how it ended."""
        with Path(os.devnull).open("w") as nothing:
            started = self._started(nothing.fileno(), nothing.fileno(), *arguments)
        until = time.monotonic() + LONGEST_S
        while not is_time() and time.monotonic() < until:
            if (code := started.wait(0.005)) is not None:
                return code
        code = started.kill(LONGEST_S)
        assert code is not None
        return code

    @property
    def _environment(self) -> dict[str, str]:
        return {**os.environ, **WARNINGS, **self.environment}


@dataclass(frozen=True)
class Row:
    """An answer in a ledger: its row, its key, when it was written, whether it is a verdict."""

    number: int
    key: str
    created: str
    is_verdict: bool


def answers(ledger: Path) -> list[Row]:
    """Every answer in a ledger, in the order in which they were written."""
    connection = sqlite3.connect(f"file:{ledger}?mode=ro", uri=True)
    try:
        found = connection.execute("select id, key, created, status from answers order by id")
        return [Row(row, key, created, status == "answered") for row, key, created, status in found]
    finally:
        connection.close()


def files(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, save ledgers and locks, which hold no result."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".ledger" not in path.name and path.name != ".lock"
    }
