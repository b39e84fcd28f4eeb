"""Everything that came from the web or from a search, kept before it is used.

One SQLite file beside the ledger (or tables in a PostgreSQL database): bodies once each, under
their hash; snapshots and searches as rows that are only ever added. A row and its body are one
commit. Why a store of its own: `docs/decisions/0006-snapshots-beside-the-ledger.md`.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar, cast

import msgspec
from sqlalchemy import Connection, Engine, Select, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from veridical.errors import LedgerMismatch
from veridical.ledger.location import (
    is_file,
    locate,
    reading_engine,
    shown_location,
    writing_engine,
)
from veridical.ledger.writer import Writer, store_error
from veridical.report.identity import identify
from veridical.sources.download import Download
from veridical.sources.guard import web_address
from veridical.sources.port import Hits
from veridical.sources.result import PASSING, FetchState
from veridical.sources.snapshot import Snapshot
from veridical.sources.snapshot_tables import SCHEMA, about, all_tables, bodies, searches, snapshots

T = TypeVar("T", Snapshot, Hits)
NAME = "snapshots.sqlite"
_PASSING = tuple(state.value for state in PASSING)


@dataclass(frozen=True, slots=True)
class _Keep:
    row: Mapping[str, object]
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class KeptSnapshot:
    """A row of the store, for listings.

    Attributes:
        url: as it was asked for.
        state: what became of it.
        origin: "web", "file" or "archive".
        time: when it was asked for.
        sha256: of its body.
        size: of its body in bytes; 0 without one.
        title: what it calls itself.
    """

    url: str
    state: str
    origin: str
    time: str
    sha256: str
    size: int
    title: str


class Snapshots:
    """What was fetched and found. Open one with `open_snapshots`.

    Attributes:
        name: where it is, for messages; no password.
    """

    def __init__(self, name: str, write: Engine | None, read: Engine) -> None:
        self.name = name
        self._write = write
        self._read = read
        self._writer: Writer[_Keep] | None = None
        if write is not None:
            self._writer = Writer(self._commit, name)

    def __enter__(self) -> Self:
        """The store; it closes at the end of the block."""
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
        for engine in (self._write, self._read):
            if engine is not None:
                engine.dispose()

    async def keep(self, came: Download, read_as: Snapshot) -> None:
        """Keep what came and what it was read as; returns once committed.

        Raises:
            StoreError: the database cannot be written; nothing kept before is lost.
        """
        row = {
            "kind": "snapshot",
            "key": key_of(came.url),
            "source": source_of(came.url),
            "url": came.url,
            "state": read_as.state.value,
            "origin": came.origin,
            "title": read_as.title.replace("\0", ""),
            "sha256": came.sha256,
            "size": len(came.body),
            "headers": msgspec.json.encode(dict(came.headers)).decode(),
            "snapshot": _packed(read_as),
            "time": read_as.time,
        }
        await self._submit(_Keep(row, came.body))

    async def keep_search(self, asked: str, hits: Hits) -> None:
        """Keep what a search gave, under `search_key`; returns once committed.

        Raises:
            StoreError: the database cannot be written; nothing kept before is lost.
        """
        row = {
            "kind": "search",
            "key": asked,
            "provider": hits.provider,
            "query": hits.query,
            "state": hits.state.value,
            "hits": _packed(hits),
            "time": hits.time,
        }
        await self._submit(_Keep(row))

    async def find(self, url: str, *, is_replay: bool = False, as_of: str = "") -> Snapshot | None:
        """The snapshot that answers for an address; None if there is none.

        A file that somebody put in for the source comes first, whatever the spelling of its
        address; then the latest of the very address.

        Args:
            url: as asked for.
            is_replay: whether a state that says nothing of the source (a timeout) answers
                too; elsewhere such a one is asked for again.
            as_of: only what was kept until then, in UTC, ISO 8601; "" = all.
        """
        c = snapshots.c
        given = (c.source == source_of(url)) & (c.origin == "file")
        exact = c.key == key_of(url)
        exact = exact if is_replay else exact & c.state.not_in(_PASSING)
        for found in (given, exact):
            wanted = found & (c.created <= as_of) if as_of else found
            rows = await self._rows(select(c.snapshot).where(wanted).order_by(c.id.desc()).limit(1))
            if rows:
                return _unpacked(cast("bytes", rows[0][0]), Snapshot)
        return None

    async def older(self, than: Snapshot, most: int = 3) -> tuple[Snapshot, ...]:
        """What a source said before, in other words than now; the newest first.

        All spellings of an address are one source. A copy from an archive may be of any day:
        nothing is surely older than one.

        Args:
            than: what it says now.
            most: how many are looked for at most, each in words of its own.
        """
        if than.state is not FetchState.OK or than.origin == "archive":
            return ()
        c = snapshots.c
        wanted = (c.source == source_of(than.url)) & (c.state == FetchState.OK.value)
        before = wanted & (c.time < than.time)
        # one by one: each may be long, and few are wanted
        ids = await self._rows(select(c.id).where(before).order_by(c.id.desc()))
        found: dict[str, Snapshot] = {" ".join(than.text.split()): than}
        for (id,) in ids:
            if len(found) > most:
                break
            row = await self._rows(select(c.snapshot).where(c.id == id))
            one = _unpacked(cast("bytes", row[0][0]), Snapshot)
            found.setdefault(" ".join(one.text.split()), one)
        return tuple(found.values())[1:]

    async def find_search(self, asked: str, *, is_replay: bool = False) -> Hits | None:
        """What a search gave, by its `search_key`; None if it was never made.

        Args:
            asked: the key.
            is_replay: whether a search that failed answers too.
        """
        c = searches.c
        wanted = c.key == asked
        wanted = wanted if is_replay else wanted & c.state.in_(("ok", "empty"))
        rows = await self._rows(select(c.hits).where(wanted).order_by(c.id.desc()).limit(1))
        return _unpacked(cast("bytes", rows[0][0]), Hits) if rows else None

    async def body(self, digest: str) -> bytes | None:
        """The bytes of that hash; None if they are not kept."""
        rows = await self._rows(select(bodies.c.body).where(bodies.c.sha256 == digest))
        return zlib.decompress(cast("bytes", rows[0][0])) if rows else None

    async def listing(self) -> tuple[KeptSnapshot, ...]:
        """All snapshots, in the order of addresses, oldest first."""
        c = snapshots.c
        wanted = (c.url, c.state, c.origin, c.time, c.sha256, c.size, c.title)
        rows = await self._rows(select(*wanted).order_by(c.url, c.id))
        return tuple(KeptSnapshot(*cast("Any", row)) for row in rows)

    async def _submit(self, keep: _Keep) -> None:
        if self._writer is None:
            raise LedgerMismatch(
                f'snapshots "{self.name}"', "were opened for reading alone", fix="Open to write."
            )
        # shielded: what was fetched is kept even if nobody waits for it any more
        kept = asyncio.wrap_future(self._writer.submit(keep))
        kept.add_done_callback(_seen)
        await asyncio.shield(kept)

    async def _rows(self, wanted: Select[Any]) -> Sequence[Sequence[object]]:
        return await asyncio.to_thread(self._select, wanted)

    def _select(self, wanted: Select[Any]) -> Sequence[Sequence[object]]:
        try:
            with self._read.connect() as connection:
                return connection.execute(wanted).all()
        except SQLAlchemyError as e:
            raise store_error(self.name, "read", e) from e

    def _commit(self, group: Sequence[_Keep]) -> list[_Keep]:
        assert self._write is not None
        created = datetime.now(UTC).isoformat(timespec="milliseconds")
        with self._write.begin() as connection:
            for keep in group:
                _add(connection, keep, created)
        return list(group)


def _add(connection: Connection, keep: _Keep, created: str) -> None:
    row = {**keep.row, "created": created}
    table = snapshots if row.pop("kind") == "snapshot" else searches
    if keep.body:
        digest = cast("str", row["sha256"])
        known = connection.execute(select(bodies.c.size).where(bodies.c.sha256 == digest)).first()
        if known is None:
            packed = zlib.compress(keep.body, 6)
            values = {"sha256": digest, "size": len(keep.body), "body": packed}
            # another process may keep the same body at the same time
            made = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
            connection.execute(made(bodies).on_conflict_do_nothing(), values)
    connection.execute(insert(table), row)


def open_snapshots(where: str | Path, *, read_only: bool = False) -> Snapshots:
    """Open a store; a file that is not there is made.

    Args:
        where: a path, or a URL (``postgresql://…``).
        read_only: keep nothing.

    Raises:
        LedgerMismatch: a newer version's store.
        StoreError: a file or server that cannot be opened.
        ConfigError: a URL of an unsupported database, or its driver not installed.
    """
    url = locate(where)
    name = shown_location(url)
    try:
        with ExitStack() as undone:
            read = reading_engine(url, read_only=read_only)
            undone.callback(read.dispose)
            write = None if read_only else writing_engine(url)
            if write is not None:
                undone.callback(write.dispose)
                if is_file(url):
                    Path(url.database or "").absolute().parent.mkdir(parents=True, exist_ok=True)
                with write.begin() as connection:
                    all_tables.create_all(connection)
                    _note_schema(connection)
            with read.connect() as connection:
                _check_schema(connection, name)
            undone.pop_all()
    except (SQLAlchemyError, OSError) as e:
        raise store_error(name, "opened", e) from e
    return Snapshots(name, write, read)


def snapshots_beside(ledger: str | Path) -> str:
    """Where the snapshots of a ledger are: a file in its folder, or its own database."""
    text = str(ledger)
    return text if "://" in text else str(Path(text).with_name(NAME))


def key_of(url: str) -> str:
    """What an address is kept under: all of it but its fragment."""
    at = web_address(url)
    return sha256((str(at) if at else url.strip()).encode("utf-8", "replace")).hexdigest()


def source_of(url: str) -> str:
    """What all spellings of a source are kept under."""
    return sha256(identify(url).key.encode("utf-8", "replace")).hexdigest()


def search_key(provider: str, query: str, limit: int, language: str) -> str:
    """What a search is kept under."""
    asked = msgspec.json.encode([provider, " ".join(query.split()), limit, language])
    return sha256(asked).hexdigest()


def _note_schema(connection: Connection) -> None:
    known = connection.execute(select(about.c.value).where(about.c.name == "schema")).first()
    if known is None:
        connection.execute(insert(about), {"name": "schema", "value": str(SCHEMA)})


def _check_schema(connection: Connection, name: str) -> None:
    known = connection.execute(select(about.c.value).where(about.c.name == "schema")).scalar()
    if str(known) != str(SCHEMA):
        raise LedgerMismatch(
            f'snapshots "{name}"',
            "were kept by another veridical",
            got=f"schema {known}",
            expected=f"schema {SCHEMA}",
            fix="Update veridical, or name another file.",
        )


def _packed(one: Snapshot | Hits) -> bytes:
    return zlib.compress(msgspec.json.encode(one), 6)


def _unpacked(data: bytes, kind: type[T]) -> T:
    found = msgspec.json.decode(zlib.decompress(data), type=kind)
    return cast("T", replace(cast("Any", found), is_kept=True))


def _seen(kept: asyncio.Future[_Keep]) -> None:
    """Look at the error of what nobody waits for any more, which asyncio would print at length."""
    if not kept.cancelled():
        kept.exception()
