"""One thread that commits what has gathered; nothing is handed on before its commit."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import SimpleQueue
from time import sleep
from typing import Generic, TypeVar

from sqlalchemy.exc import OperationalError, SQLAlchemyError

from veridical.errors import StoreError

R = TypeVar("R")
Waiter = Future[R] | asyncio.Future[R]

GROUP = 512
"""Most records of one commit, so that no waiter waits for an endless group."""
LINGER_S = 0.002
"""Seconds that a group is waited for while several are asking; whoever asks alone never waits."""


class Writer(Generic[R]):
    """Commits records in groups, in one thread of its own.

    Args:
        commit: writes a group in one transaction and returns what then stands under each
            record's key, in the group's order.
        name: the ledger's name, for messages.
    """

    def __init__(self, commit: Callable[[Sequence[R]], list[R]], name: str) -> None:
        self._commit = commit
        self._name = name
        self._queue: SimpleQueue[tuple[R, Waiter[R]] | None] = SimpleQueue()
        self._guard = threading.Lock()
        self._is_closed = False
        self._is_busy = False
        self._thread = threading.Thread(target=self._run, name="ledger writer", daemon=True)
        self._thread.start()

    def submit(self, record: R) -> Future[R]:
        """Queue a record; the future resolves once it is committed.

        Raises:
            StoreError: the ledger is closed.
        """
        future: Future[R] = Future()
        self._enqueue(record, future)
        return future

    async def put(self, record: R) -> R:
        """Queue a record and wait until it is committed; returns what then stands for it.

        Whoever stops waiting takes nothing back: the record is committed all the same.

        Raises:
            StoreError: the ledger is closed, or cannot be written.
        """
        waiter: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._enqueue(record, waiter)
        return await waiter

    def _enqueue(self, record: R, waiter: Waiter[R]) -> None:
        with self._guard:
            if self._is_closed:
                raise StoreError(f'ledger "{self._name}"', "is closed", fix="Open it again.")
            self._queue.put((record, waiter))

    def close(self) -> None:
        """Commit what is queued, then end the thread."""
        with self._guard:
            self._is_closed = True
            self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_open = True
        group: list[tuple[R, Waiter[R]]] = []
        try:
            while is_open:
                group, is_open = self._gather()
                self._is_busy = len(group) > 1
                if group:
                    self._write(group)
        finally:
            self._abandon(group)

    def _abandon(self, group: list[tuple[R, Waiter[R]]]) -> None:
        # whatever ended the thread, nobody may wait for it forever
        with self._guard:
            self._is_closed = True
        while not self._queue.empty():
            entry = self._queue.get()
            group += [] if entry is None else [entry]
        error = StoreError(f'ledger "{self._name}"', "stopped writing")
        _tell((waiter, error) for _, waiter in group)

    def _gather(self) -> tuple[list[tuple[R, Waiter[R]]], bool]:
        group: list[tuple[R, Waiter[R]]] = []
        entry = self._queue.get()
        if self._is_busy and entry is not None:
            # a commit costs the same for one record as for many
            sleep(LINGER_S)
        while entry is not None:
            group.append(entry)
            if len(group) == GROUP or self._queue.empty():
                return group, True
            entry = self._queue.get()
        return group, False

    def _write(self, group: list[tuple[R, Waiter[R]]]) -> None:
        try:
            stored = self._commit([record for record, _ in group])
        except OperationalError as e:
            self._refuse(group, e)
        except (SQLAlchemyError, ValueError, OverflowError) as e:
            self._write_singly(group, e)
        else:
            _tell(zip((waiter for _, waiter in group), stored, strict=True))

    def _write_singly(self, group: list[tuple[R, Waiter[R]]], error: Exception) -> None:
        # one record that the database refuses must not take its neighbors with it
        if len(group) == 1:
            self._refuse(group, error)
        else:
            for entry in group:
                self._write([entry])

    def _refuse(self, group: list[tuple[R, Waiter[R]]], error: Exception) -> None:
        refused = [(waiter, store_error(self._name, "written", error)) for _, waiter in group]
        _tell(refused)


Outcome = tuple[Waiter[R], R | StoreError]


def _tell(outcomes: Iterable[Outcome[R]]) -> None:
    """Hand on what became of records: each event loop is woken once for all of its own."""
    by_loop: dict[asyncio.AbstractEventLoop, list[Outcome[R]]] = {}
    for outcome in outcomes:
        waiter = outcome[0]
        if isinstance(waiter, Future):
            _hand_on([outcome])
        else:
            by_loop.setdefault(waiter.get_loop(), []).append(outcome)
    for loop, told in by_loop.items():
        with suppress(RuntimeError):  # a loop that is closed: nobody waits there any more
            loop.call_soon_threadsafe(_hand_on, told)


def _hand_on(outcomes: Iterable[Outcome[R]]) -> None:
    for waiter, outcome in outcomes:
        if waiter.done():
            continue
        if isinstance(outcome, StoreError):
            waiter.set_exception(outcome)
        else:
            waiter.set_result(outcome)


def store_error(name: str, doing: str, error: Exception) -> StoreError:
    """A database's error in one line, without the statement or its data.

    Args:
        name: the ledger's name.
        doing: what was tried: ``written``, ``read`` or ``opened``.
        error: what the database said.
    """
    cause = getattr(error, "orig", None) or error
    reason = str(cause).partition("\n")[0] or type(cause).__name__
    is_kept = "://" in name or os.path.exists(name)  # noqa: PTH110 - never raises
    kept = "; what was kept before stays kept" if is_kept else ""
    found = StoreError(
        f'ledger "{name}"',
        f"could not be {doing}: {reason}",
        expected="room, and the right to write" if doing == "written" else "a ledger there",
        fix=f"Mend that and run the same command again{kept}.",
    )
    found.__cause__ = error
    return found
