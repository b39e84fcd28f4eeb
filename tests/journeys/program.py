"""The real program in a process of its own, and what it says."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

PROGRAM = Path(sys.executable).with_name("veridical")
LONGEST_S = 300


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
    """

    folder: Path
    environment: Mapping[str, str]
    encoding: str = "utf-8"

    def __call__(self, *arguments: str | bytes | Path) -> Done:
        """Run it to its end."""
        return self.run([PROGRAM, *arguments])

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
        with subprocess.Popen(
            [str(PROGRAM), *map(str, arguments)],
            cwd=self.folder,
            env=self._environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            until = time.monotonic() + LONGEST_S
            while process.poll() is None and not is_time() and time.monotonic() < until:
                time.sleep(0.005)
            process.send_signal(signal.SIGKILL)
            return process.wait()

    @property
    def _environment(self) -> dict[str, str]:
        return {**os.environ, "PYTHONWARNINGS": "error", **self.environment}


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
