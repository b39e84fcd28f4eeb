"""Under which names is a source known, and which one does a name stand for?

Names are compared as sources where they are addresses or identifiers (`veridical.report.
identity`), and else by their letters and digits alone, so that ``https://example.org/a b``
finds the file ``example.org_a_b.txt`` and ``[3]`` finds ``ref-3.md``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Generic, TypeVar

from veridical.report.identity import identify

T = TypeVar("T")

_PREFIX = re.compile(r"^(?:ref|reference|source|cite|citation|doc)-?(?=\d)")
_HOST = re.compile(r"^(?:https?-)?(?:www-)?(?=.)")
_SIGNS = re.compile(r"[\W_]+")


def keys_of(name: str) -> list[str]:
    """The keys that a name is known by: as a source, then by its letters and digits."""
    source = identify(name) if name.strip() else None
    if source is None:
        return []
    keys = [f"source:{source.key}"] if source.url or source.work else []
    written = [name, source.url or "", (source.work or "").partition(":")[2]]
    return list(
        dict.fromkeys([*keys, *(f"name:{key}" for one in written if (key := _folded(one)))])
    )


def _folded(name: str) -> str:
    """Its letters and digits, without what a label or an address begins with."""
    folded = _SIGNS.sub("-", name.casefold()).strip("-")
    return _PREFIX.sub("", _HOST.sub("", folded))


class Names(Generic[T]):
    """Things by their names; a name may stand for several."""

    def __init__(self) -> None:
        self._by_key: dict[str, list[T]] = {}

    def add(self, name: str, thing: T) -> None:
        """Let `name` stand for `thing` too."""
        for key in keys_of(name):
            known = self._by_key.setdefault(key, [])
            if thing not in known:
                known.append(thing)

    def under(self, key: str) -> list[T]:
        """What one key stands for, in the order it was added."""
        return self._by_key.get(key, [])


def keys_of_all(names: Iterable[str]) -> list[str]:
    """The keys of several names, the first name's first."""
    return list(dict.fromkeys(key for name in names for key in keys_of(name)))
