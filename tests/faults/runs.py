"""Runs in a process of their own, that may be killed or starved."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.asks import Grade
from tests.small_method import METHOD, bench, write_reports
from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict, Role
from veridical.errors import VeridicalError
from veridical.ledger import open_ledger
from veridical.respondents import Roles
from veridical.runs.evaluate import evaluate_bench
from veridical.runs.submissions import read_submissions


@dataclass
class Logging:
    """The rules, slowly, with a line in a file for each ask before it is answered."""

    log: Path
    pause_s: float = 0.0
    identity: str = "logging/1"
    is_indicative: bool = False

    async def answer(self, ask: Ask[object], draw: Draw = ONCE) -> Answer[object] | NoVerdict:
        """The rule's answer; the last line of a report gets the highest grade."""
        with self.log.open("a", encoding="utf-8") as file:
            file.write(ask.identity() + "\n")
        await asyncio.sleep(self.pause_s)
        if isinstance(ask, Grade) and ask.text.endswith("line 4"):
            return Answer(5.0)
        return ask.by_rule()


@dataclass(frozen=True)
class Place:
    """A bench with two reports a system, of five lines each, and where its run goes."""

    folder: Path
    systems: int = 3

    @property
    def out(self) -> Path:
        """The run."""
        return self.folder / "run"

    @property
    def ledger(self) -> Path:
        """The ledger."""
        return self.folder / "run.ledger"

    @property
    def log(self) -> Path:
        """What was asked."""
        return self.folder / "asked.txt"

    def make(self) -> Place:
        """Write bench and reports."""
        bench(self.folder / "bench")
        reports = {}
        for system in range(self.systems):
            for task, word in (("t-sky", "blue"), ("t-grass", "绿")):
                lines = [f"{word} system {system} line {n}" for n in range(5)]
                reports[f"s{system}", task] = "\n\n".join(lines)
        write_reports(self.folder / "reports", reports)
        return self

    def evaluate(self, pause_s: float = 0.0, concurrency: int = 2) -> None:
        """Run it, or go on with it."""
        found = bench(self.folder / "bench")
        judge = Logging(self.log, pause_s)
        with open_ledger(self.ledger) as ledger:
            asyncio.run(
                evaluate_bench(
                    found,
                    read_submissions(self.folder / "reports", found),
                    METHOD,
                    ledger=ledger,
                    roles=Roles(dict.fromkeys(Role, judge)),
                    out=self.out,
                    date="2026-01-15",
                    concurrency=concurrency,
                    bench_name="bench",
                )
            )

    def asked(self) -> list[str]:
        """The identities of all asks so far, in the order in which they were put."""
        return self.log.read_text(encoding="utf-8").split() if self.log.exists() else []

    def files(self) -> dict[str, bytes]:
        """The run's files; all but the lock, which is of no content."""
        return {
            str(path.relative_to(self.out)): path.read_bytes()
            for path in self.out.rglob("*")
            if path.is_file() and path.name != ".lock"
        }


def forked(work: Callable[[], None]) -> int:
    """Start `work` in a process of its own; its id. It ends with 0, 2 or 70."""
    number = os.fork()
    if number:
        return number
    code = 70
    try:
        work()
        code = 0
    except VeridicalError as e:
        sys.stderr.write(f"{e}\n")
        code = e.exit_code
    except BaseException:  # noqa: BLE001 - a forked child must never return into pytest
        traceback.print_exc()
    os._exit(code)


def ended(number: int) -> int:
    """Wait for a process; its exit code, or the negative signal that ended it."""
    return os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])


def kill_when(number: int, is_time: Callable[[], bool]) -> int:
    """Kill a process as soon as `is_time`; how it ended."""
    until = time.monotonic() + 60
    while not is_time() and time.monotonic() < until:
        if os.waitpid(number, os.WNOHANG)[0]:
            raise AssertionError("it ended by itself")
        time.sleep(0.002)
    os.kill(number, signal.SIGKILL)
    return ended(number)
