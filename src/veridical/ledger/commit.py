"""One group of records, written in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from sqlalchemy import Connection, Table, TextClause, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from veridical.ledger.records import KeptAnswer, KeptReply, Status
from veridical.ledger.rows import (
    Row,
    answer_from_row,
    reply_from_row,
    row_from_answer,
    row_from_reply,
)
from veridical.ledger.tables import BY_MACHINE, READABLE, answers, replies

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Spoil:
    """The readable reply under `key` could not be read after all."""

    key: str


Change = KeptReply | KeptAnswer | Spoil


@dataclass(frozen=True, slots=True)
class _Shelf:
    """A table, what is unique in it, and how its rows are read."""

    table: Table
    unique: TextClause
    from_row: Callable[[Row], Change]


_REPLIES = _Shelf(replies, READABLE, reply_from_row)
_ANSWERS = _Shelf(answers, BY_MACHINE, answer_from_row)


def write_group(connection: Connection, group: Sequence[Change], created: str) -> list[Change]:
    """Write a group; returns what now stands for each record, in the group's order.

    Where another process kept an answer under the same key first, that one stands, so
    that whoever asked last uses the same verdict as whoever asked first.
    """
    for change in group:
        if isinstance(change, Spoil):
            _spoil(connection, change.key)
    made = [
        (n, row_from_reply(c, created)) for n, c in enumerate(group) if isinstance(c, KeptReply)
    ]
    said = [
        (n, row_from_answer(c, created)) for n, c in enumerate(group) if isinstance(c, KeptAnswer)
    ]
    stand = dict(enumerate(group))
    stand |= _put(connection, _REPLIES, made)
    stand |= _put(connection, _ANSWERS, said)
    return [stand[n] for n in range(len(group))]


def _spoil(connection: Connection, key: str) -> None:
    spoiled = update(replies).where(replies.c.key == key, READABLE)
    connection.execute(spoiled.values(status=Status.UNREADABLE.value))


Numbered = list[tuple[int, dict[str, object]]]


def _put(connection: Connection, shelf: _Shelf, rows: Numbered) -> dict[int, Change]:
    if not rows:
        return {}
    freely = [row for _, row in rows if not _is_unique(row)]
    if freely:
        connection.execute(insert(shelf.table), freely)
    unique = {cast("str", row["key"]): row for _, row in reversed(rows) if _is_unique(row)}
    first = _put_first(connection, shelf, unique)
    return {
        n: shelf.from_row(first[cast("str", row["key"])] if _is_unique(row) else row)
        for n, row in rows
    }


def _is_unique(row: Row) -> bool:
    status = row["status"]
    is_answer = status == Status.ANSWERED.value and row["annotator"] is None
    return status == Status.READABLE.value or is_answer


def _put_first(
    connection: Connection, shelf: _Shelf, rows: Mapping[str, dict[str, object]]
) -> dict[str, Row]:
    if not rows:
        return {}
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    put = dialect.insert(shelf.table).on_conflict_do_nothing(
        index_elements=[shelf.table.c.key], index_where=shelf.unique
    )
    written = connection.execute(put.returning(shelf.table.c.key), list(rows.values()))
    keys = set(written.scalars())
    found: dict[str, Row] = {key: row for key, row in rows.items() if key in keys}
    late = sorted(rows.keys() - keys)
    if late:
        earlier = select(shelf.table).where(shelf.table.c.key.in_(late), shelf.unique)
        found |= {row["key"]: cast("Row", row) for row in connection.execute(earlier).mappings()}
    return found
