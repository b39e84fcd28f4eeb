"""Everything that a port or a respondent said, kept before it is used.

Cache, resume, audit, cost and replay are this one mechanism. `open_ledger` opens a SQLite
file or a PostgreSQL database; `Kept` makes any respondent answer from it.

Each name is loaded when it is first used: who keeps nothing does not wait for a database.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from veridical.ledger.kept import Kept
    from veridical.ledger.provenance import note_reply, replies_read
    from veridical.ledger.records import KeptAnswer, KeptReply, Status
    from veridical.ledger.store import Ledger, open_ledger

__all__ = [
    "Kept",
    "KeptAnswer",
    "KeptReply",
    "Ledger",
    "Status",
    "note_reply",
    "open_ledger",
    "replies_read",
]

_HOMES = {
    "Kept": "kept",
    "KeptAnswer": "records",
    "KeptReply": "records",
    "Ledger": "store",
    "Status": "records",
    "note_reply": "provenance",
    "open_ledger": "store",
    "replies_read": "provenance",
}


if not TYPE_CHECKING:  # else any name would pass for one of this package

    def __getattr__(name: str) -> object:
        """Import a name's module when it is first used, and remember the name."""
        if name not in _HOMES:
            raise AttributeError(f"module 'veridical.ledger' has no attribute {name!r}")
        found: object = getattr(import_module(f"veridical.ledger.{_HOMES[name]}"), name)
        globals()[name] = found
        return found
