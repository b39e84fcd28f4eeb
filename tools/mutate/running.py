"""Golden tests over mutants, each mutant in a fork of one process that has imported everything."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Protocol

import pytest
from _pytest.runner import runtestprotocol

LONGEST_S = 20
"""After this a mutant is taken to run for ever, which the tests would notice."""


class Changed(Protocol):
    """A mutant as it is run."""

    @property
    def name(self) -> str:
        """What it is called in a list."""

    @property
    def codes(self) -> tuple[CodeType, ...]:
        """Tests that enter none of these cannot notice it."""

    def apply(self) -> None:
        """Put it in place."""


@dataclass
class Mutation:
    """A plugin that runs mutants in place of the collected tests.

    Attributes:
        mutants: to be run.
        survivors: those that no test noticed.
        unentered: of these, those that no test even entered.
        failed: tests that fail without a mutant.
    """

    mutants: Sequence[Changed]
    survivors: list[Changed] = field(default_factory=list)
    unentered: list[Changed] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """First the tests as they are, noting what each enters; then each mutant."""
        entered = {item: self._entered(item) for item in session.items}
        if self.failed:
            return True
        for mutant in self.mutants:
            items = [i for i in session.items if not entered[i].isdisjoint(mutant.codes)]
            if not items:
                self.unentered.append(mutant)
            if not items or not _notice(items, mutant):
                self.survivors.append(mutant)
        return True

    def _entered(self, item: pytest.Item) -> set[CodeType]:
        found: set[CodeType] = set()

        def note(frame: FrameType, event: str, arg: object) -> None:
            del arg
            if event == "call":
                found.add(frame.f_code)

        sys.setprofile(note)
        try:
            is_right = _passes(item)
        finally:
            sys.setprofile(None)
        if not is_right:
            self.failed.append(item.nodeid)
        return found


def _passes(item: pytest.Item) -> bool:
    reports = runtestprotocol(item, log=False, nextitem=None)
    return not any(report.failed for report in reports)


def _notice(items: Sequence[pytest.Item], mutant: Changed) -> bool:
    """Whether a test fails, ends badly, or runs for ever."""
    pid = os.fork()
    if not pid:
        code = 1
        try:
            signal.alarm(LONGEST_S)
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            os.dup2(nothing, 2)
            mutant.apply()
            code = 0 if all(_passes(item) for item in items) else 1
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) != 0
