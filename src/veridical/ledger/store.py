"""The ledger itself: look up, keep, list."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from sqlalchemy import URL, Connection, Engine, Select, bindparam, select
from sqlalchemy.exc import SQLAlchemyError

from veridical.errors import LedgerMismatch, StoreError
from veridical.ledger.commit import Change, Spoil, write_group
from veridical.ledger.flights import Flights
from veridical.ledger.location import (
    is_file,
    locate,
    reading_engine,
    refuse_no_ledger,
    shown_location,
    writing_engine,
)
from veridical.ledger.migrations import check_schema, migrate
from veridical.ledger.records import KeptAnswer, KeptReply, Status
from veridical.ledger.rows import Row, answer_from_row, reply_from_row
from veridical.ledger.tables import READABLE, answers, meta, replies
from veridical.ledger.writer import Writer, store_error

# written once, since building a statement costs three times what asking it does
_READABLE_REPLY = select(replies).where(replies.c.key == bindparam("wanted"), READABLE)
_LATEST_ANSWER = (
    select(answers)
    .where(answers.c.key == bindparam("wanted"), answers.c.status == Status.ANSWERED.value)
    .order_by(answers.c.id.desc())
    .limit(1)
)
_ANY_REPLY = "SELECT 1 FROM replies WHERE key = ? LIMIT 1"
_ANY_ANSWER = "SELECT 1 FROM answers WHERE key = ? LIMIT 1"


class Ledger:
    """What was said, by the key of what was asked. Open one with `open_ledger`.

    All methods may be called from any thread and any event loop. What a ``keep_…``
    returns is committed.

    Attributes:
        name: where it is, for messages; no password.
        secret: what nonces and boundaries of this ledger are hashed with.
        flights: what is being asked right now.
    """

    def __init__(self, name: str, write: Engine | None, read: Engine) -> None:
        self.name = name
        self.flights = Flights()
        self._write = write
        self._read = read
        self._is_remote = read.dialect.name != "sqlite"
        self._readers = _Readers(read)
        self.secret = self._read_secret()
        self._writer: Writer[Change] | None = None
        if write is not None:
            self._writer = Writer(self._commit, name)

    def __enter__(self) -> Self:
        """The ledger; it closes at the end of the block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Commit what is queued and let go of the database."""
        if self._writer is not None:
            self._writer.close()
        if self._write is not None:
            self._write.dispose()
        self._readers.close()
        self._read.dispose()

    async def keep_answer(self, answer: KeptAnswer) -> KeptAnswer:
        """Keep an answer or a NoVerdict; returns what stands under its key once committed.

        A machine's answer stands once per key: where another process was first, its
        answer is returned.

        Raises:
            StoreError: the database cannot be written; nothing kept before is lost.
        """
        return cast("KeptAnswer", await self._keep(answer))

    async def keep_reply(self, reply: KeptReply) -> KeptReply:
        """Keep a reply; returns what stands under its key once committed.

        Raises:
            StoreError: the database cannot be written; nothing kept before is lost.
        """
        return cast("KeptReply", await self._keep(reply))

    async def spoil_reply(self, key: str) -> None:
        """Say that the reply under `key` could not be read: it never answers again.

        Raises:
            StoreError: the database cannot be written.
        """
        await self._keep(Spoil(key))

    async def find_answer(self, key: str) -> KeptAnswer | None:
        """The answer under `key`; of several that a person gave, the latest."""
        if self._is_new(_ANY_ANSWER, key):
            return None
        rows = await self._find(_LATEST_ANSWER, {"wanted": key})
        return answer_from_row(rows[0]) if rows else None

    async def find_reply(self, key: str) -> KeptReply | None:
        """The readable reply under `key`."""
        if self._is_new(_ANY_REPLY, key):
            return None
        rows = await self._find(_READABLE_REPLY, {"wanted": key})
        return reply_from_row(rows[0]) if rows else None

    async def answers_under(self, key: str) -> tuple[KeptAnswer, ...]:
        """All that was ever said under `key`, NoVerdicts too, oldest first."""
        rows = await self._find(select(answers).where(answers.c.key == key).order_by(answers.c.id))
        return tuple(answer_from_row(row) for row in rows)

    async def answers_to(self, ask: str) -> tuple[KeptAnswer, ...]:
        """All that anybody ever said to the ask of that identity.

        In the order of respondent, draw and row, not of arrival.
        """
        c = answers.c
        order = (c.respondent, c.purpose, c.repeat, c.index, c.id)
        rows = await self._find(select(answers).where(c.ask == ask).order_by(*order))
        return tuple(answer_from_row(row) for row in rows)

    async def replies_under(self, key: str) -> tuple[KeptReply, ...]:
        """All replies that ever came under `key`, unreadable ones too, oldest first."""
        rows = await self._find(select(replies).where(replies.c.key == key).order_by(replies.c.id))
        return tuple(reply_from_row(row) for row in rows)

    async def rows(self, wanted: Select[tuple[object, ...]]) -> Sequence[Row]:
        """What a statement finds, for listings; it may only read."""
        return await self._find(wanted)

    async def _keep(self, change: Change) -> Change:
        if self._writer is None:
            raise StoreError(
                f'ledger "{self.name}"',
                "was opened for reading alone",
                fix="Open it for writing.",
            )
        # what was bought is kept even if nobody waits for it any more
        return await self._writer.put(change)

    async def _find(
        self, wanted: Select[tuple[object, ...]], values: Mapping[str, str] | None = None
    ) -> Sequence[Row]:
        # a file answers in microseconds, less than a change of threads costs
        if self._is_remote:
            return await asyncio.to_thread(self._select, wanted, values)
        return self._select(wanted, values)

    def _is_new(self, any_under: str, key: str) -> bool:
        """Whether a file holds nothing under `key`; of a server nothing is said.

        Most of what is looked up was never asked. The index alone tells that, and the driver
        itself asks it in a fifth of the time.
        """
        if self._is_remote:
            return False
        try:
            return not self._readers.driver().execute(any_under, (key,)).fetchall()
        except (SQLAlchemyError, sqlite3.Error) as e:
            raise store_error(self.name, "read", e) from e

    def _select(
        self, wanted: Select[tuple[object, ...]], values: Mapping[str, str] | None = None
    ) -> Sequence[Row]:
        try:
            if not self._is_remote:
                return _all(self._readers.mine(), wanted, values)
            with self._read.connect() as connection:
                return _all(connection, wanted, values)
        except SQLAlchemyError as e:
            raise store_error(self.name, "read", e) from e

    def _read_secret(self) -> bytes:
        rows = self._select(select(meta.c.value).where(meta.c.name == "secret"))
        try:
            return bytes.fromhex(cast("str", rows[0]["value"]))
        except (IndexError, TypeError, ValueError) as e:
            raise LedgerMismatch(
                f'ledger "{self.name}"',
                "has lost its secret",
                expected="the ledger as veridical wrote it",
                fix="Restore the file, or name another ledger.",
            ) from e

    def _commit(self, group: Sequence[Change]) -> list[Change]:
        assert self._write is not None
        created = datetime.now(UTC).isoformat(timespec="milliseconds")
        with self._write.begin() as connection:
            return write_group(connection, group, created)


class _Readers:
    """A connection for each thread that reads a file, since opening one costs more than reading.

    Each statement stands alone: no connection holds an old state of the file.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._here = threading.local()
        self._all: list[Connection] = []

    def mine(self) -> Connection:
        """This thread's."""
        found: Connection | None = getattr(self._here, "connection", None)
        if found is None or found.closed:
            found = self._engine.connect()
            self._here.connection = found
            self._all.append(found)
        return found

    def driver(self) -> sqlite3.Connection:
        """The same without what lies around it."""
        found: sqlite3.Connection | None = getattr(self._here, "driver", None)
        if found is None or self._here.connection.closed:
            found = cast("sqlite3.Connection", self.mine().connection.driver_connection)
            self._here.driver = found
        return found

    def close(self) -> None:
        """Close all of them."""
        for connection in self._all:
            connection.close()
        self._all.clear()


