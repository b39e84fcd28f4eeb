"""One process at a time writes a run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from veridical.errors import StoreError
from veridical.runs.files import refused


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder; the lock goes with the process, however it ends.

    Raises:
        StoreError: another process holds it, or the disk refuses.
    """
    path = folder / ".lock"
    try:
        file = path.open("ab")
    except OSError as e:
        raise refused(path, e) from e
    with file:
        if not _take(file.fileno()):
            raise StoreError(
                f'run "{folder}"',
                "is being written by another process",
                fix="Wait for it, or name another folder.",
            )
        yield


if sys.platform == "win32":
    import msvcrt

    def _take(number: int) -> bool:
        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _take(number: int) -> bool:
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
