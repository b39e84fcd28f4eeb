"""Two worlds that stand in for the web in a forecast: one finds nothing, one finds all it may.

Nobody is asked. In the empty one a statement takes the asks for its first queries alone; in the
full one every search finds new pages, each as long as what is shown of a page may be, and none
speaks of anything, so that a statement takes all its turns and sources.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from veridical.agents.reading_room import CHARACTERS, SHOWN
from veridical.errors import ConfigError
from veridical.measure import Method
from veridical.methods.registry import METHODS, can_search, searching
from veridical.runs.applicable import refuse_search
from veridical.sources import FetchState, Hit, Hits, SearchState, Snapshot

_FILLER = {"en": "lorem ipsum dolor sit amet ", "zh": "甲乙丙丁戊己庚辛壬癸"}
_HOST = "stand-in.invalid"


@dataclass(frozen=True)
class StandInWorld:
    """A `Search` and a `Web` that ask nobody.

    Attributes:
        is_full: whether every search finds as many pages as it may; else none finds any.
    """

    is_full: bool

    @property
    def name(self) -> str:
        """Who answers."""
        return "nobody"

    async def search(self, query: str, limit: int = 10, *, language: str = "") -> Hits:
        """New addresses for each query, or none."""
        if not self.is_full:
            return Hits(query, SearchState.EMPTY)
        name = hashlib.sha256(query.encode("utf-8", "replace")).hexdigest()[:16]
        tongue = "zh" if language == "zh" else "en"
        urls = (f"https://{tongue}.{name}-{n}.{_HOST}/" for n in range(limit))
        return Hits(query, SearchState.OK, tuple(Hit(url) for url in urls))

    async def fetch(self, url: str) -> Snapshot:
        """A page as long as what is shown of one may be, which speaks of nothing."""
        words = _FILLER["zh" if url.startswith("https://zh.") else "en"]
        text = (words * (SHOWN * CHARACTERS // len(words) + 1))[: SHOWN * CHARACTERS - len(url)]
        return Snapshot(url, FetchState.OK, final_url=url, text=f"{text}\n{url}")

    async def aclose(self) -> None:
        """Nothing is held open."""


def stand_ins(method: Method, provider: str) -> tuple[Method, Method]:
    """The method in the empty world, and in the full one.

    Args:
        method: what would be measured.
        provider: who would search.

    Raises:
        ConfigError: no such provider, or a method that searches nothing.
    """
    refuse_search(provider, url=None, key_env=None)
    if not can_search(method.name):
        raise ConfigError(
            "--search",
            "is for a method that searches",
            got=method.name,
            expected=" or ".join(one.name for one in METHODS if can_search(one.name)),
            fix="Leave it out, or name that method.",
        )
    empty, full = (StandInWorld(is_full) for is_full in (False, True))
    low, high = (searching(method, provider, one, one) for one in (empty, full))
    return low, high
