"""Everything that a port or a respondent said, kept before it is used.

Cache, resume, audit, cost and replay are this one mechanism. `open_ledger` opens a SQLite
file or a PostgreSQL database; `Kept` makes any respondent answer from it.
"""

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
