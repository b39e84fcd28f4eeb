"""The ledger's tables as the code knows them; `migrations` brings a file there."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)

metadata = MetaData()
# SQLite counts rows by itself only in a column of exactly this type
_ROW = BigInteger().with_variant(Integer(), "sqlite")

meta = Table(
    "meta",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

replies = Table(
    "replies",
    metadata,
    Column("id", _ROW, primary_key=True, autoincrement=True),
    Column("key", Text, nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("requested_model", Text, nullable=False),
    Column("resolved_model", Text, nullable=False),
    Column("parameters", Text, nullable=False),
    Column("request", LargeBinary, nullable=False),
    Column("reply", LargeBinary, nullable=False),
    Column("nominal_cost", BigInteger),
    Column("paid", BigInteger, nullable=False),
    Column("input_tokens", BigInteger),
    Column("output_tokens", BigInteger),
    Column("status", Text, nullable=False),
    Column("created", Text, nullable=False),
)

answers = Table(
    "answers",
    metadata,
    Column("id", _ROW, primary_key=True, autoincrement=True),
    Column("key", Text, nullable=False),
    Column("ask", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("respondent", Text, nullable=False),
    Column("purpose", Text, nullable=False),
    Column("repeat", BigInteger, nullable=False),
    Column("index", BigInteger, nullable=False),
    Column("status", Text, nullable=False),
    Column("value", Text, nullable=False),
    Column("reason", Text),
    Column("detail", Text, nullable=False),
    Column("reply_keys", Text, nullable=False),
    Column("annotator", Text),
    Column("guideline", Text),
    Column("created", Text, nullable=False),
)

READABLE = text("status = 'readable'")
BY_MACHINE = text("status = 'answered' AND annotator IS NULL")

# One readable reply and one machine's answer per key; what failed and what people said
# may stand there several times.
Index(
    "one_readable_reply",
    replies.c.key,
    unique=True,
    sqlite_where=READABLE,
    postgresql_where=READABLE,
)
Index(
    "one_answer_by_machine",
    answers.c.key,
    unique=True,
    sqlite_where=BY_MACHINE,
    postgresql_where=BY_MACHINE,
)
Index("replies_by_key", replies.c.key)
Index("answers_by_key", answers.c.key)
Index("answers_by_ask", answers.c.ask)
