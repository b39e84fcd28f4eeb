"""Opening, closing, reading alone, and one clear line for what cannot be done."""

from __future__ import annotations

import asyncio
import gc
import importlib.util
import sqlite3
import threading
from contextlib import closing
from dataclasses import replace
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from veridical.errors import ConfigError, LedgerMismatch, StoreError
from veridical.ledger import KeptAnswer, open_ledger
from veridical.ledger.location import locate, shown_location

SAID = KeptAnswer(key="k", ask="a", kind="x", version="1", respondent="r", value="{}")


def test_a_ledger_is_made_with_the_folders_it_needs(tmp_path: Path) -> None:
    """A path is enough, as text or as a path."""
    with open_ledger(str(tmp_path / "a" / "b" / "run.ledger")) as ledger:
        asyncio.run(ledger.keep_answer(SAID))

    assert (tmp_path / "a" / "b" / "run.ledger").exists()


def test_what_is_kept_is_there_at_once_for_another_opening(tmp_path: Path) -> None:
    """A commit comes before anything is handed on."""
    with open_ledger(tmp_path / "l") as one, open_ledger(tmp_path / "l") as other:
        kept = asyncio.run(one.keep_answer(SAID))

        assert asyncio.run(other.find_answer("k")) == kept


def test_what_was_new_is_found_once_another_opening_has_kept_it(tmp_path: Path) -> None:
    """That a key was not there yet is never remembered, and looking holds no old state."""
    with open_ledger(tmp_path / "l") as one, open_ledger(tmp_path / "l") as other:
        assert asyncio.run(one.find_answer("k")) is None
        kept = asyncio.run(other.keep_answer(SAID))

        assert asyncio.run(one.find_answer("k")) == kept
        assert asyncio.run(one.find_reply("k")) is None


def test_a_ledger_read_alone_answers_and_keeps_nothing(tmp_path: Path) -> None:
    """Recomputing changes no byte of it."""
    path = tmp_path / "run.ledger"
    with open_ledger(path) as ledger:
        kept = asyncio.run(ledger.keep_answer(SAID))
    before = path.read_bytes()
    with open_ledger(path, read_only=True) as ledger:
        assert asyncio.run(ledger.find_answer("k")) == kept
        with pytest.raises(StoreError) as raised:
            asyncio.run(ledger.keep_answer(replace(SAID, key="other")))

    assert str(raised.value) == (
        f'ledger "{path}": was opened for reading alone. Open it for writing.'
    )
    assert path.read_bytes() == before


def test_a_ledger_that_is_not_there_cannot_be_read_alone(tmp_path: Path) -> None:
    """And none is made."""
    path = tmp_path / "none.ledger"
    with pytest.raises(StoreError) as raised:
        open_ledger(path, read_only=True)

    assert str(raised.value) == (
        f"ledger \"{path}\": is not there, got 'no file'; expected a ledger there. Check the path."
    )
    assert raised.value.exit_code == 3
    assert not path.exists()


def test_a_file_of_something_else_is_no_ledger(tmp_path: Path) -> None:
    """It is not overwritten."""
    path = tmp_path / "notes.txt"
    path.write_text("x" * 5000, encoding="utf-8")
    with pytest.raises(StoreError, match="could not be opened: file is not a database"):
        open_ledger(path)

    assert path.read_text(encoding="utf-8") == "x" * 5000


def test_a_folder_is_no_ledger(tmp_path: Path) -> None:
    """One line."""
    with pytest.raises(StoreError, match="could not be opened, got 'a folder'; expected"):
        open_ledger(tmp_path)


def test_a_closed_ledger_says_so(tmp_path: Path) -> None:
    """Nothing is queued that would never be written."""
    ledger = open_ledger(tmp_path / "l")
    ledger.close()
    with pytest.raises(StoreError) as raised:
        asyncio.run(ledger.keep_answer(SAID))

    assert str(raised.value) == f'ledger "{tmp_path}/l": is closed. Open it again.'


def test_closing_commits_what_is_queued(tmp_path: Path) -> None:
    """A waiter that is cancelled has paid for its answer all the same."""

    async def cancelled() -> None:
        with open_ledger(tmp_path / "l") as ledger:
            task = asyncio.create_task(ledger.keep_answer(SAID))
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    asyncio.run(cancelled())
    with open_ledger(tmp_path / "l") as ledger:
        assert asyncio.run(ledger.find_answer("k")) is not None


