"""One thread that commits what has gathered; nothing is handed on before its commit."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import SimpleQueue
from time import sleep
from typing import Generic, TypeVar

from sqlalchemy.exc import OperationalError, SQLAlchemyError

from veridical.errors import StoreError

R = TypeVar("R")

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
        self._queue: SimpleQueue[tuple[R, Future[R]] | None] = SimpleQueue()
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
        with self._guard:
            if self._is_closed:
                raise StoreError(f'ledger "{self._name}"', "is closed", fix="Open it again.")
            self._queue.put((record, future))
        return future

    def close(self) -> None:
        """Commit what is queued, then end the thread."""
        with self._guard:
            self._is_closed = True
            self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_open = True
        group: list[tuple[R, Future[R]]] = []
        try:
            while is_open:
                group, is_open = self._gather()
                self._is_busy = len(group) > 1
                if group:
                    self._write(group)
        finally:
            self._abandon(group)

    def _abandon(self, group: list[tuple[R, Future[R]]]) -> None:
        # whatever ended the thread, nobody may wait for it forever
        with self._guard:
            self._is_closed = True
        while not self._queue.empty():
            entry = self._queue.get()
            group += [] if entry is None else [entry]
        for _, future in group:
            if not future.done():
                future.set_exception(StoreError(f'ledger "{self._name}"', "stopped writing"))

    def _gather(self) -> tuple[list[tuple[R, Future[R]]], bool]:
        group: list[tuple[R, Future[R]]] = []
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

    def _write(self, group: list[tuple[R, Future[R]]]) -> None:
        try:
            stored = self._commit([record for record, _ in group])
        except OperationalError as e:
            self._refuse(group, e)
        except (SQLAlchemyError, ValueError, OverflowError) as e:
            self._write_singly(group, e)
        else:
            for (_, future), record in zip(group, stored, strict=True):
                future.set_result(record)

    def _write_singly(self, group: list[tuple[R, Future[R]]], error: Exception) -> None:
        # one record that the database refuses must not take its neighbors with it
        if len(group) == 1:
            self._refuse(group, error)
        else:
            for entry in group:
                self._write([entry])

    def _refuse(self, group: list[tuple[R, Future[R]]], error: Exception) -> None:
        for _, future in group:
            future.set_exception(store_error(self._name, "written", error))


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
