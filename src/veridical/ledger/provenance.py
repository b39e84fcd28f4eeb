"""Which replies an answer was read from, without any respondent passing them along.

Whoever hands on a reply notes its key; whoever keeps the answer gathers what was noted
while it was made. Notes travel with the asyncio context, also into tasks started there.
"""

from __future__ import annotations

from contextvars import ContextVar

_noted: ContextVar[set[str] | None] = ContextVar("veridical_replies", default=None)


class replies_read:  # noqa: N801 - used as the statement that it is
    """Gather the keys noted inside; they are noted in the surrounding gathering too.

    Example:
        >>> with replies_read() as keys:
        ...     note_reply("k")
        >>> keys
        {'k'}
    """

    __slots__ = ("_around", "_keys", "_token")

    def __enter__(self) -> set[str]:
        """The keys, as they come."""
        self._around = _noted.get()
        self._keys: set[str] = set()
        self._token = _noted.set(self._keys)
        return self._keys

    def __exit__(self, *error: object) -> None:
        """Hand them on."""
        _noted.reset(self._token)
        if self._around is not None:
            self._around |= self._keys


def note_reply(key: str) -> None:
    """Say that the reply kept under `key` was read."""
    keys = _noted.get()
    if keys is not None:
        keys.add(key)
