"""Ledgers carried from one machine to another: written to a file, taken up by another ledger.

An export holds replies and answers as they are kept, and never a ledger's secret; keys of
endpoints are in no ledger. Merging only adds: of two answers of machines under one key the one
that stood there first stands.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
from sqlalchemy import Column, Engine, Table, insert, select
from sqlalchemy.exc import SQLAlchemyError

from veridical.errors import InputError
from veridical.ledger.location import (
    is_file,
    locate,
    reading_engine,
    shown_location,
    writing_engine,
)
from veridical.ledger.records import Status
from veridical.ledger.store import open_ledger
from veridical.ledger.tables import answers, replies
from veridical.ledger.writer import store_error

FORMAT = 1
_TABLES = {"replies": replies, "answers": answers}
_SQLITE = b"SQLite format 3\x00"
_AT_ONCE = 500
_LONGEST_HEAD = 1000


class _Head(msgspec.Struct, frozen=True):
    veridical_ledger: int


class _Line(msgspec.Struct, frozen=True):
    table: str
    row: dict[str, object]


def export(source: str | Path, target: Path) -> int:
    """Write all of a ledger to a JSONL file, without its secret; how many records.

    The file is written whole or not at all: what stood there stands until all is written.

    Raises:
        InputError: no ledger, or what stands at `target` is no export.
        StoreError: the ledger cannot be read.
        OSError: the file cannot be written.
    """
    open_ledger(source, read_only=True).close()
    path = target.resolve()
    _refuse_target(source, path, target)
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        number = _write_lines(source, beside)
        beside.replace(path)
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
    return number


def _write_lines(source: str | Path, path: Path) -> int:
    number = 0
    with path.open("wb") as file:
        file.write(msgspec.json.encode(_Head(FORMAT)) + b"\n")
        for line in _lines_of(source):
            file.write(msgspec.json.encode(line) + b"\n")
            number += 1
        file.flush()
        os.fsync(file.fileno())
    return number


def _refuse_target(source: str | Path, path: Path, named: Path) -> None:
    """Refuse to write over the ledger, a file that it works with, or what is no export."""
    if path in _files_of(source):
        wrong, got = "is the ledger itself", str(source)
    elif path.exists() and not _may_be_replaced(path):
        wrong, got = "holds something that is no export", _kind_of(path)
    else:
        return
    raise InputError(
        str(named),
        wrong,
        got=got,
        expected="a name that is free, or an earlier export",
        fix="Name another file.",
    )


def _files_of(source: str | Path) -> set[Path]:
    """The ledger's own file and those that SQLite keeps beside it; none of a server's."""
    url = locate(source)
    if not is_file(url):
        return set()
    own = Path(url.database or "").resolve()
    return {own, *(own.with_name(own.name + more) for more in ("-wal", "-shm", "-journal"))}


def _may_be_replaced(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        head = file.readline(_LONGEST_HEAD)
    try:
        return not head or bool(msgspec.json.decode(head, type=_Head))
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False


def _kind_of(path: Path) -> str:
    if path.is_dir():
        return "a folder"
    return f"a file of {path.stat().st_size} bytes" if path.is_file() else "no regular file"


def merge(into: str | Path, source: str | Path) -> int:
    """Take up what another ledger, or an export, holds; how many records were new.

    Raises:
        InputError: a file that is neither.
        StoreError: a ledger cannot be read or written; then nothing was taken up.
    """
    is_export = _is_export(source)
    if not is_export:
        open_ledger(source, read_only=True).close()  # refused before another ledger is made
    lines = _read_export(Path(source)) if is_export else _lines_of(source)
    open_ledger(into).close()  # made or brought up to date
    url = locate(into)
    engine = writing_engine(url)
    try:
        return _add(engine, lines)
    except SQLAlchemyError as e:
        raise store_error(shown_location(url), "written", e) from e
    finally:
        engine.dispose()


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
