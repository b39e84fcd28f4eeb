"""What stands behind a citation: typed results of looking it up."""

from veridical.sources.local import LocalSources
from veridical.sources.result import Fetched, FetchState

__all__ = ["FetchState", "Fetched", "LocalSources"]
