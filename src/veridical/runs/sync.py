"""Run a coroutine from plain code, in a notebook too."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def run_sync(coroutine: Coroutine[object, object, T]) -> T:
    """The coroutine's result; where a loop is running already, it runs in another thread.

    A notebook's cell runs inside a loop, in which no second one can be started.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return _run(coroutine)
    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(_run, coroutine).result()


def _run(coroutine: Coroutine[object, object, T]) -> T:
    """The result, which the loop's own task never holds.

    When a loop ends, Python words its task for a message that nobody sees, with all of its
    result: for a long report that takes longer than the work.
    """
    found: list[T] = []

    async def kept() -> None:
        found.append(await coroutine)

    asyncio.run(kept())
    return found[0]
