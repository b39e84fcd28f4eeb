"""What a ledger need not keep: what can never answer, and what was kept long ago.

Answers of people are never removed. A run whose answers are removed can no longer be
recomputed, so those of runs that are named stay.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec
from sqlalchemy import ColumnElement, Connection, Engine, and_, delete, or_, select
from sqlalchemy.exc import SQLAlchemyError

from veridical.ledger.location import is_file, locate, shown_location, writing_engine
from veridical.ledger.records import Status
from veridical.ledger.store import open_ledger
from veridical.ledger.tables import answers, replies
from veridical.ledger.writer import store_error


@dataclass(frozen=True, slots=True)
class Pruned:
    """How many records were removed, or would be."""

    replies: int
    answers: int


def prune(
    where: str | Path,
    *,
    before: str | None = None,
    keep: Iterable[str] = (),
    is_trial: bool = False,
) -> Pruned:
    """Remove unreadable replies and NoVerdicts, and all of machines' that is older than a date.

    Args:
        where: the ledger.
        before: ISO date; None = only what can never answer is removed.
        keep: keys of answers that stay whatever their age, and the replies they name.
        is_trial: only count.

    Raises:
        StoreError: the ledger cannot be read or written; then nothing was removed.
    """
    open_ledger(where, read_only=True).close()
    url = locate(where)
    engine = writing_engine(url)
    try:
        with engine.begin() as connection:
            found = _pruned(connection, before, frozenset(keep), is_trial=is_trial)
        if is_file(url) and not is_trial:
            _shrink(engine)
        return found
    except SQLAlchemyError as e:
        raise store_error(shown_location(url), "written", e) from e
    finally:
        engine.dispose()


def _pruned(
    connection: Connection, before: str | None, keep: frozenset[str], *, is_trial: bool
) -> Pruned:
    gone = _answers_gone(connection, before, keep)
    stay = _replies_named(connection, gone)
    c = replies.c
    wanted = or_(c.status == Status.UNREADABLE.value, _older(c.created, before))
    rows = connection.execute(select(c.id, c.key).where(wanted)).all()
    lost = [row.id for row in rows if row.key not in stay]
    if not is_trial:
        for table, ids in ((answers, gone), (replies, lost)):
            for at in range(0, len(ids), 500):
                connection.execute(delete(table).where(table.c.id.in_(ids[at : at + 500])))
    return Pruned(len(lost), len(gone))


def _answers_gone(connection: Connection, before: str | None, keep: frozenset[str]) -> list[int]:
    c = answers.c
    wanted = and_(
        c.annotator.is_(None),
        or_(c.status == Status.NO_VERDICT.value, _older(c.created, before)),
    )
    rows = connection.execute(select(c.id, c.key).where(wanted)).all()
    return [row.id for row in rows if row.key not in keep]


def _replies_named(connection: Connection, gone: list[int]) -> set[str]:
    """Keys of the replies that the answers that stay were read from."""
    left = set(gone)
    rows = connection.execute(select(answers.c.id, answers.c.reply_keys)).all()
    named: set[str] = set()
    for row in rows:
        if row.id not in left:
            named.update(msgspec.json.decode(row.reply_keys, type=tuple[str, ...]))
    return named


def _older(column: ColumnElement[str], before: str | None) -> ColumnElement[bool]:
    return column < (before or "")


def _shrink(engine: Engine) -> None:
    # on the driver's own connection, since the engine's begin a transaction, which forbids it
    connection = engine.raw_connection()
    try:
        connection.cursor().execute("VACUUM")
    finally:
        connection.close()
