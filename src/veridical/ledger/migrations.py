"""How a ledger file of any age becomes one of today: steps that are only ever added.

Step n brings schema n-1 to schema n. A step that has been released never changes, since
files that went through it exist. Each step is written in SQL of its own, not with today's
`tables`, which a later step may have changed.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from sqlalchemy import Connection, inspect, text

from veridical.errors import LedgerMismatch, NoLedger

Step = Callable[[Connection], None]

_LOCK = 8_317_420_651
"""A number of our own for PostgreSQL's advisory lock."""


def m001_replies_and_answers(connection: Connection) -> None:
    """The two tables, and the secret that later nonces are made with."""
    is_sqlite = connection.dialect.name == "sqlite"
    row = "INTEGER PRIMARY KEY AUTOINCREMENT" if is_sqlite else "BIGSERIAL PRIMARY KEY"
    blob = "BLOB" if is_sqlite else "BYTEA"
    for statement in _FIRST:
        connection.execute(text(statement.format(row=row, blob=blob)))
    connection.execute(
        text("INSERT INTO meta (name, value) VALUES ('secret', :secret)"),
        {"secret": secrets.token_hex(32)},
    )


_FIRST = (
    """
    CREATE TABLE replies (
        id {row}, key TEXT NOT NULL, endpoint TEXT NOT NULL, requested_model TEXT NOT NULL,
        resolved_model TEXT NOT NULL, parameters TEXT NOT NULL, request {blob} NOT NULL,
        reply {blob} NOT NULL, nominal_cost BIGINT, paid BIGINT NOT NULL,
        input_tokens BIGINT, output_tokens BIGINT, status TEXT NOT NULL, created TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE answers (
        id {row}, key TEXT NOT NULL, ask TEXT NOT NULL, kind TEXT NOT NULL,
        version TEXT NOT NULL, respondent TEXT NOT NULL, purpose TEXT NOT NULL,
        repeat BIGINT NOT NULL, "index" BIGINT NOT NULL, status TEXT NOT NULL,
        value TEXT NOT NULL, reason TEXT, detail TEXT NOT NULL, reply_keys TEXT NOT NULL,
        annotator TEXT, guideline TEXT, created TEXT NOT NULL
    )
    """,
    "CREATE UNIQUE INDEX one_readable_reply ON replies (key) WHERE status = 'readable'",
    """
    CREATE UNIQUE INDEX one_answer_by_machine ON answers (key)
    WHERE status = 'answered' AND annotator IS NULL
    """,
    "CREATE INDEX replies_by_key ON replies (key)",
    "CREATE INDEX answers_by_key ON answers (key)",
    "CREATE INDEX answers_by_ask ON answers (ask)",
)

MIGRATIONS: tuple[Step, ...] = (m001_replies_and_answers,)


def migrate(connection: Connection, name: str, steps: Sequence[Step] = MIGRATIONS) -> None:
    """Bring the ledger behind `connection` to today's schema, inside its transaction.

    Args:
        connection: in a transaction that no other writer can interleave with.
        name: the ledger's name, for messages.
        steps: all steps from the first.

    Raises:
        LedgerMismatch: another version's schema, or a database of something else.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    tables = inspect(connection).get_table_names()
    if not tables:
        for statement in _EMPTY:
            connection.execute(text(statement))
    present = _schema(connection, name)
    _refuse_newer(present, len(steps), name)
    for step in steps[present:]:
        step(connection)
    if present < len(steps):
        update = "UPDATE meta SET value = :schema WHERE name = 'schema'"
        connection.execute(text(update), {"schema": str(len(steps))})


_EMPTY = (
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "INSERT INTO meta (name, value) VALUES ('schema', '0')",
)


def check_schema(connection: Connection, name: str) -> None:
    """Refuse a ledger that today's code cannot read as it is.

    Raises:
        LedgerMismatch: a schema that is not today's, or a database of something else.
    """
    present = _schema(connection, name)
    _refuse_newer(present, len(MIGRATIONS), name)
    if present < len(MIGRATIONS):
        raise LedgerMismatch(
            f'ledger "{name}"',
            "was written by an older veridical",
            got=f"schema {present}",
            expected=f"schema {len(MIGRATIONS)}",
            fix="Open it for writing once.",
        )


def _schema(connection: Connection, name: str) -> int:
    tables = inspect(connection).get_table_names()
    if "meta" not in tables:
        raise NoLedger(
            f'ledger "{name}"',
            "is a database of something else",
            got=sorted(tables),
            expected="a ledger",
            fix="Name another file.",
        )
    found = connection.execute(text("SELECT value FROM meta WHERE name = 'schema'"))
    return int(found.scalar_one())


def _refuse_newer(present: int, known: int, name: str) -> None:
    if present > known:
        raise LedgerMismatch(
            f'ledger "{name}"',
            "was written by a newer veridical",
            got=f"schema {present}",
            expected=f"schema {known} or older",
            fix="Update veridical, or name another ledger.",
        )
