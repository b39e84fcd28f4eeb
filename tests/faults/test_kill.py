"""Killed at any moment, the same command goes on and gives the same numbers."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.runs import Place, ended, forked, kill_when
from veridical.ledger import open_ledger


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """The same run, never killed."""
    place = Place(tmp_path_factory.mktemp("unbroken")).make()
    place.evaluate()
    return place


def _answered(place: Place) -> set[str]:
    """The identities of asks whose answers are in the ledger."""
    found = set()
    with open_ledger(place.ledger) as ledger:
        for identity in set(place.asked()):
            if any(one.value for one in asyncio.run(ledger.answers_to(identity))):
                found.add(identity)
    return found


@pytest.mark.parametrize("asks", [1, 9, 23, 41, 58])
def test_killed_between_asks(tmp_path: Path, unbroken: Place, asks: int) -> None:
    """After so many asks: what was answered is never asked again."""
    place = Place(tmp_path).make()
    child = forked(lambda: place.evaluate(pause_s=0.01))
    assert kill_when(child, lambda: len(place.asked()) >= asks) == -signal.SIGKILL
    answered = _answered(place)
    place.log.unlink()
    place.evaluate()

    assert set(place.asked()) & answered == set()
    assert len(place.asked()) == len(set(place.asked()))
    assert set(place.asked()) | answered == set(unbroken.asked())
    assert place.files() == unbroken.files()


def test_killed_again_and_again(tmp_path: Path, unbroken: Place) -> None:
    """Each start gets somewhere; the end is the same."""
    place = Place(tmp_path).make()
    for _ in range(6):
        before = len(place.asked())
        child = forked(lambda: place.evaluate(pause_s=0.01))
        kill_when(child, lambda before=before: len(place.asked()) >= before + 8)
    place.evaluate()

    assert place.files() == unbroken.files()


def _dying(work: Callable[[], None], at: int) -> Callable[[], None]:
    """`work`, killed right before or right after its `at`-th step to the disk."""
    steps = 0

    def counted(real: Callable[..., object]) -> Callable[..., object]:
        def step(*arguments: object, **options: object) -> object:
            nonlocal steps
            steps += 1
            if steps == at:
                os.kill(os.getpid(), signal.SIGKILL)
            done = real(*arguments, **options)
            steps += 1
            if steps == at:
                os.kill(os.getpid(), signal.SIGKILL)
            return done

        return step

    def run() -> None:
        os.fsync = counted(os.fsync)
        Path.replace = counted(Path.replace)
        Path.unlink = counted(Path.unlink)
        work()

    return run


def test_killed_at_every_step_to_the_disk(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Before and after every fsync, rename and removal, until one run gets through."""
    unbroken = Place(tmp_path_factory.mktemp("unbroken"), systems=1).make()
    unbroken.evaluate()
    at, code, broken = 0, -signal.SIGKILL, []
    while code == -signal.SIGKILL:
        at += 1
        place = Place(tmp_path_factory.mktemp("dying"), systems=1).make()
        code = ended(forked(_dying(place.evaluate, at)))
        place.evaluate()
        if place.files() != unbroken.files():
            broken.append(at)

    assert (code, broken) == (0, [])
    assert at > 20