def test_a_record_that_is_refused_takes_no_neighbor_with_it(tmp_path: Path) -> None:
    """A number that no database holds fails alone."""
    bad = replace(SAID, key="bad", draw=replace(SAID.draw, repeat=2**70))
    good = [replace(SAID, key=f"k{n}") for n in range(20)]

    async def all_at_once() -> list[KeptAnswer | BaseException]:
        with open_ledger(tmp_path / "l") as ledger:
            keeps = [ledger.keep_answer(one) for one in [*good[:10], bad, *good[10:]]]
            return await asyncio.gather(*keeps, return_exceptions=True)

    said = asyncio.run(all_at_once())
    assert isinstance(said.pop(10), StoreError)
    assert [one.key for one in said if isinstance(one, KeptAnswer)] == [one.key for one in good]


@pytest.mark.parametrize(
    ("where", "message"),
    [
        (
            "mysql://localhost/x",
            "ledger: this database is not supported, got mysql; "
            "expected a path, or a URL that begins with postgresql://. "
            "Name a file, or a PostgreSQL database.",
        ),
        (
            "postgresql://h:port/x",
            "ledger: its URL cannot be read; expected a path, or "
            "postgresql://user@host/database. Mend the URL.",
        ),
    ],
    ids=["mysql", "no URL"],
)
def test_an_address_that_is_none_is_refused(where: str, message: str) -> None:
    """One line, what it should be."""
    with pytest.raises(ConfigError) as raised:
        open_ledger(where)

    assert str(raised.value) == message


def test_a_missing_driver_comes_with_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """PostgreSQL is an extra."""
    present = importlib.util.find_spec

    def without(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name == "psycopg" else present(name, package)

    monkeypatch.setattr("veridical.ledger.location.find_spec", without)
    with pytest.raises(ConfigError) as raised:
        open_ledger("postgresql://h/x")

    assert str(raised.value) == (
        "ledger: the driver for PostgreSQL is not installed; expected the package psycopg. "
        "Run: pip install 'veridical[postgres]'."
    )


def test_no_message_holds_a_password() -> None:
    """The name of a ledger is printed."""
    assert shown_location(locate("postgresql://me:geheim@host/x")) == (
        "postgresql+psycopg://me:***@host/x"
    )


def _by_hand(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


@pytest.mark.parametrize(
    "change",
    [
        "value = x'ff00'",
        "status = 'nonsense'",
        "reason = 'nonsense'",
        "reply_keys = '[['",
        "reply_keys = 7",
        "kind = x'00'",
    ],
)
def test_a_row_that_somebody_wrote_by_hand_is_refused(tmp_path: Path, change: str) -> None:
    """SQLite keeps anything in any column."""
    path = tmp_path / "run.ledger"
    with open_ledger(path) as ledger:
        asyncio.run(ledger.keep_answer(SAID))
    _by_hand(path, f"UPDATE answers SET {change}")
    with open_ledger(path) as ledger, pytest.raises(LedgerMismatch) as raised:
        asyncio.run(ledger.answers_under("k"))

    assert str(raised.value).startswith("ledger, row 1: holds what veridical did not write: ")


@pytest.mark.parametrize(
    "statement", ["DELETE FROM meta WHERE name = 'secret'", "UPDATE meta SET value = x'00ff'"]
)
def test_a_ledger_without_its_secret_is_refused(tmp_path: Path, statement: str) -> None:
    """What hangs on it could never be found again."""
    path = tmp_path / "run.ledger"
    open_ledger(path).close()
    where = "" if "WHERE" in statement else " WHERE name = 'secret'"
    _by_hand(path, statement + where)

    with pytest.raises(LedgerMismatch) as raised:
        open_ledger(path)

    assert str(raised.value) == (
        f'ledger "{path}": has lost its secret; expected the ledger as veridical wrote it. '
        "Restore the file, or name another ledger."
    )


@pytest.mark.parametrize("where", ["", ":memory:"])
def test_a_ledger_needs_a_file(where: str) -> None:
    """One that only lasts as long as the program keeps nothing."""
    with pytest.raises(ConfigError) as raised:
        open_ledger(where)

    assert str(raised.value) == (
        f"ledger: names no file, got {where!r}; "
        "expected a path, or postgresql://user@host/database. Name a file."
    )


def test_what_nobody_waits_for_any_more_fails_in_silence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a hundred answers that a full disk refuses, one is an error and the rest are noise."""

    async def keep() -> None:
        with open_ledger(tmp_path / "run.ledger") as ledger:
            going = threading.Event()

            def refuse(_: object) -> list[object]:
                going.wait(5)
                raise OperationalError("", None, sqlite3.OperationalError("disk is full"))

            monkeypatch.setattr(ledger._writer, "_commit", refuse)
            waiting = [
                asyncio.ensure_future(ledger.keep_answer(replace(SAID, key=f"k{n}")))
                for n in range(5)
            ]
            await asyncio.sleep(0.05)
            for one in waiting:
                one.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
            going.set()
            with pytest.raises(StoreError, match="disk is full"):
                await ledger.keep_answer(SAID)

    asyncio.run(keep())
    gc.collect()

    assert caplog.records == []
