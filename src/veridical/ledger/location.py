"""Where a ledger is: a SQLite file or a PostgreSQL database, as two engines.

One engine writes, inside transactions that begin by taking the write lock; the other only
reads and holds no transaction open.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError

from veridical.errors import ConfigError, NoLedger

BUSY_TIMEOUT_MS = 60_000
"""How long a writer waits for another process's commit."""
_SQLITE = b"SQLite format 3\x00"


def locate(where: str | Path) -> URL:
    """The address of a ledger, from a path or a URL.

    Raises:
        ConfigError: a URL that is none, of another database, or a driver not installed.
    """
    if not str(where) or str(where) == ":memory:":
        raise ConfigError(
            "ledger",
            "names no file",
            got=str(where),
            expected="a path, or postgresql://user@host/database",
            fix="Name a file.",
        )
    if isinstance(where, Path) or "://" not in where:
        return URL.create("sqlite", database=str(where))
    try:
        url = make_url(where)
    except (ArgumentError, ValueError) as e:
        raise ConfigError(
            "ledger",
            "its URL cannot be read",
            expected="a path, or postgresql://user@host/database",
            fix="Mend the URL.",
        ) from e
    kind = url.get_backend_name()
    if kind == "sqlite":
        return url
    if kind not in {"postgresql", "postgres"}:
        raise ConfigError(
            "ledger",
            "this database is not supported",
            got=kind,
            expected="a path, or a URL that begins with postgresql://",
            fix="Name a file, or a PostgreSQL database.",
        )
    if find_spec("psycopg") is None:
        raise ConfigError(
            "ledger",
            "the driver for PostgreSQL is not installed",
            expected="the package psycopg",
            fix="Run: pip install 'veridical[postgres]'.",
        )
    return url.set(drivername="postgresql+psycopg")


def shown_location(url: URL) -> str:
    """The address for messages, without any password."""
    if url.get_backend_name() == "sqlite":
        return url.database or ""
    return url.render_as_string(hide_password=True)


def is_file(url: URL) -> bool:
    """Whether the ledger is a SQLite file."""
    return url.get_backend_name() == "sqlite"


def refuse_no_ledger(url: URL, *, must_exist: bool) -> None:
    """Refuse what the file system already shows to be no ledger; nothing is opened as one.

    Args:
        url: where it should be.
        must_exist: whether a name that is free is refused too.

    Raises:
        NoLedger: a folder, a file of something else, or a missing file that is needed.
    """
    if not is_file(url) or (url.database or "").startswith("file:"):
        return
    path = Path(url.database or "")
    wrong, got = _why_none(path, must_exist=must_exist)
    if wrong:
        raise NoLedger(
            f'ledger "{path}"',
            wrong,
            got=got,
            expected="a ledger there" if must_exist else "a ledger, or a name that is free",
            fix="Check the path.",
        )


def _why_none(path: Path, *, must_exist: bool) -> tuple[str, str]:
    """What is wrong with the place, and what stands there; "" where nothing is."""
    try:
        if path.is_dir():
            return "could not be opened", "a folder"
        if not path.exists():
            above = next((at for at in path.absolute().parents if at.exists()), None)
            if above is not None and not above.is_dir():
                return "cannot be made", f"the file {above}"
            return ("is not there", "no file") if must_exist else ("", "")
        with path.open("rb") as file:
            head = file.read(len(_SQLITE))
    except OSError:
        return "", ""  # a right that is missing is told by who opens it
    is_one = head in (b"", _SQLITE)
    return ("", "") if is_one else ("could not be opened: file is not a database", "another file")


def writing_engine(url: URL) -> Engine:
    """An engine whose transactions take the write lock as they begin."""
    engine = create_engine(url, pool_size=1, max_overflow=0, pool_pre_ping=not is_file(url))
    if is_file(url):
        event.listen(engine, "connect", _prepare_to_write)
        event.listen(engine, "begin", _begin_with_the_lock)
    return engine


def reading_engine(url: URL, *, read_only: bool = False) -> Engine:
    """An engine that only reads; with `read_only` it can do nothing else."""
    if not is_file(url):
        return create_engine(url, isolation_level="AUTOCOMMIT", pool_pre_ping=True)
    if read_only:
        url = _read_only(url)
    engine = create_engine(url, poolclass=QueuePool)
    event.listen(engine, "connect", _prepare)
    return engine


def _read_only(url: URL) -> URL:
    path = Path(url.database or "").absolute()
    query = {"mode": "ro", "uri": "true"}
    log = path.with_name(f"{path.name}-wal")
    if not os.access(path.parent, os.W_OK) and not log.exists():
        # SQLite would make a file beside it, which a read-only archive refuses
        query["immutable"] = "1"
    return url.set(database=f"file:{quote(path.as_posix())}", query=query)


def _prepare(connection: DBAPIConnection, _record: object) -> None:
    _pragma(connection, f"busy_timeout = {BUSY_TIMEOUT_MS}")


def _prepare_to_write(connection: DBAPIConnection, record: object) -> None:
    # the driver's own transactions would begin too late and leave DDL outside
    connection.isolation_level = None
    _prepare(connection, record)
    _pragma(connection, "journal_mode = WAL")
    _pragma(connection, "synchronous = FULL")


def _pragma(connection: DBAPIConnection, setting: str) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _begin_with_the_lock(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
