"""What stands behind a citation: typed results of looking it up.

`LocalSources` looks in a folder. `Web` reads addresses and gives a `Snapshot`; `Search` finds
addresses and gives `Hits`. Neither raises for what the world does.
"""

from veridical.sources.local import LocalSources
from veridical.sources.port import Hit, Hits, Search, SearchState, Web
from veridical.sources.result import PASSING, Fetched, FetchState
from veridical.sources.snapshot import (
    FigureShown,
    Heading,
    Hop,
    Mark,
    Snapshot,
    TableShown,
)
from veridical.sources.stretch import PageShown, Stretch

__all__ = [
    "PASSING",
    "FetchState",
    "Fetched",
    "FigureShown",
    "Heading",
    "Hit",
    "Hits",
    "Hop",
    "LocalSources",
    "Mark",
    "PageShown",
    "Search",
    "SearchState",
    "Snapshot",
    "Stretch",
    "TableShown",
    "Web",
]
