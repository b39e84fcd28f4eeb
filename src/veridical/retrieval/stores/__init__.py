"""Where vectors of items are kept and found: in memory, or in LanceDB beyond some 10^5 items."""

from veridical.retrieval.stores.memory import MemoryStore
from veridical.retrieval.stores.port import Row, VectorStore

__all__ = ["MemoryStore", "Row", "VectorStore"]
