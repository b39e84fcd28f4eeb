"""Which replies an answer was read from, without any respondent passing them along.

Whoever hands on a reply notes its key; whoever keeps the answer gathers what was noted
while it was made. Notes travel with the asyncio context, also into tasks started there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_noted: ContextVar[set[str] | None] = ContextVar("veridical_replies", default=None)


@contextmanager
def replies_read() -> Iterator[set[str]]:
    """Gather the keys noted inside; they are noted in the surrounding gathering too."""
    around = _noted.get()
    keys: set[str] = set()
    token = _noted.set(keys)
    try:
        yield keys
    finally:
        _noted.reset(token)
        if around is not None:
            around |= keys


def note_reply(key: str) -> None:
    """Say that the reply kept under `key` was read."""
    keys = _noted.get()
    if keys is not None:
        keys.add(key)
