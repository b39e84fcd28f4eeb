"""One group of records, written in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from sqlalchemy import Connection, Table, TextClause, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import ReturningInsert

from veridical.ledger.records import KeptAnswer, KeptReply, Status
from veridical.ledger.rows import (
    Row,
    answer_as_stored,
    answer_from_row,
    reply_as_stored,
    reply_from_row,
    row_from_answer,
    row_from_reply,
)
from veridical.ledger.tables import BY_MACHINE, READABLE, answers, replies


@dataclass(frozen=True, slots=True)
class Spoil:
    """The readable reply under `key` could not be read after all."""

    key: str


Change = KeptReply | KeptAnswer | Spoil
Made = dict[str, object]


@dataclass(frozen=True)
class _Shelf:
    """A table, what is unique in it, and how its rows are made and read."""

    table: Table
    unique: TextClause
    row: Callable[[Change, str], Made]
    stored: Callable[[Change, Row], Change]
    from_row: Callable[[Row], Change]

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Those that a record fills."""
        return tuple(column.name for column in self.table.columns if column.name != "id")

    @cached_property
    def put_in_sqlite(self) -> str:
        """Writes a row where none stands under its key, as the driver itself takes it."""
        put = sqlite.insert(self.table).on_conflict_do_nothing(
            index_elements=[self.table.c.key], index_where=self.unique
        )
        return str(put.compile(dialect=sqlite.dialect(), column_keys=list(self.columns)))

    @cached_property
    def put_elsewhere(self) -> ReturningInsert[tuple[str]]:
        """The same for PostgreSQL; tells which were written."""
        put = postgresql.insert(self.table).on_conflict_do_nothing(
            index_elements=[self.table.c.key], index_where=self.unique
        )
        return put.returning(self.table.c.key)


_REPLIES = _Shelf(
    replies,
    READABLE,
    cast("Callable[[Change, str], Made]", row_from_reply),
    cast("Callable[[Change, Row], Change]", reply_as_stored),
    reply_from_row,
)
_ANSWERS = _Shelf(
    answers,
    BY_MACHINE,
    cast("Callable[[Change, str], Made]", row_from_answer),
    cast("Callable[[Change, Row], Change]", answer_as_stored),
    answer_from_row,
)


def write_group(connection: Connection, group: Sequence[Change], created: str) -> list[Change]:
    """Write a group; returns what now stands for each record, in the group's order.

    Where another process kept an answer under the same key first, that one stands, so
    that whoever asked last uses the same verdict as whoever asked first.
    """
    for change in group:
        if isinstance(change, Spoil):
            _spoil(connection, change.key)
    stand = dict(enumerate(group))
    for shelf, kind in ((_REPLIES, KeptReply), (_ANSWERS, KeptAnswer)):
        made = [
            (n, shelf.row(change, created))
            for n, change in enumerate(group)
            if isinstance(change, kind)
        ]
        stand |= _put(connection, shelf, made, group)
    return [stand[n] for n in range(len(group))]


def _spoil(connection: Connection, key: str) -> None:
    spoiled = update(replies).where(replies.c.key == key, READABLE)
    connection.execute(spoiled.values(status=Status.UNREADABLE.value))


def _put(
    connection: Connection, shelf: _Shelf, rows: list[tuple[int, Made]], group: Sequence[Change]
) -> dict[int, Change]:
    if not rows:
        return {}
    freely = [row for _, row in rows if not _is_unique(row)]
    if freely:
        connection.execute(insert(shelf.table), freely)
    stands = {n: shelf.stored(group[n], row) for n, row in rows}
    first: dict[str, tuple[int, Made]] = {}
    for n, row in rows:
        if _is_unique(row):
            first.setdefault(cast("str", row["key"]), (n, row))
    earlier = _put_first(connection, shelf, {key: row for key, (_, row) in first.items()})
    for n, row in rows:
        if _is_unique(row):
            key = cast("str", row["key"])
            stands[n] = earlier[key] if key in earlier else stands[first[key][0]]
    return stands


def _is_unique(row: Row) -> bool:
    status = row["status"]
    is_answer = status == Status.ANSWERED.value and row["annotator"] is None
    return status == Status.READABLE.value or is_answer


def _put_first(
    connection: Connection, shelf: _Shelf, rows: Mapping[str, Made]
) -> dict[str, Change]:
    """Write each row whose key is free; where one was not, what stands under all of them."""
    if not rows or _write_free(connection, shelf, rows) == len(rows):
        return {}
    standing = select(shelf.table).where(shelf.table.c.key.in_(sorted(rows)), shelf.unique)
    found = connection.execute(standing).mappings()
    return {row["key"]: shelf.from_row(cast("Row", row)) for row in found}


def _write_free(connection: Connection, shelf: _Shelf, rows: Mapping[str, Made]) -> int:
    """Write the rows whose key is free; how many were."""
    if connection.dialect.name == "sqlite":
        # as the driver itself takes them: one statement of many rows costs twice as much
        values = [tuple(row[name] for name in shelf.columns) for row in rows.values()]
        return connection.exec_driver_sql(shelf.put_in_sqlite, values).rowcount
    return len(connection.execute(shelf.put_elsewhere, list(rows.values())).all())
