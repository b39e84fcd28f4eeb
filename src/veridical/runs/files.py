"""Files written whole or not at all, with one clear line when the disk refuses."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from veridical.errors import Misplaced, StoreError


def write_whole(path: Path, data: bytes | Iterable[bytes]) -> None:
    """Write a file so that a reader sees the old one or the new one, never a part.

    Args:
        path: where; folders above it are made.
        data: all of it, or its pieces in order.

    Raises:
        StoreError: the disk refuses; what stood there before still stands.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            file.writelines((data,) if isinstance(data, bytes) else data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as e:
        raise refused(path, e) from e
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Remove what a killed `write_whole` has left in a folder that nobody else writes.

    Raises:
        StoreError: the disk refuses.
    """
    for left in folder.glob(".*.tmp"):
        try:
            left.unlink()
        except OSError as e:
            raise refused(left, e, doing="removed") from e


def append_line(path: Path, line: bytes) -> None:
    """Append a line and have the disk hold it.

    A line that could not be written whole is taken back.

    Raises:
        StoreError: the disk refuses; the lines before still stand.
    """
    try:
        with path.open("ab") as file:
            before = file.tell()
            try:
                file.write(line + b"\n")
                file.flush()
                os.fsync(file.fileno())
            except OSError:
                file.truncate(before)
                raise
    except OSError as e:
        raise refused(path, e) from e


def whole_lines(path: Path) -> list[bytes]:
    """The lines of a file, without a last one that a kill has cut off; none if absent.

    Raises:
        StoreError: the file cannot be read.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return []
    except OSError as e:
        raise refused(path, e, doing="read") from e
    return [line for line in data.split(b"\n")[:-1] if line]


def refused(path: Path, error: OSError, *, doing: str = "written") -> StoreError:
    """The disk's refusal in one line."""
    return StoreError(
        str(path),
        f"could not be {doing}: {error.strerror or error}",
        expected="room, and the right to do so",
        fix=f"Mend that and run the same command again{_kept_before(path)}.",
    )


def _kept_before(path: Path) -> str:
    """That earlier work still stands, where there is any: the file, or a run beside it."""
    of_a_run = (path.with_name(name) for name in ("manifest.json", "partial.jsonl"))
    is_kept = any(os.path.exists(one) for one in (path, *of_a_run))  # noqa: PTH110 - never raises
    return "; what was kept before stays kept" if is_kept else ""


def refuse_no_folder(path: Path) -> None:
    """Refuse a place at which no folder can be made, since something else stands there.

    Raises:
        Misplaced: it, or a folder that it should lie in, is a file.
        StoreError: it cannot be looked at.
    """
    try:
        there = next(at for at in (path, *path.absolute().parents) if at.exists())
    except OSError as e:
        raise refused(path, e, doing="read") from e
    if not there.is_dir():
        raise Misplaced(
            f'folder "{path}"',
            "cannot be made" if there != path else "is none",
            got=f"the file {there}",
            expected="a folder, or a name that is free",
            fix="Name another folder.",
        )
