"""Ledgers of every age open; those of the future are refused."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, inspect, text

from veridical.errors import LedgerMismatch
from veridical.ledger import KeptAnswer, KeptReply, Status, open_ledger
from veridical.ledger.location import writing_engine
from veridical.ledger.migrations import MIGRATIONS, migrate
from veridical.ledger.tables import metadata
from veridical.score import Reason

FIXTURES = Path(__file__).parents[2] / "fixtures"
CREATED = "2026-01-15T12:00:00.000+00:00"
ANSWERED = KeptAnswer(
    key="key-1",
    ask="ask-1",
    kind="test.holds",
    version="1",
    respondent="judge/1",
    value='{"quotes":[],"value":true,"why":"因为"}',
    replies=("reply-1",),
    created=CREATED,
)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A ledger that was written under schema 1."""
    return Path(shutil.copy(FIXTURES / "ledger_schema_1.sqlite", tmp_path / "old.ledger"))


def test_a_ledger_of_schema_1_still_answers(old: Path) -> None:
    """What was paid for then is found now."""
    with open_ledger(old) as ledger:
        assert asyncio.run(ledger.find_answer("key-1")) == ANSWERED


def test_a_ledger_of_schema_1_still_has_its_replies(old: Path) -> None:
    """Raw, with what they cost."""
    expected = KeptReply(
        key="reply-1",
        endpoint="local",
        requested_model="judge",
        resolved_model="judge-2026",
        parameters='{"temperature":0}',
        request="问".encode(),
        reply=b'{"value": true}',
        nominal_cost=1500,
        input_tokens=10,
        output_tokens=5,
        created=CREATED,
    )
    with open_ledger(old) as ledger:
        assert asyncio.run(ledger.find_reply("reply-1")) == expected


def test_a_ledger_of_schema_1_still_has_its_audit_and_its_people(old: Path) -> None:
    """NoVerdicts with their reasons, people with their names."""
    with open_ledger(old) as ledger:
        first = asyncio.run(ledger.answers_under("key-1"))[0]
        person = asyncio.run(ledger.find_answer("key-2"))

    assert (first.status, first.reason, first.detail) == (
        Status.NO_VERDICT,
        Reason.TIMEOUT,
        "60 s",
    )
    assert person is not None
    assert (person.annotator, person.guideline) == ("anna", "3")


def test_a_ledger_of_schema_1_keeps_its_secret(old: Path) -> None:
    """Prompts with nonces are rendered as they were."""
    with open_ledger(old) as ledger:
        assert ledger.secret == bytes.fromhex("ab" * 32)


def test_a_later_step_runs_once_and_loses_nothing(old: Path) -> None:
    """A schema 2 of tomorrow: the steps that are missing run, in one transaction."""
    ran = []

    def m002_a_column(connection: Connection) -> None:
        ran.append(2)
        connection.execute(text("ALTER TABLE answers ADD COLUMN mood TEXT"))

    steps = (*MIGRATIONS, m002_a_column)
    engine = writing_engine(create_engine(f"sqlite:///{old}").url)
    for _ in range(2):
        with engine.begin() as connection:
            migrate(connection, "old", steps)
    with engine.begin() as connection:
        found = connection.execute(text("SELECT value FROM meta WHERE name = 'schema'"))
        schema = found.scalar_one()
        count = connection.execute(text("SELECT COUNT(*) FROM answers WHERE mood IS NULL"))
        rows = count.scalar_one()
    engine.dispose()

    assert (ran, schema, rows) == ([2], "2", 3)


def test_a_step_that_fails_leaves_the_ledger_as_it_was(old: Path) -> None:
    """All of a migration or nothing."""

    def m002_fails(connection: Connection) -> None:
        connection.execute(text("ALTER TABLE answers ADD COLUMN mood TEXT"))
        raise RuntimeError("power cut")

    engine = writing_engine(create_engine(f"sqlite:///{old}").url)
    with pytest.raises(RuntimeError), engine.begin() as connection:
        migrate(connection, "old", (*MIGRATIONS, m002_fails))
    engine.dispose()
    with open_ledger(old) as ledger:
        assert asyncio.run(ledger.find_answer("key-1")) == ANSWERED


def test_the_steps_lead_to_the_tables_that_the_code_knows(tmp_path: Path) -> None:
    """Columns and indexes of a new ledger are those of `tables`."""
    path = tmp_path / "new.ledger"
    open_ledger(path).close()
    engine = create_engine(f"sqlite:///{path}")
    found = inspect(engine)
    columns = {t: [c["name"] for c in found.get_columns(t)] for t in found.get_table_names()}
    indexes = {i["name"] for t in found.get_table_names() for i in found.get_indexes(t)}
    engine.dispose()
    tables = metadata.tables.values()

    assert {t.name: [c.name for c in t.columns] for t in tables} == columns
    assert {str(i.name) for t in tables for i in t.indexes} == indexes


def test_an_older_schema_cannot_be_read_alone(old: Path) -> None:
    """It would have to be written to."""
    engine = create_engine(f"sqlite:///{old}")
    with engine.begin() as connection:
        connection.execute(text("UPDATE meta SET value = '0' WHERE name = 'schema'"))
    engine.dispose()
    with pytest.raises(LedgerMismatch) as raised:
        open_ledger(old, read_only=True)

    expected = (
        f"ledger \"{old}\": was written by an older veridical, got 'schema 0'; "
        "expected schema 1. Open it for writing once."
    )
    assert str(raised.value) == expected
