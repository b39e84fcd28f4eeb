"""The tables of the snapshot store, schema 1."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, MetaData, Table, Text

SCHEMA = 1
all_tables = MetaData()
_ID = BigInteger().with_variant(Integer, "sqlite")

about = Table(
    "snapshots_about",
    all_tables,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

bodies = Table(
    "snapshot_bodies",
    all_tables,
    Column("sha256", Text, primary_key=True),
    Column("size", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

snapshots = Table(
    "snapshots",
    all_tables,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("key", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("url", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("origin", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("sha256", Text, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("headers", Text, nullable=False),
    Column("snapshot", LargeBinary, nullable=False),
    Column("time", Text, nullable=False),
    Column("created", Text, nullable=False),
    Index("snapshots_by_key", "key"),
    Index("snapshots_by_source", "source"),
)

searches = Table(
    "searches",
    all_tables,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("key", Text, nullable=False),
    Column("provider", Text, nullable=False),
    Column("query", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("hits", LargeBinary, nullable=False),
    Column("time", Text, nullable=False),
    Column("created", Text, nullable=False),
    Index("searches_by_key", "key"),
)
