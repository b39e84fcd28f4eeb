"""Files written whole, lines appended whole, one writer at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from veridical.errors import StoreError
from veridical.runs.files import append_line, refused, sweep, whole_lines, write_whole
from veridical.runs.lock import locked


def test_a_file_is_written_with_the_folders_it_needs(tmp_path: Path) -> None:
    """And nothing stays beside it."""
    path = tmp_path / "a" / "b" / "c.json"
    write_whole(path, b"x")
    write_whole(path, b"y")

    assert path.read_bytes() == b"y"
    assert list(path.parent.iterdir()) == [path]


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """In one line."""
    (tmp_path / "a").write_bytes(b"")
    with pytest.raises(StoreError) as raised:
        write_whole(tmp_path / "a" / "b.json", b"x")

    assert str(raised.value) == (
        f"{tmp_path}/a/b.json: could not be written: File exists; "
        "expected room, and the right to do so. "
        "Mend that and run the same command again."
    )


def test_lines_are_read_without_a_torn_last_one(tmp_path: Path) -> None:
    """What a kill has cut off is no line."""
    path = tmp_path / "partial.jsonl"
    append_line(path, b"one")
    append_line(path, "二".encode())
    with path.open("ab") as file:
        file.write(b"thr")

    assert whole_lines(path) == [b"one", "二".encode()]


def test_a_file_that_is_not_there_has_no_lines(tmp_path: Path) -> None:
    """None, not an error."""
    assert whole_lines(tmp_path / "none") == []


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    """A folder is no file."""
    with pytest.raises(StoreError, match="could not be read: Is a directory"):
        whole_lines(tmp_path)


def test_sweeping_removes_what_a_kill_has_left_and_nothing_else(tmp_path: Path) -> None:
    """Only the names that `write_whole` gives."""
    for name in (".a.json.77.tmp", "a.json", "b.tmp", ".c"):
        (tmp_path / name).write_bytes(b"")
    sweep(tmp_path)
    sweep(tmp_path / "none")

    assert sorted(p.name for p in tmp_path.iterdir()) == [".c", "a.json", "b.tmp"]


def test_a_lock_goes_with_its_holder(tmp_path: Path) -> None:
    """One at a time, then the next."""
    with locked(tmp_path), pytest.raises(StoreError), locked(tmp_path):
        pass
    with locked(tmp_path):
        pass


def test_only_what_was_kept_is_said_to_stay(tmp_path: Path) -> None:
    """Where nothing stood before, nothing is promised."""
    error = OSError(28, "No space left on device")
    fresh = str(refused(tmp_path / "new.json", error))
    (tmp_path / "old.json").write_text("{}", "utf-8")
    again = str(refused(tmp_path / "old.json", error))
    (tmp_path / "partial.jsonl").write_text("{}\n", "utf-8")
    of_a_run = str(refused(tmp_path / "new.json", error))

    assert fresh.endswith("Mend that and run the same command again.")
    assert again.endswith("again; what was kept before stays kept.")
    assert of_a_run.endswith("again; what was kept before stays kept.")