def _all(
    connection: Connection, wanted: Select[tuple[object, ...]], values: Mapping[str, str] | None
) -> Sequence[Row]:
    return cast("Sequence[Row]", connection.execute(wanted, values).mappings().all())


def open_ledger(where: str | Path, *, read_only: bool = False) -> Ledger:
    """Open a ledger; a file that is not there is made, an old one brought up to date.

    Args:
        where: a path, or a URL (``postgresql://…``).
        read_only: keep nothing; for recomputing from a file that must not change.

    Raises:
        LedgerMismatch: a newer version's ledger.
        NoLedger: a file of something else, or none where nothing may be made.
        StoreError: a file or server that cannot be opened.
        ConfigError: a URL of an unsupported database, or its driver not installed.
    """
    url = locate(where)
    name = shown_location(url)
    refuse_no_ledger(url, must_exist=read_only)
    try:
        with ExitStack() as undone:
            read = reading_engine(url, read_only=read_only)
            undone.callback(read.dispose)
            write = None
            if read_only:
                _check(read, name)
            else:
                write = writing_engine(url)
                undone.callback(write.dispose)
                _prepare(write, url, name)
            ledger = Ledger(name, write, read)
            undone.pop_all()
            return ledger
    except (SQLAlchemyError, OSError) as e:
        raise store_error(name, "opened", e) from e


def _check(read: Engine, name: str) -> None:
    with read.connect() as connection:
        check_schema(connection, name)


def _prepare(write: Engine, url: URL, name: str) -> None:
    if is_file(url):
        Path(url.database or "").absolute().parent.mkdir(parents=True, exist_ok=True)
    with write.begin() as connection:
        migrate(connection, name)
