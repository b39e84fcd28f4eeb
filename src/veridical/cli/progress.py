"""A progress bar on anything that takes longer than a second, on a terminal alone."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SHOW_AFTER_S = 1.0


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Yields a function that is told (done, total); draws after a second has passed."""
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    name = TextColumn("{task.description}", markup=False)  # a file's name is no markup
    columns = (name, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(what, total=None)
    begin = time.monotonic()

    def told(done: int, total: int) -> None:
        if not bar.live.is_started and time.monotonic() - begin >= SHOW_AFTER_S:
            bar.start()
        bar.update(task, completed=done, total=total)

    try:
        yield told
    finally:
        bar.stop()
