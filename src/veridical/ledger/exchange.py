"""Ledgers carried from one machine to another: written to a file, taken up by another ledger.

An export holds replies and answers as they are kept, and never a ledger's secret; keys of
endpoints are in no ledger. Merging only adds: of two answers of machines under one key the one
that stood there first stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from sqlalchemy import Column, Engine, Table, insert, select
from sqlalchemy.exc import SQLAlchemyError

from veridical.errors import InputError
from veridical.ledger.location import locate, reading_engine, shown_location, writing_engine
from veridical.ledger.records import Status
from veridical.ledger.store import open_ledger
from veridical.ledger.tables import answers, replies
from veridical.ledger.writer import store_error

FORMAT = 1
_TABLES = {"replies": replies, "answers": answers}
_SQLITE = b"SQLite format 3\x00"
_AT_ONCE = 500


class _Head(msgspec.Struct, frozen=True):
    veridical_ledger: int


class _Line(msgspec.Struct, frozen=True):
    table: str
    row: dict[str, object]


def export(source: str | Path, target: Path) -> int:
    """Write all of a ledger to a JSONL file, without its secret; how many records.

    Raises:
        StoreError: the ledger cannot be read.
        OSError: the file cannot be written.
    """
    open_ledger(source, read_only=True).close()
    number = 0
    with target.open("wb") as file:
        file.write(msgspec.json.encode(_Head(FORMAT)) + b"\n")
        for line in _lines_of(source):
            file.write(msgspec.json.encode(line) + b"\n")
            number += 1
    return number


def merge(into: str | Path, source: str | Path) -> int:
    """Take up what another ledger, or an export, holds; how many records were new.

    Raises:
        InputError: a file that is neither.
        StoreError: a ledger cannot be read or written; then nothing was taken up.
    """
    lines = _read_export(Path(source)) if _is_export(source) else _lines_of_ledger(source)
    open_ledger(into).close()  # made or brought up to date
    url = locate(into)
    engine = writing_engine(url)
    try:
        return _add(engine, lines)
    except SQLAlchemyError as e:
        raise store_error(shown_location(url), "written", e) from e
    finally:
        engine.dispose()


def _lines_of_ledger(source: str | Path) -> Iterator[_Line]:
    open_ledger(source, read_only=True).close()
    return _lines_of(source)


def _lines_of(source: str | Path) -> Iterator[_Line]:
    url = locate(source)
    engine = reading_engine(url, read_only=True)
    try:
        with engine.connect() as connection:
            for name, table in _TABLES.items():
                found = connection.execution_options(yield_per=_AT_ONCE).execute(
                    select(table).order_by(table.c.id)
                )
                for row in found.mappings():
                    yield _Line(name, {c: v for c, v in row.items() if c != "id"})
    except SQLAlchemyError as e:
        raise store_error(shown_location(url), "read", e) from e
    finally:
        engine.dispose()


def _is_export(source: str | Path) -> bool:
    path = Path(source)
    if "://" in str(source) or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_SQLITE)) != _SQLITE


def _read_export(path: Path) -> Iterator[_Line]:
    with path.open("rb") as file:
        try:
            head = msgspec.json.decode(file.readline(), type=_Head)
        except msgspec.DecodeError as e:
            raise _no_export(path, 1, str(e)) from e
        if head.veridical_ledger != FORMAT:
            raise _no_export(path, 1, f"format {head.veridical_ledger}")
        for number, line in enumerate(file, start=2):
            try:
                yield _checked(msgspec.json.decode(line, type=_Line))
            except (msgspec.DecodeError, ValueError, KeyError) as e:
                raise _no_export(path, number, str(e)) from e


def _checked(line: _Line) -> _Line:
    table = _TABLES[line.table]
    columns = {c.name for c in table.columns} - {"id"}
    if set(line.row) != columns:
        raise ValueError(f"its columns are not those of {line.table}")
    row = dict(line.row)
    for name in ("request", "reply") if line.table == "replies" else ():
        row[name] = msgspec.convert(row[name], bytes)
    msgspec.convert(row["status"], Status)
    return _Line(line.table, row)


def _no_export(path: Path, number: int, wrong: str) -> InputError:
    return InputError(
        f"{path}, line {number}",
        f"is no export of a ledger: {wrong}",
        expected="what `veridical ledger export` wrote",
        fix="Name a ledger or an export.",
    )


def _add(engine: Engine, lines: Iterable[_Line]) -> int:
    added = 0
    with engine.begin() as connection:
        standing: dict[str, set[tuple[object, ...]]] = {}
        for name, table in _TABLES.items():
            rows = connection.execute(select(*_same(table))).all()
            standing[name] = {_identity(table, tuple(row)) for row in rows}
        for line in lines:
            table = _TABLES[line.table]
            values = tuple(line.row[c.name] for c in _same(table))
            identity = _identity(table, values)
            if identity in standing[line.table]:
                continue
            standing[line.table].add(identity)
            connection.execute(insert(table), line.row)
            added += 1
    return added


def _same(table: Table) -> list[Column[object]]:
    more = ["annotator", "value", "detail"] if table is answers else ["resolved_model"]
    return [table.c[name] for name in ["key", "status", "created", *more]]


def _identity(table: Table, values: tuple[object, ...]) -> tuple[object, ...]:
    """What makes two records the same: of one that stands once a key, the key alone."""
    key, status, *rest = values
    is_machine = table is replies or rest[1] is None
    if is_machine and status in (Status.READABLE.value, Status.ANSWERED.value):
        return (key,)
    return values
