"""A folder of source texts as a web: what a search in it finds can be read, without network."""

from __future__ import annotations

import asyncio

from veridical.sources.local import LocalSources
from veridical.sources.snapshot import Snapshot


class FolderWeb:
    """A `Web` whose addresses are whatever `LocalSources` finds in a folder."""

    def __init__(self, sources: LocalSources) -> None:
        self._sources = sources

    async def fetch(self, url: str) -> Snapshot:
        """The text that an address, a file's name or an item's id stands for."""
        found = await asyncio.to_thread(self._sources.find, (url,))
        return Snapshot(
            url,
            found.state,
            found.origin,
            title=found.title,
            text=found.text,
            origin="file",
        )

    async def aclose(self) -> None:
        """Nothing to close."""
