"""What the program's verb `snapshots` does."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from veridical.sources import FetchState
from veridical.sources.kept import add_file
from veridical.sources.snapshots import KeptSnapshot, open_snapshots


@dataclass(frozen=True, slots=True)
class PutIn:
    """What became of a file that was put in for an address.

    Attributes:
        is_readable: whether it has text to judge by.
        said: the same for a reader.
    """

    is_readable: bool
    said: str


async def put_in(where: str, url: str, file: Path) -> PutIn:
    """Let a file stand for an address in the store at `where`.

    Raises:
        InputError: no address, or a file that cannot be read.
        StoreError: the store cannot be opened or written.
    """
    with open_snapshots(where) as store:
        kept = await add_file(store, url, file)
    if kept.state is FetchState.OK:
        pages = f", {len(kept.pages)} of {kept.pages_total} pages" if kept.pages_total else ""
        return PutIn(True, f"{len(kept.text)} characters{pages} now stand for it")
    why = f"{kept.state.value.replace('_', ' ')}{f' ({kept.detail})' if kept.detail else ''}"
    return PutIn(False, f"the file was kept, but has no text to judge by: {why}")


async def kept_in(where: str) -> tuple[KeptSnapshot, ...]:
    """All snapshots of a store.

    Raises:
        StoreError: the store cannot be read.
    """
    with open_snapshots(where, read_only=True) as store:
        return await store.listing()
